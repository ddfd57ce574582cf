#include "agent/mcp/client/definition.h"

#include <algorithm>
#include <array>

#include "agent/mcp/client/parameter_headers.h"
#include "agent/mcp/client/reply.h"
#include "agent/redact.h"
#include "engine/ascii.h"
#include "engine/digest.h"
#include "engine/search/identifier_words.h"
#include "engine/unicode.h"

namespace dossier::mcp::client {
namespace {

constexpr size_t kServerNameBytes = 128;  // that the protocol advises
constexpr std::string_view kRuns[] = {"exec",    "execute", "run",      "shell", "bash",
                                      "command", "eval",    "terminal", "spawn", "kill"};
constexpr std::string_view kWrites[] = {"write",  "edit", "create", "delete",  "remove", "move",
                                        "rename", "set",  "update", "add",     "put",    "post",
                                        "send",   "drop", "insert", "clear",   "reset",  "toggle",
                                        "commit", "push", "upload", "install", "apply",  "patch"};

bool has_word(std::string_view name, std::span<const std::string_view> words) {
  const auto own = search::split_words(name);
  return std::any_of(own.begin(), own.end(), [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

// The schema as a toolbox reads it: an object's, whose properties are schemas and whose required
// are names of them. Absent for any other.
const char* problem_of(const Json& schema) {
  if (schema.fields() == nullptr) return "its inputSchema is no object";
  if (schema.text("type") != "object") return "its inputSchema is none of an object";
  const Json& properties = schema["properties"];
  if (!properties.is_null() && properties.fields() == nullptr)
    return "the properties of its inputSchema are no object";
  if (properties.fields() != nullptr)
    for (const auto& [key, property] : *properties.fields())
      if (property.fields() == nullptr && property.boolean() == nullptr)
        return "a property of its inputSchema is no schema";
  const Json& required = schema["required"];
  if (!required.is_null() && required.items() == nullptr)
    return "what its inputSchema requires is no list";
  for (const auto& name : required.each())
    if (name.string() == nullptr) return "what its inputSchema requires is no list of names";
  return nullptr;
}

// Descriptions within a schema are a server's words, too.
void clean(Json& value, bool is_text) {
  if (const auto* text = value.string(); text != nullptr && is_text)
    value = redact(plain_lines(*text, kDefinitionBounds.description_bytes));
  if (auto* items = value.items())
    for (auto& item : *items) clean(item, false);
  if (auto* fields = value.fields())
    for (auto& [key, field] : *fields) clean(field, key == "description" || key == "title");
}

std::string registry_name(const std::string& server, std::string_view name) {
  std::string out = server + "__";
  for (const char c : name) {
    const bool plain = is_word_character(c) || c == '-';
    out += plain ? c : '_';
  }
  return out;
}

Json kept(const Json& written) {
  Json out = Json::object();
  for (const std::string_view key :
       {"name", "title", "description", "inputSchema", "outputSchema", "annotations"})
    if (const Json* value = written.find(key)) out.set(key, *value);
  return out;
}

std::variant<Definition, std::string> definition_in(const Json& written, const std::string& server,
                                                    bool over_http) {
  if (written.fields() == nullptr) return "a tool that is no object";
  const std::string& name = written.text("name");
  const std::string named = "'" + plain(name, kServerNameBytes) + "': ";
  if (name.empty()) return "a tool without a name";
  if (name.size() > kServerNameBytes || plain(name, kServerNameBytes) != name)
    return named + "its name is no name";
  Definition out;
  out.name = name;
  out.tool = registry_name(server, name);
  if (out.tool.size() > kDefinitionBounds.name_bytes)
    return named + "its name is over " +
           std::to_string(kDefinitionBounds.name_bytes - server.size() - 2) + " bytes";
  out.schema = written["inputSchema"];
  if (const char* problem = problem_of(out.schema)) return named + problem;
  if (out.schema.dump().size() > kDefinitionBounds.schema_bytes)
    return named + "its inputSchema is over 32 KB";
  if (over_http) {
    auto read = parameter_headers(out.schema);
    if (const auto* problem = std::get_if<std::string>(&read)) return named + *problem;
    out.headers = std::move(std::get<Pairs>(read));
  }
  clean(out.schema, false);
  out.description =
      redact(plain_lines(written.text("description"), kDefinitionBounds.description_bytes));
  if (written["annotations"].fields() != nullptr) out.told = written["annotations"];
  out.hash = hex(bytes_of(sha256({kept(written).dump()})));
  return out;
}

size_t bytes_of_tool(const Definition& tool) {
  return tool.description.size() + tool.schema.dump().size();
}

}  // namespace

Capability Definition::capability() const {
  if (has_word(name, kRuns)) return Capability::execute;
  if (has_word(name, kWrites)) return Capability::write;
  return told.flag("readOnlyHint") ? Capability::read : Capability::write;
}

std::string Definition::shown() const {
  std::string out = name + "(";
  bool first = true;
  if (const auto* properties = schema["properties"].fields())
    for (const auto& [key, property] : *properties) {
      out += (first ? "" : ", ") + key;
      first = false;
    }
  return out + ") " + std::string(name_of(capability())) + "\n" + description + "\n";
}

void take_tools(const Json& page, const std::string& server, bool over_http, Listed& into) {
  size_t bytes = 0;
  for (const auto& tool : into.tools) bytes += bytes_of_tool(tool);
  const auto leave_out = [&](std::string why) {
    if (into.left_out.size() < kDefinitionBounds.tools) into.left_out.push_back(std::move(why));
  };
  for (const auto& written : page["tools"].each()) {
    auto read = definition_in(written, server, over_http);
    if (auto* why = std::get_if<std::string>(&read)) {
      leave_out(std::move(*why));
      continue;
    }
    Definition& tool = std::get<Definition>(read);
    const bool is_known =
        std::any_of(into.tools.begin(), into.tools.end(),
                    [&](const Definition& other) { return other.tool == tool.tool; });
    bytes += bytes_of_tool(tool);
    if (is_known)
      leave_out("'" + tool.name + "': there is another of this name");
    else if (into.tools.size() >= kDefinitionBounds.tools)
      leave_out("'" + tool.name + "': the server has over 128 tools");
    else if (bytes > kDefinitionBounds.all_bytes)
      leave_out("'" + tool.name + "': the descriptions of the server are over 256 KB");
    else
      into.tools.push_back(std::move(tool));
  }
}

}  // namespace dossier::mcp::client
