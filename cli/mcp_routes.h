#pragma once
// /mcp on the server of `dossier serve`: the tools of `dossier mcp` over HTTP. The server's own
// checks of Host, Origin and token come first.
#include <string>
#include <vector>

#include "agent/mcp/endpoint.h"
#include "cli/mcp_places.h"
#include "server/http/http.h"

namespace dossier::cli {

class McpRoutes {
 public:
  /// Opens nothing yet: a database that is only read is opened to write by the first client.
  /// `has_fixtures`: with the conformance suite's tools.
  McpRoutes(std::string database, std::string project, mcp::Offer offer, bool has_fixtures);
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

  mcp::Fixtures fixtures_;
  McpPlaces places_;
  mcp::Server server_;
  mcp::Endpoint endpoint_;
};

}  // namespace dossier::cli
