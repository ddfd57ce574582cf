#include <algorithm>

#include "engine/ascii.h"
#include "engine/parameter_text.h"
#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

extern "C" const TSLanguage* tree_sitter_go();

namespace dossier::languages {
namespace {

using namespace parameters;
using proto::Around;
using proto::Case;
using proto::Definition;

/// The word that names a Go parameter before its type; empty where there is none.
std::string_view go_name(std::string_view parameter) {
  const auto space = parameter.find(' ');
  const auto word = parameter.substr(0, space);
  const bool is_name =
      space != std::string_view::npos && std::all_of(word.begin(), word.end(), in_name);
  return is_name && !is_word(word, {"chan", "func", "struct", "interface", "map"})
             ? word
             : std::string_view();
}

/// Either all parameters have names, or none.
std::vector<std::string> go_types(const Parameters& parameters, const ParameterRules&) {
  const bool named = std::any_of(parameters.begin(), parameters.end(),
                                 [](std::string_view one) { return !go_name(one).empty(); });
  std::vector<std::string> types;
  std::string_view last;  // `a, b int`: a has the type behind b
  for (auto one = parameters.rbegin(); one != parameters.rend(); ++one) {
    const auto name = named ? go_name(*one) : std::string_view();
    if (!named || !name.empty()) last = trimmed(one->substr(name.size()));
    types.emplace_back(last);
  }
  std::reverse(types.begin(), types.end());
  return types;
}

std::string_view last_of(std::string_view path) {
  const auto cut = path.find_last_of("./:\\");
  return path.substr(cut == path.npos ? 0 : cut + 1);
}

/// The name by which code calls a package: the path's last part, a version behind it skipped.
std::string package_of(const ImportSite& site) {
  const auto path = site.written;
  const auto slash = path.rfind('/');
  auto last = slash == path.npos ? path : path.substr(slash + 1);
  const bool version =
      last.size() > 1 && last[0] == 'v' && last.find_first_not_of("0123456789", 1) == last.npos;
  if (version && slash != path.npos) last = last_of(path.substr(0, slash));
  if (const auto dot = last.find(".v"); dot != last.npos) last = last.substr(0, dot);
  return std::string(last);
}

/// The path by which others import what go.mod's folder holds.
std::string named_by(std::string_view manifest) {
  constexpr std::string_view kWord = "module";
  while (!manifest.empty()) {
    auto line = manifest.substr(0, manifest.find('\n'));
    manifest.remove_prefix(std::min(manifest.size(), line.size() + 1));
    line = trimmed(line.substr(0, line.find("//")));
    if (!line.starts_with(kWord)) continue;
    auto path = line.substr(kWord.size());
    if (path.empty() || is_part_of_name(path.front())) continue;
    path = trimmed(path);
    const bool is_quoted = path.size() > 1 && (path.front() == '"' || path.front() == '`') &&
                           path.back() == path.front();
    return std::string(is_quoted ? path.substr(1, path.size() - 2) : path);
  }
  return {};
}

constexpr proto::Spelling kSpellings[] = {
    {Definition::message, Case::own, "*_builder"},
    {Definition::message, Case::own, "^_*", Around::outer},
    {Definition::enumeration, Case::own, "*_name *_value"},
    {Definition::enumeration, Case::own, "^_*", Around::outer},
    {Definition::enum_value, Case::own, "^_*", Around::outer},
    {Definition::enum_value, Case::own, "^_*", Around::beyond},
    {Definition::field, Case::go, "*"},
    {Definition::field, Case::pascal, "Get* Set* Has* Clear* Add*"},
    {Definition::field, Case::go, "^_*", Around::outer},
    {Definition::oneof, Case::go, "*"},
    {Definition::oneof, Case::pascal, "Get* Has* Clear* Which*"},
    {Definition::oneof, Case::go, "is^_* ^_*_not_set_case", Around::outer},
    {Definition::service, Case::own,
     "*Client *Server *Handler *_ServiceDesc New*Client New*Handler Register*Server "
     "Unimplemented*Server Unsafe*Server"},
    {Definition::rpc, Case::own, "^_*_FullMethodName _^_*_Handler ^_*Client ^_*Server",
     Around::outer},
};

/// `new(f(3))`: to the grammar what is made anew is a type. Without the word it is a value in
/// brackets.
Blanks obstacles_of_go(std::string_view text, const std::vector<PlainToken>& tokens) {
  const auto at = [&](size_t i) {
    return i < tokens.size() ? tokens[i].of(text) : std::string_view();
  };
  Blanks found;
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (at(i) != "new" || at(i + 1) != "(" || (i > 0 && is_among(". func", at(i - 1)))) continue;
    if (at(i + 2) == "*" || is_among("func struct chan interface", at(i + 2))) continue;
    const size_t close = closing_token(text, tokens, i + 1);
    // A name, a name of a package, and a type that takes types are types.
    const bool holds = is_among("[ map", at(i + 2));
    bool is_value = !holds && tokens[i + 2].kind != PlainToken::Kind::word;
    const char first = at(i + 2).front();
    is_value = is_value || is_digit(first) || is_among("true false nil", at(i + 2));
    for (size_t k = i + 3; holds && k < close && !is_among("struct interface", at(k)); ++k)
      is_value = is_value || at(k) == "{";  // `[]int{1}`
    for (size_t k = i + 3; !holds && k < close; ++k) {
      if (at(k) == "[") k = closing_token(text, tokens, k) + 1;
      if (k >= close) break;
      is_value = is_value || !(at(k) == "." || tokens[k].kind == PlainToken::Kind::word);
    }
    if (is_value && close < tokens.size()) found.push_back({tokens[i].begin, tokens[i].end});
  }
  return found;
}

constexpr KnownMethod kMethodSets[] = {
    {"error", "Error", "()string"},
    {"fmt.Stringer", "String", "()string"},
    {"io.Reader", "Read", "([]byte)int,error"},
    {"io.Writer", "Write", "([]byte)int,error"},
    {"io.Closer", "Close", "()error"},
    {"io.ReadCloser", "Read", "([]byte)int,error"},
    {"io.ReadCloser", "Close", "()error"},
    {"io.WriteCloser", "Write", "([]byte)int,error"},
    {"io.WriteCloser", "Close", "()error"},
    {"io.ReadWriter", "Read", "([]byte)int,error"},
    {"io.ReadWriter", "Write", "([]byte)int,error"},
    {"sort.Interface", "Len", "()int"},
    {"sort.Interface", "Less", "(int,int)bool"},
    {"sort.Interface", "Swap", "(int,int)"},
    {"http.Handler", "ServeHTTP", "(ResponseWriter,*Request)"},
};

/// An interface that lists types, `~int | ~string`, is no other type's, whatever methods that has.
uint32_t type_flags(const Site& site) {
  if (site.definition.kind != "interface") return 0;
  const auto text = site.of(site.definition.node);
  size_t depth = 0;
  for (const PlainToken& token : plain_tokens(text)) {
    const auto word = token.of(text);
    depth += is_among("{ ( [", word);
    depth -= depth > 0 && is_among("} ) ]", word);
    if (depth == 1 && is_among("~ |", word)) return kSealed;
  }
  return 0;
}

constexpr Language kGo[] = {{
    .name = "Go",
    .also = "golang",
    .extensions = ".go",
    .generated = ".pb.go .pb.gw.go",
    .grammar = tree_sitter_go,
    .queries = "go.scm",
    .strings = {.raw_quotes = "`"},
    .obstacles = obstacles_of_go,
    .naming = Naming::package,
    .manifest = "go.mod",
    .named_by = named_by,
    .parameters = {.types = go_types},
    .visibility = {.types = Visibility::capitals, .members = Visibility::capitals},
    .modifiers = {},
    .type_flags = type_flags,
    .own_types =
        "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 "
        "int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr",
    .addresses = "&",
    .files_share_names = true,
    .method_sets = kMethodSets,
    .imported = package_of,
    .binds = Binds::whole,
    .packages_name_themselves = true,
    .generated_code = {.names = kSpellings,
                       .modules = ".pb",
                       .options = "go_package",
                       .capital_fields = true,
                       .bare_values = false},
}};

}  // namespace

std::span<const Language> rows_of_go() { return kGo; }

}  // namespace dossier::languages
