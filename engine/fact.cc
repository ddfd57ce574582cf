#include "engine/fact.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/error.h"

namespace dossier {

char* TextArena::reserve(size_t bytes) {
  if (bytes > left_) {
    // Doubling chunks keeps small modules small and large ones at few allocations.
    const size_t chunk = std::max(bytes, std::clamp<size_t>(reserved_, 4096, 1 << 20));
    if (chunk > limit_ - std::min(limit_, reserved_))
      throw Error(ErrorCode::limit, "its names and signatures exceed " +
                                        std::to_string(limit_ >> 20) + " MB of text");
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk));
    free_ = chunks_.back().get();
    left_ = chunk;
    reserved_ += chunk;
  }
  char* at = free_;
  free_ += bytes;
  left_ -= bytes;
  return at;
}

std::string_view TextArena::keep(std::string_view text) {
  if (text.empty()) return {};
  char* at = reserve(text.size());
  std::memcpy(at, text.data(), text.size());
  return {at, text.size()};
}

std::string_view TextArena::join(std::initializer_list<std::string_view> parts) {
  size_t size = 0;
  for (const auto part : parts) size += part.size();
  if (size == 0) return {};
  char* const at = reserve(size);
  char* end = at;
  for (const auto part : parts) end = std::copy(part.begin(), part.end(), end);
  return {at, size};
}

std::string_view name_of(MemberKind kind) {
  static constexpr std::string_view kNames[] = {"field", "method", "property", "event"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view name_of(ReferenceKind kind) {
  static constexpr std::string_view kNames[] = {
      "",     "call",      "new",       "ftn",       "read",     "write",  "addr", "type",
      "base", "interface", "signature", "attribute", "override", "import", "rpc"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view name_of(ModuleKind kind) {
  static constexpr std::string_view kNames[] = {"", "export", "assembly", "source"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace dossier
