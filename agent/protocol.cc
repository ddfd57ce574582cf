#include "agent/protocol.h"

namespace dossier {

const Protocol* protocol_named(std::string_view name) {
  for (const Protocol* known :
       {&json_calls(), &action_lines(), &native_calls(), &tags(), &seed_tags()})
    if (known->name() == name) return known;
  return nullptr;
}

}  // namespace dossier
