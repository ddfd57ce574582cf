#pragma once
// The program's side of one script: sends it to a worker and answers what comes back. It knows a
// channel and no process, so tests and the fuzzer put what they like on the other end.
#include "sandbox/channel.h"
#include "sandbox/sandbox.h"

namespace dossier::sandbox {

/// Throws what `answers` throws, and nothing else.
Outcome converse(Channel& channel, const Script& script, const Limits& limits,
                 const Answers& answers, const std::stop_token& stop = {});

}  // namespace dossier::sandbox
