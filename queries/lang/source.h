#pragma once
// Where rows come from: one source per kind of thing, all with the same columns, so that a query is
// one SELECT per source that can answer it.
#include <span>
#include <string>
#include <string_view>

namespace dossier::lang {

struct Source {
  std::string_view kind;    // of its rows; "" of symbols, whose rows say their own
  std::string_view plural;  // in sentences
  std::string_view from;    // tables and how they are joined, then the condition that a row is in
                            // the scope; ? stands for the scope
  std::string_view place;   // the order of rows: two numbers, the second "0" where one is enough
  std::string_view place2;
  std::string_view id;
  bool grows;  // rows are added outside of imports: a cursor holds on to those it began with

  /// The SQL of a column, or of what a text field looks at; "" = its rows have none.
  std::string expression(std::string_view name) const;
  /// What bare words look into.
  std::span<const std::string_view> texts() const;
};

/// Symbols first.
std::span<const Source> sources();
const Source& symbol_source();
/// By the kind of its rows; null for kinds of symbols.
const Source* source_of(std::string_view kind);

/// The id of the module that holds the symbol with the id.
std::string module_of(const std::string& id);
/// The key of the symbol with the id: a type's full name, or Type.Name(Parameters).
std::string key_of(const std::string& id);

/// Whether an id of a symbol is a constructor's; of the aliases `s` and `e`.
extern const char* const kIsConstructor;
/// What a type is, "" where nothing says; of the aliases `s` and `t`.
extern const char* const kTypeKind;

}  // namespace dossier::lang
