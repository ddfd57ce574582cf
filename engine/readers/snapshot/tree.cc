#include "engine/readers/snapshot/tree.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <future>
#include <optional>
#include <span>

#include "engine/error.h"
#include "engine/readers/assembly/image.h"
#include "engine/readers/languages/import_maps.h"
#include "engine/readers/languages/manifests.h"
#include "engine/readers/languages/package_folders.h"
#include "engine/readers/languages/source_file.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/blob_id.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/readers/snapshot/git.h"
#include "engine/readers/snapshot/ordered.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;
using languages::ImportMaps;
using languages::Manifests;
using languages::PackageFolders;

/// What the reading of one file has to know of the others.
struct Surroundings {
  PackageFolders packages;
  Manifests manifests;
  ImportMaps import_maps;
  proto::Vocabulary vocabulary{languages::generators()};
  const proto::Vocabulary* names = nullptr;  // the finished vocabulary; null: no names to find
  bool same_names = false;                   // as when the receiver's files were read
};

bool is_proto(std::string_view path) { return path.ends_with(".proto"); }

/// Whether the file's symbols may depend on .proto files; one without an ending may, if its first
/// line names a language.
bool may_mention(const File& file) {
  const auto* language = languages::of(file.path);
  return !language || language->grammar;
}

bool is_manifest(std::string_view path) {
  return Manifests::is_one(path) || ImportMaps::is_one(path);
}

/// Whether a manifest says how the names of what the file defines begin, or what its imports mean.
bool asks_manifests(const File& file) {
  const auto* language = languages::of(file.path);
  return language && (!language->manifest.empty() || language->import_maps);
}

std::vector<File> those_among(const std::vector<File>& files, bool (*is_one)(std::string_view)) {
  std::vector<File> those;
  std::copy_if(files.begin(), files.end(), std::back_inserter(those),
               [&](const File& file) { return is_one(file.path); });
  return those;
}

/// What is read before the others.
struct Ahead {
  explicit Ahead(const std::vector<File>& files)
      : manifests(those_among(files, is_manifest)), protos(those_among(files, is_proto)) {}
  std::vector<File> manifests, protos;
};

// Bytes of files that are read or wait for the one before them. What is known of a file may take
// twenty times its size, and tables that a program wrote are ten megabytes each, one beside the
// other.
constexpr uint64_t kMostAhead = 8 << 20;

/// One file as a worker leaves it.
struct Read {
  File file;
  std::optional<languages::ReadSourceFile> source;
  std::string failure;  // why it was not read; "" = it was
  std::string refusal;  // why its symbols were left out; "" = they were not
  bool over_limit = false;
  bool is_assembly = false;
  bool may_be_had = false;  // TreeOptions::may_have
};

void parse(Read& read, const languages::Language& language, const Surroundings& around,
           const TreeOptions& options) {
  const File& file = read.file;
  const auto package = language.manifest.empty()
                           ? languages::Package{around.packages.root_of(file.path)}
                           : around.manifests.of(file.path, language);
  const languages::SourceFile source{file.path,    file.contents,
                                     package.root, file.is_generated ? nullptr : around.names,
                                     package.name, &around.import_maps};
  try {
    read.source = languages::read(source, language, options.parse_limit);
    if (read.source && read.source->timed_out)
      read.refusal = "symbols are missing: parsing it takes too long";
  } catch (const Error& error) {
    if (error.code() != ErrorCode::limit) throw;
    read.refusal = "no symbols: " + error.message();
  }
}

/// Fills what contents tell, and parses what the receiver cannot have.
void understand(Read& read, std::string&& bytes, const Surroundings& around,
                const TreeOptions& options) {
  File& file = read.file;
  // Only a file with a NUL may be a binary.
  const bool has_id = !file.object_id.empty() || bytes.find('\0') == bytes.npos;
  std::string id = has_id ? std::string() : blob_id(bytes);
  read.is_assembly =
      bytes.starts_with("MZ") && assembly::has_cli_header(std::as_bytes(std::span(bytes)));
  FileText text = text_of(std::move(bytes));
  if (text.is_binary && !has_id) file.object_id = std::move(id);
  file.contents = std::move(text.contents);
  file.is_binary = text.is_binary;
  file.lines = count_lines(file.contents);
  file.is_generated = is_generated(file.path, file.contents);
  const auto* language = language_of(file.path, file.contents);
  if (!language || file.is_binary) return;
  file.language = language->name;
  if (!options.symbols) return;
  read.may_be_had = around.same_names && options.may_have && options.may_have(file);
  if (!read.may_be_had) parse(read, *language, around, options);
}

/// What the two kinds of trees share: the order, the counting and the handing over.
class Handover {
 public:
  Handover(const TreeOptions& options, const FactSink& sink, TreeSummary& summary)
      : options_(options), sink_(sink), summary_(summary) {}

  /// Drops what the receiver knows; `files` keeps what is to be read.
  void drop_known(std::vector<File>& files, const Ahead& ahead, Surroundings& around) {
    if (!options_.is_known) return;
    const auto knows = [&](const std::vector<File>& all, bool (*is_one)(std::string_view)) {
      return !options_.knows_all || options_.knows_all(all, is_one);
    };
    const bool same_names = around.same_names = knows(ahead.protos, is_proto);
    const bool same_manifests = knows(ahead.manifests, is_manifest);
    std::erase_if(files, [&](const File& file) {
      if (!same_names && may_mention(file)) return false;
      if (!same_manifests && asks_manifests(file)) return false;
      const bool known = options_.is_known(file, around.packages.root_of(file.path));
      summary_.known += known;
      summary_.files += known;
      return known;
    });
  }

  /// `make_worker` returns, on a thread of its own, what reads one File. The
  /// manifests and the .proto files are read ahead, for the names that the others begin with or may
  /// mention. Until then no worker sees them: this thread adds to them while they read.
  template <typename MakeWorker>
  void run(std::vector<File>& files, Ahead&& ahead, Surroundings& around,
           const MakeWorker& make_worker) {
    if (options_.symbols && std::any_of(files.begin(), files.end(), asks_manifests))
      read_all(ahead.manifests, make_worker, [&](Read&& read) {
        around.manifests.add(read.file.path, read.file.contents);
        around.import_maps.add(read.file.path, read.file.contents);
      });
    if (options_.symbols && std::any_of(files.begin(), files.end(), may_mention)) {
      read_all(ahead.protos, make_worker, [&](Read&& read) {
        if (read.source) around.vocabulary.add(read.source->module);
      });
      around.vocabulary.finish();
      if (!around.vocabulary.empty()) around.names = &around.vocabulary;
    }
    read_all(files, make_worker, [&](Read&& read) { take(std::move(read), around); });
  }

 private:
  template <typename MakeWorker, typename Take>
  void read_all(std::vector<File>& files, const MakeWorker& make_worker, const Take& take) {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const unsigned threads = options_.threads ? options_.threads : cores;
    const auto make = [&] {
      return [&files, read = make_worker()](size_t index) { return read(std::move(files[index])); };
    };
    std::vector<uint64_t> sizes;
    for (const File& file : files) sizes.push_back(static_cast<uint64_t>(file.size));
    Ordered<Read> reading(files.size(), threads, 64);
    reading.limit(kMostAhead, [&](size_t index) { return sizes[index]; });
    reading.run(make, [&](size_t, Read&& read) { take(std::move(read)); });
  }

  void take(Read&& read, const Surroundings& around) {
    if (read.may_be_had) {
      read.source = options_.take(read.file);
      summary_.had += read.source.has_value();
      if (!read.source)
        parse(read, *language_of(read.file.path, read.file.contents), around, options_);
    }
    if (!read.failure.empty()) {
      summary_.unreadable.push_back(read.file.path + ": " + read.failure);
      return;
    }
    ++summary_.files;
    summary_.bytes += read.over_limit ? 0 : static_cast<uint64_t>(read.file.size);
    summary_.binary += read.file.is_binary;
    summary_.assemblies += read.file.is_binary && read.is_assembly;
    summary_.over_limit += read.over_limit;
    if (!read.refusal.empty()) summary_.unreadable.push_back(read.file.path + ": " + read.refusal);
    const int64_t lines_of_file = read.file.lines;
    sink_(std::move(read.file));
    if (!read.source) return;
    ++summary_.modules;
    if (const uint32_t lines = read.source->damaged_lines; lines != 0) {
      ++summary_.with_errors;
      summary_.mostly_lost += int64_t{2} * lines > lines_of_file;
      summary_.damaged.emplace_back(read.source->module.path, lines);
    }
    sink_(std::move(read.source->module));
  }

  const TreeOptions& options_;
  const FactSink& sink_;
  TreeSummary& summary_;
};

File listed(std::string path, int64_t size, int64_t mtime_ns, std::string object_id) {
  File file;
  file.path = std::move(path);
  file.size = size;
  file.mtime_ns = mtime_ns;
  file.object_id = std::move(object_id);
  return file;
}

/// What the path alone tells, also of a file that is not read whole.
void describe(File& file) {
  if (const auto* language = languages::of(file.path)) file.language = language->name;
  file.is_vendored = is_vendored(file.path);
}

Read read_file(int root, File&& file, const Surroundings& around, const TreeOptions& options) {
  Read read;
  read.file = std::move(file);
  describe(read.file);
  const Descriptor descriptor(open_below(root, read.file.path));
  struct stat status {};
  if (descriptor.number() < 0 || fstat(descriptor.number(), &status) != 0) {
    read.failure = reason_of(errno);
    return read;
  }
  if (!S_ISREG(status.st_mode)) {
    read.failure = "is not a regular file any more";
    return read;
  }
  read.file.size = status.st_size;
  read.file.mtime_ns = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  read.over_limit = status.st_size > options.max_file_bytes;
  if (read.over_limit) return read;
  std::string bytes;
  try {
    bytes = read_up_to(descriptor.number(), status.st_size, options.max_file_bytes);
  } catch (const Error& error) {
    read.failure = error.message();
    return read;
  }
  read.file.size = static_cast<int64_t>(bytes.size());
  read.over_limit = read.file.size > options.max_file_bytes;
  if (!read.over_limit) understand(read, std::move(bytes), around, options);
  return read;
}

Read read_blob(const Repository& repository, File&& file, const Surroundings& around,
               const TreeOptions& options) {
  Read read;
  read.file = std::move(file);
  describe(read.file);
  const auto size = repository.size(read.file.object_id);
  if (!size) {
    read.failure = "the object " + read.file.object_id + " is missing or broken";
    return read;
  }
  read.file.size = static_cast<int64_t>(*size);
  read.over_limit = read.file.size > options.max_file_bytes;
  if (read.over_limit) return read;
  try {
    understand(read, repository.contents(read.file.object_id), around, options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt) throw;
    read.failure = error.message();
  }
  return read;
}

}  // namespace

TreeSummary read_directory(const fs::path& root, const TreeOptions& options, const FactSink& sink) {
  TreeSummary summary;
  auto walking = std::async(std::launch::async, [&] {
    if (options.work_tree) return walk_work_tree(root);
    return options.list ? options.list(options.checkpoint)
                        : walk(root, options.all, options.checkpoint);
  });
  if (options.meanwhile) options.meanwhile();
  Listing listing = walking.get();
  summary.links = listing.links;
  summary.specials = listing.specials;
  summary.unreadable = std::move(listing.unreadable);
  const Descriptor folder(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) throw Error(ErrorCode::io, std::strerror(errno), root.string());
  Surroundings around;
  std::vector<File> files;
  for (auto& one : listing.files) {
    around.packages.add(one.path);
    files.push_back(listed(std::move(one.path), one.size, one.mtime_ns, {}));
  }
  Handover handover(options, sink, summary);
  Ahead ahead(files);
  handover.drop_known(files, ahead, around);
  handover.run(files, std::move(ahead), around, [&] {
    return
        [&](File&& file) { return read_file(folder.number(), std::move(file), around, options); };
  });
  return summary;
}

TreeSummary read_revision(const fs::path& path, const std::string& revision,
                          const TreeOptions& options, const FactSink& sink) {
  TreeSummary summary;
  if (options.meanwhile) options.meanwhile();
  Tree tree = Repository(path).tree(revision);
  summary.revision = tree.commit;
  summary.links = tree.links;
  summary.unreadable = std::move(tree.broken);
  Surroundings around;
  std::vector<File> files;
  for (auto& blob : tree.blobs) {
    around.packages.add(blob.path);
    files.push_back(listed(std::move(blob.path), 0, 0, std::move(blob.object_id)));
  }
  Handover handover(options, sink, summary);
  Ahead ahead(files);
  handover.drop_known(files, ahead, around);
  handover.run(files, std::move(ahead), around, [&] {
    return [&, repository = std::make_shared<Repository>(path)](File&& file) {
      return read_blob(*repository, std::move(file), around, options);
    };
  });
  return summary;
}

}  // namespace dossier::snapshot
