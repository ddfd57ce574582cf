#include "engine/readers/bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/error.h"
#include "engine/readers/expansion.h"
#include "engine/reserved.h"

namespace dossier {
namespace {

class FileBytes final : public ByteInput {
 public:
  FileBytes(int fd, bool owned, std::string name) : fd_(fd), owned_(owned), name_(std::move(name)) {
    struct stat status {};
    if (fstat(fd_, &status) == 0 && S_ISREG(status.st_mode)) {
      total_ = static_cast<uint64_t>(status.st_size);
    }
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes() override {
    if (owned_) close(fd_);
  }

  size_t read(char* buffer, size_t size) override {
    for (;;) {
      const ssize_t got = ::read(fd_, buffer, size);
      if (got >= 0) {
        consumed_ += static_cast<uint64_t>(got);
        return static_cast<size_t>(got);
      }
      if (errno != EINTR) {
        throw Error(ErrorCode::io, std::string("cannot read: ") + std::strerror(errno), name_);
      }
    }
  }
  uint64_t consumed() const override { return consumed_; }
  std::optional<uint64_t> total() const override { return total_; }
  const std::string& name() const override { return name_; }

 private:
  int fd_;
  bool owned_;
  std::string name_;
  uint64_t consumed_ = 0;
  std::optional<uint64_t> total_;
};

class MemoryBytes final : public ByteInput {
 public:
  MemoryBytes(std::string_view bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}

  size_t read(char* buffer, size_t size) override {
    const size_t got = bytes_.copy(buffer, size, at_);
    at_ += got;
    return got;
  }
  uint64_t consumed() const override { return at_; }
  std::optional<uint64_t> total() const override { return bytes_.size(); }
  const std::string& name() const override { return name_; }

 private:
  std::string_view bytes_;
  std::string name_;
  size_t at_ = 0;
};

// Hands out what `detect` looked at first, then the rest of `inner`; inflates gzip members one
// after another (RFC 1952 allows several), and takes zero padding after the last as tape does.
class MaybeGzip final : public ByteInput {
 public:
  explicit MaybeGzip(std::unique_ptr<ByteInput> inner) : inner_(std::move(inner)) { detect(); }
  MaybeGzip(const MaybeGzip&) = delete;
  MaybeGzip& operator=(const MaybeGzip&) = delete;
  ~MaybeGzip() override {
    if (gzip_) inflateEnd(&stream_);
  }

  size_t read(char* buffer, size_t size) override {
    if (gzip_) return inflate_some(buffer, size);
    if (stream_.avail_in == 0) return inner_->read(buffer, size);
    const size_t got = std::min<size_t>(size, stream_.avail_in);
    std::memcpy(buffer, stream_.next_in, got);
    stream_.next_in += got;
    stream_.avail_in -= static_cast<uInt>(got);
    return got;
  }
  uint64_t consumed() const override { return inner_->consumed() - stream_.avail_in; }
  std::optional<uint64_t> total() const override { return inner_->total(); }
  const std::string& name() const override { return inner_->name(); }

 private:
  static constexpr int kGzip = 15 + 16;  // zlib: the largest window, gzip framing

  void detect() {
    size_t have = 0;
    while (have < 2) {
      const size_t got = inner_->read(input_.data() + have, input_.size() - have);
      if (got == 0) break;
      have += got;
    }
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(have);
    if (have < 2 || input_[0] != '\x1f' || input_[1] != '\x8b') return;
    if (inflateInit2(&stream_, kGzip) != Z_OK) throw Error(ErrorCode::internal, "zlib failed");
    gzip_ = true;
  }

  bool fill() {
    if (stream_.avail_in > 0) return true;
    const size_t got = inner_->read(input_.data(), input_.size());
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  // After a member: true if another begins.
  bool next_member() {
    while (fill() && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (!fill()) return false;
    inflateReset2(&stream_, kGzip);
    return true;
  }

  size_t inflate_some(char* buffer, size_t size) {
    const auto room = static_cast<uInt>(std::min<size_t>(size, 1u << 30));
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = room;
    while (!ended_ && stream_.avail_out == room) {
      if (!fill()) throw Error(ErrorCode::invalid, "the gzip stream is truncated", name());
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        ended_ = !next_member();
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw Error(ErrorCode::invalid, "the gzip stream is damaged", name());
      }
    }
    produced_ += room - stream_.avail_out;
    if (!may_expand(consumed(), produced_))
      throw Error(ErrorCode::limit,
                  "the gzip stream expands over " + std::to_string(kMaxExpansion) +
                      " times; give its contents unpacked if they are wanted",
                  name());
    return room - stream_.avail_out;
  }

  std::unique_ptr<ByteInput> inner_;
  z_stream stream_{};
  std::array<char, 64 * 1024> input_;
  bool gzip_ = false;
  bool ended_ = false;
  uint64_t produced_ = 0;
};

// Reading a folder fails by itself.
bool is_file_or_folder(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

Error no_file(const std::string& name) {
  return {ErrorCode::invalid, "neither a file nor a folder, but a pipe, a socket or a device",
          name};
}

}  // namespace

PeekedBytes::PeekedBytes(ByteInput& input) : input_(input) {
  ahead_.resize(4096);
  size_t filled = 0;
  while (filled < ahead_.size()) {
    const size_t got = input_.read(ahead_.data() + filled, ahead_.size() - filled);
    if (got == 0) break;
    filled += got;
    if (ahead_.find_first_not_of(" \t\r\n") < filled && filled >= 64) break;
  }
  ahead_.resize(filled);
}

size_t PeekedBytes::read(char* buffer, size_t size) {
  if (passed_ == ahead_.size()) return input_.read(buffer, size);
  const size_t got = ahead_.copy(buffer, size, passed_);
  passed_ += got;
  return got;
}

std::unique_ptr<ByteInput> open_bytes(const std::string& path, InputKinds kinds,
                                      const std::string& name) {
  const bool any = kinds == InputKinds::files_and_pipes;
  const std::string& told = name.empty() ? path : name;
  if (path == "-") {
    if (!any)
      throw Error(ErrorCode::invalid, "standard input is read at the command line alone", told);
    return std::make_unique<MaybeGzip>(std::make_unique<FileBytes>(STDIN_FILENO, false, "stdin"));
  }
  const int fd = open_unreserved(AT_FDCWD, path, O_RDONLY | (any ? 0 : O_NONBLOCK | O_NOCTTY));
  if (fd < 0) {
    const auto code = errno == ENOENT ? ErrorCode::not_found : ErrorCode::io;
    // A socket cannot be opened at all.
    if (!any && errno == ENXIO) throw no_file(told);
    throw Error(code, "cannot open: " + reason_of(errno), told);
  }
  auto file = std::make_unique<FileBytes>(fd, true, told);
  if (!any && !is_file_or_folder(fd)) throw no_file(told);
  return std::make_unique<MaybeGzip>(std::move(file));
}

std::unique_ptr<ByteInput> memory_bytes(std::string_view bytes, std::string name) {
  return std::make_unique<MaybeGzip>(std::make_unique<MemoryBytes>(bytes, std::move(name)));
}

}  // namespace dossier
