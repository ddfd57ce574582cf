#include "engine/readers/assembly/bundle.h"

#include <zlib.h>

#include "engine/readers/expansion.h"

namespace dossier::assembly {
namespace {

// SHA-256 of ".net core bundle". Before it stands where the manifest is; 0 = nothing is bundled.
constexpr std::string_view kMarker(
    "\x8b\x12\x02\xb9\x6a\x61\x20\x38\x72\x7b\x93\x02\x14\xd7\xa0\x32"
    "\x13\xf5\xb9\xe6\xef\xae\x33\x18\xee\x3b\x2d\xce\x24\xb3\x6a\xae",
    32);
constexpr uint32_t kMostFiles = 100'000;
constexpr uint64_t kMostBytes = uint64_t{1} << 30;  // of one file, unpacked
constexpr uint8_t kAssembly = 1;

// A length of seven bits a byte, then so many bytes.
std::string_view read_text(Cursor& in) {
  uint32_t size = 0;
  for (int shift = 0; shift < 21; shift += 7) {
    const uint32_t byte = in.u8();
    size |= (byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return text_of(in.take(size));
  }
  in.fail();
  return {};
}

bool is_plausible(const BundledFile& file, Bytes bytes, uint64_t offset, uint64_t stored) {
  if (stored > bytes.size() || offset > bytes.size() - stored) return false;
  return !file.is_compressed || (file.size <= kMostBytes && may_expand(stored, file.size));
}

}  // namespace

bool is_dotnet_host(Bytes bytes) { return text_of(bytes).find(kMarker) != std::string_view::npos; }

std::optional<std::vector<BundledFile>> read_bundle(Bytes bytes) {
  const size_t marker = text_of(bytes).find(kMarker);
  if (marker == std::string_view::npos || marker < 8) return std::nullopt;
  const uint64_t manifest = Cursor(bytes, marker - 8).u64();
  if (manifest == 0 || manifest >= bytes.size()) return std::nullopt;
  Cursor in(bytes, static_cast<size_t>(manifest));
  const uint32_t version = in.u32();
  in.skip(4);
  const uint32_t count = in.u32();
  read_text(in);                                    // the bundle's id
  if (version >= 2) in.skip(5 * sizeof(uint64_t));  // configuration files and flags
  if (version < 1 || version > 6 || count > kMostFiles) return std::nullopt;
  std::vector<BundledFile> files;
  uint64_t stored_in_all = 0;  // files lie apart: together they are no larger than the bundle
  uint64_t unpacked_in_all = 0;
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    const uint64_t offset = in.u64();
    BundledFile file;
    file.size = in.u64();
    const uint64_t compressed = version >= 6 ? in.u64() : 0;
    const uint8_t type = in.u8();
    file.path = read_text(in);
    file.is_compressed = compressed != 0;
    const uint64_t stored = file.is_compressed ? compressed : file.size;
    if (!in.ok() || !is_plausible(file, bytes, offset, stored)) return std::nullopt;
    stored_in_all += stored;
    unpacked_in_all += file.size;
    if (stored_in_all > bytes.size() || !may_expand(bytes.size(), unpacked_in_all))
      return std::nullopt;
    file.stored = slice(bytes, offset, stored);
    if (type == kAssembly) files.push_back(file);
  }
  if (!in.ok()) return std::nullopt;
  return files;
}

std::optional<std::string> unpacked(const BundledFile& file) {
  std::string out(static_cast<size_t>(file.size), '\0');
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(file.stored.data()));
  stream.avail_in = static_cast<uInt>(file.stored.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = inflate(&stream, Z_FINISH);
  const bool is_whole = end == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return is_whole ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace dossier::assembly
