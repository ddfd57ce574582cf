#include "engine/readers/languages/imports.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

std::string_view last_of(std::string_view path) {
  const auto cut = path.find_last_of("./:\\");
  return path.substr(cut == path.npos ? 0 : cut + 1);
}

}  // namespace

const Imported* Imports::find(std::string_view local) const {
  const auto found = by_local.find(std::string(local));
  return found == by_local.end() ? nullptr : &list[found->second];
}

Imports read_imports(const Language& language, std::string_view text, std::string_view base,
                     const Captures& captures, const Outline& outline) {
  const std::string_view path = outline.module.path;
  Holders holders(captures);
  const auto text_of = [&](const Span& span) {
    return text.substr(span.begin, span.end - span.begin);
  };
  const auto around = [&](const Span& node) {
    const uint32_t holder = holders.of(node);
    return holder == kNone || outline.entries[holder].package.empty()
               ? base
               : outline.entries[holder].package;
  };
  Imports imports;
  for (const Import& import : captures.imports) {
    Imported one;
    one.node = import.node;
    one.at = !import.name.empty() ? import.name : import.is_default ? import.alias : import.path;
    one.scope = collapse(unquoted(text_of(import.path)));
    // A package's is named by the package alone.
    const bool is_default = import.is_default && one.scope.starts_with('.');
    const auto name = is_default ? kDefault : unquoted(text_of(import.name));
    std::string local(text_of(import.alias));
    const ImportSite site{one.scope, path, base, around(import.node)};
    const std::string module = language.imported ? language.imported(site) : dotted(one.scope);
    one.full = module;
    one.is_default = is_default;
    one.is_near_name = !name.empty() && one.scope.starts_with('.');
    if (one.scope.starts_with('.')) one.scope = module;
    // What it brings into view, it does in every file of its project.
    const auto global = language.global_import;
    if (!global.empty() && text_of(import.node).starts_with(global)) one.scope = kGlobalImport;
    if (!name.empty()) one.full.append(module.empty() ? "" : ".").append(name);
    if (local.empty() && !name.empty()) local = name;
    if (import.is_passed) one.passed = local;
    if (local.empty()) {
      switch (language.binds) {
        case Binds::nothing:
          break;
        case Binds::whole:
          local = one.full;
          break;
        case Binds::last:
          local = last_of(one.full);
          break;
        case Binds::first:  // `import a.b` binds a, whose b is reached through it
          if (!text_of(import.node).starts_with("import")) break;
          local = one.full.substr(0, one.full.find('.'));
          if (local != one.full) one.bound = local;
          break;
      }
    }
    if (language.binds == Binds::last && name.empty()) {
      const auto cut = one.full.rfind('.');
      one.scope = cut == std::string::npos ? std::string() : one.full.substr(0, cut);
    }
    if (!local.empty()) imports.by_local.emplace(local, imports.list.size());
    imports.list.push_back(std::move(one));
  }
  return imports;
}

}  // namespace dossier::languages
