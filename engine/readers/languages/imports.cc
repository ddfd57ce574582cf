#include "engine/readers/languages/imports.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/text.h"

namespace dossier::languages {
namespace {

/// "./y" as seen from src/store/x.ts is "src/store/y"; a package's name stays as it is.
std::string module_of_path(std::string_view scope, std::string_view path) {
  if (!scope.starts_with('.')) return std::string(scope);
  std::vector<std::string_view> parts;
  const auto add = [&](std::string_view text) {
    while (!text.empty()) {
      const auto part = text.substr(0, text.find('/'));
      text.remove_prefix(std::min(text.size(), part.size() + 1));
      if (part == ".." && !parts.empty() && parts.back() != "..") {
        parts.pop_back();
      } else if (part != "." && !part.empty()) {
        parts.push_back(part);
      }
    }
  };
  const auto slash = path.rfind('/');
  if (slash != path.npos) add(path.substr(0, slash));
  add(scope);
  std::string result;
  for (const auto part : parts) result.append(result.empty() ? "" : "/").append(part);
  for (const std::string_view extension : {".js", ".ts", ".jsx", ".tsx", ".mjs"}) {
    if (result.ends_with(extension)) result.resize(result.size() - extension.size());
  }
  return result;
}

/// "..b" inside the module a.b.c of the package a.b is "a.b" (PEP 328).
std::string module_of_dots(std::string_view scope, std::string_view base, std::string_view path) {
  if (!scope.starts_with('.')) return std::string(scope);
  std::string package(base);
  size_t dots = std::min(scope.find_first_not_of('.'), scope.size());
  const bool is_package = path.ends_with("/__init__.py") || path.ends_with("/__init__.pyi");
  for (size_t up = is_package ? 1 : 0; up < dots; ++up) {
    const auto cut = package.rfind('.');
    package.resize(cut == package.npos ? 0 : cut);
  }
  const auto rest = scope.substr(dots);
  if (package.empty()) return std::string(rest);
  return rest.empty() ? package : package + "." + std::string(rest);
}

std::string_view last_of(std::string_view path) {
  const auto cut = path.find_last_of("./:\\");
  return path.substr(cut == path.npos ? 0 : cut + 1);
}

/// The name by which Go code calls a package: the path's last part, a version behind it skipped.
std::string_view go_package(std::string_view path) {
  auto last = last_of(path.substr(0, path.find_last_not_of('/') + 1));
  const auto slash = path.rfind('/');
  last = slash == path.npos ? path : path.substr(slash + 1);
  const bool version =
      last.size() > 1 && last[0] == 'v' && last.find_first_not_of("0123456789", 1) == last.npos;
  if (version && slash != path.npos) last = last_of(path.substr(0, slash));
  if (const auto dot = last.find(".v"); dot != last.npos) last = last.substr(0, dot);
  return last;
}

}  // namespace

std::string module_of_crate(std::string module, std::string_view base) {
  std::string around(base);
  const auto head = [&] { return module.substr(0, module.find('.')); };
  const auto drop = [&] { module.erase(0, head().size() + 1); };
  const auto prepend = [&](const std::string& path) {
    module = module.empty() ? path : path.empty() ? module : path + "." + module;
  };
  if (head() == "crate") {
    drop();
    prepend(around.substr(0, around.find('.')));
  } else if (head() == "self") {
    drop();
    prepend(around);
  } else if (head() == "super") {
    while (head() == "super") {
      drop();
      const auto cut = around.rfind('.');
      around.resize(cut == std::string::npos ? 0 : cut);
    }
    prepend(around);
  }
  return module;
}

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
    one.at = import.name.empty() ? import.path : import.name;
    one.scope = collapse(unquoted(text_of(import.path)));
    const auto name = unquoted(text_of(import.name));
    std::string local(text_of(import.alias));
    std::string module = one.scope;
    if (language.naming == Naming::path) module = module_of_path(one.scope, path);
    if (language.naming == Naming::dotted) module = module_of_dots(one.scope, base, path);
    if (language.name == "Go") {
      module = go_package(one.scope);
      if (local.empty()) local = module;
    } else if (language.naming != Naming::path) {
      module = dotted(module);
      if (language.naming == Naming::crate)
        module = module_of_crate(std::move(module), around(import.node));
    }
    one.full = module;
    if (one.scope.starts_with('.')) one.scope = module;
    // What it brings into view, it does in every file of its project.
    if (language.name == "C#" && text_of(import.node).starts_with("global"))
      one.scope = kGlobalImport;
    if (!name.empty()) one.full.append(module.empty() ? "" : ".").append(name);
    if (local.empty() && !name.empty()) local = name;
    if (local.empty() && language.naming != Naming::path) {
      // `import a.b` binds a in Python, whose b is reached through it; C# namespaces bind nothing.
      if (language.name == "Java" || language.name == "Kotlin" || language.name == "PHP" ||
          language.naming == Naming::crate) {
        local = last_of(one.full);
      } else if (language.naming == Naming::dotted && text_of(import.node).starts_with("import")) {
        local = one.full.substr(0, one.full.find('.'));
        if (local != one.full) one.bound = local;
      }
    }
    const bool names_type = language.name == "Java" || language.name == "Kotlin" ||
                            language.name == "PHP" || language.naming == Naming::crate;
    if (names_type && name.empty()) {
      const auto cut = one.full.rfind('.');
      one.scope = cut == std::string::npos ? std::string() : one.full.substr(0, cut);
    }
    if (!local.empty()) imports.by_local.emplace(local, imports.list.size());
    imports.list.push_back(std::move(one));
  }
  return imports;
}

}  // namespace dossier::languages
