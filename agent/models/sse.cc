#include "agent/models/sse.h"

#include <charconv>

namespace dossier::models {

std::vector<ServerEvent> EventStream::feed(std::string_view bytes) {
  std::vector<ServerEvent> out;
  for (const char c : bytes) {
    if (c == '\n' && after_cr_) {
      after_cr_ = false;  // the second half of CRLF
      continue;
    }
    after_cr_ = c == '\r';
    if (c != '\n' && c != '\r') {
      partial_ += c;
      continue;
    }
    line(partial_, out);
    partial_.clear();
  }
  return out;
}

void EventStream::line(std::string_view text, std::vector<ServerEvent>& out) {
  if (text.empty()) {
    if (has_data_) out.push_back(std::move(event_));
    event_ = {};
    has_data_ = false;
    return;
  }
  const size_t colon = text.find(':');
  const std::string_view field = text.substr(0, colon);
  std::string_view value = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "event") event_.name = value;
  if (field == "id" && value.find('\0') == value.npos) last_id_ = value;
  if (field == "retry" && !value.empty() && value.find_first_not_of("0123456789") == value.npos)
    std::from_chars(value.data(), value.data() + value.size(), retry_ms_);
  if (field != "data") return;
  if (has_data_) event_.data += '\n';
  event_.data += value;
  has_data_ = true;
}

}  // namespace dossier::models
