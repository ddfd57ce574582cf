#pragma once
// A .proto file as a Module of kind source: messages, enums and services are types; fields, enum
// values and rpcs are their members; types that are named, and imports, are references. Written for
// this project, because npm has no grammar of it; a hand-written parser also recovers where a
// generated one gives up: what it does not understand is skipped up to its ';' or balanced '}'.
//
// A field's number and an enum value's are details of kind value; options are details of kind
// attribute; a oneof is a field of kind "Oneof", and its fields say so in their signature.
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"

namespace dossier::proto {

inline constexpr std::string_view kLanguage = "Protocol Buffers";  // as Module::language has it

struct ReadProto {
  Module module;
  bool has_errors = false;  // something was skipped
};

/// Any bytes give a module; nesting deeper than 100 is skipped. Throws Error{limit} where names
/// take too much text, or too long to resolve.
ReadProto read(std::string_view path, std::string_view contents);

}  // namespace dossier::proto
