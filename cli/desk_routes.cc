#include "cli/desk_routes.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "agent/desk/action.h"
#include "engine/error.h"
#include "server/lent_store.h"
#include "server/sse.h"

namespace dossier::cli {
namespace {

constexpr int64_t kEventsAtOnce = 200;

// A parameter is text; the declaration says what it is meant as. What it is not stays text, and is
// refused as that.
Json value_of(const ActionField& field, std::string_view text) {
  if (field.type == ActionField::flag) return text == "true" || text == "1" || text.empty();
  int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (field.type == ActionField::integer && failure == std::errc() &&
      end == text.data() + text.size())
    return number;
  return std::string(text);
}

Json input_of(const Action& action, const Request& request) {
  if (request.method == "POST") {
    auto body = parse_json(request.body);
    Json* value = std::get_if<Json>(&body);
    if (value == nullptr || value->fields() == nullptr)
      throw Error(ErrorCode::invalid, "the body must be a JSON object");
    return std::move(*value);
  }
  Json input = Json::object();
  for (const ActionField& field : action.fields)
    if (const auto text = request.parameter(field.name))
      input.set(field.name, value_of(field, *text));
  return input;
}

}  // namespace

std::vector<Route> DeskRoutes::routes() {
  std::vector<Route> routes;
  for (const Action& action : actions()) {
    Route route = {std::string(action.method), std::string(action.route),
                   [this, &action](const Request& request, RequestContext& context) {
                     LentStore store(stores_, context);
                     Response response;
                     response.content_type = action.type;
                     response.body = perform(action, desk_, *store, input_of(action, request));
                     return response;
                   }};
    if (action.method == "POST") {
      route.pace = Pace::write;
      route = guarded_write(std::move(route), rules_);
    } else if (action.type == "application/x-ndjson") {
      route.pace = Pace::scan;  // a whole record in memory
    }
    routes.push_back(std::move(route));
  }
  routes.push_back(watch_route());
  return routes;
}

// The record from an event on, and the state of what runs here whenever it changes. A session that
// another process runs is looked at every second.
Route DeskRoutes::watch_route() {
  const auto handler = [this](const Request& request, RequestContext& context) {
    const std::string session(request.parameter("id").value_or(""));
    {
      LentStore store(stores_, context);
      events_after(*store, session, 0, 0);  // no such session is told at once
    }
    return event_stream([this, session, seq = last_event(request)](const SendPiece& send) mutable {
      int64_t version = -1;
      const auto far = std::chrono::steady_clock::time_point::max();
      // One for watching while nothing runs here.
      const auto idle = std::make_shared<Live>();
      while (send(": here\n\n")) {
        auto live = desk_.live(session);
        if (live == nullptr) live = idle;
        // Before the record: what is recorded after it raises the number again.
        const Live::State state = live->state();
        Json rows = events_after(*stores_.borrow(far), session, seq, kEventsAtOnce);
        for (const Json& row : rows.each()) {
          seq = row.number("seq");
          if (!send(event_text(seq, "record", row.dump()))) return;
        }
        if (rows.each().size() == static_cast<size_t>(kEventsAtOnce)) continue;
        if (state.version != version) {
          version = state.version;
          if (!send(event_text(-1, "state", state.shown.dump()))) return;
        }
        live->wait(version, std::chrono::seconds(1));
      }
    });
  };
  return {"GET", "/api/session/watch", handler, Pace::unbounded};
}

}  // namespace dossier::cli
