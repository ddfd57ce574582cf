#include "engine/json_value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/error.h"
#include "engine/json.h"
#include "engine/json_budget.h"

namespace dossier {
namespace {

// From so many keys on a table of their places is faster than comparing each.
constexpr size_t kManyKeys = 32;

// Builds a value from the library's events; false from an event stops the parse.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(JsonBudget& budget) : budget_(budget) {}

  Json take() { return std::move(root_); }
  const JsonFault& fault() const { return fault_; }

  bool null() override { return put(Json()); }
  bool boolean(bool flag) override { return put(Json(flag)); }
  bool number_integer(number_integer_t number) override { return put(Json(number)); }
  bool number_unsigned(number_unsigned_t number) override {
    if (number > static_cast<uint64_t>(INT64_MAX)) return put(Json(static_cast<double>(number)));
    return put(Json(static_cast<int64_t>(number)));
  }
  bool number_float(number_float_t number, const string_t&) override { return put(Json(number)); }
  bool string(string_t& text) override { return put(Json(std::move(text))); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool key(string_t& name) override {
    open_.back().key = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    fault_.offset = position == 0 ? 0 : position - 1;
    // The library's sentence without its own numbering: "[json.exception…] parse error at …: X".
    const std::string_view what = error.what();
    const size_t colon = what.find(": ");
    fault_.message = colon == what.npos ? what : what.substr(colon + 2);
    return false;
  }

 private:
  struct Level {
    Json value;
    std::string key;
    std::unordered_map<std::string, size_t> places;  // of the keys, once there are many
  };

  // An array or object counts when it closes: what is open is bounded by the depth.
  bool put(Json value) {
    if (budget_.values == 0) {
      fault_.message = "more values than are read at once";
      return false;
    }
    --budget_.values;
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().value.items() != nullptr) {
      open_.back().value.items()->push_back(std::move(value));
    } else {
      set(open_.back(), std::move(value));
    }
    return true;
  }
  // As Json::set, but a hostile object of a million keys takes no longer for each.
  static void set(Level& level, Json value) {
    auto& fields = *level.value.fields();
    if (fields.size() < kManyKeys) {
      level.value.set(level.key, std::move(value));
      return;
    }
    if (level.places.empty())
      for (size_t i = 0; i < fields.size(); ++i) level.places.emplace(fields[i].first, i);
    const auto [at, added] = level.places.try_emplace(level.key, fields.size());
    if (added)
      fields.emplace_back(std::move(level.key), std::move(value));
    else
      fields[at->second].second = std::move(value);
  }
  bool open(Json value) {
    if (open_.size() >= kMaxJsonDepth) {
      fault_.message = "nested deeper than " + std::to_string(kMaxJsonDepth) + " levels";
      return false;
    }
    open_.push_back({std::move(value), {}, {}});
    return true;
  }
  bool close() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(value));
  }

  JsonBudget& budget_;
  Json root_;
  std::vector<Level> open_;
  JsonFault fault_{0, "not JSON"};
};

void write(JsonWriter& out, const Json& value) {
  if (const auto* flag = value.boolean()) {
    out.value(*flag);
  } else if (const auto* integer = value.integer()) {
    out.value(*integer);
  } else if (const auto* real = value.real()) {
    std::array<char, 40> digits;
    auto* end = std::to_chars(digits.data(), digits.data() + 32, *real).ptr;
    // "1" would come back as an integer.
    const std::string_view text(digits.data(), static_cast<size_t>(end - digits.data()));
    if (!std::isfinite(*real)) {
      out.null();
    } else {
      out.raw(text.find_first_of(".e") == text.npos ? std::string(text) + ".0" : std::string(text));
    }
  } else if (const auto* text = value.string()) {
    out.value(*text);
  } else if (const auto* items = value.items()) {
    out.begin_array();
    for (const auto& item : *items) write(out, item);
    out.end_array();
  } else if (const auto* fields = value.fields()) {
    out.begin_object();
    for (const auto& [key, field] : *fields) write(out.key(key), field);
    out.end_object();
  } else {
    out.null();
  }
}

}  // namespace

Json::Json() = default;
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;
bool Json::operator==(const Json&) const = default;

Json Json::object(std::initializer_list<std::pair<std::string, Json>> fields) {
  return Json(Object(fields));
}

const Json* Json::find(std::string_view key) const {
  if (const auto* object = fields())
    for (const auto& [name, value] : *object)
      if (name == key) return &value;
  return nullptr;
}

const Json& Json::operator[](std::string_view key) const {
  static const Json kNull;
  const Json* value = find(key);
  return value != nullptr ? *value : kNull;
}

std::span<const Json> Json::each() const {
  return items() != nullptr ? std::span<const Json>(*items()) : std::span<const Json>();
}

const std::string& Json::text(std::string_view key) const {
  static const std::string kNone;
  const Json* value = find(key);
  return value != nullptr && value->string() != nullptr ? *value->string() : kNone;
}

int64_t Json::number(std::string_view key, int64_t otherwise) const {
  const Json* value = find(key);
  return value != nullptr && value->integer() != nullptr ? *value->integer() : otherwise;
}

bool Json::flag(std::string_view key) const {
  const Json* value = find(key);
  return value != nullptr && value->boolean() != nullptr && *value->boolean();
}

Json& Json::set(std::string_view key, Json value) {
  if (fields() == nullptr) value_ = Object{};
  for (auto& [name, field] : *fields())
    if (name == key) {
      field = std::move(value);
      return *this;
    }
  fields()->emplace_back(key, std::move(value));
  return *this;
}

Json& Json::add(Json value) {
  if (items() == nullptr) value_ = Array{};
  items()->push_back(std::move(value));
  return *this;
}

std::string_view Json::type_name() const {
  static constexpr std::string_view kNames[] = {"null",   "boolean", "integer", "number",
                                                "string", "array",   "object"};
  return kNames[value_.index()];
}

std::string Json::dump() const {
  JsonWriter out;
  write(out, *this);
  return out.take();
}

std::variant<Json, JsonFault> parse_json(std::string_view text) {
  JsonBudget unbounded{SIZE_MAX};
  return parse_json(text, unbounded);
}

std::variant<Json, JsonFault> parse_json(std::string_view text, JsonBudget& budget) {
  Builder builder(budget);
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return builder.take();
  return builder.fault();
}

Json read_json(std::string_view text) {
  auto parsed = parse_json(text);
  if (auto* value = std::get_if<Json>(&parsed)) return std::move(*value);
  const auto& fault = std::get<JsonFault>(parsed);
  throw Error(ErrorCode::invalid, fault.message, "byte " + std::to_string(fault.offset));
}

}  // namespace dossier
