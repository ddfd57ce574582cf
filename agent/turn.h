#pragma once
// What passes between a model and the program, in every dialect: a Message is one entry of the
// conversation as a model sees it; a Turn is what one reply of the model means: prose, calls of
// tools, and faults where it broke its dialect. Protocols translate between the two; the loop knows
// only turns. Values throughout: a turn can be copied, compared, stored and read back.
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

struct ToolCall {
  std::string id;    // the provider's, for native calls; empty in text dialects
  std::string tool;  // registry name: "broad_lookup", "read_file", …
  Json input = Json::object();

  bool operator==(const ToolCall&) const = default;
};

/// What a tool answered. Counts are -1 where the tool does not count.
struct ToolResult {
  ToolCall call;
  bool ok = true;
  int64_t total = -1;
  int64_t returned = -1;
  bool truncated = false;
  std::string cursor;  // leads to the rest of a result that was cut; "" = all of it is here
  Json result;         // the tool's output, or the reason of the failure as a string

  bool operator==(const ToolResult&) const = default;
};

/// Where a reply broke its dialect: what is wrong and how to write it instead. `line` is 1-based
/// within the reply, 0 when the whole reply is meant.
struct Fault {
  uint32_t line = 0;
  std::string message;

  bool operator==(const Fault&) const = default;
};

/// The meaning of one reply. When there are faults nothing of the reply is run.
struct Turn {
  std::string text;
  std::vector<ToolCall> calls;
  std::vector<Fault> faults;

  bool operator==(const Turn&) const = default;
};

enum class Role : uint8_t { system, user, assistant, tool };
std::string_view name_of(Role role);

struct Message {
  Role role = Role::user;
  std::string text;
  std::vector<ToolCall> calls;      // native dialect: of the assistant
  std::vector<ToolResult> results;  // native dialect: of the tools

  bool operator==(const Message&) const = default;
};

/// The stored form of messages: {"role","text"[,"calls"][,"results"]}. from_json(to_json(x)) = x.
Json to_json(const ToolCall& call);
Json to_json(const ToolResult& result);
Json to_json(const Message& message);
ToolCall tool_call_from(const Json& json);
ToolResult tool_result_from(const Json& json);
Message message_from(const Json& json);

}  // namespace dossier
