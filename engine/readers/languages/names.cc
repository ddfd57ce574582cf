// Languages that are only names, for `files.language`; their files are not parsed.
#include "engine/readers/languages/rows.h"
#include "engine/readers/proto/proto.h"

namespace dossier::languages {
namespace {

// clang-format off
constexpr Language kNames[] = {
    {.name = proto::kLanguage, .also = "protobuf", .extensions = ".proto"},
    {.name = "Assembly", .extensions = ".s .asm"},
    {.name = "Batchfile", .extensions = ".bat .cmd"},
    {.name = "CMake", .extensions = ".cmake", .filenames = "CMakeLists.txt", .purpose = Purpose::build},
    {.name = "CSS", .extensions = ".css", .generated = ".min.css", .purpose = Purpose::data},
    {.name = "CSV", .extensions = ".csv .tsv", .purpose = Purpose::data},
    {.name = "Clojure", .extensions = ".clj .cljs .cljc .edn"},
    {.name = "Dart", .extensions = ".dart", .generated = ".g.dart"},
    {.name = "Dockerfile", .extensions = ".dockerfile", .filenames = "Dockerfile Containerfile", .purpose = Purpose::data},
    {.name = "Elixir", .extensions = ".ex .exs"},
    {.name = "Elm", .extensions = ".elm"},
    {.name = "Erlang", .extensions = ".erl .hrl"},
    {.name = "F#", .also = "fsharp", .extensions = ".fs .fsi .fsx"},
    {.name = "Fortran", .extensions = ".f .f90 .f95 .f03 .f08"},
    {.name = "GraphQL", .extensions = ".graphql .gql", .purpose = Purpose::data},
    {.name = "Groovy", .extensions = ".groovy .gradle", .filenames = "Jenkinsfile", .purpose = Purpose::build},
    {.name = "HTML", .extensions = ".html .htm .xhtml", .purpose = Purpose::data},
    {.name = "Haskell", .extensions = ".hs .lhs"},
    {.name = "INI", .extensions = ".ini .cfg .conf .properties .editorconfig", .purpose = Purpose::data},
    {.name = "JSON", .extensions = ".json .jsonc .json5 .ipynb", .purpose = Purpose::data},
    {.name = "Julia", .extensions = ".jl"},
    {.name = "Lua", .extensions = ".lua", .interpreters = "lua"},
    {.name = "MSBuild", .extensions = ".csproj .vbproj .fsproj .props .targets .sln", .purpose = Purpose::build},
    {.name = "Makefile", .extensions = ".mk .mak", .filenames = "Makefile makefile GNUmakefile", .purpose = Purpose::build},
    {.name = "Markdown", .extensions = ".md .markdown .mdx", .purpose = Purpose::data},
    {.name = "Nix", .extensions = ".nix"},
    {.name = "OCaml", .extensions = ".ml .mli"},
    {.name = "Objective-C", .also = "objc", .extensions = ".m .mm"},
    {.name = "Perl", .extensions = ".pl .pm .t", .interpreters = "perl"},
    {.name = "PowerShell", .extensions = ".ps1 .psm1 .psd1", .interpreters = "pwsh"},
    {.name = "R", .extensions = ".r"},
    {.name = "Razor", .extensions = ".cshtml .razor"},
    {.name = "SCSS", .extensions = ".scss .sass .less", .purpose = Purpose::data},
    {.name = "SQL", .extensions = ".sql"},
    {.name = "Shell", .extensions = ".sh .bash .zsh .ksh", .filenames = ".bashrc .profile .zshrc", .interpreters = "bash sh zsh ksh dash"},
    {.name = "Starlark", .extensions = ".bzl .bazel", .filenames = "BUILD WORKSPACE", .purpose = Purpose::build},
    {.name = "Svelte", .extensions = ".svelte"},
    {.name = "TOML", .extensions = ".toml", .filenames = "Cargo.lock", .purpose = Purpose::data},
    {.name = "TeX", .extensions = ".tex .sty .cls .bib", .purpose = Purpose::data},
    {.name = "Terraform", .extensions = ".tf .tfvars .hcl"},
    {.name = "Text", .extensions = ".txt .text .log", .filenames = "LICENSE COPYING README NOTICE AUTHORS", .purpose = Purpose::data},
    {.name = "Visual Basic", .extensions = ".vb .bas .frm"},
    {.name = "Vue", .extensions = ".vue"},
    {.name = "XAML", .extensions = ".xaml .axaml"},
    {.name = "XML", .extensions = ".xml .xsd .xsl .xslt .svg .resx .config .plist .nuspec", .purpose = Purpose::data},
    {.name = "YAML", .extensions = ".yaml .yml", .purpose = Purpose::data},
    {.name = "Zig", .extensions = ".zig"},
    {.name = "reStructuredText", .extensions = ".rst", .purpose = Purpose::data},
};
// clang-format on

}  // namespace

std::span<const Language> rows_of_names() { return kNames; }

}  // namespace dossier::languages
