#include <algorithm>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"

extern "C" const TSLanguage* tree_sitter_scala();

namespace dossier::languages {
namespace {

using proto::Case;

/// The constructors of a class are the list after its name, and `def this`.
Names names_of_constructors(const Site& site) {
  if (site.definition.kind == "constructor") return {"constructor", {}};
  return common_names(site);
}

/// `class Money private (cents: Long)`, `private[this] val rate`; what an object holds is the only
/// one.
void refine(Member& member, Type&, const Site& site) {
  if (site.holder && site.holder->kind == "object") member.flags |= kStatic;
  if (member.signature.find("private[this]") != std::string_view::npos)
    member.flags = (member.flags & ~uint32_t{kInternal}) | kPrivate;
  if (site.definition.kind == "component_property") member.flags |= kReadOnly;
  if (site.definition.kind != "primary_constructor" || !site.holder) return;
  const auto begin = site.holder->name.end;
  const auto between = site.text.substr(begin, site.definition.name.begin - begin);
  const uint32_t said = modifiers_in(site.language.modifiers, between);
  if (said != 0) member.flags = (member.flags & ~uint32_t{kPublic}) | said;
}

/// Of `import a.B, c._` what stands behind the last comma: the grammar has them as one path.
std::string imported(const ImportSite& site) {
  auto path = site.written.substr(site.written.rfind(',') + 1);  // npos + 1 is 0
  if (path.ends_with('.')) path.remove_suffix(1);
  return dotted(path);
}

/// The first of a list is the base unless it is a trait of this file; those behind `with` are
/// traits.
bool is_interface(const Module& module, const Type& type, const Reference& base, bool) {
  if (!type.base_type.empty()) return true;
  const bool is_trait = std::any_of(module.types.begin(), module.types.end(), [&](const Type& one) {
    return one.kind == "trait" && one.full_name == base.target_key;
  });
  return is_trait && type.kind != "trait";
}

/// What the grammar does not know: the second list of arguments of a base,
/// `extends Eq[A]()(ev) with Hash[A]`.
Blanks obstacles_of_scala(std::string_view text, const std::vector<PlainToken>& tokens) {
  const auto at = [&](size_t i) {
    return i < tokens.size() ? tokens[i].of(text) : std::string_view();
  };
  // Past the end where the bracket stays open: nothing is left out then.
  const auto behind = [&](size_t open) { return closing_token(text, tokens, open) + 1; };
  Blanks found;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (at(i) != "extends" && at(i) != "with") continue;
    size_t end = i + 1;
    while (end < tokens.size() && (tokens[end].kind == PlainToken::Kind::word || at(end) == "."))
      ++end;
    if (at(end) == "[") end = behind(end);
    if (at(end) != "(") continue;
    for (end = behind(end); at(end) == "(" && !tokens[end].begins_line;) {
      const size_t next = behind(end);
      if (next > tokens.size()) break;
      found.push_back({tokens[end].begin, tokens[next - 1].end});
      end = next;
    }
  }
  return found;
}

constexpr Modifier kModifiers[] = {
    {"private", kPrivate},     {"protected", kProtected}, {"private[", kInternal},
    {"protected[", kInternal}, {"abstract", kAbstract},   {"sealed", kSealed},
    {"final", kSealed},        {"override", kOverride},   {"open", kVirtual},
    {"val", kReadOnly},
};

constexpr proto::Spelling kSpellings[] = {
    // ScalaPB's and those of gRPC plugins, beside Java's
    {proto::Definition::field, Case::camel, "*"},
    {proto::Definition::field, Case::pascal, "with* clear* add* addAll* get*"},
    {proto::Definition::oneof, Case::camel, "*"},
    {proto::Definition::service, Case::own, "*Grpc *Stub *BlockingStub *Client *Handler *Fs2Grpc"},
    {proto::Definition::rpc, Case::camel, "*"},
};

constexpr Language kScala[] = {{
    .name = "Scala",
    .extensions = ".scala .sc .sbt",
    .interpreters = "scala",
    .family = "Java",
    .grammar = tree_sitter_scala,
    .queries = "scala.scm",
    .strings = {.raw_triple = true},
    .obstacles = obstacles_of_scala,
    .naming = Naming::package,
    .packages_nest = true,
    .companion = "object",
    .names = names_of_constructors,
    .parameters = {.types = name_first},
    .modifiers = kModifiers,
    .refine = refine,
    .own_types = "Any AnyRef AnyVal Boolean Byte Char Double Float Int Long Nothing Null Short "
                 "String Unit",
    .implicit_receiver = true,
    .shared_values = SharedValues::package,
    .bases = "super super[*",
    .called_property = CalledProperty::value,
    .is_interface = is_interface,
    .imported = imported,
    .binds = Binds::last,
    .full_names_anywhere = true,
    .generated_code = {.names = kSpellings, .options = "java_package java_outer_classname"},
}};

}  // namespace

std::span<const Language> rows_of_scala() { return kScala; }

}  // namespace dossier::languages
