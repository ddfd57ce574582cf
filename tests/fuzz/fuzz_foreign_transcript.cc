// layer: agent
// Readers of foreign transcripts never throw, and their result is complete: each event's body is
// JSON, a call precedes its result, and reading again gives the same.
#include <cstdint>
#include <cstdlib>

#include "agent/foreign/foreign.h"
#include "engine/json_value.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto read = read_foreign(bytes, "name.jsonl", 1);
  const auto again = read_foreign(bytes, "name.jsonl", 1);
  if (read.index() != again.index()) std::abort();
  const auto* foreign = std::get_if<Foreign>(&read);
  if (foreign == nullptr) return 0;
  const auto& second = std::get<Foreign>(again);
  for (size_t i = 0; i < foreign->sessions.size(); ++i) {
    const auto &a = foreign->sessions[i].events, &b = second.sessions[i].events;
    if (a.size() != b.size()) std::abort();
    for (size_t e = 0; e < a.size(); ++e) {
      if (a[e].body != b[e].body) std::abort();
      if (std::holds_alternative<JsonFault>(parse_json(a[e].body))) std::abort();
    }
  }
  return 0;
}
