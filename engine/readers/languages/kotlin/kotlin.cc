#include "engine/readers/languages/rules.h"

extern "C" const TSLanguage* tree_sitter_kotlin();

namespace dossier::languages {
namespace {

using proto::Around;
using proto::Case;
using proto::Definition;

constexpr proto::Spelling kSpellings[] = {
    // beside those of Java
    {Definition::message, Case::own, "*Kt"},
    {Definition::message, Case::camel, "*", Around::scope},
    {Definition::field, Case::camel, "* *List *Map *Count *Bytes *Value *OrNull"},
    {Definition::oneof, Case::camel, "*Case"},
    {Definition::service, Case::own, "*GrpcKt *CoroutineStub *CoroutineImplBase"},
};

constexpr Language kKotlin[] = {{
    .name = "Kotlin",
    .extensions = ".kt .kts",
    .family = "Java",
    .grammar = tree_sitter_kotlin,
    .queries = "kotlin.scm",
    .strings = {.raw_triple = true},
    .naming = Naming::package,
    .parameters = {.types = name_first, .rest_word = "vararg"},
    .implicit_receiver = true,
    .called_property = CalledProperty::value,
    .passing = "apply also",
    .collections = "Array List MutableList Set MutableSet Collection MutableCollection Iterable "
                   "Sequence ArrayList ArrayDeque",
    .own_members =
        "add addAll also clear contains containsKey entrySet equals filter "
        "forEach format get getOrDefault hashCode hasNext isEmpty iterator keySet length let map "
        "next put putAll remove set size stream toString use values",
    .binds = Binds::last,
    .generated_code = {.names = kSpellings,
                       .options = "java_package java_outer_classname",
                       .assigns_in_blocks = true,
                       .opener = proto::Opener::brace},
}};

}  // namespace

std::span<const Language> rows_of_kotlin() { return kKotlin; }

}  // namespace dossier::languages
