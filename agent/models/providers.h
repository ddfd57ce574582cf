#pragma once
// The constructors of the models, used by open_model only, and helpers that the native dialects
// share.
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

/// The arguments of a call: parsed JSON, or the text itself if it is not JSON or exceeds the budget
/// (a fault later).
Json arguments_of(const std::string& text, JsonBudget& budget);

/// The settings for one request, with its time limit if that is shorter.
ModelSettings within(ModelSettings settings, const ModelRequest& request);

/// A result for a provider's tool message: {"ok",…,"result"}.
std::string native_result(const ToolResult& result);

/// Splits a command line like a shell, without expansion: blanks separate, single and double quotes
/// join, a backslash quotes the next character. Fails with invalid on an open quote.
std::vector<std::string> split_command(std::string_view command);

}  // namespace dossier::models
