// Languages that are only names, for `files.language`: nothing of theirs is read.
#include "engine/readers/languages/rows.h"
#include "engine/readers/proto/proto.h"

namespace dossier::languages {
namespace {

// clang-format off
constexpr Language kNames[] = {
    {.name = proto::kLanguage, .extensions = ".proto"},
    {.name = "Assembly", .extensions = ".s .asm"},
    {.name = "Batchfile", .extensions = ".bat .cmd"},
    {.name = "CMake", .extensions = ".cmake", .filenames = "CMakeLists.txt"},
    {.name = "CSS", .extensions = ".css", .generated = ".min.css"},
    {.name = "CSV", .extensions = ".csv .tsv"},
    {.name = "Clojure", .extensions = ".clj .cljs .cljc .edn"},
    {.name = "Dart", .extensions = ".dart", .generated = ".g.dart"},
    {.name = "Dockerfile", .extensions = ".dockerfile", .filenames = "Dockerfile Containerfile"},
    {.name = "Elixir", .extensions = ".ex .exs"},
    {.name = "Elm", .extensions = ".elm"},
    {.name = "Erlang", .extensions = ".erl .hrl"},
    {.name = "F#", .extensions = ".fs .fsi .fsx"},
    {.name = "Fortran", .extensions = ".f .f90 .f95 .f03 .f08"},
    {.name = "GraphQL", .extensions = ".graphql .gql"},
    {.name = "Groovy", .extensions = ".groovy .gradle", .filenames = "Jenkinsfile"},
    {.name = "HTML", .extensions = ".html .htm .xhtml"},
    {.name = "Haskell", .extensions = ".hs .lhs"},
    {.name = "INI", .extensions = ".ini .cfg .conf .properties .editorconfig"},
    {.name = "JSON", .extensions = ".json .jsonc .json5 .ipynb"},
    {.name = "Julia", .extensions = ".jl"},
    {.name = "Lua", .extensions = ".lua", .interpreters = "lua"},
    {.name = "MSBuild", .extensions = ".csproj .vbproj .fsproj .props .targets .sln"},
    {.name = "Makefile", .extensions = ".mk .mak", .filenames = "Makefile makefile GNUmakefile"},
    {.name = "Markdown", .extensions = ".md .markdown .mdx"},
    {.name = "Nix", .extensions = ".nix"},
    {.name = "OCaml", .extensions = ".ml .mli"},
    {.name = "Objective-C", .extensions = ".m .mm"},
    {.name = "Perl", .extensions = ".pl .pm .t", .interpreters = "perl"},
    {.name = "PowerShell", .extensions = ".ps1 .psm1 .psd1", .interpreters = "pwsh"},
    {.name = "R", .extensions = ".r"},
    {.name = "Razor", .extensions = ".cshtml .razor"},
    {.name = "SCSS", .extensions = ".scss .sass .less"},
    {.name = "SQL", .extensions = ".sql"},
    {.name = "Shell", .extensions = ".sh .bash .zsh .ksh", .filenames = ".bashrc .profile .zshrc", .interpreters = "bash sh zsh ksh dash"},
    {.name = "Starlark", .extensions = ".bzl .bazel", .filenames = "BUILD WORKSPACE"},
    {.name = "Svelte", .extensions = ".svelte"},
    {.name = "TOML", .extensions = ".toml", .filenames = "Cargo.lock"},
    {.name = "TeX", .extensions = ".tex .sty .cls .bib"},
    {.name = "Terraform", .extensions = ".tf .tfvars .hcl"},
    {.name = "Text", .extensions = ".txt .text .log", .filenames = "LICENSE COPYING README NOTICE AUTHORS"},
    {.name = "Visual Basic", .extensions = ".vb .bas .frm"},
    {.name = "Vue", .extensions = ".vue"},
    {.name = "XAML", .extensions = ".xaml .axaml"},
    {.name = "XML", .extensions = ".xml .xsd .xsl .xslt .svg .resx .config .plist .nuspec"},
    {.name = "YAML", .extensions = ".yaml .yml"},
    {.name = "Zig", .extensions = ".zig"},
    {.name = "reStructuredText", .extensions = ".rst"},
};
// clang-format on

}  // namespace

std::span<const Language> rows_of_names() { return kNames; }

}  // namespace dossier::languages
