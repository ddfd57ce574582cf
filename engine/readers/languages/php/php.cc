#include "engine/ascii.h"
#include "engine/parameter_text.h"
#include "engine/readers/languages/rules.h"

extern "C" const TSLanguage* tree_sitter_php();

namespace dossier::languages {
namespace {

using namespace parameters;
using proto::Case;
using proto::Definition;

/// `private ?string $name = null`.
std::string php_type(std::string_view parameter, const ParameterRules& rules) {
  parameter = without_attributes(parameter, rules.attributes);
  const auto dollar = parameter.find('$');
  if (dollar == parameter.npos) return std::string(parameter);
  auto head = trimmed(parameter.substr(0, dollar));
  const size_t marks =
      head.find_last_not_of("&. ") == parameter.npos ? 0 : head.find_last_not_of("&. ") + 1;
  std::string behind(head.substr(marks));
  std::erase(behind, ' ');
  head = without_words(trimmed(head.substr(0, marks)),
                       {"public", "protected", "private", "readonly", "final"});
  return (std::string(head.empty() ? rules.any : head)) + behind;
}

constexpr std::string_view kSeparators[] = {"?.", "::", "->", "!.", ".", "\\"};

constexpr proto::Spelling kSpellings[] = {
    {Definition::field, Case::pascal, "get* set* has* clear*"},
    {Definition::oneof, Case::pascal, "get*"},
    {Definition::service, Case::own, "*Client *Interface"},
};

constexpr Language kPhp[] = {{
    .name = "PHP",
    .extensions = ".php .phtml",
    .interpreters = "php",
    .grammar = tree_sitter_php,
    .queries = "php.scm",
    .comments = {.lines = "// #"},
    .strings = {.plain_quotes = "'"},
    .naming = Naming::package,
    .parameters = {.types = each<php_type>, .attributes = "#[", .any = "mixed"},
    .constructor = "__construct",
    .shapes = "interface annotation",  // a trait is put into classes
    .separators = kSeparators,
    .addresses = "&",
    .receivers = "this self cls Self $this static",
    .implicit_receiver = true,
    .bases = "parent",
    .base_type = "parent",
    .own_type = {.words = "static self", .where_called = false},
    .binds = Binds::last,
    .generated_code = {.names = kSpellings,
                       .options = "php_namespace",
                       .pascal_packages = true,
                       .quoted_keys = true},
}};

}  // namespace

std::span<const Language> rows_of_php() { return kPhp; }

}  // namespace dossier::languages
