#include "engine/readers/languages/imports.h"

#include <algorithm>
#include <unordered_set>

#include "engine/ascii.h"
#include "engine/fact.h"
#include "engine/readers/languages/import_maps.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostStars = 8;  // imports of all members of a type

std::string_view last_of(std::string_view path) {
  const auto cut = path.find_last_of("./:\\");
  return path.substr(cut == path.npos ? 0 : cut + 1);
}

/// The word before the first dot of `storage.New(1).first`, if it has one.
std::string_view head_of(std::string_view written) {
  const auto end = std::find_if_not(written.begin(), written.end(), is_part_of_name);
  const auto head = written.substr(0, static_cast<size_t>(end - written.begin()));
  return written.substr(head.size(), 1) == "." ? head : std::string_view();
}

/// Whether the name is a part of the path's: isatty of "github.com/mattn/go-isatty".
bool is_within(std::string_view name, std::string_view path) {
  for (size_t at = path.find(name); at != path.npos; at = path.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !is_part_of_name(path[at - 1]);
    if (begins && (end == path.size() || !is_part_of_name(path[end]))) return true;
  }
  return false;
}

/// A package whose name is not the end of its path is called in the file by a name that nothing
/// else there explains. Since every import is used, one that is not used under its path's end goes
/// by such a name: by the only one, or the only one that is part of its path.
void name_packages(std::string_view text, const Captures& captures, Imports& imports) {
  std::unordered_set<std::string_view> heads;
  for (const Mention& mention : captures.mentions)
    if (const auto head = head_of(mention.node.of(text)); !head.empty()) heads.insert(head);
  std::vector<size_t> unused;
  for (size_t i = 0; i < imports.list.size(); ++i) {
    const Imported& one = imports.list[i];
    if (captures.imports[i].alias.empty() && !heads.contains(one.full)) unused.push_back(i);
  }
  if (unused.empty()) return;
  for (const Local& local : captures.locals) heads.erase(local.name.of(text));
  for (const Definition& one : captures.definitions) heads.erase(one.name.of(text));
  std::vector<std::string> unexplained;
  for (const std::string_view head : heads)
    if (!imports.find(head) && head.front() >= 'a' && head.front() <= 'z')
      unexplained.emplace_back(head);
  for (const size_t i : unused) {
    Imported& one = imports.list[i];
    const std::string* name = nullptr;
    size_t fitting = 0;
    for (const std::string& candidate : unexplained) {
      if (!is_within(candidate, one.scope)) continue;
      name = &candidate;
      ++fitting;
    }
    if (fitting == 0 && unused.size() == 1 && unexplained.size() == 1) {
      name = &unexplained.front();
      fitting = 1;
    }
    if (fitting != 1) continue;
    one.full = *name;
    imports.by_local.emplace(*name, i);
  }
}

bool begins_star(std::string_view text) {
  return text.starts_with(".*") || text.starts_with("::*");
}

/// Whether the import brings all that its path has into view: `a.Color.*`, `a::limits::*`, `using
/// static A.Limits`.
bool brings_all(const Language& language, std::string_view text, const Import& import) {
  const auto before =
      trimmed(text.substr(import.node.begin, import.path.begin - import.node.begin));
  if (!language.static_import.empty()) return before.ends_with(language.static_import);
  return language.binds == Binds::last && import.name.empty() &&
         begins_star(text.substr(import.path.end));
}

}  // namespace

const Imported* Imports::find(std::string_view local) const {
  const auto found = by_local.find(std::string(local));
  return found == by_local.end() ? nullptr : &list[found->second];
}

bool Imports::lead_to(std::string_view path) const {
  if (find(path)) return true;
  const bool is_plain = std::all_of(path.begin(), path.end(), [](char c) {
    return c == '.' || c == '_' || is_lower(c) || is_digit(c);
  });
  const auto* imported = is_plain ? find(path.substr(0, path.find('.'))) : nullptr;
  return imported != nullptr && imported->is_near_name;
}

Imports read_imports(const Language& language, std::string_view text, std::string_view base,
                     const ImportMaps* maps, const Captures& captures, const Outline& outline) {
  const std::string_view path = outline.module.path;
  Holders holders(captures);
  const auto around = [&](const Span& node) {
    const uint32_t holder = holders.of(node);
    return holder == kNone || outline.entries[holder].package.empty()
               ? base
               : outline.entries[holder].package;
  };
  std::unordered_map<std::string_view, std::string_view> modules;  // and where they are declared
  for (const Import& import : captures.imports)
    if (import.is_module) modules.emplace(import.path.of(text), around(import.node));
  const auto declared_in = [&](std::string_view written) {
    const auto found = modules.find(written.substr(0, written.find(':')));
    return found == modules.end() ? std::string_view() : found->second;
  };
  Imports imports;
  size_t types_seen = 0, modules_seen = 0;
  for (const Import& import : captures.imports) {
    Imported one;
    one.node = import.node;
    one.at = !import.name.empty() ? import.name : import.is_default ? import.alias : import.path;
    for (const Span& outer : import.outer) one.scope.append(outer.of(text)).append("::");
    one.scope = collapse(one.scope.append(unquoted(import.path.of(text))));
    if (maps)
      if (auto mapped = maps->relative(path, one.scope, language)) one.scope = std::move(*mapped);
    // A package's is named by the package alone.
    const bool is_default = import.is_default && one.scope.starts_with('.');
    const auto name = is_default ? kDefault : unquoted(import.name.of(text));
    std::string local(import.alias.of(text));
    const ImportSite site{one.scope, path, base, around(import.node),
                          modules.empty() ? std::string_view() : declared_in(one.scope)};
    const std::string module = language.imported ? language.imported(site) : dotted(one.scope);
    one.full = module;
    one.is_default = is_default;
    one.is_near_name = !name.empty() && one.scope.starts_with('.');
    if (one.scope.starts_with('.')) one.scope = module;
    // What it brings into view, it does in every file of its project.
    const auto global = language.global_import;
    if (!global.empty() && import.node.of(text).starts_with(global)) one.scope = kGlobalImport;
    if (!name.empty()) one.full.append(module.empty() ? "" : ".").append(name);
    if (local.empty() && !name.empty()) local = name;
    const bool is_all =
        import.is_passed && local.empty() && text.substr(import.path.end).starts_with("::*");
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
          if (!import.node.of(text).starts_with("import")) break;
          local = one.full.substr(0, one.full.find('.'));
          if (local != one.full) one.bound = local;
          break;
      }
    }
    if (import.is_passed) {
      one.passed = is_all ? std::string(kEverything) : local;
      if (language.passes_full_names)
        one.passed = std::string(site.around).append(site.around.empty() ? "" : ".") + one.passed;
    }
    if (brings_all(language, text, import)) {
      const bool is_type = !language.static_import.empty() ||
                           (is_capital(local) && begins_star(text.substr(import.path.end)));
      std::string& all = is_type ? imports.stars : imports.star_modules;
      const bool may_count = is_type || language.shared_values != SharedValues::none;
      if (may_count && (is_type ? types_seen : modules_seen)++ < kMostStars)
        all.append(all.empty() ? "" : "|").append(one.full);
    }
    if (language.binds == Binds::last && name.empty()) {
      const auto cut = one.full.rfind('.');
      one.scope = cut == std::string::npos ? std::string() : one.full.substr(0, cut);
    }
    if (!local.empty()) {
      const auto [known, is_new] = imports.by_local.emplace(local, imports.list.size());
      if (!is_new && imports.list[known->second].full != one.full)
        imports.list[known->second].has_namesake = true;
    }
    imports.list.push_back(std::move(one));
  }
  if (language.packages_name_themselves) name_packages(text, captures, imports);
  return imports;
}

void name_parts(const Imports& imports, Outline& outline) {
  Module& module = outline.module;
  std::unordered_map<std::string_view, std::string_view> meant;  // by the names that the parts have
  for (Type& type : module.types) {
    if (type.kind != "partial") continue;
    const Imported* imported = imports.find(type.name);
    // Modules of a file have imports of their own: of two it is not told which is meant.
    if (imported != nullptr && !imported->has_namesake && imported->full != type.full_name)
      meant.emplace(type.full_name, module.text.keep(imported->full));
  }
  if (meant.empty()) return;
  const auto name_anew = [&](std::string_view& full) {
    for (auto end = full.size(); end != full.npos && end > 0; end = full.rfind('.', end - 1)) {
      const auto found = meant.find(full.substr(0, end));
      if (found == meant.end()) continue;
      full = module.text.join({found->second, full.substr(end)});
      return;
    }
  };
  for (Type& type : module.types) {
    for (Member& member : type.members) name_anew(member.full_name);
    const bool is_part = meant.contains(type.full_name);
    name_anew(type.full_name);
    if (!is_part) continue;
    const auto dot = type.full_name.rfind('.');
    type.name = type.full_name.substr(dot == type.full_name.npos ? 0 : dot + 1);
    type.name_space = type.full_name.substr(0, dot == type.full_name.npos ? 0 : dot);
  }
  for (Entry& entry : outline.entries) name_anew(entry.path);
}

}  // namespace dossier::languages
