#include "store/import/import_tree.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <mutex>
#include <unordered_map>

#include "engine/digest.h"
#include "engine/error.h"
#include "engine/readers/languages/moved.h"
#include "engine/readers/languages/package_folders.h"
#include "engine/readers/snapshot/fingerprint.h"
#include "engine/readers/snapshot/git.h"
#include "store/import/file_writer.h"
#include "store/import/stored_module.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

// The files of the project's last tree, by path.
class LastTree {
 public:
  /// Reads it: what other readers made is of no use, and leaves this empty.
  void read(Store& store, std::string_view project, std::string_view source,
            std::string_view readers) {
    int64_t id = 0;
    {
      auto projects = store.rows<sql::ProjectByName>(project);
      if (const auto row = projects.next()) id = row->id;
    }
    if (id == 0) return;
    int64_t snapshot = 0;
    {
      auto trees = store.rows<sql::NewestTree>(id, source);
      const auto row = trees.next();
      if (!row || row->readers != readers) return;
      snapshot = row->id;
      imported_at_ = row->imported_at;
      is_same_source_ = row->is_same_source != 0;
    }
    snapshot_ = snapshot;
    auto files = files_of(store, snapshot);
    files_.reserve(files.size());
    for (auto& file : files) {
      packages_.add(file->path);
      if (file->module) modules_.push_back(*file->module);
      const std::string_view path = file->path;
      files_.emplace(path, std::move(file));
    }
  }

  /// 0: there is none.
  int64_t snapshot() const { return snapshot_; }
  /// The modules of its files.
  const std::vector<int64_t>& modules() const { return modules_; }

  /// The stored file that `file` certainly still is; null if it has to be read.
  std::shared_ptr<StoredFile> same(const File& file, size_t package_root, int64_t cap) const {
    const auto found = files_.find(file.path);
    if (found == files_.end()) return nullptr;
    const StoredFile& stored = *found->second;
    if (packages_.root_of(file.path) != package_root) return nullptr;
    // What was above the cap then may be below it now.
    const bool has_all = stored.content.has_value() || (stored.flags & kFileBinary) != 0;
    if (!has_all && stored.size <= cap) return nullptr;
    if (has_all && stored.size > cap) return nullptr;
    if (!file.object_id.empty())
      return hex(stored.object) == file.object_id ? found->second : nullptr;
    // Two copies of a tree may give different files one time: archives and checkouts do.
    if (!is_same_source_) return nullptr;
    const bool is_noted = (stored.flags & kFileSettled) != 0;
    const bool settled = is_noted || file.mtime_ns / 1'000'000 + kRacyMs < imported_at_;
    const bool same = stored.mtime_ns == file.mtime_ns && stored.size == file.size;
    return same && settled && (stored.object.empty() || is_noted) ? found->second : nullptr;
  }

  /// The file with these contents whose symbols are those of `file`, but for what comes from the
  /// path; null if there is none. For any thread.
  const StoredFile* like(const File& file) const {
    if (files_.empty()) return nullptr;
    std::call_once(has_contents_, [this] {
      contents_.reserve(files_.size());
      for (const auto& [path, stored] : files_)
        if (stored->module) contents_.emplace(stored->content_hash, stored.get());
    });
    const auto found = contents_.find(bytes_of(sha256({file.contents})));
    if (found == contents_.end()) return nullptr;
    const StoredFile& stored = *found->second;
    // .proto names are not looked for in what a program wrote.
    const bool is_generated = (stored.flags & kFileGenerated) != 0;
    const bool may_be = is_generated == file.is_generated &&
                        languages::may_move(file.language, stored.path, file.path);
    return may_be ? &stored : nullptr;
  }

  /// Whether those of its files of which `is_one` holds are certainly these, and no others.
  bool has_all(const std::vector<File>& these, bool (*is_one)(std::string_view),
               int64_t cap) const {
    const auto stored = std::count_if(files_.begin(), files_.end(),
                                      [&](const auto& file) { return is_one(file.first); });
    return static_cast<size_t>(stored) == these.size() &&
           std::all_of(these.begin(), these.end(), [&](const File& file) {
             return same(file, packages_.root_of(file.path), cap) != nullptr;
           });
  }

 private:
  int64_t snapshot_ = 0;
  std::unordered_map<std::string_view, std::shared_ptr<StoredFile>> files_;  // by their paths
  std::vector<int64_t> modules_;
  mutable std::once_flag has_contents_;
  mutable std::unordered_map<std::string_view, const StoredFile*> contents_;  // by their hashes
  languages::PackageFolders packages_;
  int64_t imported_at_ = 0;
  bool is_same_source_ = false;
};

// Feeds a tree's facts into a load.
class TreeImport {
 public:
  TreeImport(Store& store, Load& load, const LastTree& last, std::function<void()> read_last,
             const ImportOptions& options)
      : store_(store),
        load_(load),
        last_(last),
        read_last_(std::move(read_last)),
        options_(options) {}

  snapshot::TreeSummary run() {
    snapshot::TreeOptions reading;
    reading.all = options_.all;
    reading.work_tree = options_.work_tree;
    reading.list = options_.list;
    reading.symbols = options_.symbols;
    reading.max_file_bytes = options_.max_file_bytes;
    reading.checkpoint = [this] {
      if (options_.progress) options_.progress(progress_);
    };
    reading.meanwhile = read_last_;
    reading.is_known = [this](const File& file, size_t package_root) {
      auto stored = last_.same(file, package_root, options_.max_file_bytes);
      const bool is_known = stored != nullptr;
      if (is_known) load_.reuse(std::move(stored));
      return is_known;
    };
    reading.knows_all = [this](const std::vector<File>& files, bool (*is_one)(std::string_view)) {
      return last_.has_all(files, is_one, options_.max_file_bytes);
    };
    reading.may_have = [this](const File& file) { return last_.like(file) != nullptr; };
    reading.take = [this](const File& file) { return moved(file); };
    const auto sink = [this](Fact&& fact) { consume(std::move(fact)); };
    if (options_.revision) return read_revision(options_.path, *options_.revision, reading, sink);
    return read_directory(options_.path, reading, sink);
  }

 private:
  std::optional<languages::ReadSourceFile> moved(const File& file) {
    const StoredFile* const like = last_.like(file);
    auto module = like ? stored_module(store_, *like->module) : std::nullopt;
    if (!module || module->language != file.language || module->name != like->path ||
        !languages::move_to(*module, file.path))
      return std::nullopt;
    return languages::ReadSourceFile{std::move(*module), static_cast<uint32_t>(like->damaged)};
  }

  void consume(Fact&& fact) {
    if (auto* file = std::get_if<File>(&fact)) {
      progress_.bytes += static_cast<uint64_t>(file->size);
      load_.add(std::move(*file));
    } else {
      ++progress_.modules;
      load_.add(std::get<Module>(std::move(fact)));
    }
    progress_.rows = load_.rows();
    if (options_.progress) options_.progress(progress_);
  }

  Store& store_;
  Load& load_;
  const LastTree& last_;
  std::function<void()> read_last_;
  const ImportOptions& options_;
  ImportProgress progress_;
};

// Whether the folder is git's own: a bare repository, or the .git of one. Its files are of no use
// to anybody who asks about sources.
bool is_git_folder(const std::filesystem::path& folder) {
  std::error_code none;
  return std::filesystem::is_regular_file(folder / "HEAD", none) &&
         std::filesystem::is_directory(folder / "objects", none) &&
         std::filesystem::is_directory(folder / "refs", none) && snapshot::Repository::at(folder);
}

}  // namespace

bool is_tree(const ImportOptions& options) {
  return options.revision || (options.path != "-" && std::filesystem::is_directory(options.path));
}

ImportReport import_tree(Store& store, const ImportOptions& options) {
  if (!options.revision && !options.all && is_git_folder(options.path))
    throw Error(ErrorCode::invalid,
                "this is a bare git repository; --rev HEAD reads what it holds (--all: git's own "
                "files)",
                options.path);
  LoadOptions loading;
  loading.project = options.project.value_or(snapshot::project_name(options.path));
  loading.project_given = options.project.has_value();
  loading.label = options.label;
  loading.source = std::filesystem::absolute(options.path).lexically_normal().string();
  loading.kind = options.revision ? "revision" : "directory";
  loading.ranked = options.symbols;
  loading.lease_wait_ms = options.lease_wait_ms;
  loading.chunk_ms = options.chunk_ms;
  loading.most_postings = options.most_postings;
  if (loading.project.empty()) throw Error(ErrorCode::invalid, "a project's name cannot be empty");
  const std::string commit = options.revision
                                 ? snapshot::Repository(options.path).commit(*options.revision)
                                 : snapshot::head_of(options.path);
  if (!commit.empty()) loading.revision = commit;

  loading.once = options.once;

  const std::string readers(options.symbols ? snapshot::reader_fingerprint() : "files alone");
  loading.readers = readers;
  const std::string source = loading.source;
  Load load(store, std::move(loading));
  LastTree last;
  const auto read_last = [&] {
    last.read(store, load.project(), source, readers);
    load.reuse_from(last.snapshot(), last.modules());
  };
  TreeImport run(store, load, last, read_last, options);
  ImportReport report;
  report.tree = run.run();
  for (const auto& [path, lines] : report.tree->damaged) load.set_damaged(path, lines);
  static_cast<LoadResult&>(report) = load.finish();
  for (const auto& line : report.tree->unreadable) {
    const auto colon = line.find(": ");
    report.skipped.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  return report;
}

}  // namespace dossier
