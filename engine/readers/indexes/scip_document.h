#pragma once
// One document of a SCIP index, decoded: the occurrences of symbols, and information on the symbols
// that it defines. Everything is borrowed from the message.
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dossier::indexes {

/// 0-based, end exclusive.
struct ScipRange {
  int64_t line = 0, column = 0, end_line = 0, end_column = 0;

  bool begins_before(const ScipRange& other) const {
    return std::pair(line, column) < std::pair(other.line, other.column);
  }
  bool ends_by(const ScipRange& other) const {
    return std::pair(end_line, end_column) <= std::pair(other.line, other.column);
  }
  bool holds(const ScipRange& other) const {
    return !other.begins_before(*this) &&
           std::pair(other.end_line, other.end_column) <= std::pair(end_line, end_column);
  }
};

/// The roles of an occurrence, a set of bits.
enum ScipRole : uint64_t { role_definition = 1, role_import = 2, role_write = 4, role_read = 8 };

struct ScipOccurrence {
  ScipRange range;
  std::optional<ScipRange> enclosing;
  std::string_view symbol;
  uint64_t roles = 0;
};

struct ScipInformation {
  std::vector<std::string_view> documentation;
  std::vector<std::string_view> implements;
  std::string_view signature;
  uint64_t kind = 0;
};

struct ScipDocument {
  std::string_view path, language;
  std::vector<ScipOccurrence> occurrences;
  std::unordered_map<std::string_view, ScipInformation> symbols;
};

/// Throws Error{invalid} if the message is malformed. An occurrence with an invalid range is
/// skipped.
ScipDocument read_document(std::string_view message);

}  // namespace dossier::indexes
