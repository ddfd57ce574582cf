// The tag dialogue as a protocol: replies of tags.h, requests of tag_requests.h, results as text.
#include "agent/json_texts.h"
#include "agent/protocol.h"
#include "agent/protocols/reply_text.h"
#include "agent/protocols/tag_requests.h"
#include "agent/protocols/tags.h"

namespace dossier {
namespace {

constexpr std::string_view kActs =
    "%_Reply Required_%, %_Modified_%, %_Ready_For_Final_Check_% and %%_Fin_%%";

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

std::string applied_block(const Json& result) {
  std::string out = "Applied:\n";
  for (const auto& edit : result["edits"].each())
    out += "- " + edit.text("path") + " (+" + std::to_string(edit.number("added")) + " −" +
           std::to_string(edit.number("removed")) + ")\n";
  if (result["edits"].each().empty()) out += "- nothing: the files hold all of it already\n";
  for (const auto& note : texts_in(result["notes"])) out += "Note: " + note + "\n";
  return out;
}

std::string result_block_of(const ToolResult& result) {
  const std::string title = title_of(result.call);
  if (!result.ok) {
    std::string why = text_of_value(result.result);
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
    if (act.tag == Tag::reply_required) return read_requests(act, has_store_, turn);
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

const Protocol& tags() {
  static const Tags protocol("tags/1", true);
  return protocol;
}
const Protocol& seed_tags() {
  static const Tags protocol("seed_tags/1", false);
  return protocol;
}

}  // namespace dossier
