// mcp_server DATABASE: /mcp as dossier serve has it, with what the conformance suite calls.
#include <iostream>

#include "cli/mcp_routes.h"
#include "server/http/events.h"
#include "server/http/signals.h"
#include "tests/mcp/fixtures.h"

using namespace dossier;

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: mcp_server DATABASE\n";
    return 2;
  }
  StopSignals signals;
  const mcp::Fixtures fixtures;
  cli::McpRoutes mcp(arguments[1], "", mcp::Offer::few, {}, &fixtures);
  EventLog log;
  HttpOptions options;
  options.port = 0;
  HttpServer server(options, mcp.routes(), log);
  std::cout << "listening on " << server.url() << std::endl;
  signals.wait();
  mcp.stop();
  server.stop();
}
