#pragma once
// One action's line. A line that is none is prose; a line that means to be one and is malformed is
// a fault. Pure.
#include <optional>
#include <string>
#include <string_view>

#include "agent/protocols/actions.h"
#include "agent/turn.h"

namespace dossier::protocols {

/// The text behind "ACTION:" if the line is a request, else nothing.
std::optional<std::string_view> request_in(std::string_view line, const ActionSet& set);

struct Request {
  const Action* action;
  ToolCall call;
};
/// Reads NAME(field='value', …). Sets `fault` and returns nothing if it is malformed.
std::optional<Request> read_request(std::string_view text, const ActionSet& set,
                                    std::string& fault);

/// Whether the line is `marker`; in a tolerant set it may be bold or code.
bool is_marker(std::string_view line, std::string_view marker, bool is_tolerant);

}  // namespace dossier::protocols
