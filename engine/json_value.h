#pragma once
// A JSON value in memory, as requests, models and transcripts use it. Objects keep the order of
// their keys, because contracts and hashes depend on it; of repeated keys the last value wins, in
// the first one's position. Parsing is total: malformed text gives a value with a byte offset,
// never an exception. Nesting is limited, so destroying a hostile value cannot overflow the stack.
//
// Rejected: nlohmann's value type in headers, which costs seconds of compile time per file; here it
// stays in one .cc.
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
  // Defined in json_value.cc, so that not every file compiles the copying and destruction of the
  // tree.
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
  /// Null if the value has another type.
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const int64_t* integer() const { return std::get_if<int64_t>(&value_); }
  const double* real() const { return std::get_if<double>(&value_); }
  const std::string* string() const { return std::get_if<std::string>(&value_); }
  const Array* items() const { return std::get_if<Array>(&value_); }
  const Object* fields() const { return std::get_if<Object>(&value_); }
  Array* items() { return std::get_if<Array>(&value_); }
  Object* fields() { return std::get_if<Object>(&value_); }

  /// The field's value, or null if this is not an object or lacks the field.
  const Json* find(std::string_view key) const;
  /// The field's value, or a null value if this is not an object or lacks the field.
  const Json& operator[](std::string_view key) const;
  /// The items; none if this is not an array.
  std::span<const Json> each() const;
  /// The field's text, or "" if it is absent or not a string.
  const std::string& text(std::string_view key) const;
  /// The field's integer, or `otherwise`.
  int64_t number(std::string_view key, int64_t otherwise = 0) const;
  /// The field's flag, or false.
  bool flag(std::string_view key) const;
  /// Sets or adds a field; the value becomes an object if it was something else.
  Json& set(std::string_view key, Json value);
  /// Appends an item; the value becomes an array if it was something else.
  Json& add(Json value);

  /// The name of the type: "null", "object", "array", "string", "integer", "number", "boolean".
  std::string_view type_name() const;
  /// Compact JSON; parsing it gives an equal value.
  std::string dump() const;

  bool operator==(const Json& other) const;

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> value_;
};

/// Why a text is not JSON: a byte offset and a message.
struct JsonFault {
  size_t offset = 0;
  std::string message;
};

inline constexpr int kMaxJsonDepth = 200;

/// Parses exactly one JSON value (RFC 8259; UTF-8), followed by nothing but white space.
std::variant<Json, JsonFault> parse_json(std::string_view text);
/// Parses text known to be JSON; throws Error{invalid} if it is not.
Json read_json(std::string_view text);

}  // namespace dossier
