#include "engine/readers/languages/definition_names.h"

#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {

std::string_view without_owner(std::string_view written, size_t until, std::string& owner) {
  const auto scope = written.substr(0, until).rfind("::");
  if (scope == written.npos || scope + 2 >= written.size()) return written;
  const auto parts = take_apart(kCommonSeparators, written.substr(0, scope));
  owner = parts.receiver.empty() ? std::string(parts.name)
                                 : dotted(parts.receiver) + "." + std::string(parts.name);
  return written.substr(scope + 2);
}

Names common_names(const Site& site) {
  const Definition& definition = site.definition;
  // As a secondary one of Kotlin is called.
  if (definition.kind == "primary_constructor") return {"constructor", {}};
  Names names;
  std::string_view written = site.of(definition.name);
  if (!written.starts_with('<')) written = unquoted(written);  // Ruby has a method <=>
  if (!definition.owner.empty()) {
    names.owner = dotted(take_apart(site.language.separators, site.of(definition.owner)).name);
  }
  written = without_owner(written, written.npos, names.owner);
  names.name = collapse(meant_name(site.language, written));
  return names;
}

Names names_of(const Site& site) {
  return site.language.names ? site.language.names(site) : common_names(site);
}

}  // namespace dossier::languages
