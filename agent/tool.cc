#include "agent/tool.h"

#include <charconv>

#include "agent/redact.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

bool has_type(const Json& value, const std::string& type) {
  if (type == "string") return value.string() != nullptr;
  if (type == "integer") return value.integer() != nullptr;
  if (type == "boolean") return value.boolean() != nullptr;
  if (type == "array") return value.items() != nullptr;
  return true;
}

// "; the fields are a, b" of those that a schema has.
std::string fields_in(const Json& schema) {
  std::string names;
  if (const auto* properties = schema["properties"].fields())
    for (const auto& [name, property] : *properties)
      names += (names.empty() ? "; the fields are " : ", ") + name;
  return names.empty() ? "; it has none" : names;
}

// What is wrong with an input, or "". Only what schema_of writes is understood; of a external
// schema that is what it requires, and the rest is its owner's to check.
std::string problem_in(const Json& input, const Json& schema, bool is_external) {
  if (input.fields() == nullptr) return "the input must be an object";
  for (const auto& [key, value] : *input.fields()) {
    if (key == "cursor" || is_external) continue;
    const Json* property = schema["properties"].find(key);
    if (property == nullptr) return "there is no field '" + key + "'" + fields_in(schema);
    if (!has_type(value, property->text("type")))
      return key + " must be of type " + property->text("type");
  }
  for (const auto& name : schema["required"].each())
    if (input.find(*name.string()) == nullptr) return *name.string() + " is missing";
  return {};
}

// The cursor behind a cut at `position`.
std::string cursor_behind(size_t position, std::string_view of_op) {
  return std::to_string(position) + (of_op.empty() ? "" : ":" + std::string(of_op));
}

// The longest array in the value: the value itself, or a field of it. Null when there is none.
Json::Array* rows_of(Json& value) {
  if (value.items() != nullptr) return value.items();
  Json::Array* longest = nullptr;
  if (value.fields() != nullptr)
    for (auto& [key, field] : *value.fields())
      if (field.items() != nullptr &&
          (longest == nullptr || field.items()->size() > longest->size()))
        longest = field.items();
  return longest;
}

std::string* text_of(Json& value, size_t limit) {
  if (value.fields() == nullptr) return nullptr;
  for (auto& [key, field] : *value.fields())
    if (field.string() != nullptr && field.string()->size() > limit / 2)
      return const_cast<std::string*>(field.string());
  return nullptr;
}

// Cuts every text to `most` bytes, except `kept`. Whether there was one that is longer.
bool shorten(Json& value, size_t most, const std::string* kept) {
  bool any = false;
  if (const std::string* text = value.string(); text != nullptr && text != kept) {
    if (text->size() <= most) return false;
    value = Json(std::string(utf8_prefix(*text, most)) + "…");
    return true;
  }
  if (value.items() != nullptr)
    for (Json& item : *value.items()) any = shorten(item, most, kept) || any;
  if (value.fields() != nullptr)
    for (auto& [key, field] : *value.fields()) any = shorten(field, most, kept) || any;
  return any;
}

// What repeats its input, or holds what people wrote, has texts of any length beside its rows and
// its text.
void bound_texts(ToolResult& result, size_t limit) {
  const std::string* kept = text_of(result.result, limit);
  if (kept != nullptr && kept->size() > limit) kept = nullptr;  // beside rows: not cut yet
  const size_t text_size = kept == nullptr ? 0 : Json(*kept).dump().size();
  for (size_t most = limit / 8;
       most > 100 && result.result.dump().size() - text_size > limit + limit / 8; most /= 2)
    if (shorten(result.result, most, kept)) result.truncated = true;
}

}  // namespace

std::string_view name_of(Risk risk) {
  static constexpr std::string_view kNames[] = {"low", "medium", "high"};
  return kNames[static_cast<size_t>(risk)];
}

Risk Tool::how_risky() const {
  if (risk) return *risk;
  return capability == Capability::execute ? Risk::high
         : capability == Capability::write ? Risk::medium
                                           : Risk::low;
}

const Tool* Toolbox::find(std::string_view name) const {
  for (const auto& tool : tools_)
    if (tool.spec.name == name) return &tool;
  return nullptr;
}

std::vector<ToolSpec> Toolbox::specs() const {
  std::vector<ToolSpec> out;
  for (const auto& tool : tools_)
    if (!tool.hidden) out.push_back(tool.spec);
  return out;
}

std::vector<ToolSpec> Toolbox::lookups() const {
  std::vector<ToolSpec> out;
  for (const auto& tool : tools_)
    if (!tool.hidden && tool.capability == Capability::lookup) out.push_back(tool.spec);
  return out;
}

std::string Toolbox::listing() const {
  std::string out;
  for (const auto& tool : tools_) {
    if (tool.hidden) continue;
    out += "- " + tool.spec.name + "(";
    bool first = true;
    if (const Json* properties = tool.spec.schema.find("properties"))
      for (const auto& [key, property] : *properties->fields()) {
        out += (first ? "" : ", ") + key + ": " + property.text("type");
        first = false;
      }
    out += "): " + tool.spec.description + "\n";
  }
  return out;
}

ToolResult Toolbox::dispatch(const ToolCall& call, const EditListener& on_edit) const {
  ToolResult result;
  result.call = call;
  const auto refuse = [&](std::string why) {
    result.ok = false;
    result.total = result.returned = -1;
    result.result = std::move(why);
    return result;
  };
  const Tool* tool = find(call.tool);
  if (tool == nullptr) return refuse("there is no tool '" + call.tool + "'");
  if (std::string problem = problem_in(call.input, tool->spec.schema, tool->external);
      !problem.empty())
    return refuse(call.tool + ": " + problem);
  try {
    tool->run(call.input, on_edit, result);
  } catch (const Error& error) {
    return refuse(error.what());
  }
  // Half a secret would not be recognised behind the cut.
  result.result = redacted(result.result);
  // What only the program reads is not cut to a model's size.
  const std::string cursor = tool->external ? std::string() : call.input.text("cursor");
  const size_t limit = std::min(kMaxResultBytes, result_bytes_);
  if (!tool->hidden) cut(result, cursor, limit);
  if (!tool->hidden && !tool->external) bound_texts(result, limit);
  if (tool->external) result.cursor.clear();
  return result;
}

ResultCursor result_cursor(std::string_view text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  ResultCursor out;
  if (digits < text.size() && text[digits] != ':') return {0, text};
  std::from_chars(text.data(), text.data() + digits, out.position);
  if (digits < text.size()) out.of_op = text.substr(digits + 1);
  return out;
}

void cut(ToolResult& result, std::string_view cursor, size_t limit) {
  const auto [from, of_op] = result_cursor(cursor);
  if (Json::Array* rows = rows_of(result.result)) {
    if (from == 0 && result.result.dump().size() <= limit) return;
    const auto first = rows->begin() + static_cast<std::ptrdiff_t>(std::min(from, rows->size()));
    size_t size = 0;
    auto last = first;
    // At least one row, or a cursor would never move on.
    for (; last != rows->end(); ++last) {
      size += last->dump().size() + 1;
      if (size > limit && last != first) break;
    }
    const auto next = static_cast<size_t>(last - rows->begin());
    const bool more = last != rows->end();
    Json::Array kept(std::make_move_iterator(first), std::make_move_iterator(last));
    *rows = std::move(kept);
    result.returned = static_cast<int64_t>(rows->size());
    result.truncated = result.truncated || more;
    if (more) result.cursor = cursor_behind(next, of_op);
    return;
  }
  std::string* text = text_of(result.result, limit);
  if (text == nullptr || (from == 0 && text->size() <= limit)) return;
  const size_t begin = std::min(from, text->size());
  std::string shown(utf8_prefix(std::string_view(*text).substr(begin), limit));
  if (begin + shown.size() < text->size()) {
    result.truncated = true;
    result.cursor = cursor_behind(begin + shown.size(), of_op);
  }
  *text = std::move(shown);
}

Json schema_of(std::span<const SchemaField> fields) {
  Json properties = Json::object(), required = Json::array();
  for (const auto& field : fields) {
    const bool optional = field.name.ends_with('?');
    const auto name = field.name.substr(0, field.name.size() - optional);
    properties.set(name, Json::object({{"type", field.type}, {"description", field.doc}}));
    if (!optional) required.add(name);
  }
  return Json::object({{"type", "object"},
                       {"properties", std::move(properties)},
                       {"required", std::move(required)},
                       {"additionalProperties", false}});
}

}  // namespace dossier
