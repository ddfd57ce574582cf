#include "store/pages/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/error.h"

namespace dossier::pages {
namespace {

constexpr uint32_t kLockPage = (1u << 30) / kPageBytes + 1;

uint64_t place_of(uint32_t number) { return uint64_t{number - 1} * kPageBytes; }

[[noreturn]] void fail(const char* what) { throw Error(ErrorCode::io, std::strerror(errno), what); }

}  // namespace

void put16(uint8_t* at, uint32_t value) {
  at[0] = static_cast<uint8_t>(value >> 8);
  at[1] = static_cast<uint8_t>(value);
}

void put32(uint8_t* at, uint32_t value) {
  put16(at, value >> 16);
  put16(at + 2, value & 0xffff);
}

uint32_t number_of(uint32_t page, uint32_t base) {
  const uint32_t number = base + 1 + page;
  return base < kLockPage && number >= kLockPage ? number + 1 : number;
}

void write_at(int file, const void* bytes, size_t size, uint64_t offset) {
  const auto* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t written = ::pwrite(file, at, size, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("pages of a new database");
    at += written;
    size -= static_cast<size_t>(written);
    offset += static_cast<uint64_t>(written);
  }
}

Spool::Spool(const std::string& folder)
    : fd_(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {
  if (fd_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {  // a file system without unnamed files
    std::string name = folder + "/dossier-pages-XXXXXX";
    fd_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd_ >= 0) ::unlink(name.c_str());
  }
  if (fd_ < 0) fail(folder.c_str());
}

Spool::~Spool() { ::close(fd_); }

uint32_t Spool::add(const Page& page) {
  const uint32_t number = pages_++;
  write_at(fd_, page.data(), page.size(), uint64_t{number} * kPageBytes);
  return number;
}

void Spool::point(uint32_t page, uint32_t offset, uint32_t to) {
  const std::lock_guard lock(mutex_);
  pointers_.push_back({page, offset, to});
}

uint32_t Spool::append_to(int file, uint32_t base) {
  const uint32_t count = pages_;
  if (count == 0) return base;
  std::vector<uint8_t> piece(uint64_t{64} * kPageBytes);
  for (uint32_t from = 0; from < count;) {
    // As many as lie in a row there.
    uint32_t until = std::min(count, from + 64);
    while (number_of(until - 1, base) - number_of(from, base) != until - 1 - from) --until;
    const size_t size = size_t{until - from} * kPageBytes;
    const ssize_t read =
        ::pread(fd_, piece.data(), size, static_cast<off_t>(uint64_t{from} * kPageBytes));
    if (read != static_cast<ssize_t>(size)) fail("pages of a new database");
    write_at(file, piece.data(), size, place_of(number_of(from, base)));
    from = until;
  }
  for (const Pointer& pointer : pointers_) {
    std::array<uint8_t, 4> bytes{};
    put32(bytes.data(), number_of(pointer.to, base));
    write_at(file, bytes.data(), bytes.size(),
             place_of(number_of(pointer.page, base)) + pointer.offset);
  }
  return number_of(count - 1, base);
}

}  // namespace dossier::pages
