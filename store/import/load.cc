#include "store/import/load.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/canonical.h"
#include "engine/chunks.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/first_row.h"
#include "engine/migrate.h"
#include "store/import/bulk_indexes.h"
#include "store/import/fact_writer.h"
#include "store/import/file_writer.h"
#include "store/import/kinship.h"
#include "store/import/source_sets.h"
#include "store/import/tally.h"
#include "store/index/content_words.h"
#include "store/index/segment_rows.h"
#include "store/index/segment_writer.h"
#include "store/lease.h"
#include "store/recover.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

// A module's place in the snapshot, written with the last commit.
struct Link {
  int64_t module = 0;
  std::string path;
  std::optional<int64_t> sources;
  std::optional<Digest> file;  // that it was read from
};

// While an import writes, the log is copied into the database every 64 MB instead of every 4: each
// copy waits for the disk twice, and pages that change again were copied for nothing.
class RareCheckpoints {
 public:
  explicit RareCheckpoints(Database& database) : database_(database) {
    database_.execute("PRAGMA wal_autocheckpoint = 16384");
  }
  RareCheckpoints(const RareCheckpoints&) = delete;
  ~RareCheckpoints() { database_.execute("PRAGMA wal_autocheckpoint = 1000"); }

 private:
  Database& database_;
};

}  // namespace

struct Load::State {
  State(Store& opened, LoadOptions with)
      : store(opened),
        options(std::move(with)),
        // Who makes a new database holds its lease.
        lease(store.database().is_fresh() ? "" : store.database().path(), options.wait) {
    // The holder of the lease is the only importer: whatever is unfinished now is dead.
    remove_import(store);
    begin();
  }

  void begin();
  int64_t find_project();
  void write_segments();
  bool is_tree() const { return options.kind == "directory" || options.kind == "revision"; }
  void check_kinship();
  bool is_noop(const std::string& hash, LoadResult& result);
  void note_times(int64_t of);
  void note_readers(int64_t of);
  void write_links();
  void place_modules(const std::vector<SegmentWriter::Place>& places);
  LoadResult totals() const;
  void keep_files() {
    if (options.keep_files) kept = files->take();
  }

  Store& store;
  LoadOptions options;
  ImportLease lease;
  RareCheckpoints checkpoints{store.database()};
  ImportMarks marks;
  int64_t project = 0;
  int64_t snapshot = 0;
  int64_t began_ms = 0;
  Chunks chunks{store.database(), std::chrono::milliseconds(options.chunk_ms)};
  std::unique_ptr<FactWriter> facts;
  std::unique_ptr<SegmentWriter> segments;
  std::unique_ptr<FileWriter> files;
  Tally tally{store};
  std::unordered_map<std::string, std::pair<int64_t, Totals>> known;  // by hash: stored or added
  std::vector<int64_t> added;  // modules that wait for their place in the search index
  std::vector<Link> links;
  Kinship kinship;
  std::unique_ptr<SourceSets> source_sets;
  std::string digest_input;  // of the snapshot's hash
  int64_t unchanged = 0;
  std::vector<std::shared_ptr<StoredFile>> kept;  // for take_files()
  bool finished = false;
};

int64_t Load::State::find_project() {
  const auto row = first_row<sql::ProjectByName>(store, std::string_view(options.project));
  return row ? row->id : 0;
}

void Load::State::begin() {
  Transaction transaction(store.database(), Transaction::writing);
  store.run<sql::BeginImport>();
  marks = *store.rows<sql::ImportMarks>().next();
  snapshot = marks.snapshot + 1;
  const int64_t now = began_ms = store.clock().now_ms();
  project = find_project();
  if (project == 0) {
    project = marks.project + 1;
    store.run<sql::InsertProject>(project, std::string_view(options.project), now);
  }
  const auto text = [](const std::optional<std::string>& value) {
    return value ? std::optional<std::string_view>(*value) : std::nullopt;
  };
  store.run<sql::InsertSnapshot>(snapshot, project, text(options.label),
                                 std::string_view(options.kind), std::string_view(options.source),
                                 text(options.revision), now);
  if (is_first_import(marks)) drop_bulk_indexes(store);
  transaction.commit();
  facts = std::make_unique<FactWriter>(store, marks, [this] { chunks.yield(); });
  // Beside the time that reading symbols takes, packing a tree better takes little.
  const auto effort = is_tree() && options.ranked ? search::Effort::small : search::Effort::quick;
  const SegmentOptions index{options.most_postings, effort};
  files = std::make_unique<FileWriter>(store, marks, *facts, index, [this] { chunks.yield(); });
  segments = std::make_unique<SegmentWriter>(IndexPart::symbols, index);
  source_sets = std::make_unique<SourceSets>(store, marks.source_set);
}

void Load::State::write_segments() {
  const auto id = [this](uint32_t number) {
    return new_segment(marks, IndexPart::symbols, number);
  };
  insert_segments(store.statements(), id, *segments, [this] { chunks.yield(); });
}

Load::Load(Store& store, LoadOptions options)
    : state_(std::make_unique<State>(store, std::move(options))) {}

Load::~Load() {
  if (!state_ || state_->finished) return;
  state_->segments.reset();
  state_->files.reset();
  state_->chunks.drop();
  if (state_->store.database().is_fresh()) return;  // it goes as a whole
  try {
    remove_import(state_->store);
  } catch (const std::exception&) {
    // The next open removes it; nothing of it is visible.
  }
}

void Load::restart() {
  auto& s = *state_;
  s.segments.reset();
  s.files.reset();
  s.chunks.drop();
  remove_import(s.store);
  s.known.clear();
  s.added.clear();
  s.links.clear();
  s.kinship.clear();
  s.digest_input.clear();
  s.tally.clear();
  s.unchanged = 0;
  s.begin();
}

void Load::pause() { state_->chunks.pause(); }

void Load::add(Module&& module) {
  const ContentHash hash = content_hash(module);
  add(std::move(module), hash);
}

void Load::add(Module&& given, const ContentHash& hash) {
  auto& s = *state_;
  s.chunks.yield();
  const auto module = std::make_shared<const Module>(std::move(given));
  std::string key(bytes_of(hash));
  if (!s.is_tree()) {
    s.digest_input += key;
    s.digest_input += std::to_string(module->path.size()) + ' ';
    s.digest_input += module->path;
    if (module->file) s.digest_input += bytes_of(*module->file);
  }
  s.kinship.add(module->name);
  auto found = s.known.find(key);
  if (found == s.known.end()) {
    if (const auto row = first_row<sql::ModuleByHash>(s.store, std::string_view(key)))
      found =
          s.known
              .emplace(key, std::pair(row->id, Totals{row->types, row->last - row->id - row->types,
                                                      row->references}))
              .first;
  }
  if (found != s.known.end()) {
    ++s.unchanged;
  } else {
    s.segments->add(module);
    const auto written = s.facts->write(*module, key);
    const auto types = static_cast<int64_t>(module->types.size());
    const Totals totals{types, written.last - written.id - types,
                        static_cast<int64_t>(module->references.size())};
    found = s.known.emplace(key, std::pair(written.id, totals)).first;
    s.added.push_back(written.id);
    s.write_segments();
  }
  const auto& [id, totals] = found->second;
  s.tally.add(totals);
  const auto sources = s.source_sets->set_of(*module);
  if (sources && !s.is_tree()) s.digest_input += sources->hash;
  s.links.push_back({id, std::string(module->path),
                     sources ? std::optional(sources->id) : std::nullopt, module->file});
  if (s.is_tree()) s.files->set_module(module->path, id, key, s.links.back().sources);
}

void Load::add(File&& file) {
  state_->chunks.yield();
  state_->kinship.add(file.path);
  state_->files->add(std::move(file));
}

void Load::reuse_from(int64_t snapshot, std::vector<int64_t> modules) {
  state_->tally.reuse_from(snapshot, std::move(modules));
}

void Load::reuse(std::shared_ptr<StoredFile> file) {
  auto& s = *state_;
  s.kinship.add(file->path);
  if (file->module) {
    ++s.unchanged;
    s.tally.reuse(*file->module);
    s.links.push_back({*file->module, file->path, file->sources, {}});
  }
  s.files->reuse(std::move(file));
}

const std::string& Load::project() const { return state_->options.project; }

int64_t Load::rows() const { return state_->tally.sum().types + state_->tally.sum().members; }

void Load::set_damaged(std::string_view path, int64_t lines) {
  if (state_->files) state_->files->set_damaged(path, lines);
}

void Load::State::check_kinship() {
  if (options.project_given) return;
  const auto head = first_row<sql::HeadOfProject>(store, project);
  if (!head) return;
  if (kinship.is_with(store, head->snapshot)) return;
  throw Error(
      ErrorCode::conflict,
      "this import shares no module with the last snapshot of project '" + options.project +
          "'; use --project NAME to import it as a version of that project or as another one",
      options.source);
}

bool Load::State::is_noop(const std::string& hash, LoadResult& result) {
  if (!added.empty()) return false;
  if (options.once) {
    if (const auto row = first_row<sql::SameSnapshot>(
            store, project, std::string_view(options.source),
            options.revision ? std::optional<std::string_view>(*options.revision) : std::nullopt,
            std::string_view(hash))) {
      result.snapshot = row->id;
      result.is_new = false;
      return true;
    }
  }
  const auto head = first_row<sql::HeadOfProject>(store, project);
  if (!head || head->hash != hash) return false;
  if (options.label && head->label != std::optional<std::string_view>(*options.label)) return false;
  result.snapshot = head->snapshot;
  result.types = head->types;
  result.members = head->members;
  result.references = head->references;
  result.is_new = false;
  return true;
}

// A file whose time alone has changed (touch, a checkout, an edit that was undone) is not stale.
void Load::State::note_times(int64_t of) {
  if (options.kind != "directory") return;
  FileWriter::Times times{0, began_ms};
  {
    const auto head = first_row<sql::HeadOfProject>(store, project);
    if (!head || head->kind != options.kind || head->source != options.source) return;
    times.imported_ms = head->imported_at;
  }
  files->note_times(of, times);
  chunks.pause();
}

void Load::State::note_readers(int64_t of) {
  if (!options.readers.empty()) store.run<sql::SetReaders>(of, std::string_view(options.readers));
}

LoadResult Load::State::totals() const {
  LoadResult result;
  result.project = options.project;
  result.snapshot = snapshot;
  result.modules = static_cast<int64_t>(links.size());
  result.types = tally.sum().types;
  result.members = tally.sum().members;
  result.references = tally.sum().references;
  result.files = files->count();
  result.unchanged = unchanged;
  return result;
}

void Load::State::write_links() {
  if (is_tree())
    std::sort(links.begin(), links.end(),
              [](const Link& a, const Link& b) { return a.path < b.path; });
  int64_t position = 0;
  for (const auto& link : links)
    store.run<sql::InsertSnapshotModule>(
        snapshot, position++, link.module, std::string_view(link.path), link.sources,
        link.file ? std::optional(bytes_of(*link.file)) : std::nullopt);
}

void Load::State::place_modules(const std::vector<SegmentWriter::Place>& places) {
  for (size_t i = 0; i < added.size(); ++i) {
    const auto& [segment, rows, type_blocks] = places[i];
    store.run<sql::PlaceModule>(added[i], new_segment(marks, IndexPart::symbols, segment),
                                int64_t{rows.first_block}, int64_t{rows.block_count},
                                int64_t{type_blocks});
  }
}

LoadResult Load::finish() {
  auto& s = *state_;
  s.chunks.pause();
  s.check_kinship();
  LoadResult result = s.totals();
  const std::string hash(bytes_of(sha256({s.digest_input, s.files->digest()})));
  const auto places = s.segments->finish();
  s.files->finish();
  if (s.is_noop(hash, result)) {
    remove_import(s.store);
    s.note_readers(result.snapshot);
    s.note_times(result.snapshot);
    s.keep_files();
    s.finished = true;
    if (s.options.ranked) rank_contents(s.store.index(), result.snapshot, s.chunks);
    return result;
  }
  // Only of a new snapshot: it asks for the totals of each module that has come or gone.
  s.tally.count_reused(s.project);
  result = s.totals();
  s.facts->end();
  // What waits in memory is written before what else takes some.
  s.chunks.yield();
  s.write_segments();
  s.segments.reset();
  s.files->write_segments();
  s.facts->write_new_words();
  s.files->write_contents(s.options.ranked);
  s.chunks.pause();
  // The last commit: everything that makes the snapshot visible and searchable, together.
  Transaction transaction(s.store.database(), Transaction::writing);
  s.place_modules(places);
  s.write_links();
  s.files->write(s.snapshot);
  s.keep_files();
  s.files.reset();
  s.facts->write_old_names();
  s.facts.reset();
  if (is_first_import(s.marks)) build_bulk_indexes(s.store);
  s.store.run<sql::PublishSnapshot>(s.snapshot, std::string_view(hash), result.modules,
                                    result.types, result.members, result.references, result.files);
  s.note_readers(s.snapshot);
  s.store.run<sql::SetHead>(s.project, s.snapshot);
  s.store.run<sql::EndImport>();
  s.store.run<sql::BumpGeneration>();
  transaction.commit();
  s.finished = true;
  if (s.options.ranked) rank_contents(s.store.index(), s.snapshot, s.chunks);
  return result;
}

std::vector<std::shared_ptr<StoredFile>> Load::take_files() { return std::move(state_->kept); }

}  // namespace dossier
