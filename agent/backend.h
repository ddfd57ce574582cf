#pragma once
// The chat backend of seeds 000 and 001 (FORMATS 4): one request in, one reply out. Automation
// never needs a network; a model that fails is replaced by the offline words, and said so.
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "agent/json_value.h"
#include "agent/model.h"
#include "agent/program.h"

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

/// The reply as its one JSON object. `model` may be null (offline words); `program` answers
/// searches, null where nothing is known; `tell` receives remarks for standard error.
std::string backend_reply(const BackendRequest& request, Model* model, Program* program,
                          const std::function<void(const std::string&)>& tell);

}  // namespace dossier
