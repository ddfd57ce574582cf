// What a query was compiled to: its text and its bindings, for a statement and for people.
#include <algorithm>

#include "engine/digest.h"
#include "engine/statement.h"
#include "queries/lang/plan.h"

namespace dossier::lang {
namespace {

// As an argument of a command of the sqlite3 shell, which undoes backslashes between these quotes
// and takes one line: a control character stands as its three octal digits.
std::string shell_word(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      out += {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + (byte >> 3 & 7)),
              static_cast<char>('0' + (byte & 7))};
    else if (c == '"' || c == '\\')
      out += {'\\', c};
    else
      out += c;
  }
  return out + "\"";
}

}  // namespace

std::string Sql::dump() const {
  std::string out;
  for (size_t i = 0; i < bindings.size(); ++i)
    out +=
        ".parameter set ?" + std::to_string(i + 1) + " " + shell_word(literal(bindings[i])) + "\n";
  return out + text + ";\n";
}

void bind(Statement& statement, const Sql& sql) {
  // What no collection of the query needs, such as the scope, stands in the list but not in the
  // text.
  const auto used = static_cast<size_t>(statement.parameters());
  for (size_t i = 0; i < std::min(used, sql.bindings.size()); ++i) {
    const int at = static_cast<int>(i) + 1;
    if (const auto* number = std::get_if<int64_t>(&sql.bindings[i]))
      statement.bind(at, *number);
    else
      statement.bind(at, std::string_view(std::get<std::string>(sql.bindings[i])));
  }
}

std::string literal(const Binding& binding) {
  if (const auto* number = std::get_if<int64_t>(&binding)) return std::to_string(*number);
  const auto& text = std::get<std::string>(binding);
  if (text.find('\0') != text.npos)  // would end a statement's text
    return "CAST(X'" + hex(text, text.npos) + "' AS TEXT)";
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

}  // namespace dossier::lang
