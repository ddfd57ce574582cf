#include "store/import/import_tree.h"

#include <filesystem>
#include <functional>

#include "engine/error.h"
#include "engine/readers/languages/moved.h"
#include "engine/readers/snapshot/fingerprint.h"
#include "engine/readers/snapshot/git.h"
#include "store/import/last_tree.h"
#include "store/import/stored_module.h"
#include "store/store.h"

namespace dossier {
namespace {

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

struct Origin {
  std::string project, commit;
  std::vector<std::pair<std::string, std::string>> skipped{};
};

// A folder is imported whatever its repository is: one that may not be opened is skipped.
Origin origin_of(const ImportOptions& options) {
  const std::filesystem::path path = options.path;
  if (options.revision)
    return {snapshot::project_name(path), snapshot::Repository(path).commit(*options.revision)};
  try {
    return {snapshot::project_name(path), snapshot::head_of(path)};
  } catch (const Error& error) {
    return {default_project_name(options.path), "", {{error.origin(), error.message()}}};
  }
}

}  // namespace

bool is_tree(const ImportOptions& options) {
  return options.revision || (options.path != "-" && std::filesystem::is_directory(options.path));
}

ImportReport import_tree(Store& store, const ImportOptions& options, LastTree* kept) {
  if (!options.revision && !options.all && is_git_folder(options.path))
    throw Error(ErrorCode::invalid,
                "this is a bare git repository; --rev HEAD reads what it holds (--all: git's own "
                "files)",
                options.path);
  Origin origin = origin_of(options);
  LoadOptions loading;
  loading.project = options.project.value_or(origin.project);
  loading.project_given = options.project.has_value();
  loading.label = options.label;
  loading.source = std::filesystem::absolute(options.path).lexically_normal().string();
  loading.kind = options.revision ? "revision" : "directory";
  loading.ranked = options.symbols;
  loading.wait = options.wait;
  loading.chunk_ms = options.chunk_ms;
  loading.most_postings = options.most_postings;
  if (loading.project.empty()) throw Error(ErrorCode::invalid, "a project's name cannot be empty");
  if (!origin.commit.empty()) loading.revision = origin.commit;

  loading.once = options.once;

  loading.readers = options.symbols ? snapshot::reader_fingerprint() : "files alone";
  loading.keep_files = kept != nullptr;
  const LastTree::Wanted wanted{loading.project, loading.source, loading.readers};
  Load load(store, std::move(loading));
  LastTree read_now;
  LastTree& last = kept ? *kept : read_now;
  const auto read_last = [&] {
    last.read(store, wanted);
    load.reuse_from(last.snapshot(), last.modules());
  };
  TreeImport run(store, load, last, read_last, options);
  ImportReport report;
  report.tree = run.run();
  for (const auto& [path, lines] : report.tree->damaged) load.set_damaged(path, lines);
  static_cast<LoadResult&>(report) = load.finish();
  if (kept) kept->keep(store, wanted, report.snapshot, load.take_files());
  report.skipped = std::move(origin.skipped);
  for (const auto& line : report.tree->unreadable) {
    const auto colon = line.find(": ");
    report.skipped.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  return report;
}

}  // namespace dossier
