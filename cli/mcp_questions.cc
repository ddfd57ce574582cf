#include "cli/mcp_questions.h"

#include <algorithm>
#include <charconv>
#include <iostream>

#include "agent/mcp/client/reply.h"
#include "cli/agent.h"
#include "cli/questions.h"
#include "cli/terminal.h"

namespace dossier::cli {
namespace {

constexpr int kTries = 3;
constexpr size_t kMostFields = 20, kMostText = 300;

// The line as a value of the property; absent where it takes no such value.
std::optional<Json> value_of(const std::string& line, const Json& property) {
  const std::string& type = property.text("type");
  if (type == "boolean") {
    if (line == "y" || line == "yes" || line == "true") return Json(true);
    if (line == "n" || line == "no" || line == "false") return Json(false);
    return std::nullopt;
  }
  if (type == "integer" || type == "number") {
    auto read = parse_json(line);
    const Json* number = std::get_if<Json>(&read);
    if (number == nullptr || (number->integer() == nullptr && number->real() == nullptr) ||
        (type == "integer" && number->integer() == nullptr))
      return std::nullopt;
    return *number;
  }
  if (const Json& choices = property["enum"]; choices.items() != nullptr) {
    for (const auto& choice : choices.each())
      if (choice.string() != nullptr && *choice.string() == line) return Json(line);
    return std::nullopt;
  }
  return type == "string" ? std::optional<Json>(line) : std::nullopt;
}

std::string asked_for(const std::string& name, const Json& property) {
  std::string out = "  " + mcp::client::plain(name, kMostText);
  const auto more = [&](const std::string& text) {
    if (!text.empty()) out += " (" + mcp::client::plain(text, kMostText) + ")";
  };
  more(property.text("description"));
  more(property["enum"].items() != nullptr ? property["enum"].dump() : property.text("type"));
  if (const Json* value = property.find("default"))
    out += " [" + mcp::client::plain(value->dump(), kMostText) + "]";
  return out + ": ";
}

bool is_required(const Json& schema, const std::string& name) {
  const auto required = schema["required"].each();
  return std::any_of(required.begin(), required.end(), [&](const Json& other) {
    return other.string() != nullptr && *other.string() == name;
  });
}

// False where the person gives none that fits.
bool ask_field(const std::string& name, const Json& property, bool required, Json& into) {
  const Json* proposed = property.find("default");
  for (int tries = 0; tries < kTries; ++tries) {
    std::string line;
    if (!asked_line(std::cerr, printable(asked_for(name, property)), line)) return false;
    if (line.empty() && proposed != nullptr) return into.set(name, *proposed), true;
    if (line.empty() && !required) return true;
    if (auto value = value_of(line, property)) return into.set(name, std::move(*value)), true;
  }
  return false;
}

}  // namespace

std::optional<Json> ask_for_server(const std::string& server, const std::string& message,
                                   const Json& schema) {
  std::cerr << "\r\x1b[KThe server " << printable(server) << " asks: " << printable_lines(message)
            << "\n";
  const auto* properties = schema["properties"].fields();
  if (!says_yes(std::cerr, "Answer it? [y/N] ") || properties == nullptr ||
      properties->size() > kMostFields)
    return std::nullopt;
  Json out = Json::object();
  for (const auto& [name, property] : *properties)
    if (!ask_field(name, property, is_required(schema, name), out)) return std::nullopt;
  return out;
}

}  // namespace dossier::cli
