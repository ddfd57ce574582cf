// layer: agent
// json_calls never throws, and it can render every turn that it parses.
#include <cstdint>
#include <cstdlib>

#include "agent/protocol.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const Message reply{Role::assistant, {reinterpret_cast<const char*>(data), size}, {}, {}};
  const Turn turn = json_calls().parse(reply);
  if (!turn.faults.empty()) {
    if (json_calls().correction(turn.faults).text.empty()) std::abort();
    return 0;
  }
  // Prose is kept apart: a line of it may read as an action once the calls around it are gone.
  const Turn calls{{}, turn.calls, {}};
  if (!calls.calls.empty() && !(json_calls().parse(json_calls().render(calls)) == calls))
    std::abort();
  return 0;
}
