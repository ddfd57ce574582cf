// layer: agent
// The events of a stream do not depend on how it is split; the first byte of the input is the size
// of the pieces. Their data is parsed as a provider's JSON.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "agent/models/sse.h"
#include "engine/error.h"
#include "engine/json_value.h"

using namespace dossier;
using namespace dossier::models;

namespace {

std::vector<ServerEvent> read(std::string_view stream, size_t step) {
  EventStream events;
  std::vector<ServerEvent> out;
  for (size_t at = 0; at < stream.size(); at += step)
    for (auto& event : events.feed(stream.substr(at, step))) out.push_back(std::move(event));
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const auto whole = read(stream, std::max<size_t>(1, stream.size()));
    const auto pieces = read(stream, data[0] % 16 + 1);
    if (whole.size() != pieces.size()) std::abort();
    for (size_t i = 0; i < whole.size(); ++i) {
      if (whole[i].name != pieces[i].name || whole[i].data != pieces[i].data) std::abort();
      parse_json(whole[i].data);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::limit) std::abort();
  }
  return 0;
}
