#include "cli/mcp_routes.h"

#include <memory>
#include <utility>

#include "queries/open.h"
#include "server/http/context.h"

namespace dossier::cli {
namespace {

// Calls and tasks at a time. Each has a connection with caches of its own.
constexpr size_t kPlaces = 12;
// Of a call that has a thread of its own; others have the server's.
constexpr std::chrono::milliseconds kDeadline{2'000};
// Between two looks at whether the client is still there, and between two comments that keep a
// quiet connection open.
constexpr int64_t kLookMs = 250, kQuietMs = 1'000;
// Earlier clients come back for the rest of a stream after so many milliseconds.
constexpr std::string_view kRetry = "500";

// Lends for one request: its tools keep the request's deadline and take turns.
class ForRequest final : public mcp::Lender {
 public:
  ForRequest(McpPlaces& places, RequestContext& context) : places_(places), context_(context) {}
  std::shared_ptr<mcp::Place> lend(const std::stop_token&, Length) override {
    return places_.lend(context_.deadline(), [this] { context_.checkpoint(); });
  }

 private:
  McpPlaces& places_;
  RequestContext& context_;
};

std::string event(const std::string& id, std::string_view data) {
  return (id.empty() ? "" : "id: " + id + "\n") + "data: " + std::string(data) + "\n\n";
}

}  // namespace

McpRoutes::McpRoutes(std::string database, std::string project, mcp::Offer offer, WriteRules rules,
                     const mcp::Extras* extras)
    : rules_(rules),
      places_(kPlaces, kDeadline,
              [database = std::move(database), project = std::move(project), offer, rules] {
                return std::make_unique<mcp::Place>(
                    rules.read_only ? open_to_read(database) : open_to_write(database), project, "",
                    offer, "offline", rules.read_only);
              }),
      server_(DOSSIER_VERSION, places_, extras, rules.read_only),
      endpoint_(server_, places_, system_entropy()) {}

McpRoutes::~McpRoutes() { stop(); }

void McpRoutes::stop() {
  endpoint_.stop();
  server_.stop();
}

std::vector<Route> McpRoutes::routes() {
  const auto handler = [this](const Request& request, RequestContext& context) {
    return answer(request, context);
  };
  std::vector<Route> routes;
  for (const char* method : {"POST", "DELETE", "GET"})
    routes.push_back(guarded_call({method, "/mcp", handler}, rules_));
  return routes;
}

Response McpRoutes::answer(const Request& request, RequestContext& context) {
  const auto head = [&request](std::string_view name) { return request.header(name); };
  ForRequest lender(places_, context);
  if (request.method == "DELETE") return response_of(endpoint_.remove(head));
  if (request.method != "POST") return response_of(endpoint_.get(head));
  return response_of(endpoint_.post(head, request.body, lender));
}

Response McpRoutes::response_of(mcp::Reply reply) {
  Response response;
  response.status = reply.status;
  response.body = std::move(reply.body);
  if (!reply.session.empty()) response.headers.emplace_back("Mcp-Session-Id", reply.session);
  if (!reply.stream) return response;
  response.content_type = "text/event-stream";
  response.headers.emplace_back("Cache-Control", "no-cache");
  response.headers.emplace_back("X-Accel-Buffering", "no");
  // Left also where it is not sent at all: too many are streamed.
  const auto stream = std::shared_ptr<mcp::Streamed>(new mcp::Streamed(std::move(*reply.stream)),
                                                     [this](mcp::Streamed* ended) {
                                                       endpoint_.left(*ended);
                                                       delete ended;
                                                     });
  response.stream = [this, stream](const SendPiece& piece) { send(*stream, piece); };
  return response;
}

// Sends messages as they come, until the answer, or until the client has gone.
void McpRoutes::send(const mcp::Streamed& stream, const SendPiece& piece) {
  mcp::Exchange& exchange = *stream.exchange;
  const uint64_t reader = exchange.attach();
  uint64_t number = stream.behind;
  const auto id = [&] {
    return stream.is_resumable ? exchange.name() + "-" + std::to_string(number) : std::string();
  };
  if (stream.is_resumable && !piece("retry: " + std::string(kRetry) + "\n" + event(id(), "")))
    return;
  for (int64_t quiet = 0; piece({});) {
    auto next = exchange.next(reader, number, kLookMs);
    if (next.kind == mcp::Exchange::Next::gone || next.kind == mcp::Exchange::Next::end) return;
    quiet = next.kind == mcp::Exchange::Next::nothing ? quiet + kLookMs : 0;
    if (next.kind == mcp::Exchange::Next::message) {
      number = next.number;
      if (!piece(event(id(), next.text))) return;
    } else if (quiet >= kQuietMs) {
      quiet = 0;
      if (!piece(":\n\n")) return;
    }
  }
}

}  // namespace dossier::cli
