#pragma once
// Determines the flags of types and members: static, public, abstract, constructor. The keywords
// before the name come first (annotate.h); the rest follows from the definition's surroundings and
// its language, which is decided here. outline.h decides where definitions belong.
//
// Rejected: rules in the query files, which see one declaration but not what contains it.
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/outline.h"
#include "engine/readers/languages/rules.h"

namespace dossier::languages {

class FlagRules {
 public:
  /// Everything is borrowed. `entries` may still be incomplete, but a definition's holders come
  /// first.
  FlagRules(const Language& language, std::string_view text, const Captures& captures,
            const std::vector<Entry>& entries);

  /// The flags of a type with its kind set; `holder` is the type that contains it, null for none.
  uint32_t of_type(const Type& type, const Entry& entry, const Definition& definition,
                   const Type* holder) const;
  /// Sets the flags of a member with its name, kind and signature set, and the word of a
  /// constructor. A member without a body also makes its type abstract. `is_free`: no type contains
  /// it in the source.
  void set(Member& member, Type& type, const Entry& entry, const Definition& definition,
           bool is_free) const;

 private:
  Site site_of(const Entry& entry, const Definition& definition) const;
  /// The language row's is_open.
  bool opens(const Type& around, const Member* member, const Site& site) const;
  bool lacks_body(const Site& site, const Member& member) const;
  uint32_t primary_access(const Definition& definition) const;
  bool is_constructor(const Entry& entry, const Definition& definition,
                      std::string_view name) const;
  bool is_named_like_type(const Entry& entry, const Definition& definition,
                          std::string_view name) const;
  void apply_access(uint32_t& flags, const Entry& entry, const Definition& definition) const;
  void fit(Member& member) const;

  const Language& language_;
  std::string_view text_;
  const Captures& captures_;
  const std::vector<Entry>& entries_;
  std::vector<uint32_t> accesses_;  // the entry that holds each of captures_.accesses
};

}  // namespace dossier::languages
