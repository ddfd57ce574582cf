#pragma once
// Resolves names within one file: members of the enclosing types, then free functions of the file,
// then its types. A Target without a type means that the name is not defined in the file.
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/outline.h"

namespace dossier::languages {

/// The target of a name.
struct Target {
  uint32_t type = kNone;    // in this file
  uint32_t member = kNone;  // of that type
};

class Scopes {
 public:
  /// Everything is borrowed; the outline's types and members must not change.
  Scopes(const Language& language, std::string_view text, const Captures& captures,
         const Outline& outline, const Imports& imports);

  /// The target of a mention: `receiver` is the text before the name, `holder` the entry that
  /// contains the mention. Throws Error{limit} if the search takes too long.
  Target find(std::string_view kind, std::string_view receiver, std::string_view name,
              uint32_t holder) const;
  /// What holds a value: a field or property of the types around, or a variable of the file.
  Target value(std::string_view name, uint32_t holder) const;
  /// Whether it is a value of an enum.
  bool is_case(const Target& target) const;
  /// Whether the type stands for a module, a package or the file.
  bool is_scope(uint32_t type) const;
  /// The field or property of a type that is called so; kNone if it has none.
  uint32_t value_of(uint32_t type, std::string_view name) const;
  /// Whether the receiver is the instance at hand: this, self, or what a method calls it.
  bool is_self(std::string_view receiver, uint32_t holder) const;
  /// Whether the name means the enclosing type, whatever its name: Self, static.
  bool names_own_type(std::string_view name, std::string_view kind) const;
  /// Whether the receiver means the base of the enclosing type: super, base, parent.
  bool is_base(std::string_view receiver) const;
  /// The module or package around the entry; `base` at file level.
  std::string_view module_around(uint32_t entry, std::string_view base) const;
  /// The type of the entry or of the entry that contains it; kNone at file level.
  uint32_t type_around(uint32_t entry) const;

 private:
  /// Throws Error{limit} after more comparisons than an ordinary file needs: a name that thousands
  /// of members share, called thousands of times.
  void charge(size_t work) const;
  void find_open_cases();
  Target member_of(uint32_t type, std::string_view name) const;
  Target named(std::string_view kind, std::string_view receiver, std::string_view name,
               uint32_t holder) const;
  bool can_be_called(const Member& member) const;
  Target type_named(std::string_view name, uint32_t from) const;
  Target local_function(std::string_view name, uint32_t holder) const;
  Target callable(std::string_view name, uint32_t holder) const;

  const Language& language_;
  std::string_view text_;
  const Captures& captures_;
  const Outline& outline_;
  const Imports& imports_;
  std::vector<uint32_t> scopes_;
  std::unordered_multimap<std::string_view, uint32_t> types_;
  std::unordered_multimap<std::string_view, Target> members_;
  std::unordered_map<std::string_view, Target> open_cases_;  // values of enums that open no scope
  enum class Only : uint8_t { any, callable, values };
  mutable Only only_ = Only::any;  // members of another kind are skipped
  mutable size_t work_ = 0;
};

}  // namespace dossier::languages
