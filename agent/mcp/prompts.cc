#include "agent/mcp/prompts.h"

#include <array>

#include "agent/json_texts.h"
#include "agent/mcp/uri.h"
#include "agent/prompt.h"

namespace dossier::mcp {
namespace {

constexpr size_t kMostArgument = 8 << 10;

struct Argument {
  std::string_view name, description;
  bool is_required;
};
struct Prompt {
  std::string_view name, title, description, file;
  std::array<Argument, 3> arguments;  // the rest have no name
};

constexpr Argument kProject = {"project", "The project (default: every one)", false};
constexpr Prompt kPrompts[] = {
    {"ask",
     "Ask about the program",
     "Answer a question about the program, with the symbols that matter",
     "mcp_ask.md",
     {{{"question", "In your own words", true}, kProject}}},
    {"investigate",
     "Investigate a symbol",
     "Explain what a type or member does, who uses it, and what a change would touch",
     "mcp_investigate.md",
     {{{"symbol", "A type or member, by name", true}, kProject}}},
    {"compare",
     "Compare two versions",
     "Explain what changed between two snapshots, and what it may break",
     "mcp_compare.md",
     {{{"from", "The earlier snapshot, by id or label", true},
       {"to", "The later snapshot", true}}}},
};

Json listed(const Prompt& prompt) {
  Json arguments = Json::array();
  for (const auto& argument : prompt.arguments)
    if (!argument.name.empty())
      arguments.add(Json::object({{"name", argument.name},
                                  {"description", argument.description},
                                  {"required", argument.is_required}}));
  return Json::object({{"name", prompt.name},
                       {"title", prompt.title},
                       {"description", prompt.description},
                       {"arguments", std::move(arguments)}});
}

Json message(Json content) {
  return Json::object({{"role", "user"}, {"content", std::move(content)}});
}

Json link(std::vector<std::string> parts, std::string name) {
  return message(Json::object({{"type", "resource_link"},
                               {"uri", uri_of(parts)},
                               {"name", std::move(name)},
                               {"mimeType", "application/json"}}));
}

}  // namespace

Json listed_prompts() {
  Json out = Json::array();
  for (const auto& prompt : kPrompts) out.add(listed(prompt));
  return out;
}

std::optional<Refusal> refusal_of(const Json& listed, const Json& arguments) {
  for (const auto& argument : listed["arguments"].each()) {
    const Json* given = arguments.find(argument.text("name"));
    if (given == nullptr && argument.flag("required"))
      return Refusal{kInvalidParams, "the prompt needs the argument " + argument.text("name")};
  }
  for (const auto& [name, value] : *arguments.fields())
    if (value.string() == nullptr || value.string()->size() > kMostArgument)
      return Refusal{kInvalidParams, "the arguments of a prompt are texts of at most " +
                                         std::to_string(kMostArgument) + " bytes"};
  return std::nullopt;
}

std::string filled(std::string_view text, const Json& arguments) {
  std::string out;
  for (size_t begin; (begin = text.find('{')) != text.npos;) {
    const size_t end = text.find('}', begin);
    const Json* value =
        end == text.npos ? nullptr : arguments.find(text.substr(begin + 1, end - begin - 1));
    out += text.substr(0, begin);
    // A brace that names nothing stands for itself.
    out += value == nullptr ? "{" : text_of_value(*value);
    text.remove_prefix(value == nullptr ? begin + 1 : end + 1);
  }
  return out += text;
}

std::optional<Outcome> get_prompt(const std::string& name, const Json& arguments) {
  for (const auto& prompt : kPrompts) {
    if (prompt.name != name) continue;
    if (auto why = refusal_of(listed(prompt), arguments)) return *why;
    Json known = arguments;
    const std::string& project = arguments.text("project");
    known.set("where", project.empty() ? "" : " in the project " + project);
    Json messages = Json::array();
    messages.add(message(
        Json::object({{"type", "text"}, {"text", filled(prompt_text(prompt.file, ""), known)}})));
    if (name == "investigate" && !project.empty())
      messages.add(link({"projects", project, "symbols", arguments.text("symbol")},
                        arguments.text("symbol")));
    return Json::object({{"description", prompt.description}, {"messages", std::move(messages)}});
  }
  return std::nullopt;
}

}  // namespace dossier::mcp
