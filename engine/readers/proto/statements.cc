#include "engine/readers/proto/statements.h"

#include "engine/unicode.h"

namespace dossier::proto {

constexpr size_t kOptionLimit = 400;  // bytes of an option that are kept

Declaration& Statements::declare(Definition kind, const Token& first, std::string_view name) {
  std::string around = facts_.full("");
  if (around.ends_with('.')) around.pop_back();
  return declare(kind, first, name, std::move(around));
}

Declaration& Statements::declare(Definition kind, const Token& first, std::string_view name,
                                 std::string owner) {
  if (schema_ == nullptr) return unused_ = {};
  Declaration& made = declarations_.emplace_back();
  made.kind = kind;
  made.name = name;
  made.owner = std::move(owner);
  made.line = made.end_line = first.line;
  return made;
}

void Statements::option(Owner owner, std::vector<Option>& options) {
  at_.take();
  const std::string text = at_.take_statement();
  facts_.detail(owner, DetailKind::attribute, utf8_prefix(text, kOptionLimit));
  apart(text, options);
  at_.end_statement();
}

void Statements::brackets(Owner owner, std::vector<Option>& options) {
  const std::string text = at_.take_brackets();
  facts_.detail(owner, DetailKind::attribute, utf8_prefix(text, kOptionLimit));
  apart(text, options);
}

void Statements::apart(std::string_view text, std::vector<Option>& options) {
  if (schema_ == nullptr) return;
  for (auto& option : options_in(text)) options.push_back(std::move(option));
}

}  // namespace dossier::proto
