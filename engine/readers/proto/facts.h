#pragma once
// The facts of one .proto file while they are gathered. Details and references name their symbol by
// where it was met, since ordinals are known only at the end, when each type's members have their
// order; types that are named are resolved then, too.
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/proto/tokens.h"

namespace dossier::proto {

/// A symbol by where it was met.
struct Owner {
  size_t type = SIZE_MAX;    // SIZE_MAX: the module
  size_t member = SIZE_MAX;  // SIZE_MAX: the type
};

/// Whether the type stands for the package or the file around extensions, and is none itself.
inline bool is_scope(const Type& type) { return type.kind == "package" || type.kind == "file"; }

class Facts {
 public:
  /// Throws Error{limit}, as what adds to it does, for more text than a file of its size may have.
  Facts(std::string_view path, size_t file_size);

  /// The package that full names begin with, and the messages around the place that is read.
  std::string package;
  std::vector<std::string> scope;

  Owner add_type(std::string_view kind, const Token& first, const Token& name);
  /// `line`: its last one so far.
  Owner add_member(Owner type, MemberKind kind, std::string_view word, const Token& first,
                   std::string_view name, const std::string& signature, uint32_t flags,
                   uint32_t line);
  Type& type(Owner owner) { return module_.types[owner.type]; }
  Member& member(Owner owner) { return type(owner).members[owner.member]; }
  /// The type that extensions declared here belong to: their full names are those of the scope that
  /// they stand in, whatever they extend. The message around, else the package's own, else the
  /// file's.
  Owner extending(const Token& first);
  void detail(Owner owner, DetailKind kind, std::string_view text);
  /// A name that is used where it stands; scalar types are none.
  void reference(Owner owner, ReferenceKind kind, const Token& token);
  /// Ordinals and targets; nothing may be added afterwards.
  Module finish();

 private:
  std::string_view keep(std::string_view text) { return module_.text.keep(text); }
  std::string full(std::string_view name) const;
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
