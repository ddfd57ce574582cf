#pragma once
// How the generators of a language use .proto files: how they spell names, what they call files and
// packages, and how code uses the results. Each language's row has one of these
// (languages/language.h); a Vocabulary is built from all of them.
#include <cstdint>
#include <span>
#include <string_view>

namespace dossier::proto {

/// The kinds of definitions in a .proto file from which generators derive names.
enum class Definition : uint8_t { message, field, oneof, enumeration, enum_value, service, rpc };

/// How a definition's name is spelled in a generated name. Examples for product_id and HTTPPage:
enum class Case : uint8_t {
  own,           // product_id, HTTPPage
  pascal,        // ProductId, HTTPPage
  camel,         // productId, hTTPPage
  snake,         // product_id, http_page
  shouted,       // PRODUCT_ID, HTTP_PAGE
  go,            // ProductId, HTTPPage; an underscore before a digit stays
  swift,         // productID, HTTPPage
  swift_pascal,  // ProductID, HTTPPage
  lower_pascal,  // from lower-cased letters: KindBook for KIND_BOOK
  lower_camel,   // kindBook
  snake_pascal,  // HttpPage for http_page
};

/// Which definitions a spelling applies to, and what '^' means in it.
enum class Around : uint8_t {
  nothing,
  /// Only where the name opens a scope: Rust's module (`find_request::Origin`), Kotlin's function
  /// (`findRequest { … }`). Elsewhere people give such names to variables.
  scope,
  outer,    // ^ is the path of enclosing types, with underscores; only if there are any
  beyond,   // the same, without the innermost of two or more
  package,  // of a top-level type; ^ is the package: Shop_V1_ for shop.v1
  choice,   // of a oneof's field: tells which one is set
  prefix,   // of an enum value, without its enum's name at the start
};

/// Names derived from a definition: words, each with a '*' in place of the name.
struct Spelling {
  Definition of;
  Case letters;
  std::string_view forms;
  Around around = Around::nothing;
};

/// The text after a name that opens a scope.
enum class Opener : uint8_t { none, colons, brace };

struct Generated {
  std::span<const Spelling> names = {};
  std::string_view modules = {};   // endings of modules and headers: "_pb2 .pb.h"
  std::string_view options = {};   // options of the file that name its package here
  bool pascal_packages = false;    // the package shop.v1 is Shop.V1
  bool capital_fields = false;     // fields begin in upper case, as types do
  bool nested_by_outer = false;    // a nested type is linked by its outer type, not by an import
  bool bare_values = true;         // an enum's value is called as the .proto has it, too
  bool quoted_keys = false;        // 'limit' => 1 sets a field
  bool assigns_in_blocks = false;  // limit = 1 on a line of its own sets one
  std::string_view asked_by = {};  // calls that take a field's name as a string
  Opener opener = Opener::none;
};

}  // namespace dossier::proto
