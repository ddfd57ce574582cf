#include "agent/foreign/lines.h"

#include <algorithm>

#include "agent/bounds.h"
#include "agent/foreign/recorder.h"

namespace dossier::foreign {

std::string lines_over(size_t most) { return "lines over " + size_text(most); }

JsonLines::JsonLines(size_t bytes, size_t most, Lost& lost)
    : budget_(budget_of(bytes)), most_(most), lost_(lost) {}

void JsonLines::add(std::string_view piece) {
  while (!piece.empty()) {
    const size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    if (!is_over_ && begun_.size() + part.size() > most_) {
      is_over_ = true;
      ++lost_[lines_over(most_)];
      begun_ = {};
    }
    const bool is_whole = end != piece.npos;
    if (is_whole && !is_over_ && begun_.empty())
      end_line(part);
    else if (!is_over_)
      begun_.append(part);
    if (!is_whole) return;
    if (!begun_.empty()) end_line(begun_);
    begun_.clear();
    is_over_ = false;
    piece.remove_prefix(end + 1);
  }
}

std::vector<Json> JsonLines::take() {
  if (!begun_.empty()) end_line(begun_);
  begun_ = {};
  return std::move(out_);
}

void JsonLines::end_line(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == line.npos) return;
  auto parsed = parse_json(line, budget_);
  Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr)
    ++lost_["lines that are not JSON"];
  else if (json->fields() == nullptr)
    ++lost_["lines that are not objects"];
  else
    out_.push_back(std::move(*json));
}

}  // namespace dossier::foreign
