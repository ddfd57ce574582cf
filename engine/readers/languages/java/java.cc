#include "engine/readers/languages/rules.h"

extern "C" const TSLanguage* tree_sitter_java();

namespace dossier::languages {
namespace {

using proto::Around;
using proto::Case;
using proto::Definition;

/// Nobody else makes values of an enum.
void refine(Member& member, Type& type, const Site& site) {
  if (type.kind == "enum" && site.definition.kind.ends_with("constructor"))
    member.flags = (member.flags & ~uint32_t{kInternal}) | kPrivate;
}

constexpr proto::Spelling kSpellings[] = {
    {Definition::message, Case::own, "*OrBuilder"},
    {Definition::enum_value, Case::own, "*_VALUE"},
    {Definition::field, Case::camel, "*"},
    {Definition::field, Case::pascal,
     "get* set* has* clear* add* remove* addAll* put* putAll* contains* get*List set*List "
     "clear*List get*Map get*Count get*Bytes set*Bytes get*Value get*Builder add*Builder "
     "get*OrBuilder get*OrDefault get*OrThrow"},
    {Definition::field, Case::shouted, "*_FIELD_NUMBER"},
    {Definition::field, Case::shouted, "*", Around::choice},
    {Definition::oneof, Case::camel, "*"},
    {Definition::oneof, Case::pascal, "*Case get* get*Case clear* has*"},
    {Definition::oneof, Case::shouted, "*_NOT_SET"},
    {Definition::service, Case::own, "*Grpc *ImplBase *Stub *BlockingStub *FutureStub"},
    {Definition::rpc, Case::camel, "*"},
    {Definition::rpc, Case::own, "get*Method"},
};

constexpr Language kJava[] = {{
    .name = "Java",
    .extensions = ".java",
    .family = "Java",
    .grammar = tree_sitter_java,
    .queries = "java.scm",
    .naming = Naming::package,
    .parameters = {.types = type_first},
    .visibility = {.types = Visibility::package, .members = Visibility::package},
    .refine = refine,
    .implicit_receiver = true,
    .inherits_fields = true,
    .infers_variables = true,
    .collections = "List Set Collection Iterable ArrayList LinkedList Deque Queue",
    .own_members =
        "add addAll clear contains containsKey entrySet equals forEach format "
        "get getOrDefault hashCode hasNext isEmpty iterator keySet length map next put putAll "
        "remove set size stream toString values",
    .binds = Binds::last,
    .generated_code = {.names = kSpellings, .options = "java_package java_outer_classname"},
}};

}  // namespace

std::span<const Language> rows_of_java() { return kJava; }

}  // namespace dossier::languages
