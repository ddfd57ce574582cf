#pragma once
// The routes over the database: one per Op, generated from its declaration, and /api/status.
#include <string>
#include <vector>

#include "server/http/events.h"
#include "server/http/http.h"
#include "server/pool.h"
#include "store/store.h"

namespace dossier {

/// Read-only stores, one per request in progress.
using StorePool = Pool<Store>;

/// A pool of stores on the database at `path`. `project` applies to requests that name none ("" =
/// every project). Opens nothing yet.
StorePool store_pool(std::string path, std::string project, size_t size);

/// One GET route per Op. Borrows the pool.
std::vector<Route> op_routes(StorePool& stores);

/// POST /api/sql: read-only SQL over the database at `database`, run in a child process of this
/// program.
Route sql_route(std::string database);

/// GET /api/status: the server, its latest events, and the contents of the database. Borrows both.
Route status_route(StorePool& stores, EventLog& log, std::string version);

/// GET /api/events: the server's log as server-sent events, from the one after `after`. Borrows it.
Route events_route(EventLog& log);

}  // namespace dossier
