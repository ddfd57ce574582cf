#pragma once
// The declarations of one SCIP document, and the names of symbols in it. Overloads share a name;
// the document that declares them has their parameters, which tell them apart.
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
  /// Borrows what the document borrows. Sorts its occurrences by position.
  explicit ScipDeclarations(ScipDocument document);

  const ScipDocument& document() const { return document_; }
  const std::vector<Declaration>& list() const { return declarations_; }
  /// The range of each declaration.
  const std::vector<ScipDefinition>& definitions() const { return definitions_; }

  /// The name of a symbol; null if it is local or malformed.
  const ScipName* named(std::string_view symbol, const std::string** package = nullptr);
  /// Whether the document declares this key.
  bool declares(const std::string& key) const { return declared_.count(key) > 0; }
  /// The declaration of a symbol, or the first with its name; absent if it is declared elsewhere.
  std::optional<size_t> declaration_of(std::string_view symbol, const ScipName& name) const;
  /// The symbols declared here whose name another one shares, with the keys that distinguish them:
  /// `a.C.run(u8)`.
  std::unordered_map<std::string_view, std::string> overloads() const;

  /// The number of malformed symbols so far.
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
