#include "agent/mcp/client/parameter_headers.h"

#include <nettle/base64.h>

#include <algorithm>

#include "engine/ascii.h"
#include "engine/unicode.h"

namespace dossier::mcp::client {
namespace {

constexpr std::string_view kMark = "x-mcp-header", kPrefix = "Mcp-Param-", kOpen = "=?base64?",
                           kClose = "?=";
constexpr int64_t kSafeInteger = (int64_t{1} << 53) - 1;

bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter_or_digit(c) || kOthers.find(c) != kOthers.npos;
  });
}

// Reads the marks below a schema that properties alone lead to, and finds those anywhere else.
class Reading {
 public:
  void read(const Json& schema, const std::string& path, bool is_reachable) {
    if (const auto* items = schema.items())
      for (const auto& item : *items) read(item, path, false);
    const auto* fields = schema.fields();
    if (fields == nullptr) return;
    if (const Json* mark = schema.find(kMark)) take(*mark, schema, path, is_reachable);
    for (const auto& [key, field] : *fields) {
      if (key == "properties" && field.fields() != nullptr)
        for (const auto& [name, property] : *field.fields())
          read(property, path.empty() ? name : path + "\n" + name, is_reachable);
      else if (key != "default" && key != "examples" && key != "const" && key != "enum")
        read(field, path, false);
    }
  }

  Pairs marks;
  std::string problem;

 private:
  void take(const Json& mark, const Json& schema, const std::string& path, bool is_reachable) {
    const std::string& type = schema.text("type");
    const auto* name = mark.string();
    if (name == nullptr || !is_token(*name))
      problem = "its x-mcp-header is no name of a header";
    else if (!is_reachable || path.empty())
      problem = "its x-mcp-header stands where no parameter is";
    else if (type != "string" && type != "integer" && type != "boolean")
      problem = "its x-mcp-header is on a parameter that is no string, integer or boolean";
    else if (std::any_of(marks.begin(), marks.end(), [&](const auto& other) {
               return equal_ignoring_case(other.second, std::string(kPrefix) + *name);
             }))
      problem = "two of its parameters have one x-mcp-header";
    else
      marks.emplace_back(path, std::string(kPrefix) + *name);
  }
};

std::string base64(std::string_view bytes) {
  std::string out(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(out.data(), bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  return out;
}

}  // namespace

std::variant<Pairs, std::string> parameter_headers(const Json& schema) {
  Reading reading;
  reading.read(schema, "", true);
  if (!reading.problem.empty()) return std::move(reading.problem);
  return std::move(reading.marks);
}

HeaderValue header_value(const Json& arguments, std::string_view path) {
  const Json* value = &arguments;
  for (size_t at = 0; value != nullptr && at <= path.size();) {
    const size_t end = std::min(path.find('\n', at), path.size());
    value = value->find(path.substr(at, end - at));
    at = end + 1;
  }
  if (value == nullptr) return {};
  if (const auto* text = value->string()) return {true, *text};
  if (const auto* flag = value->boolean()) return {true, *flag ? "true" : "false"};
  if (const auto* number = value->integer();
      number != nullptr && *number >= -kSafeInteger && *number <= kSafeInteger)
    return {true, std::to_string(*number)};
  return {};
}

std::string encoded_header(std::string_view text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool is_padded = text.starts_with(' ') || text.ends_with(' ');
  const bool looks_encoded = text.starts_with(kOpen) && text.ends_with(kClose);
  if (is_plain && !is_padded && !looks_encoded) return std::string(text);
  return std::string(kOpen) + base64(text) + std::string(kClose);
}

}  // namespace dossier::mcp::client
