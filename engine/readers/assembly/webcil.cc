// Webcil: the container that Blazor wraps assemblies in, so that proxies that refuse .dll let them
// pass. Documented in dotnet/runtime, docs/design/mono/webcil.md: a PE file without its PE headers,
// placed in the second passive data segment of a WebAssembly module.
#include "engine/readers/assembly/image.h"

namespace dossier::assembly {
namespace {

constexpr std::string_view kMagic = "WbIL";
constexpr size_t kMostSections = 16;
constexpr uint8_t kDataSection = 11;

/// An unsigned LEB128 number of at most 32 bits.
uint32_t leb(Cursor& in) {
  uint32_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    const uint8_t byte = in.u8();
    value |= static_cast<uint32_t>(byte & 0x7F) << (shift < 32 ? shift : 0);
    if ((byte & 0x80) == 0) return value;
  }
  in.fail();
  return 0;
}

/// The passive segment of a data section that holds a webcil payload; empty = none.
Bytes payload_in_data_section(Cursor in) {
  const uint32_t count = leb(in);
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    if (leb(in) != 1) return {};  // the wrapper has passive segments only
    const Bytes segment = in.take(leb(in));
    if (text_of(segment).substr(0, kMagic.size()) == kMagic) return segment;
  }
  return {};
}

}  // namespace

Bytes webcil_payload(Bytes bytes) {
  const std::string_view start = text_of(slice(bytes, 0, 8));
  if (start.substr(0, 4) == kMagic) return bytes;
  if (start != std::string_view("\0asm\1\0\0\0", 8)) return {};
  Cursor in(bytes, 8);
  while (in.left() > 0) {
    const uint8_t id = in.u8();
    const Bytes body = in.take(leb(in));
    if (!in.ok()) return {};
    if (id == kDataSection) return payload_in_data_section(Cursor(body));
  }
  return {};
}

bool read_webcil_header(Bytes payload, Image& image, uint32_t& cli_address) {
  Cursor in(payload, 4);
  const uint16_t major = in.u16();
  in.skip(2);
  const size_t count = in.u16();
  in.skip(2);
  cli_address = in.u32();
  in.skip(12);
  if (major >= 1) in.skip(4);  // version 1 adds the table base
  if (!in.ok() || major > 1 || count > kMostSections) return false;
  for (size_t i = 0; i < count; ++i) {
    Section section;
    in.skip(4);
    section.address = in.u32();
    section.size = in.u32();
    section.offset = in.u32();
    if (uint64_t{section.offset} + section.size > payload.size()) image.truncated = true;
    image.sections.push_back(section);
  }
  return in.ok() && cli_address != 0;
}

}  // namespace dossier::assembly
