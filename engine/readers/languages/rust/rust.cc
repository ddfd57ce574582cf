#include <algorithm>

#include "engine/ascii.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/rust/macros.h"
#include "engine/readers/languages/source_text.h"

extern "C" const TSLanguage* tree_sitter_rust();

namespace dossier::languages {
namespace {

using proto::Around;
using proto::Case;
using proto::Definition;

/// What Cargo.toml calls the library of its package: by [lib], else as the package.
std::string named_by(std::string_view manifest) {
  std::string_view section;
  std::string package, library;
  while (!manifest.empty()) {
    auto line = manifest.substr(0, manifest.find('\n'));
    manifest.remove_prefix(std::min(manifest.size(), line.size() + 1));
    line = trimmed(line);
    if (line.starts_with('[')) section = line.substr(0, line.find(']') + 1);
    if (!line.starts_with("name")) continue;
    const auto value = trimmed(line.substr(4));
    if (!value.starts_with('=')) continue;
    const auto open = value.find_first_of("\"'");
    if (open == value.npos) continue;
    const auto close = value.find(value[open], open + 1);
    if (close == value.npos) continue;
    const auto name = value.substr(open + 1, close - open - 1);
    if (section == "[package]" && package.empty()) package = name;
    if (section == "[lib]" && library.empty()) library = name;
  }
  std::string name = library.empty() ? package : library;
  std::replace(name.begin(), name.end(), '-', '_');
  return std::all_of(name.begin(), name.end(), is_part_of_name) ? name : std::string();
}

/// The crate and the module below src: crates/price/src/parse/mod.rs is price.parse, unless the
/// package has another name than its folder.
std::string module_path_of(std::string_view path, const Package& package) {
  auto stem = stem_of(path);
  std::string named;
  if (!package.name.empty() && stem.substr(package.root).starts_with("src/")) {
    named = std::string(package.name) + "/" + std::string(stem.substr(package.root));
    stem = named;
  }
  const auto src = stem.starts_with("src/") ? 0
                   : named.empty()          ? stem.rfind("/src/") + 1
                                            : package.name.size() + 1;
  const bool in_crate = stem.starts_with("src/") || src > 0;
  auto inner = in_crate ? stem.substr(src + 4) : stem;
  auto crate = in_crate && src > 0 ? stem.substr(0, src - 1) : std::string_view("crate");
  crate.remove_prefix(crate.rfind('/') + 1);
  std::string result(crate);
  std::replace(result.begin(), result.end(), '-', '_');
  for (const std::string_view root : {"lib", "main", "mod"}) {
    if (inner == root) inner = {};
    if (inner.ends_with(root) && inner.size() > root.size() &&
        inner[inner.size() - root.size() - 1] == '/') {
      inner.remove_suffix(root.size() + 1);
    }
  }
  if (!inner.empty()) result.append("/").append(inner);
  std::replace(result.begin(), result.end(), '/', '.');
  return result;
}

/// crate, self and super at the front of a path as what they stand for in the module `base`.
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

std::string imported(const ImportSite& site) {
  if (!site.declared_in.empty())
    return std::string(site.declared_in).append(".").append(dotted(site.written));
  return module_of_crate(dotted(site.written), site.around);
}

/// Whose member `<Money as Display>::fmt` is: the type's; where that is a letter, which is a
/// parameter, the trait's.
std::string_view cast_type(std::string_view receiver) {
  if (!receiver.starts_with('<') || !receiver.ends_with('>')) return {};
  const auto inner = receiver.substr(1, receiver.size() - 2);
  constexpr std::string_view kAs = " as ";
  const auto as = inner.find(kAs);
  const bool is_parameter = as == 1;
  const auto named = is_parameter ? inner.substr(as + kAs.size()) : inner.substr(0, as);
  const auto type = named.substr(0, named.find('<'));
  const auto is_of_path = [](char c) { return c == ':' || is_part_of_name(c); };
  return std::all_of(type.begin(), type.end(), is_of_path) ? type : std::string_view();
}

std::string qualified(const Qualifier& qualifier) {
  const auto cast = cast_type(qualifier.receiver);
  const std::string path = dotted(cast.empty() ? qualifier.receiver : cast);
  const auto first = std::string_view(path).substr(0, path.find('.'));
  if (first == "crate" || first == "super" || (first == "self" && qualifier.separator == ':'))
    return module_of_crate(path, qualifier.module);
  const bool is_own = !qualifier.own_type.empty() && !qualifier.is_called && first == "Self";
  if (is_own) return std::string(qualifier.own_type).append(path, first.size());
  return cast.empty() ? std::string() : path;
}

/// What stands in `impl Trait for Type` is seen like the trait, an enum's fields like the enum.
bool is_open(const Type& around, const Member* member, const Site& site) {
  if (member && around.kind == "enum" && member->member_type == "Field") return true;
  if (!site.holder || site.holder->kind != "partial") return false;
  const auto head =
      site.text.substr(site.holder->node.begin, site.holder->name.begin - site.holder->node.begin);
  return head.find(" for ") != head.npos;
}

/// Whether the function has a receiver: `self`, `&self`, `&'a mut self`, `self: Box<Self>`.
bool takes_self(std::string_view signature) {
  for (auto at = signature.find('('); at != signature.npos; at = signature.find('(', at + 1)) {
    auto first = signature.substr(at + 1, signature.find_first_of(",:)", at) - at - 1);
    if (first == "self" || (first.ends_with(" self") && first.find('(') == first.npos)) return true;
    if (first == "&self") return true;
  }
  return false;
}

void refine(Member& member, Type&, const Site&) {
  if (member.member_type == "Method" && !takes_self(member.signature)) member.flags |= kStatic;
}

constexpr proto::Spelling kSpellings[] = {
    {Definition::message, Case::snake_pascal, "*"},
    {Definition::message, Case::snake, "*", Around::scope},
    {Definition::enum_value, Case::lower_pascal, "*"},
    {Definition::enum_value, Case::lower_pascal, "*", Around::prefix},
    {Definition::field, Case::own, "set_* has_* clear_* *_mut"},
    {Definition::field, Case::pascal, "*"},
    {Definition::oneof, Case::pascal, "*"},
    {Definition::service, Case::own, "*Client *Server"},
    {Definition::service, Case::snake, "*_client *_server", Around::scope},
    {Definition::rpc, Case::snake, "*"},
};

constexpr Language kRust[] = {{
    .name = "Rust",
    .extensions = ".rs",
    .grammar = tree_sitter_rust,
    .queries = "rust.scm",
    .macros = macros_of_rust,
    .naming = Naming::crate,
    .module_path = module_path_of,
    .manifest = "Cargo.toml",
    .named_by = named_by,
    .name_escape = "r#",
    .parameters = {.types = name_first, .pattern_word = "mut"},
    .visibility = {.types = Visibility::type, .members = Visibility::type},
    .is_open = is_open,
    .refine = refine,
    .own_types = "None",
    .addresses = "&mut",
    .shared_values = SharedValues::imported,
    .bases = "",
    .own_type = {.words = "Self"},
    .wrappers = "Option Result Box Rc Arc",
    .qualified = qualified,
    .passing = "clone unwrap expect as_ref as_mut borrow borrow_mut lock read write iter",
    .collections = "Vec VecDeque HashSet BTreeSet",
    .imported = imported,
    .binds = Binds::last,
    .passes_full_names = true,
    .generated_code = {.names = kSpellings, .opener = proto::Opener::colons},
}};

}  // namespace

std::span<const Language> rows_of_rust() { return kRust; }

}  // namespace dossier::languages
