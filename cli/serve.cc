#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "cli/agent.h"
#include "cli/command.h"
#include "cli/database_path.h"
#include "cli/desk_routes.h"
#include "cli/import.h"
#include "cli/mcp_offer.h"
#include "cli/mcp_routes.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/reserved.h"
#include "queries/open.h"
#include "server/foreknowledge.h"
#include "server/http/signals.h"
#include "server/imports.h"
#include "server/page.h"
#include "server/routes.h"
#include "store/import/import.h"

namespace dossier::cli {
namespace {

int port_of(const Invocation& invocation) {
  if (!invocation.has("--port")) return HttpOptions().port;
  const std::string text = invocation.text("--port");
  int port = -1;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (failure != std::errc() || end != text.data() + text.size() || port < 0 || port > 65535) {
    throw Error(ErrorCode::invalid, "--port takes a number from 0 to 65535, not '" + text + "'");
  }
  return port;
}

HttpOptions options_of(const Invocation& invocation) {
  HttpOptions options;
  options.port = port_of(invocation);
  if (invocation.has("--host")) options.host = invocation.text("--host");
  const char* token = std::getenv("DOSSIER_TOKEN");
  if (token) options.token = token;
  if (invocation.has("--token")) options.token = invocation.text("--token");
  return options;
}

std::vector<std::string> models_of(const Invocation& invocation) {
  std::vector<std::string> models = invocation.all("--model");
  if (models.empty()) models.push_back(model_name(invocation));
  if (std::find(models.begin(), models.end(), "offline") == models.end())
    models.emplace_back("offline");
  return models;
}

DeskOptions desk_of(const Invocation& invocation, const std::string& database) {
  DeskOptions options;
  options.database = database;
  options.project = invocation.text("--project");
  options.models = models_of(invocation);
  for (const std::string& root : invocation.all("--root"))
    options.roots.push_back(std::filesystem::absolute(root).lexically_normal().string());
  options.prompts = prompts_folder(invocation);
  options.read_only = invocation.has("--read-only");
  return options;
}

void import_first(const Invocation& invocation, const std::string& database) {
  ImportOptions options;
  options.path = invocation.text("--import");
  options.kinds = InputKinds::files_and_pipes;
  options.project = invocation.optional("--project");
  const Reservation own(database);
  // Nothing is created for input that is not there.
  look_for(options);
  exclude_from_git(database);
  options.wait.meanwhile = tell_waiting(database);
  Store store = open_or_make(database);
  const ImportReport report = import(store, options);
  for (const auto& warning : report.warnings) {
    std::cerr << "dossier: warning: " << printable(warning) << "\n";
  }
}

int run_serve(const Invocation& invocation) {
  const HttpOptions options = options_of(invocation);
  // A foreign one is read as it stands where nothing is to be written.
  if (invocation.has("--read-only") && !invocation.has("--import")) open_reading(invocation);
  const std::string database = invocation.database();
  if (invocation.has("--import")) import_first(invocation, database);

  // Before any thread, and after the import, which Ctrl-C ends at once.
  StopSignals signals;
  // Whoever reads the log may leave without the server.
  std::signal(SIGPIPE, SIG_IGN);
  // One for each worker that does not stream. Each has its own caches; a light load stays on one
  // or two.
  StorePool stores = store_pool(database, invocation.text("--project"), default_threads() / 2);
  // A database that cannot be read, or a project that it does not have, is told now.
  stores.borrow(std::chrono::steady_clock::time_point::max())->scope("", "");
  const Foreknowledge foreknowledge(stores);
  EventLog log;
  std::vector<Route> routes = op_routes(stores);
  for (Route& route : page_routes()) routes.push_back(std::move(route));
  routes.push_back(sql_route(database));
  routes.push_back(status_route(stores, log, DOSSIER_VERSION));
  const WriteRules rules = {invocation.has("--read-only"), !options.token.empty()};
  McpRoutes mcp(database, invocation.text("--project"), mcp_offer(invocation), rules);
  for (Route& route : mcp.routes()) routes.push_back(std::move(route));
  DeskRoutes desk(desk_of(invocation, database), stores, rules);
  for (Route& route : desk.routes()) routes.push_back(std::move(route));
  Imports imports(database);
  for (Route& route : imports.routes(rules)) routes.push_back(std::move(route));
  routes.push_back(events_route(log));
  HttpServer server(options, std::move(routes), log);
  log.add("serving " + database + " at " + server.url());
  std::cout << "listening on " << server.url() << std::endl;

  log.add("stopping: " + std::string(signals.wait()));
  // First, so that no worker waits for a call that goes on.
  mcp.stop();
  server.stop();
  return 0;
}

}  // namespace

Command serve_command() {
  return {
      "serve",
      Group::serve,
      "Serve the page and lookups over HTTP",
      "Answers to this machine alone (--host 127.0.0.1) unless a token is given, which every "
      "request must\n"
      "then carry: Authorization: Bearer TOKEN, or ?token=TOKEN. Imports that finish meanwhile "
      "are answered\n"
      "from at once. SIGTERM and Ctrl-C finish what is under way and exit within a second. Other "
      "programs' agents\n"
      "find their tools at /mcp, as those of dossier mcp.",
      "dossier serve --import game.project.json.gz",
      {{"--host", "ADDRESS", "Listen there (default: 127.0.0.1)", false, false},
       {"--port", "N", "Listen on this port; 0 takes any (default: 5015)", false, false},
       {"--import", "PATH", "Import this export first; - is standard input", false, false},
       {"--project", "NAME", "The default project of requests, and the project of --import", false,
        false},
       {"--token", "TOKEN", "Require this token in every request (default: $DOSSIER_TOKEN)", false,
        false},
       {"--tools", "SET", "Of /mcp: few (default) or all", false, false, {"few", "all"}},
       {"--read-only", "", "Refuse every request that would write or start something"},
       {"--model", "MODEL",
        "A model that the page may use; repeatable, the first is its default (default: "
        "$DOSSIER_MODEL, else offline)",
        false, true},
       {"--root", "FOLDER", "A folder that chats of the page may work on; repeatable", false, true},
       {"--prompts", "FOLDER",
        "Files in this folder replace the built-in system prompts of the same name", false, false}},
      run_serve};
}

}  // namespace dossier::cli
