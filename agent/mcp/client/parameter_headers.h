#pragma once
// Headers that repeat what a request's body says, for whoever routes requests without reading
// bodies: the name that is called, and the parameters that a tool's schema marks with
// `x-mcp-header`.
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "agent/mcp/client/config.h"
#include "engine/json_value.h"

namespace dossier::mcp::client {

/// The marked parameters of a schema, as paths with '\n' between their steps, each with its header
/// ("Mcp-Param-Region"); or why the marks are wrong, which makes the tool unusable over HTTP.
std::variant<Pairs, std::string> parameter_headers(const Json& schema);

/// The value at a path of the arguments as a header has it; absent parts and null give "" with
/// `found` false.
struct HeaderValue {
  bool found = false;
  std::string text;
};
HeaderValue header_value(const Json& arguments, std::string_view path);

/// A text as a header's value: itself, or "=?base64?…?=" where a header cannot hold it.
std::string encoded_header(std::string_view text);

}  // namespace dossier::mcp::client
