#include "store/import/import.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <thread>
#include <variant>

#include "engine/error.h"
#include "engine/readers/bytes.h"
#include "engine/readers/export_json.h"
#include "engine/readers/languages/language.h"
#include "store/import/import_assemblies.h"
#include "store/import/import_index.h"
#include "store/import/import_tree.h"
#include "store/import/pipe.h"
#include "store/store.h"

namespace dossier {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// What the reader's thread passes on: a module, or the notice that the earlier ones are invalid.
struct Restart {};
using Item = std::variant<Module, Restart>;

// Reads an export on a thread of its own into the load.
class ExportImport {
 public:
  ExportImport(Load& load, ByteInput& input, const ImportOptions& options)
      : load_(load), input_(input), options_(options) {}

  ExportSummary run() {
    ExportSummary summary;
    Pipe<Item> pipe(2);
    std::thread reader = pipe.produce([&] { summary = read(pipe); });
    try {
      while (auto item = take(pipe)) {
        std::visit([this](auto&& one) { consume(std::move(one)); }, std::move(*item));
        report();
      }
    } catch (...) {
      pipe.cancel();
      reader.join();
      throw;
    }
    reader.join();
    pipe.rethrow();
    report();
    return summary;
  }

 private:
  ExportSummary read(Pipe<Item>& pipe) {
    ExportOptions reading;
    reading.path_map = options_.path_map;
    reading.restart = [&] { pipe.push(Restart{}); };
    reading.progress = [&](uint64_t bytes) { bytes_ = bytes; };
    return read_export(input_, reading,
                       [&](Fact&& fact) { pipe.push(std::get<Module>(std::move(fact))); });
  }

  // While the input is slow (a pipe from another program), no lock is held.
  std::optional<Item> take(Pipe<Item>& pipe) {
    for (;;) {
      bool timed_out = false;
      auto item = pipe.pop(milliseconds(50), timed_out);
      if (!timed_out) return item;
      load_.pause();
      report();
    }
  }

  void consume(Module&& module) {
    ++modules_;
    load_.add(std::move(module));
  }
  void consume(Restart&&) {
    modules_ = 0;
    load_.restart();
  }
  void report() const {
    if (options_.progress) options_.progress({modules_, load_.rows(), bytes_, input_.total()});
  }

  Load& load_;
  ByteInput& input_;
  const ImportOptions& options_;
  int64_t modules_ = 0;
  std::atomic<uint64_t> bytes_ = 0;
};

bool strip_suffix(std::string& name, std::string_view suffix) {
  if (!name.ends_with(suffix) || name.size() == suffix.size()) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

}  // namespace

std::string default_project_name(const std::string& path) {
  if (path == "-") return "stdin";
  auto full = std::filesystem::absolute(path).lexically_normal();
  // A pattern is named after the folder that it looks through.
  while (full.filename().string().find_first_of("*?[") != std::string::npos &&
         !std::filesystem::exists(full))
    full = full.parent_path();
  std::filesystem::path parent;
  for (const auto& part : full) {
    std::string folder = parent.filename().string();
    if (part == "Managed" && strip_suffix(folder, "_Data")) return folder;
    parent = part;
  }
  std::string name =
      full.has_filename() ? full.filename().string() : full.parent_path().filename().string();
  strip_suffix(name, ".gz");
  if (strip_suffix(name, ".json")) strip_suffix(name, ".project");
  return name.empty() ? "project" : name;
}

ImportReport import(Store& store, const ImportOptions& options) {
  const auto began = steady_clock::now();
  if (is_assemblies(options) || is_tree(options)) {
    ImportReport report =
        is_assemblies(options) ? import_assemblies(store, options) : import_tree(store, options);
    report.seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
    return report;
  }
  const auto bytes = open_bytes(options.path, options.kinds, options.source.value_or(""));
  PeekedBytes input(*bytes);
  if (const auto format = index_format(options, input.beginning())) {
    ImportReport report = import_index(store, options, *format, input);
    report.seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
    return report;
  }
  if (const auto* language = languages::of(options.path); language && language->grammar)
    throw Error(ErrorCode::invalid,
                "a source file is not imported alone; import the folder that holds it",
                options.path);
  LoadOptions loading;
  loading.project = options.project.value_or(default_project_name(options.path));
  loading.project_given = options.project.has_value();
  loading.label = options.label;
  loading.source = options.source.value_or(options.path);
  loading.wait = options.wait;
  if (loading.project.empty()) throw Error(ErrorCode::invalid, "a project's name cannot be empty");
  Load load(store, std::move(loading));
  ExportImport run(load, input, options);
  ExportSummary summary = run.run();
  ImportReport report;
  static_cast<LoadResult&>(report) = load.finish();
  report.warnings = std::move(summary.warnings);
  report.seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
  return report;
}

}  // namespace dossier
