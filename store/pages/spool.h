#pragma once
// Pages of SQLite's file format (sqlite.org/fileformat2.html) on their way into a database file
// that nobody else can see yet. They are kept in an unnamed file, numbered from 0 in the order in
// which they come, by several threads; adopt() appends all of them to the database at once.
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace dossier::pages {

inline constexpr uint32_t kPageBytes = 4096;
using Page = std::array<uint8_t, kPageBytes>;

void put16(uint8_t* at, uint32_t value);
void put32(uint8_t* at, uint32_t value);

/// Where a page lies in the database once it is appended to one of `base` pages. The page of byte
/// 2^30 belongs to locks and is left out.
uint32_t number_of(uint32_t page, uint32_t base);

class Spool {
 public:
  /// The file is made in `folder`, where the database lies. Throws Error{io}.
  explicit Spool(const std::string& folder);
  ~Spool();
  Spool(const Spool&) = delete;

  /// Adds a page and gives its number here.
  uint32_t add(const Page& page);
  /// The four bytes at `offset` of a page stand for another page: its number in the database is
  /// written there.
  void point(uint32_t page, uint32_t offset, uint32_t to);
  /// Appends the pages to the open database file of `base` pages. How many pages it then has.
  uint32_t append_to(int file, uint32_t base);

 private:
  struct Pointer {
    uint32_t page, offset, to;
  };
  int fd_;
  std::atomic<uint32_t> pages_ = 0;
  std::mutex mutex_;
  std::vector<Pointer> pointers_;
};

/// Writes all bytes at an offset. Throws Error{io}.
void write_at(int file, const void* bytes, size_t size, uint64_t offset);

}  // namespace dossier::pages
