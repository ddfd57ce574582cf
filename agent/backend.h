#pragma once
// The chat backend (docs/formats.md): one request in, one reply out. Automation
// never needs a network; a model that fails is replaced by the offline words, and said so.
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
  Json project;                   // an export's object; null = none came with the request
  std::string mode;               // chat, automation or file
  bool debug = false;

  /// What the user said last; "" when they said nothing.
  std::string last_user() const;
  bool has_modules() const;
};

/// The request in `text`. Throws Error{invalid} naming the byte or the field that is wrong.
BackendRequest parse_backend_request(std::string_view text);

/// Adds the hidden tools through which a backend asks about the program, so that its sessions
/// replay from the record alone. The program is borrowed; null where nothing is known.
void add_program_tools(Toolbox& tools, Program* program);

/// The reply as its one JSON object. With `has_model` the transcript's model is asked in chat and
/// file mode, otherwise the words of the message do; `tell` receives remarks for standard error.
Json backend_reply(Transcript& transcript, BackendRequest request, bool has_model,
                   const std::function<void(const std::string&)>& tell);

/// The reply of a recorded request, made again: `record` begins with its `started` event.
Json answer_again(Transcript& transcript, const std::vector<SessionEvent>& record);

}  // namespace dossier
