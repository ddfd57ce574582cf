#pragma once
// Parses server-sent events from a byte stream, however it is split (WHATWG HTML, 9.2.6). Comments
// and unknown fields are skipped.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::models {

struct ServerEvent {
  std::string name;  // "" if the stream does not name it
  std::string data;  // lines joined by '\n'
};

class EventStream {
 public:
  /// The events that `bytes` completes. An event without a terminating blank line is never
  /// reported.
  std::vector<ServerEvent> feed(std::string_view bytes);
  /// What the stream asks for where it is continued after its end: behind this event ("" = it names
  /// none), after so many milliseconds (-1 = it does not say).
  const std::string& last_id() const { return last_id_; }
  int64_t retry_ms() const { return retry_ms_; }
  /// The size of the incomplete event.
  size_t pending() const { return partial_.size() + event_.data.size() + event_.name.size(); }

 private:
  void line(std::string_view text, std::vector<ServerEvent>& out);

  std::string partial_;  // the line that is still arriving
  bool after_cr_ = false;
  ServerEvent event_;
  bool has_data_ = false;
  std::string last_id_;
  int64_t retry_ms_ = -1;
};

}  // namespace dossier::models
