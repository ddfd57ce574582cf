#include "server/routes.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "engine/clock.h"
#include "engine/json.h"
#include "engine/mapped_files.h"
#include "engine/moved.h"
#include "queries/adhoc/sql_request.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "queries/sql.h"
#include "server/lent_store.h"
#include "server/sse.h"

namespace dossier {
namespace {

using SteadyClock = std::chrono::steady_clock;

// As a header takes it: other bytes than those of printable ASCII are percent-encoded.
std::string header_text(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~' && byte != '%')
      out += c;
    else
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

Response answer_op(const Op& op, Store& store, const Request& request) {
  Arguments arguments;
  for (const OpField& field : op.fields) {
    if (const auto value = request.parameter(field.name)) {
      arguments.set(std::string(field.name), std::string(*value));
    }
  }
  JsonAnswer answer = run_to_json(store, op, arguments);
  Response response;
  response.status = answer.status();
  response.body = std::move(answer.body);
  response.log = std::move(answer.log);
  if (response.status == 503) response.headers.emplace_back("Retry-After", "1");
  if (response.status == 200) {
    response.headers = {{"Dossier-Total", answer.complete.total_text()},
                        {"Dossier-Truncated", answer.complete.truncated ? "true" : "false"},
                        {"Dossier-Snapshot", answer.complete.snapshots}};
    if (answer.complete.stale) response.headers.emplace_back("Dossier-Stale", "true");
    if (!answer.note_beside.empty())
      response.headers.emplace_back("Dossier-Note", header_text(answer.note_beside));
  }
  return response;
}

void write_snapshots(JsonWriter& json, Store& store, bool with_sizes) {
  std::map<int64_t, int64_t> sizes;
  if (with_sizes)
    for (const auto& row : store.rows<sql::SnapshotBytes>()) sizes[row.snapshot] = row.bytes;
  std::vector<std::string> projects;
  JsonWriter snapshots;
  snapshots.begin_array();
  for (const auto& row : store.rows<sql::ListSnapshots>()) {
    if (projects.empty() || projects.back() != row.project) projects.emplace_back(row.project);
    snapshots.begin_object().field("id", row.id).field("project", row.project).key("label");
    row.label ? snapshots.value(*row.label) : snapshots.null();
    snapshots.field("kind", row.kind)
        .field("importedAt", rfc3339(row.imported_at))
        .field("isLatest", row.is_latest != 0);
    if (with_sizes) snapshots.field("bytes", sizes[row.id]);
    snapshots.end_object();
  }
  json.key("projects").begin_array();
  for (const std::string& project : projects) json.value(project);
  json.end_array().key("snapshots").raw(snapshots.end_array().text());
}

void write_counts(JsonWriter& json, Store& store) {
  auto rows = store.rows<sql::Counts>();
  const auto row = rows.next();
  json.key("counts")
      .begin_object()
      .field("modules", row->modules)
      .field("types", row->types)
      .field("members", row->members)
      .end_object();
}

void write_events(JsonWriter& json, const EventLog& log) {
  json.key("events").begin_array();
  for (const Event& event : log.recent()) {
    json.begin_object().field("time", event.time).field("text", event.text).end_object();
  }
  json.end_array();
}

}  // namespace

// Decompressed text that a server keeps for its workers: a program of a million symbols fits, and
// of lines those that agents search again and again.
constexpr size_t kSharedUnits = size_t{192} << 20, kSharedLines = size_t{64} << 20;

namespace {

// What the stores of a server share, as long as the file at its path is the one that they opened.
class SharedUnits {
 public:
  std::shared_ptr<UnitCache> of_now() {
    const std::lock_guard lock(mutex_);
    // What was unpacked while something was missing may be wrong.
    const uint64_t cuts_before = std::exchange(cuts_, cuts());
    if (units_ == nullptr || cuts_before != cuts_)
      units_ = std::make_shared<UnitCache>(kSharedUnits, kSharedLines);
    return units_;
  }
  void forget() {
    const std::lock_guard lock(mutex_);
    units_.reset();
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<UnitCache> units_;
  uint64_t cuts_ = 0;
};

}  // namespace

StorePool store_pool(std::string path, std::string project, size_t size) {
  auto units = std::make_shared<SharedUnits>();
  const auto open = [path = std::move(path), project = std::move(project), units] {
    auto store = std::make_unique<Store>(open_to_read(path, units->of_now()));
    store->set_default_project(project);
    return store;
  };
  // Another file may have come to its place, or have been cut.
  const auto is_current = [units](Store& store) {
    const bool is_other = has_moved(store.database()) || is_spoilt(store.database());
    if (is_other) units->forget();
    return !is_other;
  };
  return StorePool(size, open, is_current);
}

std::vector<Route> op_routes(StorePool& stores) {
  std::vector<Route> routes;
  for (const Op* op : ops()) {
    const bool names_symbol =
        std::any_of(op->fields.begin(), op->fields.end(),
                    [](const OpField& field) { return field.type == OpField::symbol; });
    routes.push_back({"GET", std::string(op->route),
                      [op, &stores](const Request& request, RequestContext& context) {
                        LentStore store(stores, context);
                        return answer_op(*op, *store, request);
                      },
                      names_symbol ? Pace::brief : Pace::quick});
  }
  return routes;
}

Route sql_route(std::string database) {
  return {"POST", "/api/sql",
          [database = std::move(database)](const Request& request, RequestContext& context) {
            SqlAnswer answer = run_sql_request("/proc/self/exe", database, request.body,
                                               [&] { return context.stopping(); });
            Response response;
            response.body = std::move(answer.body);
            response.log = std::move(answer.log);
            return response;
          },
          Pace::scan};
}

Route status_route(StorePool& stores, EventLog& log, std::string version) {
  const auto started = SteadyClock::now();
  return {"GET", "/api/status",
          [&stores, &log, version = std::move(version), started](const Request& request,
                                                                 RequestContext& context) {
            LentStore store(stores, context);
            JsonWriter json;
            json.begin_object().field("serverUrl", request.server_url).field("status", "running");
            write_events(json, log);
            json.field("version", version).field("database", (*store).database().path());
            const Transaction snapshot((*store).database(), Transaction::reading);
            write_snapshots(json, *store, request.parameter("sizes") == "true");
            write_counts(json, *store);
            const auto uptime = SteadyClock::now() - started;
            json.field("uptime", std::chrono::duration_cast<std::chrono::seconds>(uptime).count())
                .end_object();
            Response response;
            response.body = json.take();
            return response;
          }};
}

Route events_route(EventLog& log) {
  return {
      "GET", "/api/events",
      [&log](const Request& request, RequestContext&) {
        return event_stream([&log, id = last_event(request)](const SendPiece& send) mutable {
          while (send(": here\n\n")) {
            for (const Event& event : log.after(id, std::chrono::seconds(5))) {
              JsonWriter json;
              json.begin_object().field("time", event.time).field("text", event.text).end_object();
              if (!send(event_text(event.id, "log", json.take()))) return;
              id = event.id;
            }
          }
        });
      },
      Pace::unbounded};
}

}  // namespace dossier
