#include "agent/foreign/change.h"

#include <algorithm>
#include <array>

#include "engine/json_budget.h"

namespace dossier::foreign {
namespace {

constexpr std::array<std::string_view, 10> kKinds = {"write",   "create",      "append", "remove",
                                                     "replace", "replace_all", "lines",  "insert",
                                                     "hunks",   "copy"};

Json texts_of(const std::vector<std::string>& lines) {
  Json out = Json::array();
  for (const auto& line : lines) out.add(line);
  return out;
}

std::vector<std::string> texts_in(const Json* list) {
  std::vector<std::string> out;
  if (list != nullptr)
    for (const auto& item : list->each())
      if (item.string() != nullptr) out.push_back(*item.string());
  return out;
}

std::string joined(const std::vector<std::string>& lines, bool ended) {
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i)
    out += lines[i] + (i + 1 < lines.size() || ended ? "\n" : "");
  return out;
}

std::variant<Content, std::string> replaced(const Change& change, const std::string& content) {
  if (change.old.empty()) return std::string("it says nothing to replace");
  std::string out;
  size_t done = 0, count = 0;
  for (size_t at = content.find(change.old); at != content.npos;
       at = content.find(change.old, done)) {
    out.append(content, done, at - done).append(change.text);
    done = at + change.old.size();
    ++count;
  }
  if (count == 0) return std::string("the text it replaces is not there");
  if (change.kind == Change::replace && count > 1)
    return "the text it replaces is there " + std::to_string(count) + " times";
  return Content(out.append(content, done));
}

std::variant<Content, std::string> with_lines(const Change& change, const std::string& content) {
  std::vector<std::string> lines = lines_of(content);
  const bool ended = content.empty() || content.ends_with('\n');
  const auto count = static_cast<int64_t>(lines.size());
  const std::vector<std::string> added = lines_of(change.text);
  int64_t from = change.first, to = change.first;  // behind line `from`, up to line `to`
  if (change.kind == Change::lines) {
    from = change.first - 1;
    to = std::min(change.last, count);
  }
  if (from < 0 || from > count || to < from)
    return "it has " + std::to_string(count) + " lines, and not line " +
           std::to_string(std::max(change.first, change.last));
  lines.erase(lines.begin() + from, lines.begin() + to);
  lines.insert(lines.begin() + from, added.begin(), added.end());
  return Content(joined(lines, ended));
}

std::string_view without_end(std::string_view line) {
  const size_t last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == line.npos ? 0 : last + 1);
}

// Where the lines stand from `from` on, exactly or but for what their ends hold that nobody sees.
std::optional<size_t> place_of(const std::vector<std::string>& lines,
                               const std::vector<std::string>& wanted, size_t from) {
  for (const bool exactly : {true, false})
    for (size_t at = from; at + wanted.size() <= lines.size(); ++at) {
      const auto alike = [&](const std::string& a, const std::string& b) {
        return exactly ? a == b : without_end(a) == without_end(b);
      };
      if (std::equal(wanted.begin(), wanted.end(), lines.begin() + static_cast<std::ptrdiff_t>(at),
                     alike))
        return at;
    }
  return std::nullopt;
}

std::variant<Content, std::string> patched(const Change& change, const std::string& content) {
  std::vector<std::string> lines = lines_of(content);
  size_t from = 0;
  for (const auto& part : change.parts) {
    if (!part.place.empty())
      if (const auto place = place_of(lines, {part.place}, from)) from = *place + 1;
    std::optional<size_t> at =
        part.before.empty() ? lines.size() : place_of(lines, part.before, from);
    if (!at && from > 0) at = place_of(lines, part.before, 0);
    if (!at) return "the lines of a hunk are not there: " + part.before.front();
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(*at);
    lines.erase(begin, begin + static_cast<std::ptrdiff_t>(part.before.size()));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(*at), part.after.begin(),
                 part.after.end());
    from = *at + part.after.size();
  }
  return Content(joined(lines, true));
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

int64_t line_number(int64_t told) { return told < 0 || told > INT32_MAX ? 0 : told; }

Json to_json(const Change& change) {
  Json out = Json::object({{"kind", kKinds[change.kind]}});
  const bool has_text =
      change.kind != Change::remove && change.kind != Change::hunks && change.kind != Change::copy;
  if (has_text) out.set("text", change.text);
  if (!change.old.empty()) out.set("old", change.old);
  if (change.first != 0 || change.kind == Change::insert) out.set("first", change.first);
  if (change.last != 0) out.set("last", change.last);
  if (change.parts.empty()) return out;
  Json parts = Json::array();
  for (const auto& part : change.parts) {
    Json one = Json::object({{"before", texts_of(part.before)}, {"after", texts_of(part.after)}});
    if (!part.place.empty()) one.set("place", part.place);
    parts.add(std::move(one));
  }
  return out.set("hunks", std::move(parts));
}

std::optional<Change> change_from(const Json& json) {
  const auto kind = std::find(kKinds.begin(), kKinds.end(), json.text("kind"));
  if (kind == kKinds.end()) return std::nullopt;
  Change out;
  out.kind = static_cast<Change::Kind>(kind - kKinds.begin());
  out.text = json.text("text");
  out.old = json.text("old");
  out.first = line_number(json.number("first"));
  out.last = line_number(json.number("last"));
  if (const Json* parts = json.find("hunks"))
    for (const auto& part : parts->each())
      out.parts.push_back(
          {part.text("place"), texts_in(part.find("before")), texts_in(part.find("after"))});
  return out;
}

std::variant<Content, std::string> apply(const Change& change, const Content& content,
                                         const std::function<Content(const std::string&)>& read) {
  const std::string none = "there is no such file";
  switch (change.kind) {
    case Change::write:
    case Change::create:
      return Content(change.text);
    case Change::append: {
      std::string out = content.value_or("");
      if (!out.empty() && !out.ends_with('\n')) out += '\n';
      return Content(out + change.text);
    }
    case Change::remove:
      if (!content) return none;
      return Content();
    case Change::copy: {
      Content other = read ? read(change.old) : Content();
      if (!other) return "there is no file " + change.old;
      return other;
    }
    case Change::replace:
    case Change::replace_all:
      if (!content && change.old.empty()) return Content(change.text);
      if (!content) return none;
      if (content->empty() && change.old.empty()) return Content(change.text);
      return replaced(change, *content);
    case Change::lines:
    case Change::insert:
      if (!content) return none;
      return with_lines(change, *content);
    case Change::hunks:
      if (!content) return none;
      return patched(change, *content);
  }
  return none;
}

Told told_by(const Change& change) {
  Told out;
  if (change.kind != Change::copy) out.added = lines_of(change.text);
  out.removed = lines_of(change.old);
  if (change.kind == Change::copy) out.removed.clear();
  for (const auto& part : change.parts) {
    out.removed.insert(out.removed.end(), part.before.begin(), part.before.end());
    out.added.insert(out.added.end(), part.after.begin(), part.after.end());
  }
  return out;
}

}  // namespace dossier::foreign
