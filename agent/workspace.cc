#include "agent/workspace.h"

#include <algorithm>
#include <set>

#include "agent/redact.h"
#include "agent/workspace/diff.h"
#include "engine/error.h"
#include "queries/ops/tree_sink.h"

namespace dossier {
namespace {

Edit edit_of(std::string path, std::optional<std::string> before,
             std::optional<std::string> after) {
  std::string diff = unified_diff(path, before, after);
  const LineCounts counts = diff.empty() ? LineCounts{} : counts_of(diff);
  return {std::move(path), std::move(before), std::move(after),
          counts.added,    counts.removed,    std::move(diff)};
}

void commit(Workspace& workspace, const Edit& edit, const EditListener& before_write) {
  if (edit.before == edit.after) return;
  workspace.vet(std::span(&edit.path, 1), nullptr);
  if (before_write) before_write(edit);
  workspace.write(edit.path, edit.before, edit.after);
}

// Whoever reads a file sees marks in the place of its secrets; writing them would lose those, or
// leave a mark where a value is meant. `moved` is what other files hold that the same diff removes.
void keep_secrets(const Edit& edit, std::string_view moved) {
  if (redact(edit.path) != edit.path)
    throw Error(ErrorCode::denied, "the path holds what looks like a secret, which no record may");
  if (!edit.after) return;
  const std::string_view before = edit.before ? std::string_view(*edit.before) : moved;
  const std::vector<std::string> marks = marks_in(*edit.after);
  const size_t own = marks_in(before).size();
  if (marks.size() <= own) return;
  if (marks_in(redact(before)).size() > own)
    throw Error(ErrorCode::denied,
                "the edit would overwrite a secret with the " + marks.back() +
                    " that is shown for it; change other lines with apply_diff, which may also "
                    "remove a line as it is shown to set a new value",
                edit.path);
  throw Error(ErrorCode::denied,
              "the text holds " + marks.back() +
                  ", which stands for a secret that is hidden: the file would hold the mark and "
                  "not the value; read the value from the environment or a file, or leave a "
                  "placeholder for a person to fill in",
              edit.path);
}

}  // namespace

std::string workspace_path(std::string_view path) {
  const std::string shown(path);
  if (path.empty()) throw Error(ErrorCode::invalid, "the path is empty");
  if (path.find('\0') != path.npos) throw Error(ErrorCode::denied, "the path holds a NUL byte");
  if (path.front() == '/')
    throw Error(ErrorCode::denied, "absolute paths are out of bounds; write it relative", shown);
  std::string out;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view name = path.substr(at, end - at);
    at = end + 1;
    if (name.empty() || name == ".") continue;
    if (name == "..") throw Error(ErrorCode::denied, "'..' is out of bounds", shown);
    if (const std::string_view own = repository_name(name); !own.empty())
      throw Error(ErrorCode::denied, std::string(own) + " is out of bounds", shown);
    if (!out.empty()) out += '/';
    out += name;
  }
  return out.empty() ? "." : out;
}

Edit edit_file(Workspace& workspace, std::string_view path, std::string content,
               const EditListener& before_write) {
  std::string name = workspace_path(path);
  std::optional<std::string> before = workspace.read(name);
  Edit edit = edit_of(std::move(name), std::move(before), std::move(content));
  keep_secrets(edit, {});
  commit(workspace, edit, before_write);
  return edit;
}

std::vector<Edit> apply_diff(Workspace& workspace, std::string_view diff,
                             std::vector<std::string>& notes, const EditListener& before_write) {
  const auto parsed = parse_diff(diff);
  const auto refuse = [](const DiffFault& fault) {
    throw Error(ErrorCode::invalid, fault.message, "diff line " + std::to_string(fault.line));
  };
  if (const auto* fault = std::get_if<DiffFault>(&parsed)) refuse(*fault);
  // Everything is worked out in memory first: nothing is written unless all of it applies.
  OverlayWorkspace trial(workspace);
  for (const auto& file : std::get<std::vector<FileDiff>>(parsed)) {
    const std::string from = workspace_path(file.old_path.value_or(file.new_path.value_or("")));
    const std::string to = workspace_path(file.new_path.value_or(from));
    const std::optional<std::string> before = trial.read(from);
    if (file.old_path && !before) throw Error(ErrorCode::not_found, "no such file", from);
    if (!file.old_path && before) throw Error(ErrorCode::conflict, "the file exists already", from);
    const std::string shown = well_formed(redact(before.value_or("")));
    const auto applied = apply_hunks(before.value_or(""), file, shown);
    if (const auto* fault = std::get_if<DiffFault>(&applied))
      refuse({fault->line, from + ": " + fault->message});
    const auto& result = std::get<Applied>(applied);
    for (size_t i = 0; i < result.offsets.size(); ++i)
      if (result.offsets[i] != 0)
        notes.push_back(from + ": hunk " + std::to_string(i + 1) + " applied " +
                        std::to_string(result.offsets[i]) + " lines from where it said");
    if (!file.new_path && !result.content.empty())
      throw Error(ErrorCode::conflict, "the diff deletes the file but leaves lines of it", from);
    if (from != to) {
      if (trial.read(to)) throw Error(ErrorCode::conflict, "the file exists already", to);
      trial.write(from, before, std::nullopt);
      trial.write(to, std::nullopt, result.content);
    } else {
      trial.write(from, before, file.new_path ? std::optional(result.content) : std::nullopt);
    }
  }
  std::vector<Edit> edits;
  std::string removed;
  for (const auto& [path, after] : trial.changes()) {
    std::optional<std::string> before = workspace.read(path);
    if (before == after) continue;
    if (before && !after) removed += *before;
    edits.push_back(edit_of(path, std::move(before), after));
  }
  for (const auto& edit : edits) keep_secrets(edit, removed);
  std::vector<std::string> paths;
  for (const auto& edit : edits) paths.push_back(edit.path);
  workspace.vet(paths, nullptr);
  for (const auto& edit : edits) commit(workspace, edit, before_write);
  return edits;
}

Edit undo(Workspace& workspace, const Edit& edit, bool force, const EditListener& before_write) {
  std::optional<std::string> now = workspace.read(edit.path);
  if (now == edit.before) {
    // Recorded, and the program stopped before it was written: to record that is all there is to
    // do.
    Edit nothing{edit.path, now, now, 0, 0, {}};
    if (before_write) before_write(nothing);
    return nothing;
  }
  if (now != edit.after && !force)
    throw Error(ErrorCode::conflict,
                "the file has changed since the edit; --force overwrites what it holds now",
                edit.path);
  Edit back = edit_of(edit.path, std::move(now), edit.before);
  commit(workspace, back, before_write);
  return back;
}

std::optional<std::string> OverlayWorkspace::read(std::string_view path) {
  const std::string name = workspace_path(path);
  const auto changed = changes_.find(name);
  return changed != changes_.end() ? changed->second : base_.read(name);
}

std::optional<std::vector<Entry>> OverlayWorkspace::list(std::string_view path) {
  const std::string folder = workspace_path(path);
  const std::string prefix = folder == "." ? "" : folder + "/";
  std::map<std::string, Entry> entries;
  for (const auto& [name, content] : changes_) {
    if (!name.starts_with(prefix) || !content) continue;
    const std::string rest = name.substr(prefix.size());
    const size_t slash = rest.find('/');
    const std::string entry = rest.substr(0, slash);
    const bool is_folder = slash != rest.npos;
    entries[entry] = {entry, is_folder, is_folder ? 0 : static_cast<int64_t>(content->size()),
                      !is_folder};
  }
  const auto base = base_.list(folder);
  if (!base && entries.empty()) return std::nullopt;
  if (base)
    for (const auto& entry : *base)
      if (!changes_.contains(prefix + entry.name)) entries.emplace(entry.name, entry);
  std::vector<Entry> out;
  for (auto& [name, entry] : entries) out.push_back(std::move(entry));
  return out;
}

void OverlayWorkspace::write(std::string_view path, const std::optional<std::string>& expected,
                             const std::optional<std::string>& content) {
  const std::string name = workspace_path(path);
  vet(std::span(&name, 1), nullptr);
  if (read(name) != expected) throw Error(ErrorCode::conflict, "the file has changed", name);
  if (content && !expected) refuse_place(name);
  changes_[name] = content;
}

void OverlayWorkspace::refuse_place(const std::string& path) {
  for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    if (list(folder)) continue;
    if (read(folder)) throw Error(ErrorCode::conflict, folder + " is a file", path);
    return;  // nothing is there, nor below it
  }
  if (list(path)) throw Error(ErrorCode::conflict, "a folder is there", path);
}

void OverlayWorkspace::vet(std::span<const std::string> files, const Holds& also) {
  base_.vet(files, [&](const std::string& folder, std::string_view name) {
    if (also && also(folder, name)) return true;
    const std::string path = (folder == "." ? "" : folder + "/") + std::string(name);
    const auto at = changes_.lower_bound(path);
    const auto below = changes_.lower_bound(path + "/");
    return (at != changes_.end() && at->first == path && at->second) ||
           (below != changes_.end() && below->first.starts_with(path + "/"));
  });
}

}  // namespace dossier
