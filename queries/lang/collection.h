#pragma once
// The collections that a query searches: symbols, files, lines, literals, sessions, findings, notes
// and references. Each is a FROM clause and SQL expressions for the same columns, so a query is one
// SELECT per collection that can answer it.
#include <span>
#include <string>
#include <string_view>

namespace dossier::lang {

struct Collection {
  std::string_view kind;    // kind of its rows; "" for symbols, whose rows have their own
  std::string_view plural;  // for sentences
  std::string_view from;    // the FROM clause and the condition that a row is in scope;
                            // ? stands for the scope
  std::string_view place;   // the order of rows: two numbers, the second "0" if one is enough
  std::string_view place2;
  std::string_view id;
  bool grows;  // grows outside of imports: a cursor keeps to the rows of its first page

  /// The SQL expression of a column or text field; "" if the collection does not have it.
  std::string expression(std::string_view name) const;
  /// The expressions that bare words search.
  std::span<const std::string_view> texts() const;
};

/// Symbols first.
std::span<const Collection> collections();
const Collection& symbol_collection();
/// The collection whose rows have this kind; null for kinds of symbols.
const Collection* collection_of(std::string_view kind);

/// SQL for the id of the module that holds the symbol `id`.
std::string module_of(const std::string& id);
/// SQL for the key of the symbol `id`: a type's full name, or Type.Name(Parameters).
std::string key_of(const std::string& id);

/// SQL for whether a symbol is what a kind says of a member beyond its own four: `constructor`, and
/// as ctags names them `function`, `variable`, `constant`, `enumerator`, `macro`; "" for any other
/// word. Uses the aliases `s`, `e` and `o`. Read off where a member stands and its flags rather
/// than kept, so that the kinds of rows stay those of docs/formats.md.
std::string role_of_member(std::string_view kind);
/// SQL for the kind of a type, "" if unknown; uses the aliases `s` and `t`.
extern const char* const kTypeKind;

}  // namespace dossier::lang
