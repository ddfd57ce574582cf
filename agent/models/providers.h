#pragma once
// The constructors of the models, for open_model alone, and what the native dialects share.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agent/model.h"
#include "engine/json_budget.h"

namespace dossier::models {

struct Provider {
  std::string specification;
  std::string model;
  std::string url;  // without a trailing slash
  std::string key;  // "" = none is sent
};

std::unique_ptr<Model> openai(Provider provider, const ModelSettings& settings);
std::unique_ptr<Model> anthropic(Provider provider, const ModelSettings& settings);
std::unique_ptr<Model> process(std::string command, const ModelSettings& settings);
std::unique_ptr<Model> offline();
std::unique_ptr<Model> scripted(const std::string& path);

/// A call's arguments: the JSON they are, or the text itself when they are none (a fault later).
/// So are those that go over the budget.
Json arguments_of(const std::string& text, JsonBudget& budget);

/// The settings for one request: its time where that is shorter.
ModelSettings within(ModelSettings settings, const ModelRequest& request);

/// A result as a provider's tool message carries it: {"ok",…,"result"}.
std::string native_result(const ToolResult& result);

/// A command line split as a shell would, without any expansion: blanks separate, single and double
/// quotes join, a backslash takes the next character as it is. Fails with invalid on an open quote.
std::vector<std::string> split_command(std::string_view command);

}  // namespace dossier::models
