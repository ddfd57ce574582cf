#pragma once
// What a language's generators make of .proto files: how they spell names, what they call files and
// packages, and how code uses what they made. Each language's row has one of these
// (languages/language.h); a Vocabulary is made of all of them.
#include <cstdint>
#include <span>
#include <string_view>

namespace dossier::proto {

/// A definition of a .proto file, of which generators make names.
enum class Definition : uint8_t { message, field, oneof, enumeration, enum_value, service, rpc };

/// How the definition's name is written in a generated one. Of product_id and HTTPPage:
enum class Case : uint8_t {
  own,           // product_id, HTTPPage
  pascal,        // ProductId, HTTPPage
  camel,         // productId, hTTPPage
  snake,         // product_id, http_page
  shouted,       // PRODUCT_ID, HTTP_PAGE
  go,            // ProductId, HTTPPage; an underscore before a digit stays
  swift,         // productID, HTTPPage
  swift_pascal,  // ProductID, HTTPPage
  lower_pascal,  // of all letters in lower case: of KIND_BOOK KindBook
  lower_camel,   // kindBook
  snake_pascal,  // of http_page: HttpPage
};

/// Of which definitions a spelling makes a name, and what '^' stands for in it.
enum class Around : uint8_t {
  nothing,
  /// Only where the name opens a scope: Rust's module (`find_request::Origin`), Kotlin's function
  /// (`findRequest { … }`). Anywhere else people give such names to variables.
  scope,
  outer,    // ^ is the path of types around it, with underscores; of what has any
  beyond,   // the same, without the innermost of two or more
  package,  // of a type outside of all others; ^ is the package: Shop_V1_ of shop.v1
  choice,   // of a oneof's field, which says which one is set
  prefix,   // of an enum value that begins with its enum's name, without that
};

/// Names that are made of one: words, each with a '*' where the name goes.
struct Spelling {
  Definition of;
  Case letters;
  std::string_view forms;
  Around around = Around::nothing;
};

/// What stands behind a name that opens a scope.
enum class Opener : uint8_t { none, colons, brace };

struct Generated {
  std::span<const Spelling> names = {};
  std::string_view modules = {};   // endings of modules and headers: "_pb2 .pb.h"
  std::string_view options = {};   // options of the file that name its package here
  bool pascal_packages = false;    // the package shop.v1 is Shop.V1
  bool capital_fields = false;     // fields begin in upper case, as types do
  bool nested_by_outer = false;    // no import tells a nested type, its outer one does
  bool quoted_keys = false;        // 'limit' => 1 sets a field
  bool assigns_in_blocks = false;  // limit = 1 on a line of its own sets one
  std::string_view asked_by = {};  // calls that take a field's name as a string
  Opener opener = Opener::none;
};

}  // namespace dossier::proto
