// layer: engine
// Any bytes, possibly gzip, are read to their end in pieces or refused.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "engine/error.h"
#include "engine/readers/bytes.h"

using namespace dossier;

namespace {

// The bytes, or that they are refused; no more than a fuzzer should hold.
std::string read(std::string_view bytes, size_t step) {
  const auto source = memory_bytes(bytes, "fuzz");
  PeekedBytes peeked(*source);
  std::string out, buffer(step, '\0');
  try {
    while (const size_t got = peeked.read(buffer.data(), step)) {
      if (got > step) std::abort();
      out.append(buffer, 0, got);
      if (out.size() > (4 << 20)) return out.substr(0, 4 << 20);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid && error.code() != ErrorCode::limit) std::abort();
    return "refused";
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string whole;
  try {
    whole = read(bytes, 1 << 16);
    if (read(bytes, 7) != whole) std::abort();
  } catch (const Error& error) {
    return 0;  // refused when it was looked at
  }
  if (!bytes.starts_with("\x1f\x8b") && whole != bytes) std::abort();
  return 0;
}
