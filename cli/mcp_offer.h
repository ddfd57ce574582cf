#pragma once
// Which tools other programs' agents get: --tools of `dossier mcp` and `dossier serve`.
#include "agent/mcp/place.h"
#include "cli/command.h"

namespace dossier::cli {

/// Throws Error{invalid} for another word.
mcp::Offer mcp_offer(const Invocation& invocation);

}  // namespace dossier::cli
