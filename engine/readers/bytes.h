#pragma once
// The input of a reader: a file, standard input or memory, decompressed if it is gzip. An input is
// read once, front to back; it cannot seek, so a pipe works as well as a file.
//
// Rejected: memory-mapped files. A pipe cannot be mapped, and a file truncated by another program
// would kill this one.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace dossier {

class ByteInput {
 public:
  virtual ~ByteInput() = default;
  /// Reads up to `size` bytes into `buffer`; returns 0 at the end. Throws Error{io}, Error{invalid}
  /// for a damaged gzip stream and Error{limit} for one that expands too far (expansion.h).
  virtual size_t read(char* buffer, size_t size) = 0;
  /// Bytes read from the underlying input so far (compressed ones for gzip), for progress.
  virtual uint64_t consumed() const = 0;
  /// The size of the underlying input; absent for a pipe.
  virtual std::optional<uint64_t> total() const = 0;
  /// The name of the input in messages: the path as the user wrote it, or "stdin".
  virtual const std::string& name() const = 0;
};

/// An input whose beginning can be examined; reading it still starts there.
class PeekedBytes : public ByteInput {
 public:
  /// Borrows `input`; reads at most 4 KB ahead.
  explicit PeekedBytes(ByteInput& input);
  std::string_view beginning() const { return ahead_; }
  size_t read(char* buffer, size_t size) override;
  uint64_t consumed() const override { return input_.consumed(); }
  std::optional<uint64_t> total() const override { return input_.total(); }
  const std::string& name() const override { return input_.name(); }

 private:
  ByteInput& input_;
  std::string ahead_;
  size_t passed_ = 0;  // bytes of ahead_ that were read
};

/// What a path may name. Only a person at the command line names pipes, terminals and standard
/// input: reading one may wait for good, and takes from it what somebody else was to read.
enum class InputKinds : uint8_t { files, files_and_pipes };

/// The file at `path`, or standard input for "-"; gzip is recognized by its magic. `name` is what
/// messages call it (default: its path). Throws Error{not_found} for a missing file, Error{io} for
/// one that cannot be read, and Error{invalid} for what `kinds` leaves out, which is never waited
/// for.
std::unique_ptr<ByteInput> open_bytes(const std::string& path, InputKinds kinds = InputKinds::files,
                                      const std::string& name = {});

/// `bytes` as they are, or decompressed if they are gzip. Borrows `bytes`.
std::unique_ptr<ByteInput> memory_bytes(std::string_view bytes, std::string name);

}  // namespace dossier
