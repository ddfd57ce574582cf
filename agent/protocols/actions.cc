#include "agent/protocols/actions.h"

#include <algorithm>
#include <cctype>

#include "queries/ops/ops.h"

namespace dossier::protocols {
namespace {

std::string upper_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

ActionSet make_seed_actions() {
  const ActionField path{ActionField::text, "path", true};
  const ActionField offset{ActionField::number, "offset"}, limit{ActionField::number, "limit"};
  return {{{"READ_FILE", "read_file", {path, offset, limit}, {}},
           {"LIST_DIR", "list_dir", {path, offset, limit}, {}},
           {"EDIT_FILE", "edit_file", {path}, "content"}},
          false};
}

Action action_of(const Op& op) {
  Action out{upper_case(op.tool), std::string(op.tool), {}, {}};
  for (const auto& field : op.fields)
    out.fields.push_back({field.is_number()             ? ActionField::number
                          : field.type == OpField::flag ? ActionField::flag
                                                        : ActionField::text,
                          std::string(field.name), field.positional});
  if (out.field("cursor") == nullptr) out.fields.push_back({ActionField::text, "cursor"});
  return out;
}

ActionSet make_chat_actions() {
  ActionSet out = make_seed_actions();
  out.is_tolerant = true;
  const auto text = [](std::string name, bool is_required) {
    return ActionField{ActionField::text, std::move(name), is_required};
  };
  out.actions.push_back({"APPLY_DIFF", "apply_diff", {}, "diff"});
  out.actions.push_back(
      {"SEARCH_FILES", "search_files", {text("pattern", true), text("path", false)}, {}});
  out.actions.push_back({"RUN_COMMAND",
                         "run_command",
                         {text("command", true), {ActionField::number, "timeout"}},
                         {}});
  out.actions.push_back({"NOTE", "note", {text("symbol", true), text("text", true)}, {}});
  for (const Op* op : ops()) out.actions.push_back(action_of(*op));
  return out;
}

}  // namespace

const ActionField* Action::field(std::string_view wanted) const {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  for (const auto& one : fields)
    if (std::equal(one.name.begin(), one.name.end(), wanted.begin(), wanted.end(), same))
      return &one;
  return nullptr;
}

const ActionField* Action::first() const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [](const ActionField& one) { return one.is_required; });
  return found == fields.end() ? nullptr : &*found;
}

std::string Action::shape() const {
  std::string out;
  for (const auto& one : fields)
    if (one.is_required) out += (out.empty() ? "" : ", ") + one.name + "='…'";
  return name + "(" + out + ")";
}

const Action* ActionSet::named(std::string_view name) const {
  const std::string wanted = upper_case(name);
  for (const auto& action : actions)
    if (action.name == wanted) return &action;
  return nullptr;
}

const Action* ActionSet::of_tool(std::string_view tool) const {
  for (const auto& action : actions)
    if (action.tool == tool) return &action;
  return nullptr;
}

std::string ActionSet::names() const {
  std::string out;
  for (size_t i = 0; i < actions.size(); ++i)
    out += (i == 0 ? "" : i + 1 == actions.size() ? " and " : ", ") + actions[i].name;
  return out;
}

std::string listed(std::span<const ToolSpec> tools) {
  std::string out;
  for (const auto& tool : tools) {
    const Action* action = chat_actions().of_tool(tool.name);
    if (action == nullptr || seed_actions().of_tool(tool.name) != nullptr) continue;
    out += "- ACTION: " + (action->first() != nullptr ? action->shape() : action->name);
    if (!action->content.empty())
      out += ", then CONTENT_START, the " + action->content + ", CONTENT_END";
    std::string more;
    for (const auto& field : action->fields)
      if (!field.is_required && field.name != "cursor")
        more += (more.empty() ? " [" : ", ") + field.name;
    out += (more.empty() ? "" : more + "]") + ": " + tool.description + "\n";
  }
  return out;
}

const ActionSet& seed_actions() {
  static const ActionSet kSet = make_seed_actions();
  return kSet;
}

const ActionSet& chat_actions() {
  static const ActionSet kSet = make_chat_actions();
  return kSet;
}

}  // namespace dossier::protocols
