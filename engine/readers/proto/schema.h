#pragma once
// What a .proto file declares, as values: what two versions of it are compared by. The facts of the
// same parse say it for people ("repeated Item items = 3"); here the label, the type and the number
// are apart. Rejected: taking them out of the facts' signatures again.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/proto/generated.h"

namespace dossier::proto {

/// `name = value`, both as written, without the parentheses of a custom option's name.
struct Option {
  std::string name, value;

  bool operator==(const Option&) const = default;
};

/// Numbers from `first` to `last`, both included.
struct Range {
  int64_t first = 0, last = 0;
};

/// What `max` stands for at the end of a range.
inline constexpr int64_t kMaxNumber = INT32_MAX;

struct Declaration {
  Definition kind = Definition::message;
  std::string name;
  std::string owner;  // the full name of the type around it; the package's outside of all
  uint32_t line = 0, end_line = 0;
  std::vector<Option> options;

  // Of a field, an extension or an enum value.
  int64_t number = 0;
  // Of a field or an extension.
  std::string type;     // as written, "map<string, Price>" and "group" too
  std::string label;    // optional, required, repeated or ""
  std::string oneof;    // the name of the one around it
  std::string extends;  // the message, as written, of an extension
  // Of an rpc.
  std::string request, response;  // as written
  bool client_streaming = false, server_streaming = false;
  // Of a message or an enum.
  std::vector<Range> reserved;
  std::vector<std::string> reserved_names;
  std::vector<Range> extension_ranges;  // of a message

  std::string full_name() const { return owner.empty() ? name : owner + "." + name; }
};

struct Schema {
  std::string syntax;  // "proto2" where the file does not say; an edition's year
  std::string package;
  std::vector<std::string> imports;
  std::vector<Option> options;
  std::vector<Declaration> declarations;  // in the file's order
};

/// The value of a number as written, decimal, hexadecimal or octal; 0 where 64 bits do not hold it.
int64_t number_of(std::string_view text);

/// The options in `text`, as Cursor::take_statement and take_brackets give them:
/// "java_package = "a"", "[deprecated = true, (shop.rank) = 3]". Anything else is left out.
std::vector<Option> options_in(std::string_view text);

/// Adds what a statement keeps: "reserved 2, 9 to 11", "reserved "name"", "reserved name",
/// "extensions 100 to max".
void reserve(Declaration& of, std::string_view statement);

}  // namespace dossier::proto
