#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"
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

/// What the grammar does not understand: a declaration that ends in front of a closing brace of its
/// line, where it wants a semicolon, and annotations with arguments before a declaration, which it
/// takes for expressions.
Blanks obstacles(std::string_view text, const std::vector<PlainToken>& tokens) {
  Blanks found;
  for (size_t i = 1; i < tokens.size(); ++i) {
    const PlainToken& token = tokens[i];
    const std::string_view before = tokens[i - 1].of(text);
    if (token.of(text) == "}" && !token.begins_line && tokens[i - 1].end < token.begin &&
        before != "{" && before != ";" && before != "," &&
        !text.substr(0, token.begin - 1).ends_with("->")) {
      found.push_back({token.begin - 1, token.begin, false, ';'});
    } else if (tokens[i - 1].of(text) == "@" && token.kind == PlainToken::Kind::word) {
      size_t last = i;  // @field:Json, @kotlin.jvm.Synchronized
      while (last + 2 < tokens.size() && tokens[last + 2].kind == PlainToken::Kind::word &&
             (tokens[last + 1].of(text) == "." || tokens[last + 1].of(text) == ":"))
        last += 2;
      const size_t open = last + 1;
      if (open >= tokens.size() || tokens[open].of(text) != "(" ||
          tokens[open].begin != tokens[last].end)
        continue;
      const size_t close = closing_token(text, tokens, open);
      if (close == tokens.size()) continue;
      found.push_back({tokens[i - 1].begin, tokens[close].end});
      i = close;
    }
  }
  return found;
}

constexpr Language kKotlin[] = {{
    .name = "Kotlin",
    .extensions = ".kt .kts",
    .family = "Java",
    .grammar = tree_sitter_kotlin,
    .queries = "kotlin.scm",
    .strings = {.raw_triple = true},
    .obstacles = obstacles,
    .naming = Naming::package,
    .nameless = {"object", "Companion"},
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
