// The calls of another program's session made again on files: what it read, listed, searched and
// edited, as far as there is an equivalent here.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "agent/foreign/change.h"
#include "agent/json_texts.h"
#include "agent/redact.h"
#include "agent/retool.h"
#include "agent/tools/tools.h"
#include "engine/error.h"

namespace dossier {
namespace {

using namespace foreign;

constexpr int64_t kMostRead = 2000;  // lines, as most tools show

std::string text_of(const Json& input, std::initializer_list<std::string_view> names) {
  for (const auto name : names)
    if (!input.text(name).empty()) return input.text(name);
  return {};
}

// A call in our words: what it does, and to what.
struct Meaning {
  enum Kind : uint8_t { none, read, list, search } kind = none;
  std::string path, pattern;
};

// Our search ignores case where nothing is said of it; theirs does where it is told to.
std::string searched(const std::string& pattern, bool ignores_case) {
  return pattern.empty() || ignores_case ? pattern : "(?-i)" + pattern;
}

Meaning meaning_of(const ToolCall& call) {
  const Json& input = call.input;
  if (input.fields() == nullptr) return {};
  const std::string path = text_of(input, {"file_path", "path", "filePath"});
  if (call.tool == "Read" || call.tool == "read" || call.tool == "read_file")
    return {Meaning::read, path, {}};
  if (input.text("command") == "view") return {Meaning::read, path, {}};
  if (call.tool == "LS" || call.tool == "list_dir" || call.tool == "list_directory")
    return {Meaning::list, path.empty() ? "." : path, {}};
  if (call.tool == "Grep" || call.tool == "grep")
    return {Meaning::search, path.empty() ? "." : path,
            searched(input.text("pattern"), input.flag("-i"))};
  return {};
}

// The lines of a file as a tool lists them ("     3→text", or with a tab), each with its number;
// else those of the text, from 1.
std::vector<std::pair<size_t, std::string>> listed_lines(std::string_view text) {
  std::vector<std::pair<size_t, std::string>> numbered, plain;
  for (const std::string& whole : lines_of(text)) {
    plain.emplace_back(plain.size() + 1, whole);
    std::string_view line = whole;
    if (line.ends_with('\r')) line.remove_suffix(1);  // as a terminal ends them
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    size_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    line.remove_prefix(static_cast<size_t>(end - line.data()));
    for (const std::string_view mark : {"\t", "→"})
      if (error == std::errc() && number > 0 && line.starts_with(mark))
        numbered.emplace_back(number, line.substr(mark.size()));
  }
  return numbered.empty() ? plain : numbered;
}

class Again {
 public:
  Again(Workspace& files, std::string root) : files_(files), root_(std::move(root)) {
    if (!root_.ends_with('/')) root_ += '/';
    add_file_tools(tools_, files_);
  }

  Retooled take(const SessionEvent& asked, const std::vector<Json>& edits, const ToolResult& then) {
    Retooled out;
    out.seq = asked.seq;
    out.call = then.call;
    const Meaning meaning = meaning_of(then.call);
    if (!edits.empty())
      for (const auto& edit : edits) change(edit, out);
    else if (!then.ok)
      out.verdict = Retooled::absent;  // nothing was done that could be done again
    else if (meaning.kind == Meaning::none)
      out.verdict = Retooled::absent;
    else
      compare(meaning, text_of_value(then.result), out);
    return out;
  }

 private:
  // Relative to the folder; "" = outside of it.
  std::string inside(const std::string& path) const {
    if (path.starts_with(root_)) return path.substr(root_.size());
    if (path + "/" == root_) return ".";
    return path.starts_with('/') ? "" : path;
  }

  Content content(const std::string& path) const {
    const std::string name = inside(path);
    return name.empty() ? Content() : files_.read(name);
  }

  void change(const Json& edit, Retooled& out) {
    const Json* how = edit.find("how");
    auto made = how != nullptr ? change_from(*how) : std::nullopt;
    const auto fail = [&](const std::string& why) {
      out.verdict = Retooled::failed;
      out.gone.push_back(edit.text("path") + ": " + why);
    };
    if (!made) return fail("the record does not say how");
    if (!marks_in(how->dump()).empty()) return fail("a secret is hidden in it");
    made->path = inside(edit.text("path"));
    if (made->path.empty()) return fail("outside of the folder");
    const Content before = content(made->path);
    const auto after =
        apply(*made, before, [this](const std::string& path) { return content(path); });
    if (const auto* why = std::get_if<std::string>(&after)) return fail(*why);
    files_.write(made->path, before, std::get<Content>(after));
  }

  void compare(const Meaning& meaning, const std::string& then, Retooled& out) {
    const std::string path = inside(meaning.path);
    if (path.empty()) {
      out.verdict = Retooled::absent;
      return;
    }
    if (meaning.kind == Meaning::read && files_.read(path)) return compare_read(path, then, out);
    const bool lists = meaning.kind == Meaning::list || meaning.kind == Meaning::read;
    Json input = Json::object({{"path", path}});
    if (!lists) input.set("pattern", meaning.pattern);
    const ToolResult now =
        tools_.dispatch({{}, lists ? "list_dir" : "search_files", input}, nullptr);
    if (!now.ok) {
      out.verdict = Retooled::failed;
      out.gone.push_back(text_of_value(now.result));
      return;
    }
    if (lists) return compare_list(path, then, out);
    compare_search(now.result, then, files_.read(path).has_value(), out);
  }

  // Each listed line at its number: the same; all of them elsewhere: moved.
  void compare_read(const std::string& path, const std::string& then, Retooled& out) const {
    const auto lines = lines_of(redact(*files_.read(path)));
    const std::set<std::string> any(lines.begin(), lines.end());
    const auto listed = listed_lines(then);
    bool in_place = true, anywhere = true;
    for (size_t i = 0; i < listed.size() && i < kMostRead; ++i) {
      const auto& [number, text] = listed[i];
      // Some show the end of the last line as an empty one behind it.
      if (number == lines.size() + 1 && text.empty() && i + 1 == listed.size()) continue;
      if (number > lines.size() || lines[number - 1] != text) in_place = false;
      if (!any.contains(text)) anywhere = false;
    }
    out.verdict = in_place ? Retooled::same : anywhere ? Retooled::moved : Retooled::changed;
  }

  // The names of the folder that the text holds, as words of their own.
  void compare_list(const std::string& path, const std::string& then, Retooled& out) const {
    if (const auto tree = tree_in(then); !tree.empty()) return compare_tree(path, tree, out);
    std::set<std::string> names, now;
    std::string word;
    for (const char c : then + "\n") {
      if (c != '\n' && c != ' ' && c != '\t') {
        word += c;
        continue;
      }
      while (!word.empty() && std::string_view("/*@=|").find(word.back()) != std::string::npos)
        word.pop_back();
      const size_t slash = word.rfind('/');
      if (!word.empty()) names.insert(slash == word.npos ? word : word.substr(slash + 1));
      word.clear();
    }
    const auto entries = files_.list(path);
    if (entries)
      for (const auto& entry : *entries) now.insert(entry.name);
    for (const auto& name : now)
      if (!names.contains(name) && !name.starts_with('.')) out.added.push_back(name);
    for (const auto& name : names)
      if (!now.contains(name) && name.find('.') != std::string::npos && name != "." && name != "..")
        out.gone.push_back(name);
    out.verdict = verdict_of(out);
  }

  // The paths below the folder that a text shows as a tree: "- /the/folder/", and in it
  // "  - name", two more spaces for each folder that the name is in.
  static std::vector<std::string> tree_in(const std::string& text) {
    std::vector<std::string> paths, folders;
    for (const std::string& line : lines_of(text)) {
      const size_t depth = line.find_first_not_of(' ');
      if (depth == line.npos || line.compare(depth, 2, "- ") != 0 || depth % 2 != 0) continue;
      std::string name = line.substr(depth + 2);
      const bool is_top = folders.empty();
      if (is_top != (depth == 0) || depth / 2 > folders.size()) return {};
      folders.resize(depth / 2);
      const bool is_folder = name.ends_with('/');
      if (is_folder) name.pop_back();
      if (is_top && !is_folder) return {};
      const std::string path =
          folders.empty() || folders.back().empty() ? name : folders.back() + "/" + name;
      if (!is_top) paths.push_back(path);
      folders.push_back(is_top ? "" : path);
    }
    return paths;
  }

  // Every path that the tree shows is there or gone; what is new in the folder itself is new.
  void compare_tree(const std::string& folder, const std::vector<std::string>& tree,
                    Retooled& out) const {
    std::map<std::string, std::set<std::string>> listed;
    const auto names_in = [&](const std::string& path) -> const std::set<std::string>& {
      const auto [at, is_new] = listed.try_emplace(path);
      const auto entries = is_new ? files_.list(path) : std::nullopt;
      if (entries)
        for (const auto& entry : *entries) at->second.insert(entry.name);
      return at->second;
    };
    std::set<std::string> shown;
    for (const std::string& path : tree) {
      const size_t slash = path.rfind('/');
      const std::string below = slash == path.npos ? "" : path.substr(0, slash);
      const std::string name = slash == path.npos ? path : path.substr(slash + 1);
      if (below.empty()) shown.insert(name);
      const std::string place = folder == "."   ? below
                                : below.empty() ? folder
                                                : folder + "/" + below;
      if (!names_in(place.empty() ? "." : place).contains(name)) out.gone.push_back(path);
    }
    for (const std::string& name : names_in(folder))
      if (!shown.contains(name) && !name.starts_with('.')) out.added.push_back(name);
    out.verdict = verdict_of(out);
  }

  static Retooled::Verdict verdict_of(const Retooled& out) {
    return !out.gone.empty() && !out.added.empty() ? Retooled::both
           : !out.gone.empty()                     ? Retooled::lost
           : !out.added.empty()                    ? Retooled::gained
                                                   : Retooled::same;
  }

  // Lines that match now and are in no line of the old result are new; those that the old one shows
  // behind a file's name, or of the one file that was searched, and that match no more are gone.
  static void compare_search(const Json& now, const std::string& then, bool is_of_file,
                             Retooled& out) {
    std::set<std::string> lines;
    for (const auto& hit : now["hits"].each()) {
      lines.insert(hit.text("text"));
      if (then.find(hit.text("text")) == then.npos && then.find(hit.text("path")) == then.npos)
        out.added.push_back(hit.text("path") + ":" + hit.text("text"));
    }
    for (const auto& line : lines_of(then)) {
      const size_t colon = line.find(':');
      const bool is_named = colon != line.npos && line.substr(0, colon).find('.') != line.npos;
      if (line.empty() || (!is_named && !is_of_file)) continue;
      const bool stands = std::any_of(lines.begin(), lines.end(), [&](const std::string& text) {
        return line.ends_with(text);
      });
      if (!stands) out.gone.push_back(line);
    }
    out.verdict = verdict_of(out);
  }

  Workspace& files_;
  std::string root_;
  Toolbox tools_;
};

}  // namespace

std::vector<Retooled> retool_foreign(const std::vector<SessionEvent>& record, Workspace& files) {
  std::vector<Retooled> out;
  if (record.empty()) return out;
  Again again(files, body_of(record[0]).text("root"));
  const SessionEvent* asked = nullptr;
  std::vector<Json> edits;
  for (const auto& event : record) {
    if (event.kind == EventKind::tool_asked) {
      asked = &event;
      edits.clear();
    } else if (event.kind == EventKind::edit) {
      edits.push_back(body_of(event));
    } else if (event.kind == EventKind::tool_settled && asked != nullptr) {
      out.push_back(again.take(*asked, edits, tool_result_from(body_of(event))));
      asked = nullptr;
    }
  }
  return out;
}

}  // namespace dossier
