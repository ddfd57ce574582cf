#pragma once
// A parsed JSON value: what requests, models and transcripts exchange, and answers read back.
// Objects keep the order of their keys, because contracts and hashes fix it; of repeated keys the
// last wins, in the first's place. Reading is total: malformed text is a value with a byte offset,
// never an exception, and nesting is bounded, so that destroying a hostile reply cannot exhaust the
// stack. Rejected: nlohmann's own value type in headers (its include costs every file seconds; here
// it stays in one .cc).
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dossier {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json();  // null
  // In json_value.cc: a hundred files would otherwise each compile the tree's copying and taking
  // down.
  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();
  Json(std::nullptr_t) {}
  template <std::same_as<bool> T>
  Json(T flag) : value_(flag) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T number) : value_(static_cast<int64_t>(number)) {}
  Json(double number) : value_(number) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(Array items) : value_(std::move(items)) {}
  Json(Object fields) : value_(std::move(fields)) {}

  /// An object of these fields, in this order.
  static Json object(std::initializer_list<std::pair<std::string, Json>> fields);
  static Json array() { return Json(Array{}); }
  static Json object() { return Json(Object{}); }

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  /// Null when the value is of another type.
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const int64_t* integer() const { return std::get_if<int64_t>(&value_); }
  const double* real() const { return std::get_if<double>(&value_); }
  const std::string* string() const { return std::get_if<std::string>(&value_); }
  const Array* items() const { return std::get_if<Array>(&value_); }
  const Object* fields() const { return std::get_if<Object>(&value_); }
  Array* items() { return std::get_if<Array>(&value_); }
  Object* fields() { return std::get_if<Object>(&value_); }

  /// The field's value, or null when this is no object or has no such field.
  const Json* find(std::string_view key) const;
  /// The field's value, or a null value when this is no object or has no such field.
  const Json& operator[](std::string_view key) const;
  /// The items; none when this is no array.
  std::span<const Json> each() const;
  /// The field's text, or "" when it is absent or no string.
  const std::string& text(std::string_view key) const;
  /// The field's integer, or `otherwise`.
  int64_t number(std::string_view key, int64_t otherwise = 0) const;
  /// The field's flag, or false.
  bool flag(std::string_view key) const;
  /// Sets or adds a field; the value becomes an object if it was something else.
  Json& set(std::string_view key, Json value);
  /// Appends an item; the value becomes an array if it was something else.
  Json& add(Json value);

  /// Compact text: "null", "object", "array", "string", "integer", "number", "boolean".
  std::string_view type_name() const;
  /// Compact JSON. Reading it back gives an equal value.
  std::string dump() const;

  bool operator==(const Json& other) const;

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> value_;
};

/// Why text is not JSON: where (bytes from the start) and in words.
struct JsonFault {
  size_t offset = 0;
  std::string message;
};

inline constexpr int kMaxJsonDepth = 200;

/// Exactly one JSON value with nothing after it but white space (RFC 8259; UTF-8).
std::variant<Json, JsonFault> parse_json(std::string_view text);
/// The value of text that cannot be anything else; throws Error(invalid) when it is.
Json read_json(std::string_view text);

}  // namespace dossier
