// The page's own routes: the shell at every address of a room, files with hashes, and who may
// write.
#include "server/page.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "engine/error.h"
#include "engine/json_value.h"
#include "server/http/events.h"
#include "server/imports.h"
#include "server/sse.h"
#include "server/writes.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"
#include "tests/unit/server/client.h"
#include "tests/unit/until.h"

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

// While it lives, no file grows beyond so many bytes, as on a disk that is full.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

// The open files of this process that lie in the folder, or in memory where it cannot hold any,
// and have no name.
size_t unnamed_in(const test::Scratch& folder) {
  size_t count = 0;
  for (const auto& one : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code none;
    const std::string leads = std::filesystem::read_symlink(one.path(), none).string();
    const bool is_here =
        leads.starts_with(folder.path().string()) || leads.find("dossier-upload") != leads.npos;
    count += is_here && leads.ends_with(" (deleted)");
  }
  return count;
}

}  // namespace

TEST_CASE("the icon, which has no hash in its name, is kept for an hour", "[page][threads]") {
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

TEST_CASE("a protocol answers programs and pages of this server, not those of another port",
          "[page]") {
  const Route open = {"POST", "/mcp", [](const Request&, RequestContext&) { return Response(); }};
  const auto answers = [&](const std::string& origin, const std::string& site, bool has_token) {
    NamedValues headers = {{"host", "localhost:5015"}};
    if (!origin.empty()) headers.emplace_back("origin", origin);
    if (!site.empty()) headers.emplace_back("sec-fetch-site", site);
    return test::code_of([&] { get(guarded_call(open, {false, has_token}), "/mcp", headers); });
  };
  CHECK(answers("", "", false).empty());
  CHECK(answers("http://localhost:5015", "same-origin", false).empty());
  CHECK(answers("http://127.0.0.1:5015", "", false).empty());
  CHECK(answers("http://[::1]:5015", "", false).empty());
  for (const char* other :
       {"http://localhost:5016", "http://localhost", "http://[::1]:5016", "http://[::1]", "null"}) {
    CAPTURE(other);
    CHECK(answers(other, "", false) == "denied");
    CHECK(answers(other, "", true).empty());
  }
  for (const char* site : {"same-site", "cross-site", "none"})
    CHECK(answers("http://localhost:5015", site, false) == "denied");
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
  // Where its end would be is no number.
  CHECK(test::code_of([&] { imports.take(upload, INT64_MAX, "x"); }) == "conflict");
  imports.take(upload, 0, "hello");
  imports.take(upload, 0, "hello");  // sent again after a connection broke
  CHECK_THROWS_AS(imports.take(upload, 5, "world!"), Error);
  CHECK_THROWS_AS(imports.start({"", upload, ""}), Error);
  imports.take(upload, 5, "world");
  for (size_t i = 0; i < kMostUploads; ++i) imports.begin(1, "made.json");
  CHECK_THROWS_AS(imports.take(upload, 5, "x"), Error);  // the oldest gave way
}

TEST_CASE("an upload that cannot be kept, or falls silent, gives its room back", "[page]") {
  const test::Scratch folder;
  SECTION("a piece fails") {
    Imports imports(folder / "d.db");
    const std::string upload = imports.begin(1 << 20, "made.json");
    imports.take(upload, 0, "hello");
    {
      const SmallFiles full(1000);
      CHECK(test::failure_of([&] { imports.take(upload, 5, std::string(5000, 'x')); }) ==
            "io: the upload could not be kept, and is given up: File too large");
    }
    CHECK(unnamed_in(folder) == 0);
    CHECK(test::code_of([&] { imports.take(upload, 5, "x"); }) == "not_found");
  }
  SECTION("nothing comes any more") {
    Imports imports(folder / "d.db", std::chrono::milliseconds(5));
    imports.begin(1 << 20, "made.json");
    CHECK(test::until([&] { return unnamed_in(folder) == 0; }));
  }
  SECTION("a new one needs its place") {
    Imports imports(folder / "d.db");
    std::vector<std::string> uploads;
    for (size_t i = 0; i < kMostUploads; ++i) uploads.push_back(imports.begin(2, "made.json"));
    imports.take(uploads[0], 0, "x");
    imports.begin(2, "made.json");
    CHECK(unnamed_in(folder) == kMostUploads);
    imports.take(uploads[0], 1, "y");
    CHECK(test::code_of([&] { imports.take(uploads[1], 0, "x"); }) == "not_found");
  }
}

TEST_CASE("an import waits for no pipe, and names an upload as its client does", "[page]") {
  const test::Scratch folder;
  Imports imports(folder / "d.db");
  const auto problem_of = [&](const Imports::Wanted& wanted) {
    const std::string id = imports.start(wanted);
    std::string problem;
    REQUIRE(test::until([&] {
      const Json now = read_json(imports.state(id));
      problem = now.text("problem");
      return now.text("state") != "running";
    }));
    return problem;
  };
  const std::string kNoFile = ": neither a file nor a folder, but a pipe, a socket or a device";
  for (const std::string name : {"pipe", "pipe.dll", "pipe.scip"}) {
    REQUIRE(::mkfifo((folder / name).c_str(), 0600) == 0);
    CAPTURE(name);
    const std::string problem = problem_of({folder / name, "", ""});
    CHECK(problem ==
          folder / name + (name == "pipe.dll" ? ": is a pipe, a socket or a device" : kNoFile));
  }
  CHECK(problem_of({"/dev/zero", "", ""}) == "/dev/zero" + kNoFile);
  CHECK(test::failure_of([&] {
          imports.start({"-", "", ""});
        }) == "invalid: standard input is not imported from here; name a path");
  const std::string upload = imports.begin(5, "C:\\made\\of.json");
  imports.take(upload, 0, "hello");
  CHECK(problem_of({"", upload, ""}).starts_with("of.json: byte 0: "));
}
