#include "store/index/posting_lists.h"

#include "engine/error.h"
#include "engine/search/varint.h"
#include "store/sql.h"

namespace dossier {
namespace {

// The most that a row of a table keeps within a page of 4096 bytes (file format, 1.5: U - 35), less
// the four bytes of the record's header.
constexpr size_t kPage = 4096 - 35 - 4;
// A longer list goes into pages. In its gram's row it would leave that much of a page empty when it
// does not fit.
constexpr size_t kShort = 256;
// Begins a row that says where the list is: varints, first byte and size. No form of posting bytes
// begins so (engine/search/postings.h).
constexpr char kElsewhere = '\x7F';

int64_t page_id(int64_t segment, uint64_t number) {
  return (segment << 32) + static_cast<int64_t>(number);
}

}  // namespace

void PostingWriter::add(search::Gram gram, std::string_view list) {
  std::string place;
  if (list.size() > kShort) {
    const uint64_t begin = static_cast<uint64_t>(page_) * kPage + pending_.size();
    if (begin + list.size() > UINT32_MAX)
      throw Error(ErrorCode::limit, "search index: segment too large");
    place = kElsewhere;
    search::detail::append_varint(place, static_cast<uint32_t>(begin));
    search::detail::append_varint(place, static_cast<uint32_t>(list.size()));
    pending_ += list;
    write_pages(kPage);
    list = place;
  }
  statements_.run<sql::InsertPosting>(static_cast<int64_t>(part_), static_cast<int64_t>(gram),
                                      segment_, list);
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

std::string_view posting_list(Statements& statements, int64_t segment, std::string_view stored,
                              std::string& room) {
  if (stored.empty() || stored.front() != kElsewhere) return stored;
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
  return std::string_view(room).substr(begin % kPage, size);
}

}  // namespace dossier
