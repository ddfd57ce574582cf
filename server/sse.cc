#include "server/sse.h"

#include <charconv>
#include <utility>

namespace dossier {

std::string event_text(int64_t id, std::string_view event, std::string_view data) {
  std::string out;
  if (id >= 0) out += "id: " + std::to_string(id) + "\n";
  out.append("event: ").append(event).append("\ndata: ").append(data).append("\n\n");
  return out;
}

int64_t last_event(const Request& request) {
  std::string_view text = request.parameter("after").value_or("");
  if (text.empty()) text = request.header("last-event-id");
  int64_t id = 0;
  std::from_chars(text.data(), text.data() + text.size(), id);
  return id < 0 ? 0 : id;
}

Response event_stream(Stream stream) {
  Response response;
  response.content_type = "text/event-stream";
  response.stream = std::move(stream);
  response.is_resumable = true;
  return response;
}

}  // namespace dossier
