#pragma once
// What a person is told of a tag dialogue: a line for each thing that happens, and how it ended.
#include <string>

#include "agent/fix/fix.h"
#include "agent/loop.h"

namespace dossier::cli {

LoopListener told_on_standard_error();

/// {session, status, reason, turns, tokens, tokens_estimated, goals, unchecked?, diff}
Json json_of(const FixResult& result, const std::string& session, const std::string& diff);

/// Tells the end on standard error and returns the exit status: 0, or 2 for what is not finished or
/// not checked. Throws the model's failure.
int tell_end(const FixResult& result, const std::string& session, const FixOptions& options);

}  // namespace dossier::cli
