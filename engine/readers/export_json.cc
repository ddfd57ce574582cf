#include "engine/readers/export_json.h"

#include "engine/error.h"
#include "engine/readers/export_module.h"
#include "engine/readers/export_shapes.h"
#include "engine/readers/json_cursor.h"

namespace dossier {
namespace {

// The document around the modules: which Modules array counts, and what became of the rest.
class ExportReader {
 public:
  ExportReader(ByteInput& input, const ExportOptions& options, const FactSink& sink)
      : input_(input),
        json_(input, options.progress),
        shapes_(json_),
        reader_(json_, shapes_, options.path_map),
        options_(options),
        sink_(sink) {}

  ExportSummary run() {
    if (json_.peek() != '{') {
      json_.fail(std::string("not a project export: expected an object, found ") +
                 json_.describe());
    }
    shapes_.object([&](std::string_view key) { root_field(key); });
    json_.finish();
    conclude();
    return std::move(summary_);
  }

 private:
  void root_field(std::string_view key) {
    if (key == "Modules") {
      json_.path.set("Modules");
      start_over();
      shapes_.forget_faults("Project");
      saw_top_ = true;
      modules();
    } else if (key == "Project" && !saw_top_) {
      json_.path.set("Project");
      start_over();
      shapes_.object([&](std::string_view inner) { project_field(inner); });
    } else {
      shapes_.skip_unknown(key);
    }
  }

  void project_field(std::string_view key) {
    if (key != "Modules") return shapes_.skip_unknown(key);
    json_.path.set("Modules");
    start_over();
    modules();
  }

  // Whatever an earlier Modules gave does not count: this one, or what holds it, overrides it.
  void start_over() {
    shapes_.forget_faults(json_.path.text());
    found_ = false;
    if (summary_.modules == 0) return;
    if (!options_.restart) json_.fail("a second Modules array; the first has already been read");
    options_.restart();
    summary_ = {};
  }

  void modules() {
    found_ = shapes_.array([&] { module(); });
  }

  void module() {
    auto module = reader_.read();
    if (!module) return;
    summary_.modules += 1;
    summary_.types += module->types.size();
    for (const auto& type : module->types) summary_.members += type.members.size();
    summary_.references += module->references.size();
    sink_(std::move(*module));
  }

  void conclude() {
    if (shapes_.has_faults()) shapes_.refuse();
    if (!found_) {
      throw Error(ErrorCode::invalid,
                  "not a project export: no Modules array, neither at the top nor in Project",
                  input_.name() + ": byte 0");
    }
    summary_.bytes = json_.offset();
    if (const uint64_t count = json_.lone_surrogates(); count > 0) {
      summary_.warnings.push_back(shapes_.first_surrogate() + ": a lone surrogate became U+FFFD (" +
                                  std::to_string(count) + " in all)");
    }
  }

  ByteInput& input_;
  JsonCursor json_;
  ExportShapes shapes_;
  ExportModuleReader reader_;
  const ExportOptions& options_;
  const FactSink& sink_;
  ExportSummary summary_;
  bool found_ = false;    // a Modules array that counts
  bool saw_top_ = false;  // a top-level Modules, after which Project is nothing to us
};

}  // namespace

ExportSummary read_export(ByteInput& input, const ExportOptions& options, const FactSink& sink) {
  return ExportReader(input, options, sink).run();
}

}  // namespace dossier
