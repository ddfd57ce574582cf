#pragma once
// A sink receives an op's answer: values beside the rows, rows of declared columns, a note, and how
// the answer ended. JSON, tables, CSV and JSON lines are sinks, so no format is made by parsing
// another. Values are borrowed for the call; a row costs no allocation.
//
// Rejected: an answer as a tree of values (one allocation per field of 500 rows); a sink that
// receives every bracket (a table would have to track nesting that rows do not have).
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace dossier {

struct Cell;

/// A value of an answer. A default-constructed value is absent: its row has no such cell.
class Value {
 public:
  struct Absent {};
  template <typename T>
  struct Part {  // like std::span, which has to know T's size
    const T* data = nullptr;
    size_t size = 0;
    const T* begin() const { return data; }
    const T* end() const { return data + size; }
  };
  using Texts = std::span<const std::string>;
  using List = Part<Value>;
  using Object = Part<Cell>;
  using Any = std::variant<Absent, std::nullptr_t, bool, int64_t, double, std::string_view, Texts,
                           List, Object>;

  Value() = default;
  Value(std::nullptr_t) : any_(nullptr) {}
  template <std::same_as<bool> T>
  Value(T flag) : any_(flag) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Value(T number) : any_(static_cast<int64_t>(number)) {}
  Value(double number) : any_(number) {}
  Value(std::string_view text) : any_(text) {}
  Value(const std::string& text) : any_(std::string_view(text)) {}
  Value(const char* text) : any_(std::string_view(text)) {}
  Value(Texts texts) : any_(texts) {}
  Value(List items) : any_(items) {}
  Value(Object fields) : any_(fields) {}
  /// Null if there is no value.
  template <typename T>
  Value(const std::optional<T>& value) : Value(value ? Value(*value) : Value(nullptr)) {}
  /// Absent if there is no value.
  template <typename T>
  static Value present(const std::optional<T>& value) {
    return value ? Value(*value) : Value();
  }
  /// True, or absent.
  static Value only_if(bool flag) { return flag ? Value(true) : Value(); }

  const Any& any() const { return any_; }
  bool is_absent() const { return std::holds_alternative<Absent>(any_); }
  /// "" if it is not a text.
  std::string_view text() const {
    const auto* text = std::get_if<std::string_view>(&any_);
    return text ? *text : std::string_view();
  }

 private:
  Any any_;
};

/// A field of an object, or of an answer beside its rows.
struct Cell {
  std::string_view key;
  Value value;
};

template <typename Range>
Value list_of(const Range& values) {
  return Value::List{std::data(values), std::size(values)};
}
template <typename Range>
Value object_of(const Range& cells) {
  return Value::Object{std::data(cells), std::size(cells)};
}

/// A column of an answer's rows, in the order of JSON.
struct Column {
  enum Type { text, integer, real, flag, texts, list };
  enum Names { nothing, path, symbol };

  std::string_view key;
  int place = 0;  // position in a table, from 1 on; 0: not shown in tables
  std::string_view title = {};
  Names names = nothing;
  Type type = text;
  std::string_view usual = {};  // a table leaves this value blank
};

/// How complete an answer is.
struct Completeness {
  int64_t total = 0;
  bool exact = true;  // false: at least `total`
  int64_t returned = 0;
  bool truncated = false;
  std::string snapshots;  // ids searched, comma separated
  bool stale = false;     // a file that the answer names has changed (store/freshness.h)

  /// "12" or ">=500".
  std::string total_text() const { return (exact ? "" : ">=") + std::to_string(total); }
};

/// How an op ended.
struct Outcome {
  Completeness complete;
  std::string refusal;   // why the request was refused; "" = it was answered
  bool is_late = false;  // a deadline is why
  std::string log;       // one line, in the seed's words

  /// The HTTP status.
  int status() const { return refusal.empty() ? 200 : is_late ? 503 : 400; }
};

class Sink {
 public:
  virtual ~Sink() = default;
  /// A value beside the rows.
  virtual void field(std::string_view key, const Value& value) = 0;
  /// Begins rows of these columns, which are borrowed until the end. `key` is the rows' name in
  /// JSON; "" if they are the whole answer. At most once.
  virtual void begin_rows(std::string_view key, std::span<const Column> columns) = 0;
  /// One value for each column.
  virtual void row(std::span<const Value> values) = 0;
  /// Something that a person should know about the rows. At most once.
  virtual void note(std::string_view text) = 0;
  virtual void end(const Outcome& outcome) = 0;
};

}  // namespace dossier
