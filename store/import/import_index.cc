#include "store/import/import_index.h"

#include <filesystem>

#include "engine/error.h"
#include "engine/readers/indexes/ctags.h"
#include "engine/readers/indexes/scip.h"
#include "store/store.h"

namespace dossier {
namespace {

bool is_scip(std::string_view path) {
  return path.ends_with(".scip") || path.ends_with(".scip.gz");
}

/// "index.scip" and "tags.json" say less about the project than the folder that they lie in.
std::string project_of(const ImportOptions& options) {
  if (options.project) return *options.project;
  if (options.path == "-") return default_project_name(options.path);
  const auto folder = std::filesystem::absolute(options.path).lexically_normal().parent_path();
  return folder.has_filename() ? folder.filename().string() : default_project_name(options.path);
}

}  // namespace

std::optional<IndexFormat> index_format(const ImportOptions& options, std::string_view beginning) {
  if (is_scip(options.path)) return IndexFormat::scip;
  if (indexes::looks_like_ctags(beginning)) return IndexFormat::ctags;
  return std::nullopt;
}

ImportReport import_index(Store& store, const ImportOptions& options, IndexFormat format,
                          ByteInput& input) {
  LoadOptions loading;
  loading.project = project_of(options);
  loading.project_given = options.project.has_value();
  loading.label = options.label;
  loading.source = options.source.value_or(options.path);
  loading.wait = options.wait;
  loading.kind = format == IndexFormat::scip ? "scip" : "ctags";
  if (loading.project.empty()) throw Error(ErrorCode::invalid, "a project's name cannot be empty");
  Load load(store, std::move(loading));
  ImportProgress progress;
  const FactSink sink = [&](Fact&& fact) {
    load.add(std::get<Module>(std::move(fact)));
    ++progress.modules;
    progress.rows = load.rows();
    progress.bytes = input.consumed();
    progress.total_bytes = input.total();
    if (options.progress) options.progress(progress);
  };
  ImportReport report;
  if (format == IndexFormat::scip) {
    // A pipe can be read once: its references to overloads of other documents have bare names.
    indexes::ScipOverloads overloads;
    if (std::filesystem::is_regular_file(options.path)) {
      overloads = indexes::read_overloads(*open_bytes(options.path));
    }
    if (const auto unreadable = indexes::read_scip(input, overloads, sink); unreadable != 0) {
      report.warnings.push_back("symbols against SCIP's grammar, passed by: " +
                                std::to_string(unreadable));
    }
  } else {
    const auto folder = std::filesystem::path(options.path).parent_path();
    const auto exists = [&](const std::string& path) {
      std::error_code ignored;
      return std::filesystem::exists(folder / path, ignored);
    };
    indexes::read_ctags(input, exists, sink);
  }
  static_cast<LoadResult&>(report) = load.finish();
  return report;
}

}  // namespace dossier
