#pragma once
// The results of a language's query (*.scm in its folder) on one parsed file, as plain spans of its
// text: the interface to tree-sitter. The tree is freed when the captures are returned, so nothing
// here can dangle. Rejected: walking the tree by hand (a second grammar per language to
// keep in step), and tags.scm as the grammars ship it (C#'s lacks properties, events and more).
//
// The captures that a query may use:
//   @def.KIND  a whole definition; in the same match @name, and optionally @type, @value,
//              @owner (the type that a method is declared for), @self (its receiver's name),
//              @assigned (the whole left side of an assignment that defines)
//              @result (its declared result)
//              (KIND global_function: a function that belongs to the package around, wherever it
//              stands; anonymous: a type without a name, whose body is @name, too)
//   @local     the name of a parameter or local variable; in the same match its @type or @value, or
//              @elements, of which it is one after the other; with @part it is what the value has
//              by that name; with @within that is so in this piece alone, and it declares nothing
//   @predicate the name of a function that tells whether something is of the @type; @tested_by
//              where it is asked of a @local: one that no function of the file tells is none
//   @assigned_local  the same of an assignment, which declares nothing; @field_local where it is
//              known in all of the type around, too
//   @block     what ends the variables that it declares; @hoisted a variable that it does not end
//   @global    a name that means what is outside of its function, whatever is assigned to it there
//   @word      a name that counts where it is that of a type, a function or an import
//   @returned  what a definition gives that declares no result
//   @ref.KIND  the name in a reference, as written: call, new, type, maybe_type (a type only if one
//              of that name is known), base, interface, attribute, field, init (a field of what is
//              made), part (a field that a pattern takes), argument (a field of @of, what the
//              function @receiver is given), case (a value of the type
//              of @receiver or @of, or of the result of the function around), case_argument (of
//              what the function @receiver is given), macro_body (what calls; its parameters are
//              the @receiver); with @receiver if the grammar separates
//              it, or @of, the type of what has the field; of base and interface @of is the body
//              of the type without a name that has them
//   @body      where a definition's head ends, if no field of its node tells; @generic a type
//              parameter's name, whose uses are not references, and in its match the @bound
//   @access    a keyword that sets the visibility of the following members ("private:")
//   @import    a whole import; in the same match @import.path (several are one, from the first
//              to the last), @import.outer (each path around it in braces), @import.name,
//              @import.alias; @import.default where it is what the path gives by default,
//              @import.passed where the file passes it on by name, @import.module where it
//              declares a module that another file holds
//   @passed    what the @name in the same match, of the file or imported, is called outside
//   @default   the name of what the file gives by default
//   @attribute an attribute, annotation or decorator; @above anything else above a definition
//   @literal   a string, with its quotes
//   @written   one of several targets of an assignment
//   @doc       documentation inside of its definition; @comment any comment
// Captures that start with an underscore only serve predicates. These are #any-of? and #not-any-of?
// with literals, #not-capital? and #inside? (query.h).
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

/// A piece of the file: bytes [begin, end), 0-based rows of its first and last byte.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t row = 0;
  uint32_t end_row = 0;
  uint32_t column = 0;  // bytes from the line's start

  bool empty() const { return begin == end; }
  bool holds(const Span& other) const { return begin <= other.begin && other.end <= end; }
  /// The piece of the file's text.
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

struct Definition {
  std::string_view kind;  // what follows "def."
  Span node;
  Span name;
  Span type, value, owner, self, assigned, result;  // empty where not captured
  uint32_t head_end = 0;                            // where the body, value or accessors begin
  Span accessors;                                   // of a property
  /// Of a branch that another reading has (readings.h): the name of what holds it there, and kOuter
  /// at the outermost level. Its node ends with the branch.
  static constexpr uint32_t kOuter = ~0u;
  std::optional<uint32_t> around = {};
};

struct Mention {
  std::string_view kind;  // what follows "ref."
  Span node;
  Span receiver;
  Span of = {};
};

struct Local {
  Span name, type, value;
  Span part;                 // of the value or what has the type; empty: all of it
  Span within;               // empty: in its block
  Span tested_by;            // what tells its type
  bool is_element = false;   // of the value
  bool is_assigned = false;  // not declared
  bool is_field = false;     // known in all of its type

  bool declares() const { return !is_assigned && within.empty(); }
};

struct Generic {
  Span name, bound;
};

struct Import {
  Span node, path, name, alias;
  std::vector<Span> outer;  // what stands before the path, the outermost first
  bool is_default = false;
  bool is_passed = false;
  bool is_module = false;  // declares a module of another file
};

/// What the file has, and what it is called outside.
struct Passed {
  Span name, as;
};

/// Each list is ordered by position.
struct Captures {
  std::vector<Definition> definitions;  // an outer one before what it holds
  std::vector<Mention> mentions;
  std::vector<Import> imports;
  std::vector<Local> locals;
  std::vector<Span> blocks, hoisted, globals;
  std::vector<Span> returned;
  std::vector<Span> words;
  std::vector<Span> defaults;
  std::vector<Passed> passed;
  std::vector<Span> attributes;
  std::vector<Span> above;  // attributes and anything else between comment and definition
  std::vector<Span> docs;
  std::vector<Span> comments;
  std::vector<Generic> generics;
  std::vector<Span> accesses;
  std::vector<Span> literals;
  std::vector<Span> written;
  uint32_t damaged_lines = 0;  // that no reading understood
  bool timed_out = false;      // the parse or the query hit the limit; earlier results are valid
};

/// The maximum number of definitions, mentions and literals in one file. Sources have one per
/// fifteen bytes; each takes some hundred bytes until the file is read. Of words half as many are
/// looked at, the first of the file.
inline constexpr size_t kMostMatches = 2'000'000;

/// Parses `text` (any bytes, below 4 GB) and runs the language's query on it. Safe for several
/// threads: each has its own parser. Throws Error{limit} for a file with more than `most` names,
/// and for one that takes too much memory to parse.
Captures capture(const Language& language, std::string_view text, std::chrono::milliseconds limit,
                 size_t most = kMostMatches);

}  // namespace dossier::languages
