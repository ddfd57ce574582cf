#pragma once
// The languages. A language is a row: how its files are recognised and parsed, and everything in
// which it differs from the others. Its folder beside this file holds the row (NAME.cc), its query
// (NAME.scm) and the place of its grammar (grammar.cmake); the build finds the folders. Nothing
// outside of them asks what a language is called (tests/meta/languages.py): code asks the row.
//
// What a row leaves out is what most languages have, and what is data is data; the functions are
// for rules that one language has alone. Rejected: a class for each language, whose virtual
// functions hide what differs, and differences beside the code that they bear on, which spread one
// language over thirteen files.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/parameters.h"
#include "engine/readers/comments.h"
#include "engine/readers/proto/generated.h"

extern "C" {
struct TSLanguage;
}

namespace dossier::languages {

struct ImportSite;
struct Names;
struct Qualifier;
struct Site;

/// What the full names of a file's definitions start with.
enum class Naming : uint8_t {
  package,  // the package or namespace that the file declares
  dotted,   // the module's dotted path (Python)
  path,     // the file's path without its extension (TypeScript, JavaScript)
  crate,    // the crate and module path below src (Rust)
  file,     // nothing: the language has one global scope (C, Swift, Ruby)
};

/// Who sees a definition that no modifier says anything about.
enum class Visibility : uint8_t { everyone, package, type, capitals, underscore, exported };
struct VisibilityRules {
  Visibility types = Visibility::everyone;  // and what is free
  Visibility nested = types;                // types inside of types
  Visibility members = Visibility::everyone;
};

/// Labels such as "private:", which speak for the members behind them.
enum class AccessLabels : uint8_t {
  none,
  open,    // before any of them, members are as VisibilityRules has them
  closed,  // before any of them, the members of a class are private
};

/// A word before a definition's name, or a decorator above it, and the flags that it stands for. A
/// word with a bracket behind it is met with one: "pub(" of `pub(crate)`.
struct Modifier {
  std::string_view word;
  uint32_t flags;
};
inline constexpr Modifier kCommonModifiers[] = {
    {"public", kPublic},     {"private", kPrivate},     {"protected", kProtected},
    {"internal", kInternal}, {"fileprivate", kPrivate}, {"open", kPublic | kVirtual},
    {"export", kPublic},     {"pub", kPublic},          {"pub(", kInternal},
    {"static", kStatic},     {"abstract", kAbstract},   {"sealed", kSealed},
    {"final", kSealed},      {"virtual", kVirtual},     {"override", kOverride},
    {"readonly", kReadOnly}, {"const", kConstant},      {"val", kReadOnly},
    {"let", kReadOnly},
};

/// What stands between the parts of a path of names; the first that ends a receiver is taken off.
inline constexpr std::string_view kCommonSeparators[] = {"?.", "::", "->", "!.", "."};

/// The name that an import binds in its file if it gives none itself.
enum class Binds : uint8_t {
  nothing,
  whole,  // the whole of it (Go's package)
  first,  // the first part of its path, through which the rest is reached (Python)
  last,   // the last part, which is a type or a function of the module before it (Java)
};

/// What `total()` means where total is a property.
enum class CalledProperty : uint8_t {
  unknown,
  method,  // a call of it (Ruby)
  value,   // a call of what it holds (Kotlin, Swift, C#)
};

/// Words for the type around, whatever it is called: Self, static.
struct OwnType {
  std::string_view words = {};
  bool where_called = true, elsewhere = true;
};

/// How strings are told from the text that they stand for, beyond quotes, escapes and prefixes.
struct StringRules {
  std::string_view raw_quotes = {};    // nothing between them is an escape
  std::string_view plain_quotes = {};  // the quote and the backslash are the only escapes
  bool raw_triple = false;             // three quotes begin a raw one
  bool raw_delimited = false;          // R"mark(…)mark"
};

struct Language {
  // How a file is recognised. Lists are words parted by spaces.
  std::string_view name = {};          // as in `files.language`: "C#", "Go", …
  std::string_view extensions = {};    // ".a .b", lower case
  std::string_view filenames = {};     // whole names: "Makefile GNUmakefile"
  std::string_view interpreters = {};  // what "#!" names begins so: "python"
  std::string_view generated = {};     // how the names of files end that tools write: ".pb.go"
  /// Another language that shares the extension, where the contents tell; null: this one.
  const Language* (*by_contents)(std::string_view path, std::string_view contents) = nullptr;
  std::string_view family = {};  // whose names and this one's are the same; "" = its own

  // How it is parsed.
  const TSLanguage* (*grammar)() = nullptr;  // null: the language is only a name
  std::string_view queries = {};             // "a.scm b.scm", run as one
  CommentStyle comments = {};
  StringRules strings = {};

  // What definitions are called.
  Naming naming = Naming::file;
  bool packages_nest = false;       // one that is declared behind another is inside of it
  std::string_view companion = {};  // a kind of type that is one with another of its name: "object"
  /// What a file's full names start with, where the path decides; null: nothing. `package_root` is
  /// how many leading bytes of the path lie outside of its outermost package.
  std::string (*module_path)(std::string_view path, size_t package_root) = nullptr;
  std::string_view package_mark = {};  // the file that makes its folder a package: "__init__.py"
  std::string_view headers = {};       // extensions of files whose prototypes are definitions
  std::string_view name_escape = {};   // what only tells a name from a keyword: "@", "r#"
  char nested_separator = '.';         // between a type and one inside of it
  bool arity_in_names = false;         // "List`1"
  Names (*names)(const Site& site) = nullptr;
  ParameterRules parameters = {};

  // What they are said to be.
  VisibilityRules visibility = {};
  std::span<const Modifier> modifiers = kCommonModifiers;
  std::span<const Modifier> decorators = {};
  std::string_view private_prefix = {};  // of a name
  AccessLabels access_labels = AccessLabels::none;
  bool static_hides = false;          // at file level, static hides a function from other files
  std::string_view constructor = {};  // its name
  bool constructor_named_like_type = false;
  std::string_view shapes =
      "interface trait protocol annotation";  // kinds that nobody makes one of
  /// Whether what the site defines is seen by whoever sees what it stands in.
  bool (*is_open)(const Type& around, const Member* member, const Site& site) = nullptr;
  bool (*lacks_body)(const Site& site) = nullptr;  // of a shape's member
  uint32_t (*type_flags)(const Site& site) = nullptr;
  /// Says what else a member is, and the type that holds it.
  void (*refine)(Member& member, Type& type, const Site& site) = nullptr;
  /// Gives the modifiers of what holds a value their meaning; null: a sealed one is read-only.
  void (*refine_value)(Member& member) = nullptr;

  // What names refer to.
  std::string_view own_types = {};  // `int`, `string` and the like, whose uses are no references
  std::span<const std::string_view> separators = kCommonSeparators;
  bool marked_methods = false;  // methods may end in ? and !
  std::string_view receivers = "this self cls Self $this";
  bool implicit_receiver = false;            // members of the type around are called by their name
  std::string_view bases = "super super@*";  // receivers that are the base type; "x*": begins so
  std::string_view base_type = {};           // a name that stands for the base type
  OwnType own_type = {};
  CalledProperty called_property = CalledProperty::unknown;
  /// A receiver that the module or the type around gives its meaning, as others would write it; ""
  /// = it has none.
  std::string (*qualified)(const Qualifier& qualifier) = nullptr;
  /// Whether a base is an interface, where the language lists both alike.
  bool (*is_interface)(const Module& module, const Type& type, const Reference& base,
                       bool is_part) = nullptr;

  // What imports bring.
  std::string (*imported)(const ImportSite& site) = nullptr;  // null: the path, with dots
  Binds binds = Binds::nothing;
  bool imports_names = false;           // names of other files are seen only through imports
  std::string_view global_import = {};  // what begins an import for all files of a project
  /// The modules that a file stands for which passes on what it imports by name, or everything of a
  /// module where `is_whole`.
  std::vector<std::string> (*passes_on)(std::string_view path, bool is_whole) = nullptr;

  // What generators make of .proto files.
  proto::Generated generated_code = {};
};

/// Every language, in a fixed order: those with a folder, then those that are only names.
std::span<const Language* const> all();
/// The language of a file by its name, and for names that say nothing by its first line ("#!…").
/// Null: unknown.
const Language* of(std::string_view path, std::string_view first_line = {});
/// The language called so, as Module::language has it; one without rules of its own for other
/// names.
const Language& named(std::string_view name);
/// Of every language that has any.
std::span<const proto::Generated* const> generators();

}  // namespace dossier::languages
