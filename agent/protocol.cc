#include "agent/protocol.h"

namespace dossier {

const Protocol* protocol_named(std::string_view name) {
  for (const Protocol* known : {&json_calls(), &action_lines(), &seed_action_lines(),
                                &native_calls(), &tags(), &seed_tags()})
    if (known->name() == name) return known;
  return nullptr;
}

std::vector<Message> translated(std::vector<Message> messages, const Protocol& from,
                                const Protocol& to) {
  if (&from != &native_calls() || &to == &native_calls()) return messages;
  for (auto& message : messages)
    if (!message.calls.empty())
      message = to.render(from.parse(message));
    else if (!message.results.empty())
      message = to.render_results(message.results);
  return messages;
}

}  // namespace dossier
