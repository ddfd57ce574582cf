#pragma once
// An Op is one read operation with all its faces: HTTP route, command word, tool name, help and
// fields come from one declaration, so that limits and names cannot drift between them. Routes,
// commands, agent tools and their documentation are generated from the table in ops.h. Rejected: a
// virtual class per operation; a row of data is what the generators want.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/error.h"
#include "store/store.h"

namespace dossier {

struct OpField {
  std::string_view name;  // on the wire: maxResults; on the command line: --max-results
  enum Type { text, integer, flag } type = text;
  bool positional = false;  // on the command line; required then
  std::string_view doc;
};

/// What a request says, as text by field name; names that the op does not have are ignored, as the
/// seed's server does.
class Arguments {
 public:
  Arguments() = default;
  Arguments(std::initializer_list<std::pair<const std::string, std::string>> values)
      : values_(values) {}

  void set(std::string name, std::string value) { values_[std::move(name)] = std::move(value); }
  /// "" when absent.
  const std::string& text(const std::string& name) const;
  bool has(const std::string& name) const { return values_.contains(name); }
  /// Of a flag: given, and not as "false" or "0" (run() has refused what is neither).
  bool flag(const std::string& name) const;

  /// Answers are not cut at the op's cap (the command line's --all).
  bool unlimited = false;
  /// Only rows are shown, so that what else there is need not be counted where some are found.
  bool rows_only = false;

 private:
  std::map<std::string, std::string> values_;
};

/// How complete an answer is, and of what.
struct Completeness {
  int64_t total = 0;
  bool exact = true;  // false: at least `total`
  int64_t returned = 0;
  bool truncated = false;
  std::string snapshots;  // ids searched, comma separated
  bool stale = false;     // a file that the answer names has changed since (store/freshness.h)

  /// "12" or ">=500".
  std::string total_text() const { return (exact ? "" : ">=") + std::to_string(total); }
};

struct Answer {
  int status = 200;  // HTTP's; 400 for a request that could not be understood
  std::string body;  // one JSON value
  Completeness complete;
  std::string log;  // one line, in the seed's words
};

/// A column of the table that a terminal shows.
struct OpColumn {
  std::string_view key;  // of a row's object
  std::string_view title;
};

struct Op {
  std::string_view command;  // type-refs
  std::string_view tool;     // type_refs
  std::string_view route;    // /api/search/typeRefs
  std::string_view summary;  // one line
  std::string_view example;  // a command line that works on the fixture
  std::span<const OpField> fields;
  std::string_view rows;  // key of the body's array of rows; "" = the body is the array
  std::span<const OpColumn> columns;
  int64_t cap = 0;  // rows at most, unless unlimited; 0 = one answer
  Answer (*run)(Store&, const Arguments&);
  bool looks_for_stale = true;  // run() does, by the paths in the body; false: the op does itself
};

/// Runs an op in a read transaction of its own; none outlives it. Refuses a flag that is given
/// anything but true, false, 1, 0 or no value.
Answer run(Store& store, const Op& op, const Arguments& arguments);

/// {"error": text} with a status.
Answer refusal(int status, std::string_view text);

/// The cap that a request asks for: absent or 0 means `cap`, otherwise clamped to 1..cap; nothing
/// when the text is no integer.
std::optional<int64_t> parse_cap(std::string_view text, int64_t cap);

/// A text between quotes for the log, control characters escaped.
std::string in_quotes(std::string_view text);

}  // namespace dossier
