#include "store/index/posting_lists.h"

#include "engine/error.h"
#include "engine/search/checksum.h"
#include "engine/search/varint.h"
#include "engine/stored.h"
#include "store/sql.h"

namespace dossier {
namespace {

// The most that a row of a table keeps within a page of 4096 bytes (file format, 1.5: U - 35), less
// the four bytes of the record's header.
constexpr size_t kPage = 4096 - 35 - 4;
// A longer list goes into pages. In its gram's row it would leave that much of a page empty when it
// does not fit.
constexpr size_t kShort = 256;
// Begins a row that says where the list is: varints, first byte and size, then its checksum. No
// form of posting bytes begins so (engine/search/postings.h).
constexpr char kElsewhere = '\x7E';
// In the first byte of a short list: the last one is the lowest of its checksum. Four would make
// the lists of a small tree a tenth larger.
constexpr char kChecked = '\x40';
// Begins a place without a checksum, as versions before them wrote it.
constexpr char kUnchecked = '\x7F';

// A list belongs to its gram and segment.
uint64_t seed_of(int64_t segment, search::Gram gram) {
  return (static_cast<uint64_t>(segment) << 32) + gram;
}

[[noreturn]] void throw_damaged_list(int64_t segment, search::Gram gram) {
  throw_damaged("the list of '" + search::spell(gram) + "' in segment " + std::to_string(segment) +
                " of the search index is not what was written");
}

int64_t page_id(int64_t segment, uint64_t number) {
  return (segment << 32) + static_cast<int64_t>(number);
}

}  // namespace

void PostingWriter::add(search::Gram gram, std::string_view list) {
  std::string row(list.substr(0, kShort));
  const std::string sum = search::detail::stored_checksum(list, seed_of(segment_, gram));
  if (list.size() > kShort) {
    const uint64_t begin = static_cast<uint64_t>(page_) * kPage + pending_.size();
    if (begin + list.size() > UINT32_MAX)
      throw Error(ErrorCode::limit, "search index: segment too large");
    row = kElsewhere;
    search::detail::append_varint(row, static_cast<uint32_t>(begin));
    search::detail::append_varint(row, static_cast<uint32_t>(list.size()));
    row += sum;
    pending_ += list;
    write_pages(kPage);
  } else {
    row.front() = static_cast<char>(row.front() | kChecked);
    row += sum.front();
  }
  statements_.run<sql::InsertPosting>(static_cast<int64_t>(part_), static_cast<int64_t>(gram),
                                      segment_, std::string_view(row));
}

/// As long as `least` bytes wait.
void PostingWriter::write_pages(size_t least) {
  std::string_view rest = pending_;
  for (; rest.size() >= least; rest.remove_prefix(std::min(kPage, rest.size()))) {
    statements_.run<sql::InsertPostingPage>(page_id(segment_, static_cast<uint64_t>(page_++)),
                                            rest.substr(0, kPage));
  }
  pending_.erase(0, pending_.size() - rest.size());
}

std::string_view posting_list(Statements& statements, int64_t segment, search::Gram gram,
                              std::string_view stored, std::string& room) {
  using search::detail::checksum;
  if (stored.empty()) return stored;
  const char form = stored.front();
  const uint64_t seed = seed_of(segment, gram);
  if (form != kElsewhere && form != kUnchecked) {
    if ((form & kChecked) == 0) return stored;
    room.assign(stored.substr(0, stored.size() - 1));
    room.front() = static_cast<char>(form & ~kChecked);
    if (static_cast<char>(checksum(room, seed)) != stored.back()) throw_damaged_list(segment, gram);
    return room;
  }
  stored.remove_prefix(1);
  const size_t begin = search::detail::take_varint(stored, "posting list");
  const size_t size = search::detail::take_varint(stored, "posting list");
  if (size == 0) return {};
  const int64_t first = page_id(segment, begin / kPage);
  const int64_t last = page_id(segment, (begin + size - 1) / kPage);
  room.clear();
  for (const auto& row : statements.rows<sql::PostingPages>(first, last)) room += row.data;
  if (room.size() < begin % kPage + size)
    throw Error(ErrorCode::corrupt, "a part of a posting list is missing from the search index");
  const auto list = std::string_view(room).substr(begin % kPage, size);
  if (form == kElsewhere && search::detail::take_checksum(stored) != checksum(list, seed))
    throw_damaged_list(segment, gram);
  return list;
}

}  // namespace dossier
