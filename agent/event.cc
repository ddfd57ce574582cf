#include "agent/event.h"

#include <array>

#include "engine/error.h"

namespace dossier {
namespace {

constexpr std::array<std::string_view, 14> kNames = {
    "started",    "message", "model_asked",  "model_settled", "permission",
    "tool_asked", "edit",    "tool_settled", "answer",        "ended",
    "setup",      "summary", "rewound",      "progress"};

template <typename T>
std::string little_endian(T value) {
  std::string out;
  for (size_t i = 0; i < sizeof value; ++i)
    out += static_cast<char>(static_cast<uint64_t>(value) >> (8 * i) & 0xff);
  return out;
}

std::string counted(std::string_view text) {
  return little_endian(static_cast<uint32_t>(text.size())) + std::string(text);
}

}  // namespace

std::string_view name_of(EventKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::span<const std::string_view> event_kinds() { return kNames; }

std::optional<EventKind> event_kind_named(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<EventKind>(i);
  return std::nullopt;
}

Digest first_link(const Digest& parent, std::string_view uid) {
  return sha256({bytes_of(parent), uid});
}

Digest hash_of(const SessionEvent& event, const Digest& link, const Digest& body) {
  const std::string head = little_endian(kEventVersion) + little_endian(event.at) +
                           little_endian(event.ms) + counted(name_of(event.kind)) +
                           counted(event.tool);
  return sha256({bytes_of(link), head, bytes_of(body)});
}

Json body_of(const SessionEvent& event) {
  auto parsed = parse_json(event.body);
  if (Json* body = std::get_if<Json>(&parsed)) return std::move(*body);
  throw Error(ErrorCode::corrupt, "the event's body is not JSON",
              "event " + std::to_string(event.seq));
}

}  // namespace dossier
