#pragma once
// The chat backend (docs/formats.md): one request in, one reply out. Automation never needs a
// network. If the model fails, the offline keywords replace it, and the reply says so.
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "agent/model.h"
#include "agent/program.h"
#include "agent/tool.h"
#include "agent/transcript.h"
#include "engine/json_value.h"

namespace dossier {

struct BackendRequest {
  Json messages = Json::array();  // [{Role, Content}]
  Json project;                   // an export's object; null = not part of the request
  std::string mode;               // chat, automation or file
  bool debug = false;

  /// The user's last message; "" if there is none.
  std::string last_user() const;
  bool has_modules() const;
};

/// Parses a request. Throws Error{invalid} naming the wrong byte or field.
BackendRequest parse_backend_request(std::string_view text);

/// Adds the hidden tools with which a backend queries the program, so that its sessions replay from
/// the record alone. `program` is borrowed; null if nothing is known.
void add_program_tools(Toolbox& tools, Program* program);

/// The reply as one JSON object. With `has_model`, the transcript's model answers in chat and file
/// mode; otherwise the keywords of the message do. `tell` receives remarks for standard error.
Json backend_reply(Transcript& transcript, BackendRequest request, bool has_model,
                   const std::function<void(const std::string&)>& tell);

/// The reply to a recorded request, made again. `record` begins with its `started` event.
Json answer_again(Transcript& transcript, const std::vector<SessionEvent>& record);

}  // namespace dossier
