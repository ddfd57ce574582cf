#pragma once
// Reads a .proto file as a Module of kind source: messages, enums and services are types; fields,
// enum values and rpcs are their members; type names and imports are references. The parser is
// written by hand because npm has no grammar for it, and because it recovers where a generated
// parser gives up: what it does not understand is skipped up to its ';' or balanced '}'.
//
// The numbers of fields and enum values are details of kind value; options are details of kind
// attribute; a oneof is a field of kind "Oneof", and the signatures of its fields name it.
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/proto/schema.h"

namespace dossier::proto {

inline constexpr std::string_view kLanguage = "Protocol Buffers";  // as Module::language has it

/// Blocks in blocks that are read; protoc itself compiles no more than 32 messages in each other.
inline constexpr int kDeepest = 100;

struct ReadProto {
  Module module;
  bool has_errors = false;  // something was skipped
};

/// Any bytes give a module; what is nested deeper than kDeepest is skipped. Throws Error{limit} if
/// names take too much text or too long to resolve.
ReadProto read(std::string_view path, std::string_view contents);

struct ReadSchema {
  Schema schema;
  bool has_errors = false;
  bool is_too_deep = false;  // of the errors one is that something lies deeper than kDeepest
};

/// The same parse, as values. Throws as read() does.
ReadSchema read_schema(std::string_view contents);

}  // namespace dossier::proto
