#pragma once
// Server-sent events: a response whose body is a stream of numbered events. A client that comes
// back names the last number that it had (`after`, or the header Last-Event-ID).
#include <cstdint>
#include <string>
#include <string_view>

#include "server/http/http.h"

namespace dossier {

/// "id: 7\nevent: record\ndata: …\n\n"; no id where it is negative. `data` is one line.
std::string event_text(int64_t id, std::string_view event, std::string_view data);
/// The number that the client had last; 0 if it names none.
int64_t last_event(const Request& request);
Response event_stream(Stream stream);

}  // namespace dossier
