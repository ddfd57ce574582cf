#pragma once
// What a person is looking at while they ask (seed 000): a module, a type or a member, with what is
// near it, in the order in which it matters: its owner, its siblings, its callers. It stands behind
// the question as one JSON object; models that rank by names read it from there, and its words are
// no words of the question.
#include <string>
#include <string_view>
#include <vector>

#include "agent/tool.h"

namespace dossier {

struct Selection {
  std::string symbol;  // its full name, or a module's name
  std::string kind;    // module, type or member; "" = it is not known
  std::string owner;   // of a member its type, of a type the type or namespace around it
  std::vector<std::string> siblings;  // of a type: first what it holds
  std::vector<std::string> callers;   // of a type: the types that refer to it

  bool is_known() const { return !kind.empty(); }
};

/// Looks a symbol up, and what is near it.
Selection selection_of(const Toolbox& tools, const std::string& symbol);

/// The question with what is selected.
std::string with_selection(const std::string& question, const Selection& selection);

struct Asked {
  std::string question;
  Selection selection;
};
/// The two apart again.
Asked asked_in(const std::string& text);

}  // namespace dossier
