#include "engine/readers/assembly/metadata.h"

#include "engine/error.h"
#include "engine/unicode.h"
#include "engine/utf16.h"

namespace dossier::assembly {
namespace {

constexpr uint32_t kRootMagic = 0x424A5342;
constexpr size_t kMaxStreams = 32;
constexpr size_t kMaxName =
    16384;  // the runtime stops at 1,024; also bounds the search for the end
constexpr size_t kMaxStreamName = 32;  // II.24.2.2

std::string_view terminated(Bytes bytes) {
  const std::string_view all = text_of(bytes);
  return all.substr(0, all.find('\0'));
}

/// Length-prefixed bytes of a heap (II.24.2.4).
std::optional<Bytes> prefixed(Bytes heap, uint32_t index) {
  if (index >= heap.size()) return index == 0 ? std::optional(Bytes{}) : std::nullopt;
  Cursor in(heap, index);
  const Bytes bytes = in.take(in.compressed());
  return in.ok() ? std::optional(bytes) : std::nullopt;
}

}  // namespace

Metadata::Metadata(const Image& image, const std::string& origin) {
  const auto corrupt = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt, what, origin);
  };
  const Bytes root = slice(image.at(image.metadata_address), 0, image.metadata_size);
  Cursor in(root);
  if (in.u32() != kRootMagic) corrupt("there is no metadata where the CLI header says");
  in.skip(8);
  const uint32_t version_size = in.u32();
  in.skip(version_size);
  in.skip(2);
  const size_t count = in.u16();
  if (!in.ok() || version_size > 256 || count > kMaxStreams)
    corrupt("the metadata root is damaged");
  Bytes rows;
  bool wide = false;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t offset = in.u32();
    const uint64_t size = in.u32();
    const std::string_view name = terminated(slice(root, in.at(), kMaxStreamName));
    in.skip((name.size() / 4 + 1) * 4);
    if (!in.ok()) corrupt("the metadata's stream headers are damaged");
    const bool is_known = name == "#~" || name == "#-" || name == "#Strings" || name == "#Blob" ||
                          name == "#US" || name == "#GUID";
    if (is_known && offset + size > root.size()) {
      corrupt("the metadata stream " + std::string(name) + " reaches past the end");
    }
    const Bytes stream = slice(root, offset, size);
    if (name == "#~" || name == "#-") rows = stream;
    if (name == "#Strings") strings_ = stream;
    if (name == "#Blob") blobs_ = stream;
    if (name == "#US") user_strings_ = stream;
    if (name == "#GUID") guids_ = stream;
    if (name == "#JTD") wide = true;
  }
  std::string problem = "the metadata has no tables";
  if (!rows.empty()) tables_ = Tables::open(rows, wide, problem);
  if (!tables_) corrupt(problem);
}

std::optional<std::string_view> Metadata::string(uint32_t index) const {
  if (index >= strings_.size())
    return index == 0 ? std::optional(std::string_view()) : std::nullopt;
  const std::string_view name = terminated(slice(strings_, index, kMaxName));
  return name.size() < kMaxName ? std::optional(name) : std::nullopt;
}

std::optional<Bytes> Metadata::blob(uint32_t index) const { return prefixed(blobs_, index); }

std::optional<std::string> Metadata::user_string(uint32_t index) const {
  const auto bytes = prefixed(user_strings_, index);
  if (!bytes) return std::nullopt;
  // A last odd byte tells whether the text needs care when compared (II.24.2.4).
  return utf8_of_utf16(text_of(*bytes));
}

std::string Metadata::guid(uint32_t index) const {
  const Bytes bytes = index == 0 ? Bytes{} : slice(guids_, uint64_t{index - 1} * 16, 16);
  if (bytes.size() < 16) return {};
  static constexpr int kOrder[] = {3,  2, 1, 0,  -1, 5,  4,  -1, 7,  6,
                                   -1, 8, 9, -1, 10, 11, 12, 13, 14, 15};
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (const int at : kOrder) {
    if (at < 0) {
      text += '-';
      continue;
    }
    const auto byte = static_cast<unsigned>(bytes[static_cast<size_t>(at)]);
    text += kHex[byte >> 4];
    text += kHex[byte & 15];
  }
  return text;
}

}  // namespace dossier::assembly
