#pragma once
// Where a reader's bytes come from: a file, standard input or memory, gzip undone on the way.
// A source is read once, front to back; nothing can seek, so a pipe serves as well as a file.
// Rejected: mapping files into memory (a pipe cannot be mapped, and a file cut short by another
// program would end this one).
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace dossier {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Up to `size` bytes into `buffer`; 0 means the end. Throws Error{io}, Error{invalid} for a
  /// damaged gzip stream and Error{limit} for one that expands too far (expansion.h).
  virtual size_t read(char* buffer, size_t size) = 0;
  /// Bytes taken from the underlying input so far (compressed ones for gzip): progress.
  virtual uint64_t consumed() const = 0;
  /// Size of the underlying input; nothing for a pipe.
  virtual std::optional<uint64_t> total() const = 0;
  /// What messages call the input: the path as the user wrote it, or "stdin".
  virtual const std::string& name() const = 0;
};

/// A source whose beginning was looked at, to tell what it holds; reading it starts there again.
class PeekedBytes : public ByteSource {
 public:
  /// Borrows `source`; reads at most 4 KB ahead.
  explicit PeekedBytes(ByteSource& source);
  std::string_view beginning() const { return ahead_; }
  size_t read(char* buffer, size_t size) override;
  uint64_t consumed() const override { return source_.consumed(); }
  std::optional<uint64_t> total() const override { return source_.total(); }
  const std::string& name() const override { return source_.name(); }

 private:
  ByteSource& source_;
  std::string ahead_;
  size_t passed_ = 0;  // bytes of ahead_ that were read
};

/// The file at `path`, or standard input for "-"; gzip is recognized by its magic. Throws
/// Error{not_found} for a missing file and Error{io} for one that cannot be read.
std::unique_ptr<ByteSource> open_bytes(const std::string& path);

/// `bytes` as they are, or decompressed if they are gzip. Borrows `bytes`.
std::unique_ptr<ByteSource> memory_bytes(std::string_view bytes, std::string name);

}  // namespace dossier
