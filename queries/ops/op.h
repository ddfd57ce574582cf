#pragma once
// An Op is one read operation with all its faces: HTTP route, command word, tool name, help and
// fields come from one declaration, so that limits and names cannot drift between them. Routes,
// commands, agent tools and their documentation are generated from the table in ops.h. Rejected: a
// virtual class per operation; a row of data is what the generators want.
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
  int64_t otherwise = 0;  // of a number that is not given
  int64_t most = 0;       // a number is at least 1 and at most this; 0: the op reads it itself
  bool refuses = false;   // the op itself does where it is missing, in words of its own
  bool repeatable = false;

  bool is_number() const { return type == integer || type == limit; }
};

/// What a request says, as text by field name; names that the op does not have are ignored, as the
/// seed's server does.
class Arguments {
 public:
  Arguments() = default;
  Arguments(std::initializer_list<std::pair<const std::string, std::string>> values) {
    for (const auto& [name, value] : values) set(name, value);
  }

  void set(std::string name, std::string value) { values_[std::move(name)] = {std::move(value)}; }
  void add(std::string name, std::string value) {
    values_[std::move(name)].push_back(std::move(value));
  }
  /// The (last) value; "" when absent.
  const std::string& text(std::string_view name) const;
  const std::vector<std::string>& all(std::string_view name) const;
  bool has(std::string_view name) const { return values_.contains(name); }

  /// No limit on rows holds but one that is given (a command's --all).
  bool unlimited = false;
  /// Only rows are shown, so that what else there is need not be counted where some are found.
  bool rows_only = false;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

struct Op;

/// A request as the op's declaration reads it: what is required is there, numbers are within their
/// bounds, flags are flags.
class Question {
 public:
  Question(Store& store, const Op& op, const Arguments& arguments)
      : store_(store), op_(op), arguments_(arguments) {}

  /// What is wrong with the request, or "". Nothing else may be asked for then.
  std::string problem() const;

  const std::string& text(std::string_view name) const { return arguments_.text(name); }
  const std::vector<std::string>& all(std::string_view name) const { return arguments_.all(name); }
  /// An identifier without the quotes and spaces around it.
  std::string_view symbol(std::string_view name = "identifier") const;
  bool flag(std::string_view name) const;
  int64_t number(std::string_view name) const;
  /// Rows at most.
  int64_t limit() const;
  bool is_unlimited() const { return arguments_.unlimited; }
  bool is_rows_only() const { return arguments_.rows_only; }

  /// The snapshots that the answer is about: those that `project` and `snapshot` mean, unless
  /// set_scope() said others. Throws Error{not_found}.
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

/// What an op writes its answer with. It counts rows against the limit.
class Answer {
 public:
  Answer(FreshnessSink& sink, const Op& op, int64_t limit);

  void field(std::string_view key, const Value& value);
  void begin_rows();
  void begin_rows(std::span<const Column> columns);
  /// One value for each column. False where the limit is reached: this row was not written, and
  /// there are more than were.
  bool row(std::span<const Value> values);
  bool row(std::initializer_list<Value> values) {
    return row(std::span(values.begin(), values.end()));
  }
  bool is_full() const { return outcome.complete.returned >= limit_; }
  void set_limit(int64_t limit) { limit_ = limit; }
  /// All rows were counted, also those that are not written.
  void count(int64_t total);
  void note(std::string_view text);
  void refuse(std::string text);
  /// A file that was named has changed since.
  bool names_stale_file() const;
  /// What is named from now on is not of the newest snapshots.
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
  bool looks_for_stale = true;  // run() does; false: the op says itself whether the answer is stale

  /// The field that limits the rows; null when there is none.
  const OpField* limit() const;
};

/// Runs an op in a read transaction of its own; the sink's end comes after it. A request that the
/// declaration does not allow is refused: `error` is its one field.
Outcome run(Store& store, const Op& op, const Arguments& arguments, Sink& sink);

/// The number that a text asks for: 0 means `most`, otherwise clamped to 1..most; nothing when the
/// text is no integer.
std::optional<int64_t> parse_cap(std::string_view text, int64_t most);

/// A text between quotes for the log, control characters escaped.
std::string in_quotes(std::string_view text);

}  // namespace dossier
