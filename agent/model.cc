#include "agent/model.h"

#include <algorithm>
#include <cstdlib>

#include "agent/models/providers.h"
#include "engine/error.h"

namespace dossier {
namespace {

std::string environment(const ModelSettings& settings, const char* name) {
  const char* value = settings.getenv ? settings.getenv(name) : std::getenv(name);
  return value != nullptr ? value : "";
}

models::Provider provider_of(std::string_view specification, std::string_view rest,
                             std::string url) {
  models::Provider out{std::string(specification), std::string(rest), std::move(url), {}};
  // A model's own name may hold '@'; an address may not hold "://" twice.
  const size_t at = rest.find("@http");
  if (at != rest.npos) {
    out.model = rest.substr(0, at);
    out.url = rest.substr(at + 1);
  }
  while (out.url.ends_with('/')) out.url.pop_back();
  if (out.model.empty())
    throw Error(ErrorCode::invalid, "the model's name is missing", std::string(specification));
  return out;
}

std::unique_ptr<Model> open_openai(std::string_view specification, std::string_view rest,
                                   const ModelSettings& settings) {
  auto provider = provider_of(specification, rest, "https://api.openai.com/v1");
  constexpr std::string_view kEndpoint = "/chat/completions";
  if (provider.url.ends_with(kEndpoint))
    provider.url.resize(provider.url.size() - kEndpoint.size());
  const bool poe = provider.url.find("://api.poe.com") != std::string::npos;
  provider.key = environment(settings, poe ? "POE_API_KEY" : "OPENAI_API_KEY");
  if (provider.key.empty() && provider.url.starts_with("https://"))
    throw Error(ErrorCode::denied,
                std::string(poe ? "POE_API_KEY" : "OPENAI_API_KEY") + " is not set",
                provider.specification);
  return models::openai(std::move(provider), settings);
}

std::unique_ptr<Model> open_anthropic(std::string_view specification, std::string_view rest,
                                      const ModelSettings& settings) {
  std::string base = environment(settings, "ANTHROPIC_BASE_URL");
  auto provider =
      provider_of(specification, rest, base.empty() ? "https://api.anthropic.com" : base);
  if (provider.url.ends_with("/v1")) provider.url.resize(provider.url.size() - 3);
  provider.key = environment(settings, "ANTHROPIC_API_KEY");
  if (provider.key.empty())
    throw Error(ErrorCode::denied, "ANTHROPIC_API_KEY is not set", provider.specification);
  return models::anthropic(std::move(provider), settings);
}

std::unique_ptr<Model> open_ollama(std::string_view specification, std::string_view rest,
                                   const ModelSettings& settings) {
  std::string host = environment(settings, "OLLAMA_HOST");
  if (host.empty()) host = "127.0.0.1:11434";
  if (!host.starts_with("http")) host = "http://" + host;
  return models::openai(provider_of(specification, rest, host + "/v1"), settings);
}

}  // namespace

ModelSettings models::within(ModelSettings settings, const ModelRequest& request) {
  settings.timeout_ms = std::min(settings.timeout_ms, std::max<int64_t>(1, request.timeout_ms));
  return settings;
}

std::unique_ptr<Model> open_model(std::string_view specification, const ModelSettings& settings) {
  const size_t colon = specification.find(':');
  const std::string_view kind = specification.substr(0, colon);
  const std::string_view rest =
      colon == specification.npos ? std::string_view() : specification.substr(colon + 1);
  if (specification == "offline") return models::offline();
  if (colon != specification.npos) {
    if (kind == "scripted") return models::scripted(std::string(rest));
    if (kind == "process") return models::process(std::string(rest), settings);
    if (kind == "openai") return open_openai(specification, rest, settings);
    if (kind == "ollama") return open_ollama(specification, rest, settings);
    if (kind == "anthropic") return open_anthropic(specification, rest, settings);
  }
  throw Error(ErrorCode::invalid,
              "unknown model; write offline, scripted:FILE, process:CMD, openai:NAME@URL, "
              "ollama:NAME or anthropic:NAME",
              std::string(specification));
}

}  // namespace dossier
