#include "store/export.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "cli/command.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/new_file.h"
#include "engine/reserved.h"
#include "store/store.h"

namespace dossier::cli {
namespace {

// Where it goes: standard output, a device or pipe, or a file that appears when it is whole.
class Output {
 public:
  explicit Output(const std::optional<std::string>& path)
      : name_(path.value_or("standard output")) {
    if (!path) return;
    refuse_reserved(*path);
    std::error_code none;
    const auto status = std::filesystem::status(*path, none);
    const bool stands = std::filesystem::exists(status);
    // A link stays one.
    const std::string place = stands ? std::filesystem::canonical(*path, none).string() : *path;
    if (!stands || std::filesystem::is_regular_file(status)) made_.emplace(place, 0666);
    to_file_ = true;
    file_.open(made_ ? made_->made() : *path, std::ios::binary);
  }

  void write(std::string_view text) {
    stream().write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  void finish() {
    if (!stream().flush()) throw Error(ErrorCode::io, "cannot be written", name_);
    if (made_) made_->replace();
  }

 private:
  std::ostream& stream() { return to_file_ ? file_ : std::cout; }

  std::string name_;
  std::optional<NewFile> made_;
  std::ofstream file_;
  bool to_file_ = false;
};

int run_export(const Invocation& invocation) {
  Store store = open_reading(invocation);
  const Transaction transaction(store.database(), Transaction::reading);
  const Scope scope = store.scope(invocation.text("--project"), invocation.text("--snapshot"));
  if (scope.snapshots.size() != 1) {
    throw Error(ErrorCode::invalid, scope.snapshots.empty()
                                        ? "there is no project to export"
                                        : "there are several projects; name one with --project");
  }
  Output output(invocation.optional("--output"));
  export_snapshot(store, scope.snapshots[0], [&](std::string_view text) { output.write(text); });
  output.finish();
  return 0;
}

}  // namespace

Command export_command() {
  return {
      "export",
      Group::store,
      "Write a project as the JSON that import reads",
      "Writes the newest snapshot of the project, or the one named, as a project export, for tools "
      "that read\nthat format. It holds modules, types and members; files, references and literals "
      "are no part of it.",
      "dossier export --project Game > game.project.json",
      {{"--project", "NAME", "The project (default: the only one)", false, false},
       {"--snapshot", "ID", "This snapshot, by id or label (default: the newest)", false, false},
       {"--output", "FILE", "Write here instead of standard output", false, false}},
      run_export};
}

}  // namespace dossier::cli
