#pragma once
// A tool as a server of another program describes it. Its words are for a model and may be written
// to mislead one, so they are bounded and cleared of what a person would not see, and the hash of
// the whole description is what a person's approval is about. The hash covers what was sent, not
// what is left of it.
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "agent/mcp/client/config.h"
#include "agent/policy.h"
#include "engine/json_value.h"

namespace dossier::mcp::client {

struct Definition {
  std::string name;         // the server's
  std::string tool;         // the registry's: "server__name"
  std::string description;  // plain, bounded
  Json schema;              // of an object, with properties and required as a toolbox reads them
  Json told;                // the annotations
  std::string hash;
  Pairs headers{};  // parameters that HTTP repeats: their paths, and the headers' names

  /// What it may do, as far as its name and what the server says let one guess. A claim that it
  /// only reads is believed where the name does not say otherwise, since every call is asked about.
  Capability capability() const;
  /// As a person is shown it: name, parameters, description.
  std::string shown() const;
};

/// The tools of a server, and what was left out of them, each with the reason.
struct Listed {
  std::vector<Definition> tools;
  std::vector<std::string> left_out;
};

struct DefinitionBounds {
  size_t tools = 128;  // of a server
  size_t description_bytes = 2'000;
  size_t schema_bytes = 32 << 10;
  size_t all_bytes = 256 << 10;  // of a server's descriptions and schemas
  size_t name_bytes = 64;        // of a tool in the registry: the most that providers take
  size_t pages = 64;             // of a list
};
inline constexpr DefinitionBounds kDefinitionBounds;

/// Adds the tools of one page of `tools/list`, of this server. Over HTTP the marks of parameters
/// that headers repeat are read, and a tool with a wrong one is left out.
void take_tools(const Json& page, const std::string& server, bool over_http, Listed& into);

}  // namespace dossier::mcp::client
