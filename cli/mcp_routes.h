#pragma once
// /mcp on the server of `dossier serve`: the tools of `dossier mcp` over HTTP. The server's own
// checks of Host, Origin and token come first. A server that only reads offers what reads, and
// records no session.
#include <string>
#include <vector>

#include "agent/mcp/endpoint.h"
#include "cli/mcp_places.h"
#include "server/http/http.h"
#include "server/writes.h"

namespace dossier::cli {

class McpRoutes {
 public:
  /// Opens nothing yet: the first client does, to write unless the rules say that the server only
  /// reads. `extras` are offered beside.
  McpRoutes(std::string database, std::string project, mcp::Offer offer, WriteRules rules,
            const mcp::Extras* extras = nullptr);
  ~McpRoutes();
  McpRoutes(const McpRoutes&) = delete;
  McpRoutes& operator=(const McpRoutes&) = delete;

  /// They borrow this.
  std::vector<Route> routes();
  /// Ends calls and tasks that go on without their connection.
  void stop();

 private:
  Response answer(const Request& request, RequestContext& context);
  Response response_of(mcp::Reply reply);
  void send(const mcp::Streamed& stream, const SendPiece& send);

  const WriteRules rules_;
  McpPlaces places_;
  mcp::Server server_;
  mcp::Endpoint endpoint_;
};

}  // namespace dossier::cli
