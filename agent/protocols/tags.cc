#include "agent/protocols/tags.h"

#include <array>
#include <cctype>
#include <optional>

#include "agent/bounds.h"
#include "agent/protocol.h"
#include "agent/protocols/reply_text.h"
#include "engine/ascii.h"
#include "engine/json_budget.h"

namespace dossier {
namespace {

using protocols::is_fence;

struct TagName {
  std::string_view written, name;
};
constexpr std::array<TagName, kTagCount> kTags = {{
    {"%_Thought_%", "thought"},
    {"%_Plan_%", "plan"},
    {"%_Correction_Goals_%", "correction_goals"},
    {"%_Comment_%", "comment"},
    {"%_Verification_Report_%", "verification_report"},
    {"%_Reply Required_%", "reply_required"},
    {"%_Modified_%", "modified"},
    {"%_Ready_For_Final_Check_%", "ready_for_final_check"},
    {"%%_Fin_%%", "fin"},
}};
constexpr std::string_view kActs =
    "%_Reply Required_%, %_Modified_%, %_Ready_For_Final_Check_% and %%_Fin_%%";
constexpr size_t kLongestTag = 48;

// An operation of the store that a model may ask for, and its tool's fields. `snapshot` is not
// among them: the later version holds the answer.
struct StoreOp {
  std::string_view op, query, limit;
};
constexpr std::array<StoreOp, 4> kStoreOps = {{{"find", "q", "limit"},
                                               {"refs", "identifier", "maxResults"},
                                               {"callers", "identifier", "maxResults"},
                                               {"grep", "pattern", "maxResults"}}};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool is_same_tag(std::string_view a, std::string_view b) {
  const auto folded = [](char c) { return c == '_' ? ' ' : lower(c); };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [&](char x, char y) { return folded(x) == folded(y); });
}

std::string_view undecorated(std::string_view line) {
  const auto drop = [](std::string_view text, std::string_view which, bool front) {
    const size_t at = front ? text.find_first_not_of(which) : text.find_last_not_of(which);
    if (at == text.npos) return std::string_view();
    return front ? text.substr(at) : text.substr(0, at + 1);
  };
  return drop(drop(line, " \t#*`>-", true), " \t\r*`:", false);
}

// "%_Anything_%" with any number of percent signs.
bool looks_like_tag(std::string_view text) {
  if (text.size() < 5 || text.size() > kLongestTag || text[0] != '%' || text.back() != '%')
    return false;
  const size_t first = text.find_first_not_of('%'), last = text.find_last_not_of('%');
  if (first == text.npos || last <= first || text[first] != '_' || text[last] != '_') return false;
  const std::string_view name = text.substr(first + 1, last - first - 1);
  bool has_letter = false;
  for (const char c : name) {
    const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    if (!letter && std::isdigit(static_cast<unsigned char>(c)) == 0 && c != ' ' && c != '_' &&
        c != '-')
      return false;
    has_letter |= letter;
  }
  return has_letter;
}

std::optional<Tag> tag_written(std::string_view text) {
  for (size_t i = 0; i < kTags.size(); ++i)
    if (is_same_tag(text, kTags[i].written)) return static_cast<Tag>(i);
  return std::nullopt;
}

std::string unknown_tag(std::string_view text) {
  const auto bare = [](std::string_view tag) {
    tag.remove_prefix(tag.find_first_not_of('%'));
    return tag.substr(0, tag.find_last_not_of('%') + 1);
  };
  for (const auto& known : kTags)
    if (is_same_tag(bare(text), bare(known.written)))
      return std::string(text) + " is no tag; write " + std::string(known.written);
  std::string all;
  for (const auto& known : kTags) all += (all.empty() ? "" : ", ") + std::string(known.written);
  return "unknown tag " + std::string(text) + "; the tags are " + all;
}

// Lines without their ends; a reply that ends its lines in CRLF throughout means LF.
std::vector<std::string_view> lines_of_reply(std::string_view text) {
  std::vector<std::string_view> out;
  bool crlf = true;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    out.push_back(text.substr(at, end == text.npos ? text.npos : end - at));
    if (end != text.npos) crlf &= out.back().ends_with('\r');
    at = end == text.npos ? text.size() : end + 1;
  }
  if (crlf)
    for (auto& line : out)
      if (line.ends_with('\r')) line.remove_suffix(1);
  return out;
}

std::string joined_lines(const std::vector<std::string_view>& lines) {
  std::string out;
  for (const auto line : lines) (out += line) += '\n';
  return out;
}

std::string without_blank_ends(const std::vector<std::string_view>& lines) {
  size_t first = 0, last = lines.size();
  while (first < last && trimmed(lines[first]).empty()) ++first;
  while (last > first && trimmed(lines[last - 1]).empty()) --last;
  return joined_lines({lines.begin() + static_cast<std::ptrdiff_t>(first),
                       lines.begin() + static_cast<std::ptrdiff_t>(last)});
}

// What is meant of a block that may be fenced: what is in its fences, or, where it begins before
// the first of them, what is above that.
std::string unfenced_block(std::string_view text) {
  const auto lines = lines_of_reply(text);
  std::vector<std::string_view> inside, above;
  bool fenced = false, any = false;
  for (const auto line : lines) {
    if (is_fence(line) && !line.starts_with(' ')) {
      fenced = !fenced;
      any = true;
    } else if (fenced) {
      inside.push_back(line);
    } else if (!any) {
      above.push_back(line);
    }
  }
  const auto begins = [](std::string_view line) {
    return line.starts_with("--- ") || line.starts_with("diff ") || line.starts_with('[') ||
           line.starts_with('{');
  };
  const bool stray = std::any_of(above.begin(), above.end(), begins);
  return without_blank_ends(any && !stray ? inside : above);
}

std::string relative(std::string_view path) {
  path = trimmed(path);
  while (path.starts_with('/') || path.starts_with("./"))
    path.remove_prefix(path[0] == '/' ? 1 : 2);
  return path.empty() ? "." : std::string(path);
}

// Reads the JSON array of %_Reply Required_%.
class Requests {
 public:
  Requests(const TagBlock& block, bool has_store, Turn& turn)
      : block_(block), has_store_(has_store), turn_(turn) {}

  void read() {
    const std::string body = unfenced_block(block_.text);
    JsonBudget budget{kPeerBounds.json_values};
    auto parsed = parse_json(body, budget);
    // Prose around the array.
    if (std::holds_alternative<JsonFault>(parsed)) {
      const size_t first = body.find('['), last = body.rfind(']');
      if (first != body.npos && last != body.npos && first < last) {
        JsonBudget again{kPeerBounds.json_values};
        auto inner = parse_json(std::string_view(body).substr(first, last - first + 1), again);
        if (std::holds_alternative<Json>(inner)) parsed = std::move(inner);
      }
    }
    if (const auto* problem = std::get_if<JsonFault>(&parsed))
      return fault("the requests are no JSON array: " + problem->message);
    const Json& root = std::get<Json>(parsed);
    if (root.fields() != nullptr) return item(root, "the request");
    if (root.items() == nullptr || root.items()->empty())
      return fault("the requests must be a JSON array of at least one request");
    for (size_t i = 0; i < root.items()->size(); ++i)
      item((*root.items())[i], "request " + std::to_string(i + 1));
  }

 private:
  void fault(std::string message) {
    turn_.faults.push_back({block_.line, "%_Reply Required_%: " + std::move(message)});
  }

  void item(const Json& json, const std::string& at) {
    if (json.fields() == nullptr)
      return fault(at + " must be an object, not " + std::string(json.type_name()));
    std::string type = json.text("type");
    for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (type == "FILE_CONTENT") return file(json, at, "read_file", true);
    if (type == "DIRECTORY_LISTING") return file(json, at, "list_tree", false);
    if (type == "STORE" && has_store_) return store(json, at);
    fault(at + " has no known type" + (type.empty() ? "" : " (" + json.text("type") + ")") +
          "; the types are FILE_CONTENT" +
          (has_store_ ? ", DIRECTORY_LISTING and STORE" : " and DIRECTORY_LISTING"));
  }

  // False at a field that the type does not have; why something is wanted may always be said.
  bool has_only(const Json& json, const std::string& at,
                std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : *json.fields())
      if (key != "type" && key != "reason" &&
          std::find(known.begin(), known.end(), key) == known.end()) {
        fault(at + " has a field that is not its type's: " + key);
        return false;
      }
    return true;
  }

  bool number(const Json& json, const std::string& at, std::string_view key, std::string_view into,
              Json& input) {
    const Json* value = json.find(key);
    if (value == nullptr || value->is_null()) return true;
    if (value->integer() == nullptr || *value->integer() < 0) {
      fault(at + ": " + std::string(key) + " must be a whole number");
      return false;
    }
    input.set(into, *value->integer());
    return true;
  }

  void file(const Json& json, const std::string& at, std::string_view tool, bool ranged) {
    const Json* path = json.find("path");
    if (path == nullptr || path->string() == nullptr || (ranged && path->string()->empty()))
      return fault(at + ": path must be a path relative to the root of the tree");
    Json input = Json::object({{"path", relative(*path->string())}});
    if (ranged ? !has_only(json, at, {"path", "offset", "limit"}) : !has_only(json, at, {"path"}))
      return;
    if (ranged && (!number(json, at, "offset", "offset", input) ||
                   !number(json, at, "limit", "limit", input)))
      return;
    turn_.calls.push_back({{}, std::string(tool), std::move(input)});
  }

  void store(const Json& json, const std::string& at) {
    if (!has_only(json, at, {"op", "query", "limit"})) return;
    const std::string& op = json.text("op");
    const auto known = std::find_if(kStoreOps.begin(), kStoreOps.end(),
                                    [&](const StoreOp& row) { return row.op == op; });
    if (known == kStoreOps.end()) return fault(at + ": op must be find, refs, callers or grep");
    const std::string& query = json.text("query");
    if (query.empty()) return fault(at + ": query must be the text to look for");
    Json input = Json::object({{std::string(known->query), query}});
    if (!number(json, at, "limit", known->limit, input)) return;
    turn_.calls.push_back({{}, op, std::move(input)});
  }

  const TagBlock& block_;
  const bool has_store_;
  Turn& turn_;
};

// A call as a request; null for what is no request.
Json request_of(const ToolCall& call) {
  const auto file = [&](std::string_view type) {
    Json out = Json::object({{"type", type}});
    for (const auto& [key, value] : *call.input.fields()) out.set(key, value);
    return out;
  };
  if (call.input.fields() == nullptr) return {};
  if (call.tool == "read_file") return file("FILE_CONTENT");
  if (call.tool == "list_tree") return file("DIRECTORY_LISTING");
  for (const auto& row : kStoreOps) {
    if (row.op != call.tool) continue;
    Json out =
        Json::object({{"type", "STORE"}, {"op", row.op}, {"query", call.input.text(row.query)}});
    if (const Json* limit = call.input.find(row.limit)) out.set("limit", *limit);
    return out;
  }
  return {};
}

std::string fence_for(std::string_view text) {
  size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(longest + 1, '`');
}

std::string fenced(std::string_view text) {
  const std::string fence = fence_for(text);
  return fence + "\n" + std::string(text) + (text.empty() || text.ends_with('\n') ? "" : "\n") +
         fence + "\n";
}

// "FILE_CONTENT src/a.go", as the request was written.
std::string title_of(const ToolCall& call) {
  const Json request = request_of(call);
  const std::string& type = request.text("type");
  if (type.empty()) return call.tool;
  if (type == "STORE") return type + " " + request.text("op") + " " + request["query"].dump();
  return type + " " + request.text("path");
}

std::string applied_block(const Json& result) {
  std::string out = "Applied:\n";
  for (const auto& edit : result["edits"].each())
    out += "- " + edit.text("path") + " (+" + std::to_string(edit.number("added")) + " −" +
           std::to_string(edit.number("removed")) + ")\n";
  if (result["edits"].each().empty()) out += "- nothing: the files hold all of it already\n";
  for (const auto& note : result["notes"].each())
    if (note.string() != nullptr) out += "Note: " + *note.string() + "\n";
  return out;
}

std::string result_block_of(const ToolResult& result) {
  const std::string title = title_of(result.call);
  if (!result.ok) {
    std::string why = result.result.string() ? *result.result.string() : result.result.dump();
    // The path is in the title.
    if (const std::string path = result.call.input.text("path") + ": "; why.starts_with(path))
      why.erase(0, path.size());
    if (result.call.tool == "apply_diff") return "Not applied, nothing is changed: " + why + "\n";
    return title + ": " + why + "\n";
  }
  if (result.call.tool == "apply_diff") return applied_block(result.result);
  if (const Json* change = result.result.find("change"))
    return change->string() == nullptr || change->string()->empty()
               ? "Nothing is changed so far.\n"
               : "The whole change so far:\n" + fenced(*change->string());
  std::string note = result.result.text("note");
  for (const std::string_view key : {"content", "listing"})
    if (const Json* text = result.result.find(key))
      return title + (note.empty() ? "" : " (" + note + ")") + "\n" +
             fenced(text->string() ? *text->string() : "");
  if (result.total >= 0)
    note = std::to_string(result.returned) + " of " + std::to_string(result.total) +
           (result.truncated ? " or more" : "");
  return title + (note.empty() ? "" : " (" + note + ")") + "\n" + result.result.dump() + "\n";
}

class Tags final : public Protocol {
 public:
  Tags(std::string_view name, bool has_store) : name_(name), has_store_(has_store) {}

  std::string_view name() const override { return name_; }

  Turn parse(const Message& reply) const override {
    TaggedReply tagged = read_tags(reply.text);
    Turn turn{std::move(tagged.prose), {}, std::move(tagged.faults)};
    const TagBlock* act = only_act(tagged, turn);
    if (act != nullptr && act->tag != Tag::fin) check_order(tagged, *act, turn);
    if (act != nullptr && turn.faults.empty()) read_act(*act, turn);
    if (turn.faults.empty()) return turn;
    turn.calls.clear();
    turn.faults.insert(turn.faults.end(), tagged.hints.begin(), tagged.hints.end());
    return turn;
  }

  Message render(const Turn& turn) const override {
    std::string text = turn.text;
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    const auto put = [&](Tag tag, std::string_view below) {
      text += std::string(written(tag)) + "\n" + std::string(below);
    };
    Json requests = Json::array();
    for (const auto& call : turn.calls) {
      if (call.tool == "apply_diff")
        put(Tag::modified, "```diff\n" + call.input.text("diff") + "```\n");
      else if (call.tool == "final_check")
        put(Tag::ready_for_final_check, "");
      else
        requests.add(request_of(call));
    }
    if (!requests.items()->empty()) put(Tag::reply_required, requests.dump() + "\n");
    if (turn.calls.empty()) put(Tag::fin, "");
    return {Role::assistant, std::move(text), {}, {}};
  }

  Message render_results(std::span<const ToolResult> results) const override {
    std::string text;
    for (const auto& result : results) text += (text.empty() ? "" : "\n") + result_block_of(result);
    return {Role::user, std::move(text), {}, {}};
  }

  Message correction(std::span<const Fault> faults) const override {
    std::string text = "Nothing of your last reply was done:\n";
    for (const auto& fault : faults) text += "- " + protocols::described(fault) + "\n";
    text +=
        "Write it again. Each tag stands alone on its line, with its text on the lines below it:\n"
        "%_Thought_%\nwhat you found out\n%_Plan_%\nthe steps that are left\n"
        "and below them exactly one of " +
        std::string(kActs) + ".";
    return {Role::user, std::move(text), {}, {}};
  }

 private:
  // The reply's act; null, and a fault, where there is none or more than one.
  static const TagBlock* only_act(const TaggedReply& tagged, Turn& turn) {
    const TagBlock* act = nullptr;
    for (const auto& block : tagged.blocks) {
      if (!is_act(block.tag)) continue;
      if (act == nullptr) {
        act = &block;
        continue;
      }
      const bool ends = (act->tag == Tag::fin) != (block.tag == Tag::fin);
      turn.faults.push_back(
          {block.line, std::string(written(block.tag)) + " beside the " +
                           std::string(written(act->tag)) + " of line " +
                           std::to_string(act->line) +
                           (ends ? ": finish only after the result of what you ask for"
                                 : ": do one thing in a reply")});
    }
    if (act == nullptr)
      turn.faults.push_back({0, "the reply does nothing: it needs one of " + std::string(kActs)});
    return act;
  }

  // Think, plan, act: in this order.
  static void check_order(const TaggedReply& tagged, const TagBlock& act, Turn& turn) {
    for (const Tag needed : {Tag::thought, Tag::plan}) {
      const TagBlock* block = tagged.find(needed);
      const std::string name(written(needed));
      if (block == nullptr || block->text.empty())
        turn.faults.push_back({act.line, std::string(written(act.tag)) + " without " + name +
                                             ": write what you think and plan before you act"});
      else if (block->line > act.line)
        turn.faults.push_back(
            {block->line, name + " comes before " + std::string(written(act.tag))});
    }
  }

  void read_act(const TagBlock& act, Turn& turn) const {
    if (act.tag == Tag::reply_required) return Requests(act, has_store_, turn).read();
    if (act.tag == Tag::ready_for_final_check)
      turn.calls.push_back({{}, "final_check", Json::object()});
    if (act.tag != Tag::modified) return;
    std::string diff = unfenced_block(act.text);
    if (diff.empty())
      turn.faults.push_back({act.line, "%_Modified_%: the unified diff is missing below it"});
    else
      turn.calls.push_back({{}, "apply_diff", Json::object({{"diff", std::move(diff)}})});
  }

  const std::string_view name_;
  const bool has_store_;
};

}  // namespace

std::string_view written(Tag tag) { return kTags[static_cast<size_t>(tag)].written; }
std::string_view name_of(Tag tag) { return kTags[static_cast<size_t>(tag)].name; }

const TagBlock* TaggedReply::find(Tag tag) const {
  const TagBlock* found = nullptr;
  for (const auto& block : blocks)
    if (block.tag == tag) found = &block;
  return found;
}

TaggedReply read_tags(std::string_view reply) {
  const std::string_view body = protocols::unfenced(reply);
  const uint32_t first =
      body.empty() ? 1 : protocols::line_of(reply, static_cast<size_t>(body.data() - reply.data()));
  TaggedReply out;
  std::vector<std::string_view> below;
  std::string prose;
  const auto end_block = [&] {
    if (!out.blocks.empty()) out.blocks.back().text = without_blank_ends(below);
    below.clear();
  };
  const auto lines = lines_of_reply(body);
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const auto number = static_cast<uint32_t>(first + i);
    const bool in_diff = !out.blocks.empty() && out.blocks.back().tag == Tag::modified;
    // A line of a diff begins with a space, a plus or a minus.
    const bool may_be_tag =
        !in_diff || line.starts_with('%') || line.starts_with('*') || line.starts_with('#');
    const std::string_view bare = may_be_tag ? undecorated(line) : std::string_view();
    if (looks_like_tag(bare)) {
      const auto tag = tag_written(bare);
      if (!tag) out.faults.push_back({number, unknown_tag(bare)});
      if (tag) {
        end_block();
        out.blocks.push_back({*tag, number, {}});
        if (!is_act(*tag)) prose += std::string(written(*tag)) + "\n";
        continue;
      }
    }
    for (const auto& known : kTags)
      if (bare.size() > known.written.size() &&
          is_same_tag(bare.substr(0, known.written.size()), known.written))
        out.hints.push_back({number, std::string(known.written) + " must stand alone on its line"});
    below.push_back(line);
    const bool of_act = !out.blocks.empty() && (out.blocks.back().tag == Tag::modified ||
                                                out.blocks.back().tag == Tag::reply_required);
    if (!of_act) (prose += line) += '\n';
  }
  end_block();
  out.prose = std::string(trimmed(prose));
  return out;
}

const Protocol& tags() {
  static const Tags protocol("tags/1", true);
  return protocol;
}
const Protocol& seed_tags() {
  static const Tags protocol("seed_tags/1", false);
  return protocol;
}

}  // namespace dossier
