#pragma once
// The metadata root of an assembly: its tables and heaps, borrowed from the image's bytes. Heap
// reads return nothing if an index is out of bounds. Names are bytes, kept unchanged even if they
// are not UTF-8 (as obfuscators write them).
#include <optional>
#include <string>
#include <string_view>

#include "engine/readers/assembly/image.h"
#include "engine/readers/assembly/tables.h"

namespace dossier::assembly {

class Metadata {
 public:
  /// Throws Error{corrupt} if the root, a stream or the tables cannot be read.
  Metadata(const Image& image, const std::string& origin);

  const Tables& tables() const { return *tables_; }

  /// Also absent for a name over 16 KB.
  std::optional<std::string_view> string(uint32_t index) const;
  std::optional<Bytes> blob(uint32_t index) const;
  /// A literal of ldstr, as UTF-8; a lone surrogate becomes U+FFFD.
  std::optional<std::string> user_string(uint32_t index) const;
  /// "xxxxxxxx-xxxx-…" of the 1-based index; empty for 0 or outside.
  std::string guid(uint32_t index) const;

  /// Shorthands over the tables: a column's string or blob.
  template <typename Column>
  std::optional<std::string_view> string(Column column, uint32_t rid) const {
    return string(tables_->cell(column, rid));
  }
  template <typename Column>
  std::optional<Bytes> blob(Column column, uint32_t rid) const {
    return blob(tables_->cell(column, rid));
  }

 private:
  Bytes strings_, blobs_, user_strings_, guids_;
  std::optional<Tables> tables_;
};

}  // namespace dossier::assembly
