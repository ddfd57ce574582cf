#pragma once
// The data exchanged between a model and the program, in every dialect. A Message is one entry of
// the conversation as the model sees it. A Turn is the meaning of one reply: text, tool calls, and
// faults where it violates its dialect. Protocols translate between the two; the loop knows only
// turns. All are values: they can be copied, compared, stored and read back.
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

/// The result of a tool. Counts are -1 if the tool does not count.
struct ToolResult {
  ToolCall call;
  bool ok = true;
  int64_t total = -1;
  int64_t returned = -1;
  bool truncated = false;
  std::string cursor;  // of the rest of a truncated result; "" = complete
  Json result;         // the tool's output, or the reason of the failure as a string

  bool operator==(const ToolResult&) const = default;
};

/// A violation of the dialect: what is wrong and what to write instead. `line` is 1-based within
/// the reply, 0 for the whole reply.
struct Fault {
  uint32_t line = 0;
  std::string message;

  bool operator==(const Fault&) const = default;
};

/// The meaning of one reply. If it has faults, nothing of it is run.
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
