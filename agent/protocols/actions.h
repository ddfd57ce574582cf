#pragma once
// The actions that a model may write as lines of text: their names, what they take, and the tools
// that they call. The seed's set is the three file actions. A chat's set has every tool: a model
// without tool calls of its own gets what the others get.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/model.h"

namespace dossier::protocols {

struct ActionField {
  enum Type { text, number, flag } type = text;
  std::string name;
  bool is_required = false;
};

struct Action {
  std::string name;  // READ_FILE
  std::string tool;  // read_file
  std::vector<ActionField> fields;
  std::string content;  // the field that the lines after CONTENT_START fill; "" = none

  const ActionField* field(std::string_view wanted) const;
  /// The first required field, which a value without a name is for; null if there is none.
  const ActionField* first() const;
  /// "READ_FILE(path='…')"
  std::string shape() const;
};

struct ActionSet {
  std::vector<Action> actions;
  /// Lines are also read in bold, quoted, as a heading, with a value without its name, with
  /// arguments as an object, or with a remark behind them.
  bool is_tolerant = false;

  /// Ignoring case; null if there is none.
  const Action* named(std::string_view name) const;
  const Action* of_tool(std::string_view tool) const;
  /// "READ_FILE, LIST_DIR and EDIT_FILE"
  std::string names() const;
};

const ActionSet& seed_actions();
const ActionSet& chat_actions();

/// For a prompt: how each of these tools is called, but for the file actions of the seed, which a
/// prompt explains by itself.
std::string listed(std::span<const ToolSpec> tools);

}  // namespace dossier::protocols
