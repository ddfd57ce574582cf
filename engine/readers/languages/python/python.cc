#include <algorithm>

#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace dossier::languages {
namespace {

using proto::Case;
using proto::Definition;

std::string module_path_of(std::string_view path, const Package& package) {
  auto module = stem_of(path);
  module.remove_prefix(std::min(package.root, module.size()));
  if (module == "__init__") return {};
  if (module.ends_with("/__init__")) module.remove_suffix(9);
  std::string result(module);
  // "m-stubs/a.pyi" tells of m.a (PEP 561).
  constexpr std::string_view kStubsOnly = "-stubs";
  const auto outermost = module.substr(0, module.find('/'));
  if (is_stub(path) && outermost.ends_with(kStubsOnly))
    result.erase(outermost.size() - kStubsOnly.size(), kStubsOnly.size());
  std::replace(result.begin(), result.end(), '/', '.');
  return result;
}

/// "..b" inside the module a.b.c of the package a.b is "a.b" (PEP 328).
std::string imported(const ImportSite& site) {
  if (!site.written.starts_with('.')) return dotted(site.written);
  std::string package(site.base);
  const size_t dots = std::min(site.written.find_first_not_of('.'), site.written.size());
  const bool is_package =
      site.path.ends_with("/__init__.py") || site.path.ends_with("/__init__.pyi");
  for (size_t up = is_package ? 1 : 0; up < dots; ++up) {
    const auto cut = package.rfind('.');
    package.resize(cut == package.npos ? 0 : cut);
  }
  const auto rest = dotted(site.written.substr(dots));
  if (package.empty()) return rest;
  return rest.empty() ? package : package + "." + rest;
}

/// A package passes on what its __init__ imports by name.
std::vector<std::string> passes_on(std::string_view path, bool) {
  const auto slash = path.rfind('/');
  const auto name = path.substr(slash == path.npos ? 0 : slash + 1);
  if (name != "__init__.py" && name != "__init__.pyi") return {};
  std::string folder(path.substr(0, slash == path.npos ? 0 : slash));
  // How much of the path is outside of the outermost package is not known here: every suffix.
  std::replace(folder.begin(), folder.end(), '/', '.');
  std::vector<std::string> modules{folder};
  for (auto at = folder.find('.'); at != folder.npos; at = folder.find('.', at + 1)) {
    modules.push_back(folder.substr(at + 1));
  }
  return modules;
}

constexpr Modifier kDecorators[] = {
    {"@staticmethod", kStatic},
    {"@classmethod", kStatic},
    {"@abstractmethod", kAbstract},
    {"@abc.abstractmethod", kAbstract},
};

constexpr proto::Spelling kSpellings[] = {
    {Definition::service, Case::own, "*Stub *Servicer add_*Servicer_to_server"},
};

constexpr Language kPython[] = {{
    .name = "Python",
    .extensions = ".py .pyi .pyw",
    .filenames = "SConstruct SConscript wscript",
    .interpreters = "python",
    .generated = "_pb2.py _pb2.pyi _pb2_grpc.py",
    .grammar = tree_sitter_python,
    .queries = "python.scm",
    .comments = {.lines = "#", .open = "", .decoration = ""},
    .naming = Naming::dotted,
    .module_path = module_path_of,
    .package_mark = "__init__.py",
    .stubs = ".pyi",
    .parameters = {.types = name_first, .rest = "*"},
    .visibility = {.types = Visibility::underscore, .members = Visibility::underscore},
    .modifiers = {},
    .decorators = kDecorators,
    .constructor = "__init__",
    .own_types = "bool bytes complex dict float frozenset int list object set str tuple type",
    .variables_name_types = true,
    .bases = "super(*",
    .own_type = {.words = "cls", .elsewhere = false},
    .wrappers = "Optional Annotated ClassVar Final Type type Awaitable",
    .collections = "list List set Set frozenset FrozenSet tuple Tuple deque Deque Sequence "
                   "MutableSequence Iterable Iterator Collection Generator AbstractSet MutableSet",
    .own_members =
        "add append as_integer_ratio capitalize casefold clear close copy count decode "
        "difference discard encode endswith extend fileno find flush format fromkeys get index "
        "insert intersection isatty isdigit items join keys lower lstrip next open pop popitem "
        "read readable readline readlines remove replace reverse rsplit rstrip search seek "
        "setdefault sort split splitlines startswith strip sub symmetric_difference tell title "
        "translate truncate union update upper values writable write writelines match group "
        "groups set",
    .imported = imported,
    .binds = Binds::first,
    .imports_names = true,
    .passes_full_names = true,
    .passes_on = passes_on,
    .generated_code = {.names = kSpellings,
                       .modules = "_pb2 _pb2_grpc",
                       .asked_by = "WhichOneof( HasField( ClearField("},
}};

}  // namespace

std::span<const Language> rows_of_python() { return kPython; }

}  // namespace dossier::languages
