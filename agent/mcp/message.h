#pragma once
// JSON-RPC 2.0 as the Model Context Protocol uses it: one message a text, no batches, an id that is
// a string or an integer. Reading is total: what is no message gives the error to answer with.
#include <string>
#include <string_view>
#include <variant>

#include "engine/json_value.h"

namespace dossier::mcp {

/// The codes of errors: JSON-RPC's, then those that the protocol defines.
enum Code : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kResourceNotFound = -32002,  // of earlier versions
  kHeaderMismatch = -32020,
  kMissingCapability = -32021,
  kUnsupportedVersion = -32022,
};

struct Refusal {
  Code code = kInvalidRequest;
  std::string message;
  Json data{};  // null = none
};

/// {"code", "message"[, "data"]}
Json to_json(const Refusal& why);

/// Whether this can be the id of a request: a short text, or an integer.
bool is_id(const Json& value);

struct Incoming {
  enum Kind { request, notification, response } kind = request;
  Json id;  // of a request
  std::string method;
  Json params = Json::object();
  Json reply{};  // of a response: an object with its `result` or its `error`
};

/// Why a text is no message, with the id to answer to, or null where none could be read.
struct Unreadable {
  Json id;
  Refusal why;
};

/// The largest message that is read.
inline constexpr size_t kMaxMessageBytes = size_t{4} << 20;

std::variant<Incoming, Unreadable> read_message(std::string_view text);

/// The texts of answers. An error whose request's id is unknown has none.
std::string result_text(const Json& id, Json result);
std::string error_text(const Json& id, const Refusal& why);
/// The text of a message of ours that wants no answer.
std::string notification_text(std::string_view method, Json params);
/// The text of a request of ours.
std::string request_text(const Json& id, std::string_view method, Json params);

/// The answer to a message that is over the limit.
Refusal oversized();

}  // namespace dossier::mcp
