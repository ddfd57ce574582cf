#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/kotlin/obstacles.h"
#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

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

/// Of a constructor on a line of its own, where the grammar takes an annotation and a modifier
/// behind it for the end of the class.
void blank_annotations_before(size_t constructor, std::string_view text,
                              const std::vector<PlainToken>& tokens, Blanks& found) {
  for (size_t i = constructor; i >= 2;) {
    if (is_among("internal private protected public", tokens[i - 1].of(text))) {
      --i;
    } else if (tokens[i - 2].of(text) == "@" && tokens[i - 1].kind == PlainToken::Kind::word) {
      found.push_back({tokens[i - 2].begin, tokens[i - 1].end});
      i -= 2;
    } else {
      return;
    }
  }
}

/// Writes `}}}` as `};};}`, with another semicolon before it if `is_behind` a declaration. It then
/// begins earlier, so there have to be blanks before it; false if they do not suffice.
bool part_braces(size_t first, bool is_behind, std::string_view text,
                 const std::vector<PlainToken>& tokens, Blanks& found) {
  size_t behind = first + 1;
  while (behind < tokens.size() && tokens[behind].of(text) == "}" &&
         tokens[behind].begin == tokens[behind - 1].end)
    ++behind;
  const uint32_t end = tokens[behind - 1].end;
  const size_t wanted = 2 * (behind - first) - (is_behind ? 0 : 1);
  if (end < wanted) return false;
  const auto begin = static_cast<uint32_t>(end - wanted);
  const auto blanks = text.substr(begin, tokens[first].begin - begin);
  if (blanks.find_first_not_of(" \t") != blanks.npos) return false;
  for (uint32_t at = begin; at + 1 < end; ++at)
    found.push_back({at, at + 1, false, (end - at) % 2 == 1 ? '}' : ';'});
  return true;
}

/// At the first of the closing braces that stand together.
void part_declarations(size_t brace, std::string_view text, const std::vector<PlainToken>& tokens,
                       Blanks& found) {
  const PlainToken& token = tokens[brace];
  const PlainToken& last = tokens[brace - 1];
  const bool is_apart = last.end < token.begin;
  if (last.of(text) == "}" && !is_apart) return;
  const bool is_behind = !token.begins_line && is_apart && !is_among("{ ; ,", last.of(text)) &&
                         !text.substr(0, token.begin - 1).ends_with("->");
  if (part_braces(brace, is_behind, text, tokens, found)) return;
  if (is_behind) found.push_back({token.begin - 1, token.begin, false, ';'});
}

/// What the grammar does not understand: a declaration that ends in front of a closing brace of its
/// line, where it wants a semicolon (protoc's `}}`), and annotations with arguments before a
/// declaration, which it takes for expressions.
Blanks obstacles(std::string_view text, const std::vector<PlainToken>& tokens) {
  Blanks found = obstacles_of_kotlin(text, tokens);
  for (size_t i = 1; i < tokens.size(); ++i) {
    const PlainToken& token = tokens[i];
    if (token.of(text) == "}") {
      part_declarations(i, text, tokens, found);
    } else if (token.of(text) == "constructor") {
      blank_annotations_before(i, text, tokens, found);
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

/// In the head of a class, behind its name: what its interfaces are delegated to, up to the body.
void blank_delegate(size_t at, std::string_view text, const std::vector<PlainToken>& tokens,
                    Blanks& found) {
  const auto is = [&](std::string_view wanted) {
    return at < tokens.size() && tokens[at].of(text) == wanted;
  };
  bool has_bases = false;
  while (at < tokens.size()) {
    if (is("(")) {
      at = closing_token(text, tokens, at) + 1;
    } else if (is_among("{ } ) ; = class object interface val var fun", tokens[at].of(text))) {
      return;
    } else if (!has_bases || !is("by")) {
      has_bases = has_bases || is(":");
      ++at;
    } else {
      const size_t by = at++;
      ++at;  // a name
      while (is(".") || is("(")) at = is(".") ? at + 2 : closing_token(text, tokens, at) + 1;
      if (!is("{")) continue;
      found.push_back({tokens[by].begin, tokens[at - 1].end});
      return;
    }
  }
}

/// `class Shop(stock: Stock) : Stock by stock { … }`, where it takes the body for a lambda that
/// `stock` is called with.
Blanks misread(std::string_view text) {
  Blanks found;
  if (text.find(" by ") == text.npos) return found;
  const auto tokens = plain_tokens(text);
  for (size_t i = 0; i < tokens.size(); ++i)
    if (is_among("class object", tokens[i].of(text))) blank_delegate(i + 1, text, tokens, found);
  return found;
}

/// Members of a companion without a name are the class's: a.Money.Companion.parse is a.Money.parse.
std::string imported(const ImportSite& site) {
  std::string full = dotted(site.written);
  constexpr std::string_view kCompanion = ".Companion.";
  const auto at = full.find(kCompanion);
  if (at != full.npos) full.erase(at, kCompanion.size() - 1);
  return full;
}

/// A companion is marked, so that what is called on its class may be its own.
constexpr Modifier kModifiers[] = {
    {"public", kPublic},     {"private", kPrivate},   {"protected", kProtected},
    {"internal", kInternal}, {"abstract", kAbstract}, {"open", kPublic | kVirtual},
    {"sealed", kSealed},     {"final", kSealed},      {"override", kOverride},
    {"const", kConstant},    {"val", kReadOnly},      {"companion", kStatic},
};

constexpr Language kKotlin[] = {{
    .name = "Kotlin",
    .extensions = ".kt .kts",
    .family = "Java",
    .grammar = tree_sitter_kotlin,
    .queries = "kotlin.scm",
    .needs_newline = true,
    .strings = {.raw_triple = true},
    .obstacles = obstacles,
    .misread = misread,
    .no_declaration = "annotated_expression",
    .naming = Naming::package,
    .nameless = {"object", "Companion"},
    .parameters = {.types = name_first, .rest_word = "vararg"},
    .modifiers = kModifiers,
    .implicit_receiver = true,
    .inherits_fields = true,
    .shared_values = SharedValues::package,
    .infers_variables = true,
    .implicit_variables = "it",
    .called_property = CalledProperty::value,
    .passing = "apply also",
    .collections = "Array List MutableList Set MutableSet Collection MutableCollection Iterable "
                   "Sequence ArrayList ArrayDeque",
    .own_members =
        "add addAll also clear contains containsKey entrySet equals filter "
        "forEach format get getOrDefault hashCode hasNext isEmpty iterator keySet length let map "
        "next put putAll remove set size stream toString use values",
    .imported = imported,
    .binds = Binds::last,
    .generated_code = {.names = kSpellings,
                       .options = "java_package java_outer_classname",
                       .assigns_in_blocks = true,
                       .opener = proto::Opener::brace},
}};

}  // namespace

std::span<const Language> rows_of_kotlin() { return kKotlin; }

}  // namespace dossier::languages
