#pragma once
// The aliases of a definition: the keys, other than its own, under which source files may refer to
// it. Readers resolve references only within a file and along its imports, so a reference that a
// namespace, a package or a re-export brings into view is stored under a shorter or a different
// name. Aliases are computed from the snapshot and checked against what each referring file
// declares and imports.
//
// A method's bare name, called on a value of unknown type (receiver_types.h), counts if the
// method's type is in view or no other method has the name. It never counts for a name that more
// than four methods share, or for constructors.
//
// Rejected: resolving at import. The content of a module would depend on its neighbors and could
// not be shared between snapshots.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/fact.h"
#include "queries/graph/definitions.h"
#include "queries/graph/passing_imports.h"

namespace dossier {

/// The family of a language. Sources of one family refer to each other's definitions; a language
/// without a family is one by itself.
std::string_view family_of(std::string_view language);

/// What is asked of the name: where a type has a method and a field of one name, a call means the
/// method, and what is read or set the field.
enum class Use : uint8_t { call, value };
constexpr Use use_of(int64_t kind) {
  const auto is = [&](ReferenceKind one) { return kind == static_cast<int64_t>(one); };
  return is(ReferenceKind::read) || is(ReferenceKind::write) ? Use::value : Use::call;
}

class Aliases {
 public:
  /// A definition that does not come from source code has no aliases.
  /// `passing` is only used here, and may be shared.
  Aliases(Statements& store, const Scope& scope, const Definition& definition,
          PassingImports& passing);

  /// The aliases; for a type, also its own full name.
  const std::vector<std::string>& keys() const { return keys_; }
  /// Whether the name alone, on a value of unknown type, may mean the definition.
  bool is_told_apart() const { return is_told_apart_; }
  /// Whether it is likely to be meant by such a use of its name: of a field and a property, that no
  /// other member bears it.
  bool is_likely(Use use) const { return is_unique_ || (use == Use::call && is_method_); }
  /// Whether it is of a language whose files see each other's names through headers alone.
  bool is_in_headers() const { return is_in_headers_; }
  /// The member's name, by which it is called on a value.
  const std::string& name() const { return name_; }
  /// Whether another file passes the definition on under this full name.
  bool is_passed_on_as(std::string_view full_name) const;
  /// Whether a reference by name alone with this key, made in `module`, may refer to the
  /// definition, given what the module declares and imports.
  bool may_refer(std::string_view key, int64_t module);

 private:
  struct View {
    std::string language;
    std::string path;
    std::vector<std::string> namespaces, imports;
    std::vector<std::string> paths;  // of what is imported, as written
    int64_t last = 0;                // symbol of the module
    // Full names of its types, and what these derive from; read once they are asked for.
    std::optional<std::vector<std::string>> types, bases;
  };

  void add_exports(PassingImports& passing);
  std::vector<std::string> companion_types(std::string_view language) const;
  bool is_declared_by(int64_t stub) const;
  void add_suffixes(const std::string& type);
  void add_folder();
  void add(std::string key);
  View& view_of(int64_t module);
  bool sees(int64_t module);
  bool is_around(std::string_view outer, std::string_view key, int64_t module);
  bool imports_folder(int64_t module);
  bool is_global_for(const std::string& path);

  Statements& store_;
  Definition definition_;
  int64_t module_ = 0;
  std::string name_;       // the member's; "" for a type
  bool is_local_ = false;  // a local function: its full name is its only key
  std::string full_;       // its type's full name, as sources write it: dots only, no arity
  bool is_unique_ = false;
  bool is_method_ = false;
  bool is_in_headers_ = false;
  bool is_without_namespace_ = false;
  bool is_told_apart_ = true;        // by the name alone
  std::string folder_, folder_key_;  // of a package that is called otherwise; "" = none
  std::vector<std::string> keys_;
  size_t exports_ = 0;  // how many of keys_, from the first, are full names through a re-export
  std::unordered_map<int64_t, View> views_;
  // Folders below which a `global using` brings the definition into view of every C# file; computed
  // on first use.
  std::optional<std::vector<std::string>> global_below_;
};

}  // namespace dossier
