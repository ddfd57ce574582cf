#pragma once
// What one document of a SCIP index defines: its definitions as declarations, and what each symbol
// is called here. Overloads bear one name; which of them a symbol means is known where their
// parameters are, in the document that declares them.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/indexes/assemble.h"
#include "engine/readers/indexes/scip_document.h"
#include "engine/readers/indexes/scip_enclosing.h"
#include "engine/readers/indexes/scip_symbol.h"

namespace dossier::indexes {

class ScipDeclarations {
 public:
  /// Borrows what the document borrows. Its occurrences are put in the order of their places.
  explicit ScipDeclarations(ScipDocument document);

  const ScipDocument& document() const { return document_; }
  const std::vector<Declaration>& list() const { return declarations_; }
  /// Where each of them extends to.
  const std::vector<ScipDefinition>& definitions() const { return definitions_; }

  /// Null: local, or against the grammar.
  const ScipName* named(std::string_view symbol, const std::string** package = nullptr);
  /// Whether something of this key is declared.
  bool declares(const std::string& key) const { return declared_.count(key) > 0; }
  /// The declaration of a symbol, or the first of its name's; nothing: it is declared elsewhere.
  std::optional<size_t> declaration_of(std::string_view symbol, const ScipName& name) const;
  /// Each symbol that is declared here under the name of another, with the key that tells it from
  /// that: `a.C.run(u8)`.
  std::unordered_map<std::string_view, std::string> overloads() const;

  /// Symbols that are against the grammar, so far.
  uint64_t unreadable() const { return unreadable_; }

 private:
  struct Declared {
    size_t first = 0;  // of the declarations
    bool is_overloaded = false;
  };

  void declare(const ScipOccurrence& one);
  Declaration declaration(const ScipOccurrence& one, const ScipName& name) const;

  ScipDocument document_;
  uint64_t unreadable_ = 0;
  std::unordered_map<std::string_view, std::pair<std::optional<ScipName>, std::string>> names_;
  std::unordered_map<std::string, Declared> declared_;      // by key
  std::unordered_map<std::string_view, size_t> by_symbol_;  // declarations
  std::vector<Declaration> declarations_;
  std::vector<ScipDefinition> definitions_;
};

}  // namespace dossier::indexes
