#include "engine/readers/languages/language.h"

#include <algorithm>
#include <string>
#include <unordered_map>

extern "C" {
const TSLanguage* tree_sitter_c();
const TSLanguage* tree_sitter_c_sharp();
const TSLanguage* tree_sitter_cpp();
const TSLanguage* tree_sitter_go();
const TSLanguage* tree_sitter_java();
const TSLanguage* tree_sitter_javascript();
const TSLanguage* tree_sitter_kotlin();
const TSLanguage* tree_sitter_php();
const TSLanguage* tree_sitter_python();
const TSLanguage* tree_sitter_ruby();
const TSLanguage* tree_sitter_rust();
const TSLanguage* tree_sitter_swift();
const TSLanguage* tree_sitter_tsx();
const TSLanguage* tree_sitter_typescript();
}

namespace dossier::languages {
namespace {

constexpr Language named_only(std::string_view name, std::string_view extensions,
                              std::string_view filenames) {
  Language language{};
  language.name = name;
  language.extensions = extensions;
  language.filenames = filenames;
  return language;
}

// clang-format off
constexpr Language kLanguages[] = {
    {"C", ".c .h", "", tree_sitter_c, "c.scm",
     Naming::file, Visibility::everyone, Visibility::everyone},
    {"C#", ".cs .csx", "", tree_sitter_c_sharp, "c_sharp.scm",
     Naming::package, Visibility::package, Visibility::type},
    {"C++", ".cc .cpp .cxx .c++ .hpp .hh .hxx .h++ .ipp .inl .tpp", "", tree_sitter_cpp,
     "cpp.scm c.scm", Naming::package, Visibility::everyone, Visibility::everyone},
    {"Go", ".go", "", tree_sitter_go, "go.scm",
     Naming::package, Visibility::capitals, Visibility::capitals},
    {"Java", ".java", "", tree_sitter_java, "java.scm",
     Naming::package, Visibility::package, Visibility::package},
    {"JavaScript", ".js .jsx .mjs .cjs", "Jakefile", tree_sitter_javascript,
     "javascript.scm ecmascript.scm", Naming::path, Visibility::exported, Visibility::everyone},
    {"Kotlin", ".kt .kts", "", tree_sitter_kotlin, "kotlin.scm",
     Naming::package, Visibility::everyone, Visibility::everyone},
    {"PHP", ".php .phtml", "", tree_sitter_php, "php.scm",
     Naming::package, Visibility::everyone, Visibility::everyone},
    {"Python", ".py .pyi .pyw", "SConstruct SConscript wscript", tree_sitter_python, "python.scm",
     Naming::dotted, Visibility::underscore, Visibility::underscore},
    {"Ruby", ".rb .rake .gemspec", "Rakefile Gemfile", tree_sitter_ruby, "ruby.scm",
     Naming::file, Visibility::everyone, Visibility::everyone},
    {"Rust", ".rs", "", tree_sitter_rust, "rust.scm",
     Naming::crate, Visibility::type, Visibility::type},
    {"Swift", ".swift", "", tree_sitter_swift, "swift.scm",
     Naming::file, Visibility::package, Visibility::package},
    {"TypeScript", ".ts .mts .cts", "", tree_sitter_typescript, "javascript.scm typescript.scm",
     Naming::path, Visibility::exported, Visibility::everyone},
    {"TSX", ".tsx", "", tree_sitter_tsx, "javascript.scm typescript.scm tsx.scm",
     Naming::path, Visibility::exported, Visibility::everyone},
    named_only("Protocol Buffers", ".proto", ""),
    named_only("Assembly", ".s .asm", ""),
    named_only("Batchfile", ".bat .cmd", ""),
    named_only("CMake", ".cmake", "CMakeLists.txt"),
    named_only("CSS", ".css", ""),
    named_only("CSV", ".csv .tsv", ""),
    named_only("Clojure", ".clj .cljs .cljc .edn", ""),
    named_only("Dart", ".dart", ""),
    named_only("Dockerfile", ".dockerfile", "Dockerfile Containerfile"),
    named_only("Elixir", ".ex .exs", ""),
    named_only("Elm", ".elm", ""),
    named_only("Erlang", ".erl .hrl", ""),
    named_only("F#", ".fs .fsi .fsx", ""),
    named_only("Fortran", ".f .f90 .f95 .f03 .f08", ""),
    named_only("GraphQL", ".graphql .gql", ""),
    named_only("Groovy", ".groovy .gradle", "Jenkinsfile"),
    named_only("HTML", ".html .htm .xhtml", ""),
    named_only("Haskell", ".hs .lhs", ""),
    named_only("INI", ".ini .cfg .conf .properties .editorconfig", ""),
    named_only("JSON", ".json .jsonc .json5 .ipynb", ""),
    named_only("Julia", ".jl", ""),
    named_only("Lua", ".lua", ""),
    named_only("MSBuild", ".csproj .vbproj .fsproj .props .targets .sln", ""),
    named_only("Makefile", ".mk .mak", "Makefile makefile GNUmakefile"),
    named_only("Markdown", ".md .markdown .mdx", ""),
    named_only("Nix", ".nix", ""),
    named_only("OCaml", ".ml .mli", ""),
    named_only("Objective-C", ".m .mm", ""),
    named_only("Perl", ".pl .pm .t", ""),
    named_only("PowerShell", ".ps1 .psm1 .psd1", ""),
    named_only("R", ".r", ""),
    named_only("Razor", ".cshtml .razor", ""),
    named_only("SCSS", ".scss .sass .less", ""),
    named_only("SQL", ".sql", ""),
    named_only("Scala", ".scala .sc .sbt", ""),
    named_only("Shell", ".sh .bash .zsh .ksh", ".bashrc .profile .zshrc"),
    named_only("Starlark", ".bzl .bazel", "BUILD WORKSPACE"),
    named_only("Svelte", ".svelte", ""),
    named_only("TOML", ".toml", "Cargo.lock"),
    named_only("TeX", ".tex .sty .cls .bib", ""),
    named_only("Terraform", ".tf .tfvars .hcl", ""),
    named_only("Text", ".txt .text .log", "LICENSE COPYING README NOTICE AUTHORS"),
    named_only("Visual Basic", ".vb .bas .frm", ""),
    named_only("Vue", ".vue", ""),
    named_only("XAML", ".xaml .axaml", ""),
    named_only("XML", ".xml .xsd .xsl .xslt .svg .resx .config .plist .nuspec", ""),
    named_only("YAML", ".yaml .yml", ""),
    named_only("Zig", ".zig", ""),
    named_only("reStructuredText", ".rst", ""),
};
// clang-format on

/// What interpreters a "#!" line names, by prefix: "python3.11" is Python.
constexpr std::pair<std::string_view, std::string_view> kInterpreters[] = {
    {"python", "Python"}, {"node", "JavaScript"}, {"ruby", "Ruby"}, {"php", "PHP"},
    {"perl", "Perl"},     {"bash", "Shell"},      {"sh", "Shell"},  {"zsh", "Shell"},
    {"ksh", "Shell"},     {"dash", "Shell"},      {"lua", "Lua"},   {"pwsh", "PowerShell"},
};

using Index = std::unordered_map<std::string_view, const Language*>;

Index index_words(std::string_view Language::*words) {
  Index index;
  for (const auto& language : kLanguages) {
    std::string_view rest = language.*words;
    while (!rest.empty()) {
      const auto word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      index.emplace(word, &language);
    }
  }
  return index;
}

const Language* named(std::string_view name) {
  const auto found = std::find_if(std::begin(kLanguages), std::end(kLanguages),
                                  [&](const Language& one) { return one.name == name; });
  return found == std::end(kLanguages) ? nullptr : found;
}

const Language* of_interpreter(std::string_view line) {
  if (!line.starts_with("#!")) return nullptr;
  // "#!/usr/bin/env -S python3 -u": the last path component of the first word that is no option and
  // not env itself.
  line.remove_prefix(2);
  while (!line.empty()) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    auto word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    if (word.empty()) return nullptr;
    word.remove_prefix(word.rfind('/') + 1);
    if (word == "env" || word.starts_with("-")) continue;
    for (const auto& [prefix, name] : kInterpreters) {
      if (word.starts_with(prefix)) return named(name);
    }
    return nullptr;
  }
  return nullptr;
}

}  // namespace

std::span<const Language> all() { return kLanguages; }

const Language* of(std::string_view path, std::string_view first_line) {
  static const Index by_extension = index_words(&Language::extensions);
  static const Index by_filename = index_words(&Language::filenames);
  const auto name = path.substr(path.rfind('/') + 1);
  if (const auto found = by_filename.find(name); found != by_filename.end()) return found->second;
  const auto dot = name.rfind('.');
  if (dot != name.npos) {
    std::string extension(name.substr(dot));
    for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto found = by_extension.find(extension);
    if (found != by_extension.end()) return found->second;
  }
  return of_interpreter(first_line);
}

}  // namespace dossier::languages
