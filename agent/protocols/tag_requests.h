#pragma once
// What a model asks for below %_Reply Required_%: a JSON array of requests, each one call of a
// tool.
#include "agent/protocols/tags.h"

namespace dossier {

/// Adds the block's requests to the turn's calls, and what is wrong with them to its faults.
/// `has_store`: whether operations of the store may be asked for.
void read_requests(const TagBlock& block, bool has_store, Turn& turn);
/// A call as a request; null for what is no request.
Json request_of(const ToolCall& call);
/// "FILE_CONTENT src/a.go", as the request was written; the tool's name for what is no request.
std::string title_of(const ToolCall& call);

}  // namespace dossier
