#include "queries/ops/saved_queries.h"

#include <algorithm>
#include <iterator>

#include "engine/ascii.h"
#include "engine/error.h"
#include "engine/first_row.h"
#include "engine/json_value.h"
#include "queries/sql.h"

namespace dossier {
namespace {

using lang::Diagnostic;
using lang::Node;

constexpr std::string_view kPrefix = "query:";
constexpr std::string_view kBehind = "query;";  // the first text after all that begin so
constexpr int kDeepest = 8;                     // saved queries may name others
constexpr int kMostNamed = 100;                 // in all: eight levels of ten are a hundred million

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

std::string text_of(std::string_view json) {
  const Json value = read_json(json);
  const auto text = value.string();
  return text ? std::string(*text) : std::string();
}

std::optional<std::string> saved(Store& store, const Node& node) {
  if (node.kind != Node::text || node.values[0].form != lang::Value::word) return std::nullopt;
  const std::string_view word = node.values[0].text;
  if (!word.starts_with('@') || !is_name(word.substr(1))) return std::nullopt;
  const std::string setting = saved_setting(word.substr(1));
  const auto row = first_row<sql::SavedQuery>(store, std::string_view(setting));
  return row ? std::optional(text_of(row->value)) : std::nullopt;
}

// Errors point at the word that stands for the query.
void place(Node& node, const lang::Span& span) {
  node.span = span;
  for (auto& value : node.values) value.span = span;
  for (auto& part : node.parts) place(part, span);
}

class Expansion {
 public:
  Expansion(Store& store, std::string& texts) : store_(store), texts_(texts) {}

  std::optional<Diagnostic> run(Node& node, int depth) {
    if (const auto text = saved(store_, node)) {
      if (depth == kDeepest)
        return Diagnostic{"saved queries name each other too deeply", node.span};
      if (++named_ > kMostNamed)
        return Diagnostic{"a query stands for over 100 saved ones", node.span};
      texts_ += "\n" + *text;
      auto read = lang::parse(*text);
      if (const auto* failure = std::get_if<Diagnostic>(&read))
        return Diagnostic{
            "'" + node.values[0].text + "' is saved as '" + *text + "': " + failure->message,
            node.span};
      Node made = std::move(std::get<Node>(read));
      place(made, node.span);
      node = std::move(made);
      return run(node, depth + 1);
    }
    for (auto& part : node.parts)
      if (auto failure = run(part, depth)) return failure;
    if (node.kind == Node::all_of) splice(node);
    return std::nullopt;
  }

 private:
  // What must all hold within what must all hold is one list: a saved query may say how to answer.
  static void splice(Node& node) {
    std::vector<Node> parts;
    for (auto& part : node.parts)
      if (part.kind == Node::all_of)
        std::move(part.parts.begin(), part.parts.end(), std::back_inserter(parts));
      else
        parts.push_back(std::move(part));
    node.parts = std::move(parts);
  }

  Store& store_;
  std::string& texts_;
  int named_ = 0;
};

}  // namespace

std::vector<SavedQuery> saved_queries(Store& store) {
  std::vector<SavedQuery> out;
  for (const auto& row : store.rows<sql::SavedQueries>(kPrefix, kBehind))
    out.push_back({std::string(row.name.substr(kPrefix.size())), text_of(row.value)});
  return out;
}

std::string saved_setting(std::string_view name) {
  if (!is_name(name))
    throw Error(ErrorCode::invalid,
                "a saved query's name has letters, digits, '-', '_' and '.': not '" +
                    std::string(name) + "'");
  return std::string(kPrefix) + std::string(name);
}

std::optional<Diagnostic> expand_saved(Store& store, Node& tree, std::string& texts) {
  return Expansion(store, texts).run(tree, 0);
}

}  // namespace dossier
