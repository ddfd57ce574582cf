#pragma once
// What a server of another program sends, read: an answer to a request, a request or a notification
// of its own. Nothing in it is trusted. Reading is total and its memory is bounded; what is no
// message is told in one sentence.
#include <string>
#include <string_view>
#include <variant>

#include "engine/json_value.h"

namespace dossier::mcp::client {

struct Reply {
  enum Kind { result, error, request, notification } kind = result;
  Json id;             // null for a notification, and where an error names none
  std::string method;  // of a request or a notification
  Json body;           // the result, the parameters, or the data of an error
  int64_t code = 0;    // of an error
  std::string message{};
};

/// The message, or why the text is none.
std::variant<Reply, std::string> read_reply(std::string_view text);

/// A server's words as a person or a model may be shown them: on one line of at most `bytes` bytes,
/// without control characters, marks of direction and characters that are not seen.
std::string plain(std::string_view text, size_t bytes);
/// The same, with line ends and tabs kept.
std::string plain_lines(std::string_view text, size_t bytes);

}  // namespace dossier::mcp::client
