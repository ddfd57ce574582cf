#include "cli/hit_writer.h"

#include <algorithm>
#include <charconv>

#include "cli/terminal.h"

namespace dossier::cli {
namespace {

constexpr size_t kPage = 64 << 10;

std::string shown(std::string_view text) {
  return on_terminal() ? printable(text) : std::string(text);
}

}  // namespace

HitWriter::HitWriter(LineSearch* search, const HitFormat& format, Page page)
    : search_(search), format_(format), page_(std::move(page)), on_terminal_(on_terminal()) {}

void HitWriter::line(const LineHit& hit) {
  if (format_.before > 0 || format_.after > 0)
    with_context(hit);
  else
    put(hit);
  turn();
}

void HitWriter::count(const FileName& file, int64_t lines) {
  out_ += name(file) + ":" + std::to_string(lines) + "\n";
  turn();
}

void HitWriter::file(const FileName& file) {
  if (format_.nulls)
    (out_ += (format_.projects ? file.project + "/" : "") + file.path) += '\0';
  else
    out_ += name(file) + "\n";
  turn();
}

void HitWriter::end() {
  if (current_ >= 0) after(last_ + format_.after);
  if (!out_.empty()) page_(out_);
}

// Two projects may hold files of one name.
std::string HitWriter::name(const FileName& file) const {
  const std::string path = styled(shown(file.path), Style::cyan);
  return format_.projects ? shown(file.project) + "/" + path : path;
}

void HitWriter::turn() {
  if (out_.size() <= kPage && !first_) return;
  page_(out_);
  first_ = false;
}

void HitWriter::put_number(int64_t number, char after) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out_.append(digits, static_cast<size_t>(end - digits)) += after;
}

void HitWriter::put(const LineHit& hit) {
  if (hit.text != named_) name_ = name(*hit.file);
  named_ = hit.text;
  if (format_.only) return put_matches(hit);
  put_text(hit.line, hit.column, hit.content);
}

// Of a match that spans lines, each line.
void HitWriter::put_text(int64_t line, int64_t column, std::string_view text) {
  for (;; ++line, column = 1) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view part = text.substr(0, end);
    out_ += name_;
    out_ += ':';
    put_number(line, ':');
    put_number(column, ':');
    if (on_terminal_)
      out_ += printable(part);
    else
      out_ += part;
    out_ += '\n';
    if (end == text.size()) return;
    text.remove_prefix(end + 1);
  }
}

void HitWriter::put_matches(const LineHit& hit) {
  // What spans lines is one match; where it ends is asked again. An empty one is printed, too, but
  // for one where another ends.
  size_t last = hit.content.npos;
  for (size_t from = 0; from <= hit.content.size();) {
    const auto found = format_.only->find(hit.content, from);
    if (!found) return;
    const auto [begin, end] = *found;
    if (end > begin || begin != last) {
      const auto before = hit.content.substr(0, begin);
      const auto lines = std::count(before.begin(), before.end(), '\n');
      const size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
      put_text(hit.line + lines, static_cast<int64_t>(begin - line_begin) + 1,
               hit.content.substr(begin, end - begin));
    }
    last = end;
    from = end > begin ? end : begin + 1;
    if (end > begin) continue;
    while (from < hit.content.size() && (hit.content[from] & 0xC0) == 0x80) ++from;
  }
}

void HitWriter::with_context(const LineHit& hit) {
  if (hit.text != current_) {
    if (current_ >= 0) after(last_ + format_.after);
    if (current_ >= 0) out_ += "--\n";
    current_ = hit.text;
    file_ = search_->file_of_text(hit.text);
    text_ = text_of(search_->index(), file_);
    last_ = 0;
    printed_ = 0;
  } else {
    after(std::min(last_ + format_.after, hit.line - 1));
  }
  const int64_t first = std::max({int64_t{1}, hit.line - format_.before, printed_ + 1});
  if (printed_ > 0 && first > printed_ + 1) out_ += "--\n";
  for (int64_t line = first; line < hit.line; ++line) beside(line);
  put(hit);
  last_ = printed_ = hit.line;
}

void HitWriter::beside(int64_t line) {
  auto text = lines_of(text_, line, line);
  if (text.ends_with('\n')) text.remove_suffix(1);
  out_ += name(file_) + "-" + std::to_string(line) + "-" + shown(text) + "\n";
  printed_ = line;
}

void HitWriter::after(int64_t last) {
  for (int64_t line = printed_ + 1; line <= std::min(last, file_.lines); ++line) beside(line);
}

}  // namespace dossier::cli
