#pragma once
// The languages. A language is a row: how its files are recognized and parsed, and everything in
// which it differs from the others. Its folder beside this file has the row (NAME.cc), its query
// (NAME.scm) and the location of its grammar (grammar.cmake); the build finds the folders. No code
// outside of them compares the name of a language (tests/meta/languages.py); it reads the row.
//
// The default of a field is what most languages have. Differences are data where possible;
// functions are for rules that only one language has. Rejected: a class per language, whose virtual
// functions hide the differences; differences beside the code that they affect, which spread a
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

/// The target_type of a call by name that has no receiver, where members are called on a receiver:
/// a function outside of types is meant.
inline constexpr std::string_view kNoReceiver = "*";
/// Between types of which the first one that has the member is meant: `app.Shop;a.Color`.
inline constexpr std::string_view kElse = ";";

/// Stands in the target of an import that its file passes on by name, before that name.
inline constexpr const char* kPassedAs = " as ";

struct Blank;
using Blanks = std::vector<Blank>;
struct ImportMap;
struct ImportSite;
struct MacroCall;
struct Names;
struct PlainToken;
struct Qualifier;
struct Site;

/// The start of the full names in a file.
enum class Naming : uint8_t {
  package,  // the package or namespace that the file declares
  dotted,   // the module's dotted path (Python)
  path,     // the file's path without its extension (TypeScript, JavaScript)
  crate,    // the crate and module path below src (Rust)
  file,     // nothing: the language has one global scope (C, Swift, Ruby)
};

/// The visibility of a definition without modifiers.
enum class Visibility : uint8_t { everyone, package, type, capitals, underscore, exported };
struct VisibilityRules {
  Visibility types = Visibility::everyone;  // and what is free
  Visibility nested = types;                // types inside of types
  Visibility members = Visibility::everyone;
};

/// Labels such as "private:", which apply to the members after them.
enum class AccessLabels : uint8_t {
  none,
  open,    // members before any label follow VisibilityRules
  closed,  // members of a class before any label are private
};

/// A word before a definition's name, or a decorator above it, and its flags. A word that ends in a
/// bracket matches only with it: "pub(" of `pub(crate)`.
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

/// The separators in a path of names; the first that ends a receiver is removed.
inline constexpr std::string_view kCommonSeparators[] = {"?.", "::", "->", "!.", "."};

/// The local name of an import that does not give one.
enum class Binds : uint8_t {
  nothing,
  whole,  // the whole of it (Go's package)
  first,  // the first part of its path, through which the rest is reached (Python)
  last,   // the last part, which is a type or a function of the module before it (Java)
};

/// The meaning of `total()` if total is a property.
enum class CalledProperty : uint8_t {
  unknown,
  method,  // a call of it (Ruby)
  value,   // a call of what it holds (Kotlin, Swift, C#)
};

/// The values of other files, outside of types, that a name alone may mean.
enum class SharedValues : uint8_t {
  none,
  imported,  // those of the modules all of which is imported
  package,   // those of the package, too
};

/// Words for the enclosing type, whatever its name: Self, static.
struct OwnType {
  std::string_view words = {};
  bool where_called = true, elsewhere = true;
};

/// How the value of a string is derived, beyond quotes, escapes and prefixes.
struct StringRules {
  std::string_view raw_quotes = {};    // nothing between them is an escape
  std::string_view plain_quotes = {};  // the quote and the backslash are the only escapes
  bool raw_triple = false;             // three quotes begin a raw one
  bool raw_delimited = false;          // R"mark(…)mark"
};

/// Macros that define a function where they are called (definers.h).
struct Definer {
  enum Names : uint8_t {
    first,  // the first argument is the name
    suite,  // the first two are: Suite.Name
    title,  // a string is
  };
  std::string_view macros;  // words separated by spaces; "SYSCALL_DEFINE*": all that begin so
  Names names = first;
};

/// A method of an interface of the standard library, with its parameters and results:
/// "(int,int)bool".
struct KnownMethod {
  std::string_view interface, name, face;
};

/// The package that a file belongs to.
struct Package {
  size_t root = 0;             // the number of leading bytes of the path outside of it
  std::string_view name = {};  // as its manifest says; "" if none does
};

/// What a language is written for: programs, data and texts, or the building of programs.
enum class Purpose : uint8_t { code, data, build };

struct Language {
  // How a file is recognized. Lists are words separated by spaces.
  std::string_view name = {};          // as in `files.language`: "C#", "Go", …
  std::string_view also = {};          // what people call it too, beside its extensions: "golang"
  std::string_view extensions = {};    // ".a .b", lower case
  std::string_view filenames = {};     // whole names: "Makefile GNUmakefile"
  std::string_view interpreters = {};  // prefixes of interpreters after "#!": "python"
  std::string_view generated = {};     // endings of generated files: ".pb.go"
  /// The language of a file whose extension several languages share, by its contents; null: this
  /// one.
  const Language* (*by_contents)(std::string_view path, std::string_view contents) = nullptr;
  std::string_view family = {};  // languages that share names; "" = its own

  Purpose purpose = Purpose::code;

  // How it is parsed.
  const TSLanguage* (*grammar)() = nullptr;  // null: the language is only a name
  std::string_view queries = {};             // "a.scm b.scm", run as one
  bool needs_newline = false;                // its scanner reads on behind a text that lacks one
  CommentStyle comments = {};
  StringRules strings = {};
  // Where it does not parse (readings.h).
  bool conditionals = false;      // #if … #endif choose what counts
  bool attribute_macros = false;  // words in capitals may stand where the grammar allows none
  std::span<const Definer> definers = {};
  /// What else stands in the grammar's way, not in order; null: nothing that is known.
  Blanks (*obstacles)(std::string_view text, const std::vector<PlainToken>& tokens) = nullptr;
  /// What the grammar takes for something else, and says nothing: it is left out of every reading.
  Blanks (*misread)(std::string_view text) = nullptr;
  /// A node that stands outside of everything only where the grammar took a declaration for it.
  std::string_view no_declaration = {};
  /// The calls of macros that hold code (macro_calls.h); null: none are looked at.
  std::vector<MacroCall> (*macros)(std::string_view text) = nullptr;

  // Names of definitions.
  Naming naming = Naming::file;
  bool packages_nest = false;       // a package declared after another is inside of it
  std::string_view companion = {};  // a kind of type that merges with another of its name: "object"
  /// A keyword that is captured as the @name of a type without one, and what such a type is called.
  std::pair<std::string_view, std::string_view> nameless = {};
  /// The start of a file's full names, if the path determines it; null: nothing.
  std::string (*module_path)(std::string_view path, const Package& package) = nullptr;
  std::string_view package_mark = {};  // the file that makes its folder a package: "__init__.py"
  std::string_view manifest = {};  // the file that names the package of its folder: "Cargo.toml"
  /// What a manifest calls its package; "" if nothing.
  std::string (*named_by)(std::string_view manifest) = nullptr;
  std::string_view headers = {};  // extensions of files whose prototypes are definitions
  std::string_view stubs = {};    // extensions of files that only declare what another file defines
  std::string_view name_escape = {};  // marks a name that would be a keyword: "@", "r#"
  char nested_separator = '.';        // between a type and one inside of it
  bool arity_in_names = false;        // "List`1"
  Names (*names)(const Site& site) = nullptr;
  ParameterRules parameters = {};

  // Flags.
  VisibilityRules visibility = {};
  std::span<const Modifier> modifiers = kCommonModifiers;
  std::span<const Modifier> decorators = {};
  std::string_view private_prefix = {};  // of a name
  AccessLabels access_labels = AccessLabels::none;
  bool static_hides = false;          // at file level, static makes a function private to the file
  std::string_view constructor = {};  // its name
  bool constructor_named_like_type = false;
  std::string_view shapes = "interface trait protocol annotation";  // kinds without instances
  /// Whether everyone who sees the enclosing definition sees what the site defines.
  bool (*is_open)(const Type& around, const Member* member, const Site& site) = nullptr;
  bool (*lacks_body)(const Site& site) = nullptr;  // of a shape's member
  uint32_t (*type_flags)(const Site& site) = nullptr;
  /// Sets further properties of a member and of its type.
  void (*refine)(Member& member, Type& type, const Site& site) = nullptr;
  /// Adjusts the modifiers of a value; null: a sealed one is read-only.
  void (*refine_value)(Member& member) = nullptr;

  // References.
  std::string_view own_types = {};  // `int`, `string` and the like, whose uses are no references
  std::span<const std::string_view> separators = kCommonSeparators;
  std::string_view addresses = {};  // what takes a field's address, so that it may be set: "& ref"
  bool marked_methods = false;      // methods may end in ? and !
  std::string_view receivers = "this self cls Self $this";
  bool variables_name_types = false;  // what is written like a type may be a variable or constant
  bool implicit_receiver = false;     // members of the enclosing type are called by name
  bool open_enums = false;            // values of an "enum" are named alone
  /// A name alone that a file does not explain may be that of a field that the type around
  /// inherits.
  bool inherits_fields = false;
  /// A name that a file does not explain is one of another file of its package, and of nothing
  /// else.
  bool files_share_names = false;
  /// What a name that a file does not explain may be beside that.
  SharedValues shared_values = SharedValues::none;
  /// Whether fields are called so by convention: then they are told in a file that does not declare
  /// their type.
  bool (*is_field_name)(std::string_view name) = nullptr;
  std::string_view bases = "super super@*";  // receivers that are the base type; "x*": begins so
  std::string_view base_type = {};           // a name that stands for the base type
  OwnType own_type = {};
  /// Types that stand for their first argument: what is called on them is called on it.
  std::string_view wrappers = {};
  /// The compiler knows what a variable is where nothing in its file tells (the parameter of a
  /// lambda): a field of it is told by its name alone.
  bool infers_variables = false;
  std::string_view implicit_variables = {};  // a lambda's parameters that it need not declare
  CalledProperty called_property = CalledProperty::unknown;
  /// A receiver whose meaning the enclosing module or type determines, in the general notation; ""
  /// = none.
  std::string (*qualified)(const Qualifier& qualifier) = nullptr;
  /// Whether a base is an interface, if the language lists bases and interfaces alike.
  bool (*is_interface)(const Module& module, const Type& type, const Reference& base,
                       bool is_part) = nullptr;
  /// Where types implement interfaces by their methods alone, naming none: methods of interfaces
  /// that others embed, though no program defines them. Empty: types name what they implement.
  std::span<const KnownMethod> method_sets = {};
  /// What, called on a value, gives that value; called on a type, one of it.
  std::string_view passing = {};
  /// Types that hold many of their last argument.
  std::string_view collections = {};
  /// Members of the language's own types: of such a name alone nothing follows.
  std::string_view own_members = {};

  // Imports.
  std::string (*imported)(const ImportSite& site) = nullptr;  // null: the path, with dots
  /// The files that say what the starts of imports stand for ("x*": all that begin so), and what
  /// one says (import_maps.h).
  std::string_view import_map_files = {};
  std::vector<ImportMap> (*import_maps)(std::string_view contents) = nullptr;
  Binds binds = Binds::nothing;
  bool imports_names = false;           // names of other files are visible only through imports
  std::string_view static_import = {};  // stands before a type whose members are all imported
  std::string_view global_import = {};  // begins an import for all files of a project
  /// What a file passes on by name bears the full name of its module: the path does not tell it.
  bool passes_full_names = false;
  /// An import that says no name of its own is called as its package says, which may not be the end
  /// of its path; each import is used (Go).
  bool packages_name_themselves = false;
  /// A name that nothing explains may be the start of a full name.
  bool full_names_anywhere = false;
  /// The modules of a file that re-exports what it imports by name or, with `is_whole`, all of a
  /// module.
  std::vector<std::string> (*passes_on)(std::string_view path, bool is_whole) = nullptr;

  // Names that generators derive from .proto files.
  proto::Generated generated_code = {};
};

/// Every language, in a fixed order: those with a folder, then those that are only names.
std::span<const Language* const> all();
/// The language of a file by its name or, if the name does not tell, by its first line ("#!…").
/// Null: unknown.
const Language* of(std::string_view path, std::string_view first_line = {});
/// Whether the file is a stub of its language (`Language::stubs`).
bool is_stub(std::string_view path);
/// The language with this name, as in Module::language; for other names, one without rules of its
/// own.
const Language& named(std::string_view name);
/// The name of the language that a person calls so, in any case: by its name, by another that it
/// goes by, or by an extension ("ts", "md"); "" if there is none.
std::string_view name_called(std::string_view word);
/// The generators of all languages that have any.
std::span<const proto::Generated* const> generators();
/// Which of them, by bits in their order, make names for files of the language with this name: its
/// own and those of its family; all of them if none does.
uint64_t generators_for(std::string_view language);

}  // namespace dossier::languages
