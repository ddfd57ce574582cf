#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"

extern "C" const TSLanguage* tree_sitter_c_sharp();

namespace dossier::languages {
namespace {

using proto::Around;
using proto::Case;
using proto::Definition;

std::string operator_name(std::string_view symbol, bool unary) {
  // ECMA-335 I.10.3.
  static constexpr std::pair<std::string_view, std::string_view> kBinary[] = {
      {"+", "Addition"},
      {"-", "Subtraction"},
      {"*", "Multiply"},
      {"/", "Division"},
      {"%", "Modulus"},
      {"^", "ExclusiveOr"},
      {"&", "BitwiseAnd"},
      {"|", "BitwiseOr"},
      {"<<", "LeftShift"},
      {">>", "RightShift"},
      {"==", "Equality"},
      {"!=", "Inequality"},
      {"<", "LessThan"},
      {">", "GreaterThan"},
      {"<=", "LessThanOrEqual"},
      {"++", "Increment"},
      {"--", "Decrement"},
      {">=", "GreaterThanOrEqual"},
      {"!", "LogicalNot"},
      {"true", "True"},
      {"~", "OnesComplement"},
      {"false", "False"},
      {">>>", "UnsignedRightShift"},
  };
  if (unary && symbol == "+") return "op_UnaryPlus";
  if (unary && symbol == "-") return "op_UnaryNegation";
  for (const auto& [text, name] : kBinary) {
    if (text == symbol) return "op_" + std::string(name);
  }
  return "op_" + std::string(symbol);
}

std::string metadata_name(const Site& site) {
  const auto& definition = site.definition;
  const auto before =
      site.text.substr(definition.node.begin, definition.name.begin - definition.node.begin);
  if (definition.kind == "constructor") {
    return modifiers_in(site.language.modifiers, before) & kStatic ? ".cctor" : ".ctor";
  }
  if (definition.kind == "primary_constructor") return ".ctor";
  if (definition.kind == "destructor") return "Finalize";
  if (definition.kind == "indexer") return "Item";
  if (definition.kind == "conversion") {
    return before.find("implicit") != before.npos ? "op_Implicit" : "op_Explicit";
  }
  if (definition.kind == "operator") {
    const auto head = site.of(definition.node);
    const auto parameters = head.substr(0, head.find(')'));
    return operator_name(site.of(definition.name), parameters.find(',') == parameters.npos);
  }
  return std::string(site.of(definition.name));
}

/// The names of metadata, so that a member has the same name in an assembly and in its source.
Names names_in_metadata(const Site& site) {
  const std::string name = metadata_name(site);
  return {std::string(meant_name(site.language, name)), {}};
}

/// A constant is the type's own.
void refine(Member& member, Type&, const Site&) {
  if (member.flags & kConstant) member.flags |= kStatic;
}

/// By the naming rules an interface is I and a capital; only the first of the list can be a base.
bool is_interface(const Module&, const Type& type, const Reference& base, bool) {
  const std::string_view name = take_apart(kCommonSeparators, base.target).name;
  const bool named = name.size() > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z';
  return (named && type.kind != "interface") || !type.base_type.empty();
}

constexpr proto::Spelling kSpellings[] = {
    {Definition::enum_value, Case::lower_pascal, "*"},
    {Definition::enum_value, Case::lower_pascal, "*", Around::prefix},
    {Definition::field, Case::pascal, "* Has* Clear* *FieldNumber"},
    {Definition::oneof, Case::pascal, "* *Case *OneofCase Clear*"},
    {Definition::service, Case::own, "*Client *Base *ClientBase"},
    {Definition::rpc, Case::own, "*Async"},
};

constexpr Language kCSharp[] = {{
    .name = "C#",
    .also = "csharp",
    .extensions = ".cs .csx",
    .generated = ".g.cs .g.i.cs .Designer.cs .designer.cs .generated.cs",
    .grammar = tree_sitter_c_sharp,
    .queries = "c_sharp.scm",
    .strings = {.raw_triple = true},
    .conditionals = true,
    .naming = Naming::package,
    .name_escape = "@",
    .nested_separator = '+',
    .arity_in_names = true,
    .names = names_in_metadata,
    .parameters = {.types = type_first, .attributes = "["},
    .visibility = {.types = Visibility::package,
                   .nested = Visibility::type,
                   .members = Visibility::type},
    .refine = refine,
    .own_types =
        "bool byte char decimal double dynamic float int long nint nuint object sbyte short "
        "string uint ulong ushort var void",
    .addresses = "ref out",
    .implicit_receiver = true,
    .inherits_fields = true,
    .bases = "base",
    .wrappers = "Task ValueTask Nullable",
    .infers_variables = true,
    .called_property = CalledProperty::value,
    .is_interface = is_interface,
    .collections = "List IList IEnumerable ICollection IReadOnlyList IReadOnlyCollection HashSet "
                   "Queue Stack",
    .static_import = " static",
    .global_import = "global",
    .generated_code = {.names = kSpellings,
                       .options = "csharp_namespace",
                       .pascal_packages = true,
                       .capital_fields = true},
}};

}  // namespace

std::span<const Language> rows_of_c_sharp() { return kCSharp; }

}  // namespace dossier::languages
