#include "engine/readers/assembly/image.h"

#include "engine/error.h"

namespace dossier::assembly {
namespace {

constexpr size_t kMaxSections = 96;  // the Windows loader's limit

[[noreturn]] void corrupt(const std::string& origin, const std::string& what) {
  throw Error(ErrorCode::corrupt, what, origin);
}

/// PE/COFF headers: fills the sections and answers the CLI header's address, 0 = none.
uint32_t read_pe_headers(Image& image, const std::string& origin) {
  Cursor dos(image.bytes, 0x3C < image.bytes.size() ? 0x3C : image.bytes.size());
  const uint32_t header = dos.u32();
  Cursor pe(image.bytes, std::min<size_t>(header, image.bytes.size()));
  const uint32_t signature = pe.u32();
  if (!dos.ok() || !pe.ok()) corrupt(origin, "the PE header lies outside the file");
  if (signature != 0x00004550) {
    throw Error(ErrorCode::invalid, "an MZ program without a PE header (DOS or 16-bit Windows)",
                origin);
  }
  pe.skip(2);
  const size_t count = pe.u16();
  pe.skip(12);
  const size_t optional_size = pe.u16();
  pe.skip(2);
  const size_t optional_at = pe.at();
  const uint16_t magic = pe.u16();
  if (!pe.ok() || (magic != 0x10B && magic != 0x20B)) {
    corrupt(origin, "the PE optional header is damaged");
  }
  const size_t directories = optional_at + (magic == 0x10B ? 92 : 108);
  Cursor directory(image.bytes, std::min(directories, image.bytes.size()));
  const uint32_t directory_count = directory.u32();
  directory.skip(14 * 8);
  const uint32_t cli = directory.u32();
  if (count > kMaxSections) corrupt(origin, "the PE header claims too many sections");
  Cursor table(image.bytes, std::min(optional_at + optional_size, image.bytes.size()));
  for (size_t i = 0; i < count; ++i) {
    table.skip(12);
    Section section;
    section.address = table.u32();
    section.size = table.u32();
    section.offset = table.u32();
    table.skip(16);
    const uint64_t end = uint64_t{section.offset} + section.size;
    if (end > image.bytes.size()) image.truncated = true;
    image.sections.push_back(section);
  }
  if (!table.ok()) corrupt(origin, "the PE section table lies outside the file");
  const bool has_cli =
      directory_count > 14 && directories + 4 + 15 * 8 <= optional_at + optional_size;
  return has_cli && directory.ok() ? cli : 0;
}

/// ECMA-335 II.25.3.3.
void read_cli_header(Image& image, uint32_t address, const std::string& origin) {
  Cursor cli(image.at(address));
  cli.skip(8);
  image.metadata_address = cli.u32();
  image.metadata_size = cli.u32();
  cli.skip(52);
  if (!cli.ok()) corrupt(origin, "the CLI header lies outside the file");
}

}  // namespace

bool has_cli_header(Bytes bytes) {
  Cursor dos(bytes, std::min<size_t>(0x3C, bytes.size()));
  const size_t optional = size_t{dos.u32()} + 24;
  Cursor in(bytes, std::min(optional, bytes.size()));
  const bool is_wide = in.u16() == 0x20B;
  in.skip((is_wide ? 108 : 92) - 2 + 4 + 14 * 8);
  return in.u32() != 0 && in.ok();
}

Bytes Image::at(uint32_t address) const {
  for (const Section& section : sections) {
    if (address < section.address || address - section.address >= section.size) continue;
    const uint32_t skip = address - section.address;
    return slice(bytes, uint64_t{section.offset} + skip, section.size - skip);
  }
  return {};
}

Image open_image(Bytes bytes, const std::string& origin) {
  Image image;
  uint32_t cli = 0;
  if (const Bytes payload = webcil_payload(bytes); !payload.empty()) {
    image.bytes = payload;
    if (!read_webcil_header(payload, image, cli)) corrupt(origin, "the webcil header is damaged");
  } else if (text_of(slice(bytes, 0, 2)) == "MZ") {
    image.bytes = bytes;
    cli = read_pe_headers(image, origin);
  }
  if (cli == 0) throw Error(ErrorCode::invalid, describe_unsupported(bytes), origin);
  read_cli_header(image, cli, origin);
  return image;
}

}  // namespace dossier::assembly
