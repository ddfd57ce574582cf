#include "agent/foreign/packed.h"

#include <archive.h>
#include <archive_entry.h>

#include <memory>

namespace dossier::foreign {
namespace {

constexpr size_t kMostBytes = size_t{1} << 30, kMostEntries = 100'000;
// What a file of this size may hold; logs are text, which packs well but not by thousands.
constexpr size_t kMostPacked = 200, kLeast = 16 << 20;

struct Close {
  void operator()(archive* file) const { ::archive_read_free(file); }
};

std::string reason(archive* file) {
  const char* text = ::archive_error_string(file);
  return std::string("a damaged packed file: ") + (text != nullptr ? text : "it ends early");
}

}  // namespace

std::string read_packed(
    std::string_view bytes, size_t most,
    const std::function<void(const std::string&, std::optional<std::string_view>)>& take) {
  const std::unique_ptr<archive, Close> file(::archive_read_new());
  ::archive_read_support_format_zip(file.get());
  if (::archive_read_open_memory(file.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return reason(file.get());
  size_t left = std::min(kMostBytes, std::max(kLeast, bytes.size() * kMostPacked));
  for (size_t entries = 0;; ++entries) {
    archive_entry* entry = nullptr;
    const int next = ::archive_read_next_header(file.get(), &entry);
    if (next == ARCHIVE_EOF) return {};
    if (next != ARCHIVE_OK && next != ARCHIVE_WARN) return reason(file.get());
    if (entries == kMostEntries) return "a packed file of more than 100,000 entries";
    const char* name = ::archive_entry_pathname(entry);
    std::string text;
    bool is_over = false;
    for (char piece[65536];;) {
      const la_ssize_t size = ::archive_read_data(file.get(), piece, sizeof piece);
      if (size == 0) break;
      if (size < 0) return reason(file.get());
      if (static_cast<size_t>(size) > left)
        return "a packed file that holds far more than it should";
      left -= static_cast<size_t>(size);
      is_over = is_over || text.size() + static_cast<size_t>(size) > most;
      if (!is_over) text.append(piece, static_cast<size_t>(size));
    }
    take(name != nullptr ? name : "",
         is_over ? std::nullopt : std::optional<std::string_view>(text));
  }
}

}  // namespace dossier::foreign
