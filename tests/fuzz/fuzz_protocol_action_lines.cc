// layer: agent
// Neither dialect of action lines throws, and each can render every turn that it parses; what is
// hidden from a person is so however the reply is cut.
#include <cstdint>
#include <cstdlib>

#include "agent/protocol.h"
#include "agent/protocols/action_filter.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const Message reply{Role::assistant, {reinterpret_cast<const char*>(data), size}, {}, {}};
  for (const Protocol* dialect : {&action_lines(), &seed_action_lines()}) {
    const Turn turn = dialect->parse(reply);
    if (!turn.faults.empty()) {
      if (dialect->correction(turn.faults).text.empty()) std::abort();
      continue;
    }
    // Prose is kept apart: a line of it may read as an action once the calls around it are gone.
    const Turn calls{{}, turn.calls, {}};
    if (!calls.calls.empty() && !(dialect->parse(dialect->render(calls)) == calls)) std::abort();
  }
  protocols::ActionFilter whole, cut;
  std::string shown = whole.feed(reply.text);
  shown += whole.finish();
  std::string pieces;
  for (size_t at = 0; at < reply.text.size(); at += 3) pieces += cut.feed(reply.text.substr(at, 3));
  pieces += cut.finish();
  if (shown != pieces) std::abort();
  return 0;
}
