#pragma once
// POST and DELETE /mcp on the server of `dossier serve`: the tools of `dossier mcp` over HTTP. The
// server's own checks of Host, Origin and token come first.
#include <string>
#include <vector>

#include "agent/mcp/endpoint.h"
#include "server/http/http.h"
#include "server/pool.h"

namespace dossier::cli {

class McpRoutes {
 public:
  /// Opens nothing yet: a database that is only read is opened to write by the first client.
  /// `has_fixtures`: with the conformance suite's tools.
  McpRoutes(std::string database, std::string project, bool has_fixtures);
  McpRoutes(const McpRoutes&) = delete;
  McpRoutes& operator=(const McpRoutes&) = delete;

  /// They borrow this.
  std::vector<Route> routes();

 private:
  Response answer(const Request& request, RequestContext& context);

  mcp::Fixtures fixtures_;
  mcp::Server server_;
  mcp::Endpoint endpoint_;
  Pool<mcp::Place> places_;
};

}  // namespace dossier::cli
