#pragma once
// An Op is one read operation. One declaration gives its HTTP route, its command, its tool name,
// its help and its fields, so that limits and names cannot drift apart; all faces and their
// documentation are generated from the table in ops.h. Rejected: a virtual class per operation. The
// generators need a row of data.
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "queries/ops/sink.h"
#include "store/store.h"

namespace dossier {

struct OpField {
  enum Type {
    text,
    symbol,  // an identifier, as people type them (queries/graph/identifier.h)
    integer,
    limit,  // an integer: rows at most
    flag,
  };

  std::string_view name;  // on the wire: maxResults; on the command line: --max-results
  Type type = text;
  bool positional = false;  // on the command line; required then
  std::string_view doc;
  int64_t otherwise = 0;  // the default of a number
  int64_t most = 0;       // a number is 1..most; 0: the op checks it
  bool refuses = false;   // the op refuses a request without it, in its own words
  bool repeatable = false;
  bool takes_zero = false;  // a number may be 0, for the most

  bool is_number() const { return type == integer || type == limit; }
};

/// The fields of a request, as text by name. Names that the op does not have are ignored, as the
/// seed's server does.
class Arguments {
 public:
  Arguments() = default;
  Arguments(std::initializer_list<std::pair<const std::string, std::string>> values) {
    for (const auto& [name, value] : values) set(name, value);
  }

  void set(std::string name, std::string value) { values_[std::move(name)] = {std::move(value)}; }
  void set_all(std::string name, std::vector<std::string> values) {
    values_[std::move(name)] = std::move(values);
  }
  void add(std::string name, std::string value) {
    values_[std::move(name)].push_back(std::move(value));
  }
  /// The (last) value; "" when absent.
  const std::string& text(std::string_view name) const;
  const std::vector<std::string>& all(std::string_view name) const;
  bool has(std::string_view name) const { return values_.contains(name); }

  /// Rows are not limited unless the request gives a limit (a command's --all).
  bool unlimited = false;
  /// Only rows are shown, so an op that finds some need not count anything else.
  bool rows_only = false;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

struct Op;

/// A request, read by the op's declaration: required fields are present, numbers within their
/// bounds, flags are flags.
class Question {
 public:
  Question(Store& store, const Op& op, const Arguments& arguments)
      : store_(store), op_(op), arguments_(arguments) {}

  /// What is wrong with the request, or "". If it is not "", nothing else may be called.
  std::string problem() const;

  const std::string& text(std::string_view name) const { return arguments_.text(name); }
  const std::vector<std::string>& all(std::string_view name) const { return arguments_.all(name); }
  /// An identifier without the quotes and spaces around it.
  std::string_view symbol(std::string_view name = "identifier") const;
  bool flag(std::string_view name) const;
  int64_t number(std::string_view name) const;
  /// The maximum number of rows.
  int64_t limit() const;
  bool is_unlimited() const { return arguments_.unlimited; }
  bool is_rows_only() const { return arguments_.rows_only; }

  /// The snapshots that the answer is about: those of `project` and `snapshot`, unless set_scope()
  /// set others. Throws Error{not_found}.
  const Scope& scope();
  void set_scope(Scope scope) { scope_ = std::move(scope); }
  bool has_scope() const { return scope_.has_value(); }

 private:
  const OpField& field(std::string_view name) const;

  Store& store_;
  const Op& op_;
  const Arguments& arguments_;
  std::optional<Scope> scope_;
};

class FreshnessSink;

/// An op writes its answer to this. It counts rows against the limit.
class Answer {
 public:
  Answer(FreshnessSink& sink, const Op& op, int64_t limit);

  void field(std::string_view key, const Value& value);
  /// Writes nothing where there are none.
  void texts(std::string_view key, const std::vector<std::string>& texts) {
    if (!texts.empty()) field(key, Value::Texts(texts));
  }
  void begin_rows();
  void begin_rows(std::span<const Column> columns);
  /// Takes one value per column. Returns false if the limit is reached: the row is not written, and
  /// the answer is truncated.
  bool row(std::span<const Value> values);
  bool row(std::initializer_list<Value> values) {
    return row(std::span(values.begin(), values.end()));
  }
  bool is_full() const { return outcome.complete.returned >= limit_; }
  void set_limit(int64_t limit) { limit_ = limit; }
  /// Sets the number of all rows, including those that are not written.
  void count(int64_t total);
  void note(std::string_view text);
  void refuse(std::string text);
  /// Whether a file that the answer names has changed since its import.
  bool names_stale_file() const;
  /// Files named from now on are not checked: they are not of the newest snapshots.
  void ignore_stale_files();

  Outcome outcome;

 private:
  FreshnessSink& sink_;
  const Op& op_;
  int64_t limit_;
};

struct Op {
  std::string_view command;  // type-refs
  std::string_view tool;     // type_refs
  std::string_view route;    // /api/search/typeRefs
  std::string_view summary;  // one line
  std::string_view example;  // a command line that works on the fixture
  std::span<const OpField> fields;
  std::string_view rows;  // key of the body's array of rows; "" = the body is the array
  std::span<const Column> columns;
  void (*run)(Store&, Question&, Answer&);
  bool looks_for_stale = true;  // run() checks files; false: the op does

  /// The field that limits the rows; null when there is none.
  const OpField* limit() const;
};

/// Runs an op in its own read transaction, and ends the sink after it. A request that the
/// declaration does not allow is refused: the answer then consists of the field `error`.
Outcome run(Store& store, const Op& op, const Arguments& arguments, Sink& sink);

/// The number in a text: 0 means `most`, other values are clamped to 1..most. Absent if the text is
/// not an integer.
std::optional<int64_t> parse_cap(std::string_view text, int64_t most);

/// The text in quotes, with control characters escaped, for the log.
std::string in_quotes(std::string_view text);

}  // namespace dossier
