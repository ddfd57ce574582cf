#include "cli/mcp_routes.h"

#include "queries/open.h"
#include "server/http/context.h"

namespace dossier::cli {
namespace {

// Calls at a time. Each has a connection with caches of its own.
constexpr size_t kPlaces = 8;

// A place lent for one request: its tools keep the request's deadline and take turns.
class LentPlace {
 public:
  LentPlace(Pool<mcp::Place>& places, RequestContext& context)
      : loan_(places.borrow(context.deadline())) {
    loan_->set_checkpoint([&context] { context.checkpoint(); });
  }
  ~LentPlace() { loan_->set_checkpoint({}); }
  LentPlace(const LentPlace&) = delete;
  LentPlace& operator=(const LentPlace&) = delete;

  mcp::Place& operator*() { return *loan_; }

 private:
  Pool<mcp::Place>::Loan loan_;
};

}  // namespace

McpRoutes::McpRoutes(std::string database, std::string project, bool has_fixtures)
    : server_(DOSSIER_VERSION, has_fixtures ? &fixtures_ : nullptr),
      endpoint_(server_, system_entropy()),
      places_(kPlaces, [database = std::move(database), project = std::move(project)] {
        return std::make_unique<mcp::Place>(open_to_write(database), project, "", mcp::Place::few);
      }) {}

std::vector<Route> McpRoutes::routes() {
  const auto handler = [this](const Request& request, RequestContext& context) {
    return answer(request, context);
  };
  return {{"POST", "/mcp", handler}, {"DELETE", "/mcp", handler}};
}

Response McpRoutes::answer(const Request& request, RequestContext& context) {
  const auto head = [&request](std::string_view name) { return request.header(name); };
  LentPlace place(places_, context);
  mcp::Reply reply = request.method == "DELETE" ? endpoint_.remove(head, *place)
                                                : endpoint_.post(head, request.body, *place);
  Response response;
  response.status = reply.status;
  response.body = std::move(reply.body);
  if (!reply.session.empty()) response.headers.emplace_back("Mcp-Session-Id", reply.session);
  return response;
}

}  // namespace dossier::cli
