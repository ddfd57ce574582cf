#pragma once
// The targets of tokens in IL and metadata, as text: Mono.Cecil's notation, the open type, the
// assembly or module, and the key of the definition. Each token is resolved once; only a token
// whose text contains a generic parameter of its user is resolved again for each user.
#include <unordered_map>

#include "engine/readers/assembly/definitions.h"

namespace dossier::assembly {

struct Target {
  enum class Noun : uint8_t { none, type, field, method };  // none: the token names none of these
  Noun noun = Noun::none;
  bool is_sound = false;  // false: what it names is malformed
  bool in_module = false;
  std::string_view text{};  // generic instantiation included
  std::string_view type{};  // the open type, or the open declaring type
  std::string_view scope{};
  std::string_view key{};  // "" = no module defines it (a generic parameter, an array's method)
};

class Targets {
 public:
  explicit Targets(Definitions& definitions, Names& names)
      : definitions_(definitions), names_(names) {}

  /// `user` is the method (and its type) that uses the token. The result is valid until the next
  /// call.
  const Target& of(Token token, GenericScope user);

 private:
  struct Slot {
    enum class State : uint8_t { unknown, fixed, scoped } state = State::unknown;
    Target target;
  };
  Slot* slot(Token token);
  Target make(Token token, GenericScope user, bool& is_scoped);
  Target make_type(Token token, GenericScope user, bool& is_scoped);
  Target make_field(uint32_t rid);
  Target make_method(uint32_t rid);
  Target make_member(uint32_t rid, GenericScope user, bool& is_scoped);
  bool read_parent(Token parent, GenericScope user, Target& target, GenericScope& scope,
                   bool& is_scoped, bool& has_definition);
  void finish_method(Bytes blob, GenericScope scope, bool has_definition, Target& target,
                     std::string_view name, bool& is_scoped);

  Definitions& definitions_;
  Names& names_;
  std::unordered_map<uint32_t, std::vector<Slot>> slots_;  // by table
  std::unordered_map<uint64_t, Target> scoped_;
  Target latest_;
};

}  // namespace dossier::assembly
