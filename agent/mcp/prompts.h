#pragma once
// What a client's user can start with: a question, a symbol to look into, two versions to compare.
// The texts are agent/prompts/mcp_*.md.
#include "agent/mcp/dialogue.h"

namespace dossier::mcp {

Json listed_prompts();
/// The messages of a prompt; nothing if none has this name.
std::optional<Outcome> get_prompt(const std::string& name, const Json& arguments);
/// What is wrong with the arguments of a prompt that is listed so, or nothing.
std::optional<Refusal> refusal_of(const Json& listed, const Json& arguments);
/// The text with every "{name}" of an argument replaced by it.
std::string filled(std::string_view text, const Json& arguments);

}  // namespace dossier::mcp
