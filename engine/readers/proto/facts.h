#pragma once
// Collects the facts of one .proto file. Details and references identify their symbol by where it
// was met, because ordinals are known only at the end, when the members of each type have their
// order. Types that are named are resolved then, too.
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/proto/tokens.h"

namespace dossier::proto {

/// A symbol, identified by where it was met.
struct Owner {
  size_t type = SIZE_MAX;    // SIZE_MAX: the module
  size_t member = SIZE_MAX;  // SIZE_MAX: the type
};

/// Whether the type stands for the package or file of extensions and is not a message itself.
inline bool is_scope(const Type& type) { return type.kind == "package" || type.kind == "file"; }

class Facts {
 public:
  /// Like the functions that add facts, throws Error{limit} for more text than a file of this size
  /// may have.
  Facts(std::string_view path, size_t file_size);

  /// The package that full names begin with, and the messages around the place that is read.
  std::string package;
  std::vector<std::string> scope;

  /// The name with the package and the messages around it in front.
  std::string full(std::string_view name) const;

  Owner add_type(std::string_view kind, const Token& first, const Token& name);
  /// `line` is its last line so far.
  Owner add_member(Owner type, MemberKind kind, std::string_view word, const Token& first,
                   std::string_view name, const std::string& signature, uint32_t flags,
                   uint32_t line);
  Type& type(Owner owner) { return module_.types[owner.type]; }
  Member& member(Owner owner) { return type(owner).members[owner.member]; }
  /// The type of extensions declared here. Their full names belong to the enclosing scope, whatever
  /// they extend: the enclosing message, else the package's own, else the file's.
  Owner extending(const Token& first);
  void detail(Owner owner, DetailKind kind, std::string_view text);
  /// Adds a reference to the type that `token` names; scalar types are ignored.
  void reference(Owner owner, ReferenceKind kind, const Token& token);
  /// Assigns ordinals and resolves targets. Nothing may be added afterwards.
  Module finish();

 private:
  std::string_view keep(std::string_view text) { return module_.text.keep(text); }
  void doc(Owner owner, const Token& first);
  void resolve(Reference& reference, std::string_view from,
               const std::unordered_set<std::string_view>& types);

  Module module_;
  std::vector<std::pair<Owner, Detail>> details_;
  struct Named {
    Owner owner;
    Reference reference;
    std::string_view scope;
  };
  std::vector<Named> references_;
  std::string_view here_;  // the scope of the last of them
  size_t work_ = 0;        // of resolving
};

}  // namespace dossier::proto
