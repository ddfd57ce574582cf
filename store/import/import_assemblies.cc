#include "store/import/import_assemblies.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glob.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <set>
#include <thread>

#include "engine/ascii.h"
#include "engine/error.h"
#include "engine/readers/assembly/assembly.h"
#include "engine/readers/assembly/body_meaning.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/folders.h"
#include "engine/readers/snapshot/ordered.h"
#include "engine/regular_file.h"
#include "engine/reserved.h"
#include "store/store.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kAssemblyEndings = {".dll",   ".exe",  ".netmodule",
                                                              ".winmd", ".wasm", ".webcil"};
constexpr uintmax_t kMaxFile = uintmax_t{1} << 30;
constexpr size_t kFilesBetweenLooks = 256;  // whether the import is to stop
constexpr size_t kListedDefects = 20;       // of one file

template <size_t N>
bool ends_like(const fs::path& path, const std::array<std::string_view, N>& endings) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = to_lower(c);
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

std::string first_bytes(const fs::path& path) {
  std::array<char, 16> start{};
  // A pipe is not even opened: whoever writes into it would be ended when it is closed again.
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return {};
  const Descriptor file(open_unreserved(AT_FDCWD, path.string(), O_RDONLY | O_NONBLOCK));
  const ssize_t got = ::read(file.number(), start.data(), start.size());
  return {start.data(), static_cast<size_t>(std::max<ssize_t>(got, 0))};
}

bool looks_managed(const fs::path& path) {
  const std::string start = first_bytes(path);
  return assembly::looks_like_assembly(std::as_bytes(std::span(start)));
}

/// Calls `visit` for every regular file below the folder; what cannot be entered is passed by.
template <typename Visit>
void walk(const fs::path& folder, const Visit& visit) {
  snapshot::walk_below(folder.string(), [&](const std::string& path, snapshot::EntryKind kind) {
    struct stat status {};
    const bool leads_to_file = kind == snapshot::EntryKind::link &&
                               ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    if (kind == snapshot::EntryKind::file || leads_to_file) visit(path);
    return true;
  });
}

bool is_assembly_folder(const fs::path& folder, const ImportOptions& options) {
  std::error_code ignored;
  if (fs::exists(folder / ".git", ignored)) return false;
  int64_t surplus = 0;
  bool any = false;
  size_t seen = 0;
  walk(folder, [&](const fs::path& file) {
    if (++seen % kFilesBetweenLooks == 0 && options.progress) options.progress({});
    const auto* language = languages::of(file.string());
    if (language && language->grammar) --surplus;
    if (!ends_like(file, kAssemblyEndings) || !looks_managed(file)) return;
    ++surplus;
    any = true;
  });
  return any && surplus >= 0;
}

std::vector<std::string> expanded(const std::string& pattern) {
  std::error_code ignored;
  if (fs::exists(pattern, ignored) || pattern.find_first_of("*?[") == std::string::npos) {
    return {pattern};
  }
  glob_t found{};
  const auto release = [](glob_t* matches) { globfree(matches); };
  const std::unique_ptr<glob_t, decltype(release)> owner(&found, release);
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  if (paths.empty()) throw Error(ErrorCode::not_found, "nothing matches", pattern);
  return paths;
}

struct Inputs {
  std::vector<fs::path> files;  // in the order of the inputs, each folder's by path
  bool is_one_file = false;     // given by itself: its failure is the import's
};

Inputs find_inputs(const ImportOptions& options) {
  Inputs inputs;
  std::set<fs::path> known;
  const auto add = [&](const fs::path& file) {
    std::error_code failed;
    const fs::path real = fs::canonical(file, failed);
    if (failed || known.insert(real).second) inputs.files.push_back(file);
  };
  std::vector<std::string> given = expanded(options.path);
  for (const auto& other : options.others) {
    for (auto& path : expanded(other)) given.push_back(std::move(path));
  }
  bool any_folder = false;
  for (const auto& path : given) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) throw Error(ErrorCode::not_found, "no such file", path);
    if (!fs::is_directory(path, ignored)) {
      add(path);
      continue;
    }
    any_folder = true;
    std::vector<fs::path> below;
    walk(path, [&](const fs::path& file) {
      if (ends_like(file, kAssemblyEndings)) below.push_back(file);
    });
    std::sort(below.begin(), below.end());
    for (const auto& file : below) add(file);
  }
  inputs.is_one_file = !any_folder && inputs.files.size() == 1;
  return inputs;
}

/// What became of one file.
struct Outcome {
  std::vector<Module> modules;
  std::vector<ContentHash> hashes;  // of the modules
  assembly::Report report;
  std::optional<Error> failure;
  uint64_t bytes = 0;
};

std::string contents(const fs::path& path) {
  std::error_code failed;
  const uintmax_t size = fs::file_size(path, failed);
  if (!failed && size > kMaxFile) throw Error(ErrorCode::limit, "larger than 1 GB", path.string());
  return read_regular(path.string(), kMaxFile);
}

Outcome read_file(const fs::path& path, const ImportOptions& options) {
  Outcome outcome;
  assembly::Options reading;
  reading.path = rewrite_path(fs::absolute(path).lexically_normal().string(), options.path_map);
  reading.lenient = options.lenient;
  try {
    const std::string bytes = contents(path);
    outcome.bytes = bytes.size();
    outcome.report = assembly::read_assembly(
        std::as_bytes(std::span(bytes)), reading,
        [&](Fact&& fact) { outcome.modules.push_back(std::get<Module>(std::move(fact))); });
    for (const Module& module : outcome.modules) outcome.hashes.push_back(content_hash(module));
  } catch (const Error& error) {
    outcome.failure = error;
    outcome.modules.clear();
  }
  return outcome;
}

void list(const fs::path& path, const Outcome& outcome, ImportReport& report) {
  if (outcome.failure) {
    // A native library among assemblies is not an error of the folder.
    const bool is_other_file = outcome.failure->code() == ErrorCode::invalid;
    if (is_other_file) {
      report.warnings.push_back(path.string() + ": " + outcome.failure->message());
    } else {
      report.skipped.emplace_back(path.string(), outcome.failure->message());
    }
  }
  const auto& defects = outcome.report.defects;
  for (size_t i = 0; i < std::min(defects.size(), kListedDefects); ++i) {
    report.skipped.emplace_back(path.string(), defects[i].where + ": " + defects[i].what);
  }
  if (outcome.report.defect_count > kListedDefects) {
    report.skipped.emplace_back(
        path.string(),
        "and " + std::to_string(outcome.report.defect_count - kListedDefects) + " defects more");
  }
}

LoadOptions loading(const ImportOptions& options) {
  LoadOptions load;
  std::string name = default_project_name(options.path);
  if (const fs::path path(name); ends_like(path, kAssemblyEndings)) name = path.stem().string();
  load.project = options.project.value_or(name);
  load.project_given = options.project.has_value();
  load.label = options.label;
  load.kind = "assemblies";
  load.readers = assembly::kBodyRules;
  load.source = options.path;
  load.wait = options.wait;
  for (const auto& other : options.others) load.source += " " + other;
  if (load.project.empty()) throw Error(ErrorCode::invalid, "a project's name cannot be empty");
  return load;
}

}  // namespace

bool is_assemblies(const ImportOptions& options) {
  if (options.assemblies || !options.others.empty()) return true;
  if (options.path == "-" || options.revision || options.all) return false;
  std::error_code ignored;
  if (fs::is_directory(options.path, ignored)) return is_assembly_folder(options.path, options);
  if (fs::exists(options.path, ignored)) {
    const std::string start = first_bytes(options.path);
    const assembly::Bytes bytes = std::as_bytes(std::span(start));
    return ends_like(options.path, kAssemblyEndings) || assembly::looks_like_assembly(bytes) ||
           assembly::is_known_unsupported(bytes);
  }
  return options.path.find_first_of("*?[") != std::string::npos;
}

ImportReport import_assemblies(Store& store, const ImportOptions& options) {
  const Inputs inputs = find_inputs(options);
  if (inputs.files.empty()) {
    throw Error(ErrorCode::invalid, "it contains no assemblies", options.path);
  }
  ImportReport report;
  Load load(store, loading(options));
  ImportProgress progress;
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  std::optional<Error> last;
  snapshot::Ordered<Outcome> reading(inputs.files.size(), threads, threads + 1);
  reading.run([&] { return [&](size_t i) { return read_file(inputs.files[i], options); }; },
              [&](size_t i, Outcome&& outcome) {
                if (outcome.failure && inputs.is_one_file) throw *outcome.failure;
                list(inputs.files[i], outcome, report);
                if (outcome.failure) last = outcome.failure;
                for (size_t k = 0; k < outcome.modules.size(); ++k) {
                  load.add(std::move(outcome.modules[k]), outcome.hashes[k]);
                  ++progress.modules;
                }
                progress.bytes += outcome.bytes;
                progress.rows = load.rows();
                if (options.progress) options.progress(progress);
              });
  if (progress.modules == 0) {
    throw Error(ErrorCode::invalid,
                "none of its " + std::to_string(inputs.files.size()) +
                    " files is a readable assembly; the last: " + last->what(),
                options.path);
  }
  static_cast<LoadResult&>(report) = load.finish();
  return report;
}

}  // namespace dossier
