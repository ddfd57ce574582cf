#include <algorithm>

#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/swift/obstacles.h"

extern "C" const TSLanguage* tree_sitter_swift();

namespace dossier::languages {
namespace {

using proto::Around;
using proto::Case;
using proto::Definition;

/// Swift writes a class's base first, an enum's raw type too, and protocols behind; a struct or an
/// extension has protocols only, and those of a protocol are its bases.
bool is_interface(const Module& module, const Type& type, const Reference& base, bool is_part) {
  if (is_part) return true;
  if (type.kind == "protocol") return false;
  if (type.kind == "struct" || !type.base_type.empty()) return true;
  return std::any_of(module.types.begin(), module.types.end(), [&](const Type& other) {
    return other.kind == "protocol" && other.full_name == base.target_key;
  });
}

/// `var name: String { get }`: a protocol's requirements are no functions of their own.
bool lacks_body(const Site& site) { return site.definition.kind != "function"; }

constexpr proto::Spelling kSpellings[] = {
    {Definition::message, Case::own, "^*", Around::package},
    {Definition::enumeration, Case::own, "^*", Around::package},
    {Definition::enum_value, Case::lower_camel, "*"},
    {Definition::enum_value, Case::lower_camel, "*", Around::prefix},
    {Definition::field, Case::swift, "*"},
    {Definition::field, Case::swift_pascal, "has* clear*"},
    {Definition::oneof, Case::camel, "*"},
    {Definition::oneof, Case::pascal, "OneOf_*"},
    {Definition::service, Case::own, "*AsyncClient"},
    {Definition::service, Case::own,
     "^* ^*Client ^*AsyncClient ^*NIOClient ^*Provider ^*AsyncProvider ^*ClientProtocol "
     "^*AsyncClientProtocol",
     Around::package},
    {Definition::rpc, Case::camel, "*"},
};

constexpr Language kSwift[] = {{
    .name = "Swift",
    .extensions = ".swift",
    .generated = ".pb.swift .grpc.swift",
    .grammar = tree_sitter_swift,
    .queries = "swift.scm",
    .needs_newline = true,
    .conditionals = true,
    .obstacles = obstacles_of_swift,
    .parameters = {.types = name_first, .labels = true},
    .visibility = {.types = Visibility::package, .members = Visibility::package},
    .lacks_body = lacks_body,
    .addresses = "&",
    .implicit_receiver = true,
    .own_type = {.words = "Self"},
    .infers_variables = true,
    .implicit_variables = "$0 $1 \\",  // the last of `map(\.name)`
    .called_property = CalledProperty::value,
    .is_interface = is_interface,
    .generated_code = {.names = kSpellings, .nested_by_outer = true},
}};

}  // namespace

std::span<const Language> rows_of_swift() { return kSwift; }

}  // namespace dossier::languages
