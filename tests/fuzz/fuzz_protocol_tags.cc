// layer: agent
// tags never throws, it can render every turn that it parses, and what it hands on is relative.
#include <cstdint>
#include <cstdlib>

#include "agent/fix/goals.h"
#include "agent/protocol.h"
#include "agent/protocols/tags.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const Message reply{Role::assistant, {reinterpret_cast<const char*>(data), size}, {}, {}};
  if (const TaggedReply tagged = read_tags(reply.text); tagged.find(Tag::verification_report))
    (void)report_problem(tagged.find(Tag::verification_report)->text, {});
  const Turn turn = tags().parse(reply);
  if (!turn.faults.empty()) {
    if (!turn.calls.empty() || tags().correction(turn.faults).text.empty()) std::abort();
    return 0;
  }
  // Prose is kept apart: what is a tag in it depends on what stood around it.
  const Turn calls{"%_Thought_%\nt\n%_Plan_%\np", turn.calls, {}};
  if (!(tags().parse(tags().render(calls)) == calls)) std::abort();
  return 0;
}
