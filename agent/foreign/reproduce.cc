#include "agent/foreign/reproduce.h"

#include <algorithm>
#include <map>
#include <set>

#include "agent/foreign/known_files.h"
#include "agent/redact.h"
#include "agent/workspace/diff.h"

namespace dossier {
namespace {

using namespace foreign;

class Files {
 public:
  Files(std::string root, const std::function<Content(const std::string&)>& base)
      : root_(std::move(root)), base_(base) {
    if (!root_.ends_with('/')) root_ += '/';
  }

  /// Within the folder; "" = outside of it.
  std::string inside(const std::string& path) const {
    if (path.starts_with(root_)) return path.substr(root_.size());
    return path.starts_with('/') ? "" : path;
  }
  Content read(const std::string& path) const {
    const auto changed = changed_.find(path);
    return changed != changed_.end() ? changed->second : base_(path);
  }
  void write(const std::string& path, Content content) { changed_[path] = std::move(content); }
  const std::map<std::string, Content>& changed() const { return changed_; }
  Content before(const std::string& path) const { return base_(path); }

 private:
  std::string root_;
  const std::function<Content(const std::string&)>& base_;
  std::map<std::string, Content> changed_;
};

// A diff as it was printed, where a terminal ended each of its lines in its own way.
std::string plain(const std::string& diff) {
  std::string out;
  for (const auto& line : lines_of(diff)) {
    if (!line.empty() && !line.ends_with('\r')) return diff;
    out += line.substr(0, line.empty() ? 0 : line.size() - 1) + "\n";
  }
  return out;
}

class Reproducing {
 public:
  Reproducing(Files& files, Reproduction& out) : files_(files), out_(out) {}

  void edit(const SessionEvent& event) {
    const Json body = body_of(event);
    if (body.find("how") == nullptr) return;  // made here since: what was undone, or goes on
    const std::string path = files_.inside(body.text("path"));
    if (path.empty()) {
      ++out_.outside;
      return;
    }
    ++out_.edits;
    const auto fail = [&](const std::string& why) {
      out_.problems.emplace_back(event.seq, path + ": " + why);
      lost_.insert(path);
    };
    const Json& how = body["how"];
    auto change = change_from(how);
    if (!change) return fail("the record does not say how it was changed");
    if (!marks_in(how.dump()).empty()) return fail("the record hides a secret of the change");
    change->path = path;
    const auto read = [&](const std::string& other) { return files_.read(files_.inside(other)); };
    const auto after = apply(*change, files_.read(path), read);
    if (const auto* why = std::get_if<std::string>(&after)) return fail(*why);
    files_.write(path, std::get<Content>(after));
    ++out_.reproduced;
  }

  // Lines that were shown of files; of a change that was refused they show what never was.
  void shown(const SessionEvent& event) {
    const ToolResult result = tool_result_from(body_of(event));
    const std::string* text = result.result.string();
    if (text == nullptr || text->find("NOT been applied") != text->npos) return;
    std::string about = result.call.input.text("path");
    if (about.empty()) about = result.call.input.text("file_path");
    for (const auto& window : windows_in(*text)) {
      const std::string path = files_.inside(window.path.empty() ? about : window.path);
      if (path.empty() || lost_.contains(path)) continue;
      if (const Content content = files_.read(path)) compare(event.seq, path, *content, window);
    }
  }

  void submission(const SessionEvent& event) {
    const std::string diff = plain(body_of(event).text("submission"));
    if (diff.empty()) return;
    out_.has_submission = true;
    const auto fail = [&](const std::string& what) { out_.problems.emplace_back(0, what); };
    const auto parsed = parse_diff(diff);
    if (const auto* fault = std::get_if<DiffFault>(&parsed))
      return fail("what was handed in is no diff: " + fault->message);
    std::map<std::string, Content> wanted;
    for (const auto& file : std::get<std::vector<FileDiff>>(parsed)) {
      const std::string path = file.new_path ? *file.new_path : file.old_path.value_or("");
      if (file.old_path && file.new_path != file.old_path) wanted[*file.old_path] = std::nullopt;
      if (!file.new_path) continue;
      const auto applied =
          apply_hunks(file.old_path ? files_.before(*file.old_path).value_or("") : "", file);
      if (const auto* fault = std::get_if<DiffFault>(&applied)) {
        fail(path + ": what was handed in does not apply: " + fault->message);
        continue;
      }
      wanted[path] = std::get<Applied>(applied).content;
    }
    for (const auto& [path, content] : files_.changed())
      if (!wanted.contains(path) && content != files_.before(path))
        fail(path + ": changed, and not part of what was handed in");
    for (const auto& [path, content] : wanted)
      if (files_.read(path) != content)
        fail(path + ": what was handed in is not what the edits come to");
  }

 private:
  void compare(int64_t seq, const std::string& path, const std::string& content,
               const Window& window) {
    const auto lines = lines_of(content);
    for (size_t i = 0; i < window.lines.size(); ++i) {
      const auto at = static_cast<size_t>(window.first) - 1 + i;
      // An empty last line is where the file ends.
      if (at >= lines.size() && window.lines[i].empty()) continue;
      if (!marks_in(window.lines[i]).empty()) continue;
      ++out_.lines;
      if (at < lines.size() && lines[at] == window.lines[i]) continue;
      out_.problems.emplace_back(
          seq, path + ": line " + std::to_string(at + 1) + " was shown as \"" + window.lines[i] +
                   "\", and is " + (at < lines.size() ? "\"" + lines[at] + "\"" : "not there"));
      return;
    }
  }

  Files& files_;
  Reproduction& out_;
  std::set<std::string> lost_;  // paths that are not what they were
};

}  // namespace

Reproduction reproduce(const std::vector<SessionEvent>& record,
                       const std::function<Content(const std::string&)>& base) {
  Reproduction out;
  if (record.empty()) return out;
  Files files(body_of(record[0]).text("root"), base);
  Reproducing again(files, out);
  for (const auto& event : record) {
    if (event.kind == EventKind::edit) again.edit(event);
    if (event.kind == EventKind::tool_settled) again.shown(event);
    if (event.kind == EventKind::ended) again.submission(event);
  }
  return out;
}

}  // namespace dossier
