// The page's own routes: the shell at every address of a room, files with hashes, and who may
// write.
#include "server/page.h"

#include <catch2/catch.hpp>

#include "engine/error.h"
#include "server/http/events.h"
#include "server/imports.h"
#include "server/sse.h"
#include "server/writes.h"
#include "tests/unit/server/client.h"

using namespace dossier;

namespace {

const Route& route_for(const std::vector<Route>& routes, std::string_view path) {
  for (const Route& route : routes)
    if (route.path == path) return route;
  throw std::logic_error("no such route");
}

Response get(const Route& route, std::string path, NamedValues headers = {}) {
  ScanSlots slots({});
  const std::atomic<bool> cancelled{false};
  RequestContext context(Pace::quick, RequestContext::Clock::time_point::max(), slots, cancelled);
  Request request;
  request.method = route.method;
  request.path = std::move(path);
  request.headers = std::move(headers);
  return route.handler(request, context);
}

std::string header_of(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return "";
}

}  // namespace

TEST_CASE("the icon, which has no hash in its name, is kept for an hour", "[page]") {
  const Response icon = get(route_for(page_routes(), "/assets/*"), "/assets/icon.svg");
  CHECK(icon.content_type == "image/svg+xml");
  CHECK(header_of(icon, "Cache-Control") == "max-age=3600");
}

TEST_CASE("every room answers the shell, under a policy without inline script", "[page]") {
  const auto routes = page_routes();
  for (const char* path : {"/", "/search", "/symbol/*", "/session/*", "/sql", "/impact/*"}) {
    CAPTURE(path);
    const Route& route = route_for(routes, path);
    CHECK(route.is_open);
    const Response response = get(route, path);
    CHECK(response.content_type == "text/html; charset=utf-8");
    CHECK(response.body.find("<div id=\"page\">") != std::string::npos);
    CHECK(response.body.find("<script>") == std::string::npos);
    const std::string policy = header_of(response, "Content-Security-Policy");
    CHECK(policy.starts_with("default-src 'self'"));
    CHECK(policy.find("unsafe") == std::string::npos);
    const std::string etag = header_of(response, "ETag");
    CHECK(get(route, path, {{"if-none-match", etag}}).status == 304);
    CHECK(get(route, path, {{"if-none-match", "\"other\""}}).status == 200);
  }
}

TEST_CASE("files of the page are kept for good, and packed for those who take it", "[page]") {
  const auto routes = page_routes();
  const std::string shell = get(route_for(routes, "/"), "/").body;
  const size_t from = shell.find("/assets/app-");
  REQUIRE(from != std::string::npos);
  const std::string path = shell.substr(from, shell.find('"', from) - from);
  const Route& route = route_for(routes, "/assets/*");
  const Response plain = get(route, path);
  const Response packed = get(route, path, {{"accept-encoding", "br, gzip"}});
  CHECK(header_of(plain, "Cache-Control").find("immutable") != std::string::npos);
  CHECK(header_of(packed, "Content-Encoding") == "gzip");
  CHECK(header_of(plain, "Content-Encoding").empty());
  CHECK(packed.body.size() < plain.body.size());
  CHECK_THROWS_AS(get(route, "/assets/../secret"), Error);
}

TEST_CASE("writing needs a page of this server or the token", "[page]") {
  const Route open = {"POST", "/w", [](const Request&, RequestContext&) { return Response(); }};
  const NamedValues json = {{"content-type", "application/json"}};
  NamedValues same = json;
  same.emplace_back("sec-fetch-site", "same-origin");
  CHECK_THROWS_AS(get(guarded_write(open, {false, false}), "/w", json), Error);
  CHECK(get(guarded_write(open, {false, false}), "/w", same).status == 200);
  CHECK(get(guarded_write(open, {false, true}), "/w", json).status == 200);
  CHECK_THROWS_AS(get(guarded_write(open, {true, true}), "/w", same), Error);
  CHECK(get(guarded_write(open, {false, false}), "/w",
            {{"sec-fetch-site", "same-origin"}, {"content-type", "text/plain"}})
            .status == 415);
}

TEST_CASE("an event is text that a client can number", "[page]") {
  CHECK(event_text(7, "record", "{}") == "id: 7\nevent: record\ndata: {}\n\n");
  CHECK(event_text(-1, "state", "1") == "event: state\ndata: 1\n\n");
  Request request;
  request.headers = {{"last-event-id", "12"}};
  CHECK(last_event(request) == 12);
  request.parameters = {{"after", "15"}};
  CHECK(last_event(request) == 15);
  request.parameters = {{"after", "-3"}};
  CHECK(last_event(request) == 0);
}

TEST_CASE("the log is read on from a number", "[page]") {
  EventLog log(system_clock(), 3, true);
  for (const char* text : {"one", "two", "three", "four"}) log.add(text);
  const auto all = log.after(0, std::chrono::milliseconds(0));
  REQUIRE(all.size() == 3);
  CHECK(all[0].id == 2);
  CHECK(log.after(3, std::chrono::milliseconds(0)).size() == 1);
  CHECK(log.after(4, std::chrono::milliseconds(0)).empty());
  // A number of a server before this one.
  CHECK(log.after(900, std::chrono::milliseconds(0)).size() == 3);
}

TEST_CASE("an upload takes its pieces in order, and no byte more than announced", "[page]") {
  Imports imports("dossier.db");
  CHECK_THROWS_AS(imports.begin(0, "made.json"), Error);
  CHECK_THROWS_AS(imports.begin(kMostUploaded + 1, "made.json"), Error);
  const std::string upload = imports.begin(10, "made.json");
  CHECK_THROWS_AS(imports.take("u0", 0, "x"), Error);
  CHECK_THROWS_AS(imports.take(upload, 3, "x"), Error);
  imports.take(upload, 0, "hello");
  imports.take(upload, 0, "hello");  // sent again after a connection broke
  CHECK_THROWS_AS(imports.take(upload, 5, "world!"), Error);
  CHECK_THROWS_AS(imports.start({"", upload, ""}), Error);
  imports.take(upload, 5, "world");
  for (size_t i = 0; i < kMostUploads; ++i) imports.begin(1, "made.json");
  CHECK_THROWS_AS(imports.take(upload, 5, "x"), Error);  // the oldest gave way
}
