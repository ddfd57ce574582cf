#include <algorithm>

#include "engine/parameter_text.h"
#include "engine/readers/languages/rules.h"

extern "C" const TSLanguage* tree_sitter_ruby();

namespace dossier::languages {
namespace {

using namespace parameters;
using proto::Case;
using proto::Definition;

/// `base = Base` is base, `key: 1` is key:.
std::string ruby_name(std::string_view parameter, const ParameterRules&) {
  parameter = without_default(parameter);
  const auto colon = std::min(parameter.find(':'), parameter.size());
  const auto key = parameter.substr(0, colon);
  const bool is_key = colon < parameter.size() && std::all_of(key.begin(), key.end(), in_name);
  return std::string(is_key ? parameter.substr(0, colon + 1) : parameter);
}

/// attr_reader :x
Names names_of_symbols(const Site& site) {
  Names names = common_names(site);
  if (names.name.starts_with(':')) names.name.erase(0, 1);
  return names;
}

constexpr proto::Spelling kSpellings[] = {
    {Definition::field, Case::own, "has_* clear_*"},
    {Definition::rpc, Case::snake, "*"},
};

constexpr Language kRuby[] = {{
    .name = "Ruby",
    .extensions = ".rb .rake .gemspec",
    .filenames = "Rakefile Gemfile",
    .interpreters = "ruby",
    .generated = "_services_pb.rb",
    .grammar = tree_sitter_ruby,
    .queries = "ruby.scm",
    .comments = {.lines = "#", .open = "", .decoration = ""},
    .strings = {.plain_quotes = "'"},
    .names = names_of_symbols,
    .parameters = {.types = each<ruby_name>},
    .access_labels = AccessLabels::open,
    .constructor = "initialize",
    .marked_methods = true,
    .variables_name_types = true,
    .implicit_receiver = true,
    .inherits_fields = true,
    .bases = "",
    .called_property = CalledProperty::method,
    .passing = "new tap freeze dup clone",
    .generated_code = {.names = kSpellings,
                       .modules = "_pb _services_pb",
                       .options = "ruby_package",
                       .pascal_packages = true,
                       .quoted_keys = true},
}};

}  // namespace

std::span<const Language> rows_of_ruby() { return kRuby; }

}  // namespace dossier::languages
