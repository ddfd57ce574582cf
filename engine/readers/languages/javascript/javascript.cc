// JavaScript, TypeScript and TSX: one language with more or fewer types and tags.
#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/javascript/import_maps.h"
#include "engine/readers/languages/javascript/reserved_attributes.h"
#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

extern "C" {
const TSLanguage* tree_sitter_javascript();
const TSLanguage* tree_sitter_tsx();
const TSLanguage* tree_sitter_typescript();
}

namespace dossier::languages {
namespace {

using proto::Around;
using proto::Case;

std::string module_path_of(std::string_view path, const Package&) {
  auto stem = stem_of(path);
  if (stem.ends_with(".d")) stem.remove_suffix(2);
  return std::string(stem);
}

/// "./y" as seen from src/store/x.ts is "src/store/y"; a package's name stays as it is.
std::string imported(const ImportSite& site) {
  if (!site.written.starts_with('.')) return std::string(site.written);
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
  const auto slash = site.path.rfind('/');
  if (slash != site.path.npos) add(site.path.substr(0, slash));
  add(site.written);
  std::string result;
  for (const auto part : parts) result.append(result.empty() ? "" : "/").append(part);
  for (const std::string_view extension :
       {".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs", ".mts", ".cts"}) {
    if (result.ends_with(extension)) result.resize(result.size() - extension.size());
  }
  return result.empty() ? "index" : result;  // the root of the tree
}

/// index.ts stands for its folder; any file passes on what it has with `export * from`.
std::vector<std::string> passes_on(std::string_view path, bool is_whole) {
  const auto slash = path.rfind('/');
  const auto name = path.substr(slash == path.npos ? 0 : slash + 1);
  const std::string folder(path.substr(0, slash == path.npos ? 0 : slash));
  if (name.starts_with("index.")) return {folder, folder + (folder.empty() ? "index" : "/index")};
  if (is_whole) return {std::string(stem_of(path))};
  return {};
}

/// exports.run = …, Shape.prototype.area = …
Names names_of_assigned(const Site& site) {
  Names names = common_names(site);
  if (site.definition.assigned.empty()) return names;
  std::string owner =
      dotted(take_apart(kCommonSeparators, site.of(site.definition.assigned)).receiver);
  if (owner.ends_with(".prototype")) owner.resize(owner.size() - 10);
  const bool exported = owner == "exports" || owner == "module.exports" || owner == "module" ||
                        owner == "this" || owner == "window" || owner.find('(') != owner.npos;
  if (!exported) names.owner = owner;
  return names;
}

/// CommonJS: what is assigned to `exports.x` or `module.exports` can be seen by all.
void refine(Member& member, Type&, const Site& site) {
  if (site.definition.assigned.empty()) return;
  const auto assigned = site.of(site.definition.assigned);
  const bool exported = assigned.starts_with("exports.") || assigned == "module.exports" ||
                        assigned.starts_with("module.exports.");
  if (exported) member.flags = (member.flags & ~uint32_t{kPrivate}) | kPublic;
}

/// const binds once; let does not.
void refine_value(Member& member) {
  if (member.flags & kSealed) member.flags = (member.flags & ~uint32_t{kSealed}) | kReadOnly;
  if (member.member_type != "Variable") return;
  const bool fixed = member.flags & kConstant;
  member.flags = (member.flags & ~uint32_t{kConstant | kReadOnly}) | (fixed ? kReadOnly : 0u);
}

/// What the grammar does not understand: of an interface, a generic signature behind another
/// without a semicolon between them, which it takes for arguments of the type before, and a
/// property that is called like an operator (`in?: string`). One is put where a line of the
/// interface begins with such.
Blanks obstacles(std::string_view text, const std::vector<PlainToken>& tokens) {
  Blanks found;
  std::vector<bool> shapes;  // of the braces around: whether they hold signatures
  bool heads_shape = false;  // of what will open one
  const auto ends_signature = [&](size_t i) {
    const auto word = tokens[i].of(text);
    if (tokens[i].kind != PlainToken::Kind::mark) return !is_among("extends keyof typeof is", word);
    return is_among(") ] }", word) ||
           (word == ">" && !text.substr(0, tokens[i].end).ends_with("=>"));
  };
  const auto begins_signature = [&](size_t i) {
    const auto word = tokens[i].of(text);
    if (!is_among("in instanceof extends", word) || i + 1 == tokens.size()) return word == "<";
    return is_among("? :", tokens[i + 1].of(text));
  };
  for (size_t i = 0; i < tokens.size(); ++i) {
    const auto word = tokens[i].of(text);
    const bool is_named = i + 1 < tokens.size() && tokens[i + 1].kind == PlainToken::Kind::word;
    if (is_named && is_among("interface type", word)) {
      heads_shape = true;
    } else if (word == "{") {
      shapes.push_back(heads_shape || (!shapes.empty() && shapes.back()));
      heads_shape = false;
    } else if (word == "}" && !shapes.empty()) {
      shapes.pop_back();
    } else if (word == ";") {
      heads_shape = false;
    } else if (begins_signature(i) && tokens[i].begins_line && i > 0 && !shapes.empty() &&
               shapes.back() && ends_signature(i - 1)) {
      const auto is_blank = [&](uint32_t at) { return text[at] == ' ' || text[at] == '\t'; };
      const uint32_t before = tokens[i].begin - 1, behind = tokens[i - 1].end;
      if (is_blank(before))
        found.push_back({before, before + 1, false, ';'});
      else if (is_blank(behind))
        found.push_back({behind, behind + 1, false, ';'});
    }
  }
  return found;
}

constexpr proto::Spelling kSpellings[] = {
    {proto::Definition::message, Case::own, "I*"},
    {proto::Definition::field, Case::camel, "* *List *Map"},
    {proto::Definition::field, Case::pascal,
     "get* set* has* clear* add* get*List set*List get*Map"},
    {proto::Definition::field, Case::shouted, "*", Around::choice},
    {proto::Definition::oneof, Case::camel, "* *Case"},
    {proto::Definition::oneof, Case::pascal, "get*Case"},
    {proto::Definition::service, Case::own,
     "*Client *ServiceClient *PromiseClient *ClientImpl *ServiceName *Handlers *Definition "
     "I*Client "
     "I*Server add*Service"},
    {proto::Definition::rpc, Case::camel, "*"},
};

constexpr Language kJavaScript = {
    .name = "JavaScript",
    .extensions = ".js .jsx .mjs .cjs",
    .filenames = "Jakefile",
    .interpreters = "node",
    .generated = "_pb.js .min.js",
    .family = "JavaScript",
    .grammar = tree_sitter_javascript,
    .queries = "javascript.scm ecmascript.scm",
    .obstacles = javascript::reserved_attributes,
    .naming = Naming::path,
    .module_path = module_path_of,
    .names = names_of_assigned,
    .parameters = {.types = name_first},
    .visibility = {.types = Visibility::exported, .members = Visibility::everyone},
    .private_prefix = "#",
    .constructor = "constructor",
    .refine = refine,
    .refine_value = refine_value,
    .own_members =
        "add apply at bind call catch charAt charCodeAt clear concat delete endsWith entries every "
        "exec fill filter finally find findIndex flat flatMap forEach get has hasOwnProperty "
        "includes indexOf join keys lastIndexOf length map match next pop push reduce repeat "
        "replace reverse set shift size slice some sort splice split startsWith substring test "
        "then toFixed "
        "toString toLowerCase toUpperCase trim unshift valueOf values",
    .imported = imported,
    .import_map_files = "package.json tsconfig* jsconfig.json",
    .import_maps = javascript::import_maps,
    .imports_names = true,
    .passes_on = passes_on,
    .generated_code = {.names = kSpellings, .modules = "_pb _grpc_pb _pb_service _connect"},
};

constexpr Language type_script(std::string_view name, std::string_view extensions,
                               const TSLanguage* (*grammar)(), std::string_view queries) {
  Language row = kJavaScript;
  row.name = name;
  row.extensions = extensions;
  row.filenames = row.interpreters = {};
  row.generated = "_pb.d.ts";
  row.grammar = grammar;
  row.queries = queries;
  row.obstacles = obstacles;
  row.parameters.any = "any";
  row.collections = "Array ReadonlyArray Set ReadonlySet Iterable IterableIterator";
  row.wrappers = "Promise Partial Readonly Required NonNullable Awaited Pick Omit";
  return row;
}

constexpr Language kRows[] = {
    kJavaScript,
    type_script("TypeScript", ".ts .mts .cts", tree_sitter_typescript,
                "declared.scm javascript.scm typescript.scm"),
    type_script("TSX", ".tsx", tree_sitter_tsx,
                "declared.scm javascript.scm typescript.scm tsx.scm"),
};

}  // namespace

std::span<const Language> rows_of_javascript() { return kRows; }

}  // namespace dossier::languages
