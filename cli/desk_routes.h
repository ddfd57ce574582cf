#pragma once
// The routes of agents on the server of `dossier serve`: one per Action of the desk, generated from
// its declaration, and the stream of a session. The desk knows no HTTP and the server no agents;
// this is where they meet.
#include <string>
#include <vector>

#include "agent/desk/desk.h"
#include "server/http/http.h"
#include "server/routes.h"
#include "server/writes.h"

namespace dossier::cli {

class DeskRoutes {
 public:
  /// Borrows the pool, which actions that read are lent a store of.
  DeskRoutes(DeskOptions options, StorePool& stores, WriteRules rules)
      : desk_(std::move(options)), stores_(stores), rules_(rules) {}
  DeskRoutes(const DeskRoutes&) = delete;
  DeskRoutes& operator=(const DeskRoutes&) = delete;

  /// They borrow this.
  std::vector<Route> routes();

 private:
  Route watch_route();

  Desk desk_;
  StorePool& stores_;
  WriteRules rules_;
};

}  // namespace dossier::cli
