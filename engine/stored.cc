#include "engine/stored.h"

#include "engine/error.h"

namespace dossier {
namespace {

constexpr int64_t kMostIds = int64_t{1} << 26;

[[noreturn]] void throw_number(const char* place, int64_t number) {
  throw_damaged(std::string(place) + " cannot be " + std::to_string(number));
}

}  // namespace

void throw_damaged(const std::string& what) {
  throw Error(ErrorCode::corrupt, "the database is damaged: " + what);
}

MemberKind stored_member_kind(int64_t number) {
  if (number < 0 || number > static_cast<int64_t>(MemberKind::event))
    throw_number("_member.kind", number);
  return static_cast<MemberKind>(number);
}

ReferenceKind stored_reference_kind(int64_t number) {
  if (number < static_cast<int64_t>(ReferenceKind::call) ||
      number > static_cast<int64_t>(ReferenceKind::rpc))
    throw_number("the kind in _reference.use", number);
  return static_cast<ReferenceKind>(number);
}

uint32_t stored_blocks(int64_t number, const char* place) {
  if (number < 0 || number > UINT32_MAX) throw_number(place, number);
  return static_cast<uint32_t>(number);
}

size_t stored_index(int64_t id, const char* place) {
  if (id < 0 || id >= kMostIds) throw_number(place, id);
  return static_cast<size_t>(id);
}

}  // namespace dossier
