#pragma once
// Server-sent events, cut from a byte stream however it was chunked (WHATWG HTML, 9.2.6). Only what
// model providers use: event and data; comments and other fields are skipped.
#include <string>
#include <string_view>
#include <vector>

namespace dossier::models {

struct ServerEvent {
  std::string name;  // "" when the stream names none
  std::string data;  // lines joined by '\n'
};

class EventStream {
 public:
  /// The events that `bytes` completes. An event that no blank line ended is never reported.
  std::vector<ServerEvent> feed(std::string_view bytes);
  /// Bytes of the event that is still arriving.
  size_t pending() const { return partial_.size() + event_.data.size() + event_.name.size(); }

 private:
  void line(std::string_view text, std::vector<ServerEvent>& out);

  std::string partial_;  // the line that is still arriving
  bool after_cr_ = false;
  ServerEvent event_;
  bool has_data_ = false;
};

}  // namespace dossier::models
