#include "agent/foreign/reproduce.h"

#include <algorithm>
#include <map>

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
    // Other files may be gone again: commands of a shell are no edits.
    for (const auto& [path, content] : wanted)
      if (files_.read(path) != content)
        fail(path + ": what was handed in is not what the edits come to");
  }

 private:
  Files& files_;
  Reproduction& out_;
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
    if (event.kind == EventKind::ended) again.submission(event);
  }
  return out;
}

}  // namespace dossier
