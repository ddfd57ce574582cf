#include "server/http/http.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <thread>

#include "client.h"
#include "engine/error.h"
#include "engine/json.h"
#include "server/http/events.h"
#include "tests/unit/refusal.h"
#include "tests/unit/until.h"

using namespace dossier;
using namespace dossier::test;
using namespace std::chrono_literals;

namespace {

Response text(std::string body) {
  Response response;
  response.body = std::move(body);
  response.content_type = "text/plain";
  return response;
}

// "method path|a=1|b=2|body"
Response echo(const Request& request, RequestContext&) {
  std::string out = request.method + " " + request.path;
  for (const auto& [name, value] : request.parameters) out += "|" + name + "=" + value;
  return text(out + "|" + request.body);
}

// What the handlers of one test's requests are at.
struct Progress {
  std::atomic<int> scans{0};  // begun
  std::atomic<bool> held{false}, open{false};
};

std::vector<Route> routes(Progress& progress) {
  std::vector<Route> all = {
      {"GET", "/echo", echo},
      {"POST", "/echo", echo},
      {"GET", "/files/*", echo},
      {"GET", "/files/exact", [](const Request&, RequestContext&) { return text("exact"); }},
      // A scan that never ends by itself.
      {"GET", "/scan",
       [&progress](const Request&, RequestContext& context) -> Response {
         ++progress.scans;
         for (;;) context.checkpoint();
       }},
      {"GET", "/held",
       [&progress](const Request&, RequestContext&) {
         progress.held = true;
         until([&] { return progress.open.load(); });
         return text("let go");
       }},
      {"GET", "/stream",
       [](const Request&, RequestContext&) {
         Response response;
         response.content_type = "text/event-stream";
         response.stream = [](const SendPiece& send) {
           send("data: a\n\n");
           send("");
           send("data: b\n\n");
         };
         return response;
       },
       Pace::unbounded},
      // A stream until the client goes.
      {"GET", "/endless",
       [](const Request&, RequestContext&) {
         Response response;
         response.stream = [](const SendPiece& send) {
           while (send("x")) {
           }
         };
         return response;
       },
       Pace::unbounded},
      // One that can be taken up again, and says nothing but what it said first.
      {"GET", "/watch",
       [](const Request& request, RequestContext&) {
         Response response;
         response.is_resumable = true;
         response.stream = [said = std::string(request.parameter("say").value_or("")) +
                                   ":\n\n"](const SendPiece& send) {
           while (send(said)) std::this_thread::sleep_for(1ms);
         };
         return response;
       },
       Pace::unbounded},
      {"GET", "/logged",
       [](const Request& request, RequestContext&) {
         Response response = text("");
         response.log = "lookup(): pattern='" + std::string(*request.parameter("p")) + "'";
         return response;
       }},
  };
  static const Error kErrors[] = {
      {ErrorCode::invalid, "bad \"x\""}, {ErrorCode::not_found, ""},
      {ErrorCode::conflict, "changed"},  {ErrorCode::denied, "no"},
      {ErrorCode::limit, "deadline"},    {ErrorCode::limit, "match limit"},
      {ErrorCode::corrupt, "page 7"},    {ErrorCode::io, "/secret/path"},
      {ErrorCode::internal, "oops"},     {ErrorCode::limit, "limit: steps"},
  };
  for (size_t i = 0; i < std::size(kErrors); ++i) {
    all.push_back({"GET", "/error/" + std::to_string(i),
                   [i](const Request&, RequestContext&) -> Response { throw kErrors[i]; }});
  }
  all.push_back({"GET", "/error/std", [](const Request&, RequestContext&) -> Response {
                   throw std::runtime_error("secret");
                 }});
  return all;
}

struct Fixture {
  explicit Fixture(HttpOptions options = {})
      : server(with_any_port(options), routes(progress), log) {}

  static HttpOptions with_any_port(HttpOptions options) {
    options.port = 0;
    return options;
  }

  EventLog log{system_clock(), 200, true};
  Progress progress;
  HttpServer server;
};

}  // namespace

TEST_CASE("health, and the headers of every answer") {
  Fixture f;
  CHECK(f.server.url() == "http://127.0.0.1:" + std::to_string(f.server.port()) + "/");
  const Answer answer = get(f.server.port(), "/health");
  CHECK(answer.status == 200);
  CHECK(answer.body == R"({"status":"ok"})");
  CHECK(answer.header("Content-Type") == "application/json; charset=utf-8");
  CHECK(answer.header("X-Content-Type-Options") == "nosniff");
  CHECK(answer.header("Cache-Control") == "no-store");
  CHECK(answer.header("Access-Control-Allow-Origin") == std::nullopt);
}

TEST_CASE("routes and parameters") {
  Fixture f;
  struct Row {
    std::string_view target;
    int status;
    std::string_view body;
  };
  const Row rows[] = {
      {"/echo", 200, "GET /echo|"},
      {"/echo?b=2&a=%C3%A9+x&b=3", 200, "GET /echo|b=2|a=é x|b=3|"},
      {"/echo?p=a?b(c|d)[e]{2}^%", 200, "GET /echo|p=a?b(c|d)[e]{2}^%|"},
      {"/%65cho", 200, "GET /echo|"},
      {"/echo#x", 200, "GET /echo|"},
      {"/files/exact", 200, "exact"},
      {"/files/a/b", 200, "GET /files/a/b|"},
      {"/files/a", 200, "GET /files/a|"},
      {"/files/", 200, "GET /files/|"},
      {"/files", 404, R"({"error":"not found"})"},
      {"/echo/", 404, R"({"error":"not found"})"},
      {"/nothing", 404, R"({"error":"not found"})"},
      {"/", 404, R"({"error":"not found"})"},
      {"http://127.0.0.1:1/echo?a=b", 200, "GET /echo|a=b|"},
  };
  Client client(f.server.port());  // all on one connection
  for (const Row& row : rows) {
    CAPTURE(row.target);
    const Answer answer = client.get(row.target);
    CHECK(answer.status == row.status);
    CHECK(answer.body == row.body);
  }
}

TEST_CASE("methods") {
  Fixture f;
  Client client(f.server.port());
  client.send("HEAD /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  Answer answer = client.receive(true);
  CHECK(answer.status == 200);
  CHECK(answer.header("Content-Length") == "11");

  client.send("POST /echo?a=b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello");
  CHECK(client.receive().body == "POST /echo|a=b|hello");

  client.send("DELETE /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  answer = client.receive();
  CHECK(answer.status == 405);
  CHECK(answer.header("Allow") == "GET, HEAD, POST");
  CHECK(answer.body == R"({"error":"method not allowed"})");

  // A body that no route wants is not the next request.
  client.send("GET /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nGET ");
  CHECK(client.receive().body == "GET /echo|GET ");
  CHECK(client.get("/echo").status == 200);
}

TEST_CASE("failures become statuses") {
  Fixture f;
  struct Row {
    std::string_view path;
    int status;
    std::string_view body;
  };
  const Row rows[] = {
      {"/error/0", 400, R"({"error":"bad \"x\""})"},
      {"/error/1", 404, R"({"error":"not found"})"},
      {"/error/2", 409, R"({"error":"changed"})"},
      {"/error/3", 403, R"({"error":"no"})"},
      {"/error/4", 503, R"({"error":"limit: deadline"})"},
      {"/error/5", 400, R"({"error":"limit: match limit"})"},
      {"/error/6", 500, R"({"error":"the database is damaged"})"},
      {"/error/7", 500, R"({"error":"input or output failed"})"},
      {"/error/8", 500, R"({"error":"internal error"})"},
      {"/error/9", 400, R"({"error":"limit: steps"})"},
      {"/error/std", 500, R"({"error":"internal error"})"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const Answer answer = get(f.server.port(), row.path);
    CHECK(answer.status == row.status);
    CHECK(answer.body == row.body);
  }
  // The log has what the client is not told.
  bool told = false;
  for (const Event& event : f.log.recent())
    told |=
        event.text.starts_with("request ") && event.text.ends_with(", GET /error/7: /secret/path");
  CHECK(told);
}

TEST_CASE("one line per lookup, escaped, with its duration") {
  Fixture f;
  CHECK(get(f.server.port(), "/logged?p=a%0Ab%1B").status == 200);
  const auto events = f.log.recent();
  REQUIRE(events.size() == 1);
  CHECK(events[0].text.starts_with("lookup(): pattern='a\\nb\\x1b', "));
}

TEST_CASE("a body as large as allowed arrives whole, after 100 Continue where asked for") {
  HttpOptions options;
  options.max_body = 300'000;
  Fixture f(options);
  Client client(f.server.port());
  const std::string body(300'000, 'b');
  const std::string head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n";
  client.send(head + "\r\n" + body);
  CHECK((client.receive().body == "POST /echo|" + body));  // not printed
  client.send(head + "Expect: 100-continue\r\n\r\n");
  CHECK(client.receive().status == 100);
  client.send(body);
  CHECK((client.receive().body == "POST /echo|" + body));  // not printed
}

TEST_CASE("pipelined, split and dribbled requests are answered in order") {
  Fixture f;
  Client client(f.server.port());
  std::string burst;
  for (int i = 0; i < 50; ++i) {
    burst += "GET /echo?i=" + std::to_string(i) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
  client.send(burst);
  for (int i = 0; i < 50; ++i) {
    REQUIRE(client.receive().body == "GET /echo|i=" + std::to_string(i) + "|");
  }
  const std::string one = "GET /echo?x=y HTTP/1.1\r\nHost: localhost\r\n\r\n";
  // Once another's request was answered, the byte before it has been read.
  for (const char c : one) {
    client.send(std::string(1, c));
    REQUIRE(get(f.server.port(), "/health").status == 200);
  }
  CHECK(client.receive().body == "GET /echo|x=y|");
}

TEST_CASE("connections close when asked, and stay open otherwise") {
  Fixture f;
  Client kept(f.server.port());
  for (int i = 0; i < 300; ++i) REQUIRE(kept.get("/health").status == 200);
  CHECK(kept.get("/health", "Connection: close\r\n").header("Connection") == "close");
  CHECK(kept.closed());

  Client old(f.server.port());
  old.send("GET /health HTTP/1.0\r\n\r\n");
  CHECK(old.receive().status == 200);
  CHECK(old.closed());
}

TEST_CASE("a Host that is not this machine, or a page of another site, is refused") {
  Fixture f;
  struct Row {
    std::string_view target, headers;
    std::string_view refused;  // "" when it is answered
  };
  const std::string_view host = "this server does not answer to that Host";
  const std::string_view page = "requests from pages of other sites are refused";
  const Row rows[] = {
      {"/echo", "Host: evil.example:5015\r\n", host},
      {"http://evil.example/echo", "Host: localhost\r\n", host},
      {"http://localhost/echo", "Host: evil.example\r\n", host},
      {"http://localhost:1/echo", "Host: 127.0.0.1\r\n", ""},
      {"/echo", "Host: [::1]:1\r\nOrigin: http://evil.example\r\n", page},
      {"/echo", "Host: LocalHost\r\nOrigin: http://localhost:1\r\n", ""},
      {"/echo", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n", page},
      {"/health", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n", page},
      {"/scan", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n", page},
      {"/nothing", "Host: localhost\r\nSec-Fetch-Site: same-site\r\n", page},
      {"/echo", "Host: localhost\r\nOrigin: http://localhost:1\r\nSec-Fetch-Site: same-site\r\n",
       page},
      {"/echo", "Host: localhost\r\nSec-Fetch-Site: same-origin\r\n", ""},
      {"/echo", "Host: localhost\r\nSec-Fetch-Site: none\r\n", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.target, row.headers);
    Client client(f.server.port());
    client.send("GET " + std::string(row.target) + " HTTP/1.1\r\n" + std::string(row.headers) +
                "\r\n");
    const Answer answer = client.receive();
    CHECK(answer.status == (row.refused.empty() ? 200 : 403));
    if (row.refused.empty()) continue;
    CHECK(answer.body == R"({"error":")" + std::string(row.refused) + "\"}");
    CHECK(client.closed());
  }
  // How long a search takes told a page of another site what was found.
  CHECK(f.progress.scans == 0);
}

TEST_CASE("a token is required of all but health, and hidden from handlers") {
  HttpOptions options;
  options.token = "s3cret";
  Fixture f(options);
  const int port = f.server.port();
  CHECK(get(port, "/health").status == 200);
  const Answer refused = get(port, "/echo");
  CHECK(refused.status == 401);
  CHECK(refused.header("WWW-Authenticate") == "Bearer");
  Client other(port);
  other.send("POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  CHECK(other.receive().status == 401);
  CHECK(get(port, "/echo?token=wrong").status == 401);
  CHECK(get(port, "/echo", "Authorization: Bearer s3cre\r\n").status == 401);
  CHECK(get(port, "/nothing").status == 401);
  CHECK(get(port, "/echo?a=1&token=s3cret&b=2").body == "GET /echo|a=1|b=2|");
  CHECK(get(port, "/echo", "Authorization: Bearer s3cret\r\n").body == "GET /echo|");
}

TEST_CASE("a token is checked at the head, before any body") {
  HttpOptions options;
  options.token = "s3cret";
  Fixture f(options);
  const std::string head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n";
  for (const char* more : {"", "Expect: 100-continue\r\n", "Authorization: Bearer s\r\n"}) {
    CAPTURE(more);
    Client client(f.server.port());
    client.send(head + more + "\r\n");
    CHECK(client.receive().status == 401);
    CHECK(client.closed());
  }
  Client client(f.server.port());
  client.send(head + "Authorization: Bearer s3cret\r\nExpect: 100-continue\r\n\r\n");
  CHECK(client.receive().status == 100);
}

TEST_CASE("beyond loopback a token is required, and any Host is accepted") {
  EventLog log(system_clock(), 10, true);
  HttpOptions options;
  options.port = 0;
  options.host = "0.0.0.0";
  CHECK(test::failure_of([&] { HttpServer server(options, {}, log); }) ==
        "denied: listening on 0.0.0.0 accepts requests of other machines: it needs a token "
        "(--token)");
  options.token = "t";
  Progress progress;
  HttpServer server(options, routes(progress), log);
  Client client(server.port());
  client.send("GET /echo?token=t HTTP/1.1\r\nHost: 192.0.2.7\r\n\r\n");
  CHECK(client.receive().status == 200);
  // A page elsewhere may have learnt the token, as of a link; it still may not ask.
  client.send(
      "GET /echo?token=t HTTP/1.1\r\nHost: 192.0.2.7\r\nSec-Fetch-Site: cross-site\r\n\r\n");
  CHECK(client.receive().status == 403);
}

TEST_CASE("a port in use and an unknown host are errors") {
  Fixture f;
  EventLog log(system_clock(), 10, true);
  HttpOptions options;
  options.port = f.server.port();
  CHECK(test::failure_of([&] { HttpServer second(options, {}, log); }) ==
        "conflict: 127.0.0.1:" + std::to_string(options.port) + " is in use");
  options.host = "not a host";
  CHECK_THROWS_AS(HttpServer(options, {}, log), Error);
}

TEST_CASE("a stream is chunked, or ended by closing for HTTP/1.0") {
  Fixture f;
  Client client(f.server.port());
  const Answer answer = client.get("/stream");
  CHECK(answer.header("Content-Type") == "text/event-stream");
  CHECK(answer.body == "9\r\ndata: a\n\n\r\n9\r\ndata: b\n\n\r\n0\r\n\r\n");
  CHECK(client.get("/health").status == 200);
  client.send("HEAD /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(client.receive(true).status == 200);
  client.send("GET /stream HTTP/1.0\r\n\r\n");
  CHECK(client.rest().ends_with("\r\n\r\ndata: a\n\ndata: b\n\n"));
}

TEST_CASE("half of the workers stream at most") {
  HttpOptions options;
  options.threads = 4;
  Fixture f(options);
  const int port = f.server.port();
  Client one(port), two(port);
  for (Client* client : {&one, &two}) {
    client->send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
    REQUIRE(client->receive(true).status == 200);
  }
  const Answer refused = get(port, "/endless");
  CHECK(refused.status == 503);
  CHECK(refused.body == R"({"error":"limit: busy"})");
  CHECK(refused.header("Retry-After") == "1");
  CHECK(get(port, "/health").status == 200);
  one.leave();
  REQUIRE(until([&] {
    Client third(port);
    third.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return third.receive(true).status == 200;
  }));
}

TEST_CASE("of the streams that can be taken up again the silent one makes room for the next") {
  HttpOptions options;
  options.threads = 6;
  Fixture f(options);
  const int port = f.server.port();
  Client endless(port), silent(port), talking(port);
  endless.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
  REQUIRE(endless.receive(true).status == 200);
  silent.send("GET /watch HTTP/1.0\r\n\r\n");
  REQUIRE(silent.receive(true).status == 200);
  talking.send("GET /watch?say=data HTTP/1.0\r\n\r\n");
  REQUIRE(talking.receive(true).status == 200);
  CHECK(get(port, "/watch").status == 503);
  silent.rest();  // returns, since the stream has ended
  REQUIRE(until([&] {
    Client again(port);
    again.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return again.receive(true).status == 200;
  }));
}

TEST_CASE("quick requests are answered while slow ones reach their deadline") {
  HttpOptions options;
  options.deadline = 1500ms;
  Fixture f(options);
  const int port = f.server.port();
  std::vector<std::future<Answer>> slow;
  for (int i = 0; i < 6; ++i) {
    slow.push_back(std::async(std::launch::async, [port] { return get(port, "/scan"); }));
  }
  REQUIRE(until([&] { return f.progress.scans == 6; }));
  int quick = 0;
  Client client(port);
  while (slow.back().wait_for(0s) != std::future_status::ready) {
    if (client.get("/echo").status == 200) ++quick;
    if (get(port, "/health").status == 200) ++quick;
  }
  CHECK(quick > 100);
  for (auto& one : slow) {
    const Answer answer = one.get();
    CHECK(answer.status == 503);
    CHECK(answer.body == R"({"error":"limit: deadline"})");
    CHECK(answer.header("Retry-After") == "1");
  }
}

TEST_CASE("slow requests beyond those that may wait are refused, quick ones still answered") {
  HttpOptions options;
  options.threads = 16;
  options.deadline = 1000ms;
  Fixture f(options);
  const int port = f.server.port();
  std::vector<std::future<Answer>> slow;
  for (int i = 0; i < 8; ++i) {
    slow.push_back(std::async(std::launch::async, [port] { return get(port, "/scan"); }));
  }
  REQUIRE(until([&] { return f.progress.scans == 8; }));
  CHECK(get(port, "/echo").status == 200);
  int busy = 0, late = 0;
  for (auto& one : slow) {
    const Answer answer = one.get();
    CHECK(answer.status == 503);
    busy += answer.body == R"({"error":"limit: busy"})";
    late += answer.body == R"({"error":"limit: deadline"})";
  }
  CHECK(busy + late == 8);
  CHECK(late >= 3);  // the slot's holders and those who wait
  CHECK(busy >= 1);
}

TEST_CASE("slow and idle clients hold no worker") {
  HttpOptions options;
  options.threads = 2;
  Fixture f(options);
  std::vector<std::unique_ptr<Client>> others;
  for (int i = 0; i < 100; ++i) {
    others.push_back(std::make_unique<Client>(f.server.port()));
    if (i % 3 == 0) others.back()->send("GET /health HTTP/1.1\r\nHo");
    if (i % 3 == 1) CHECK(others.back()->get("/health").status == 200);
  }
  for (int i = 0; i < 20; ++i) REQUIRE(get(f.server.port(), "/health").status == 200);
  others[0]->send("st: localhost\r\n\r\n");
  CHECK(others[0]->receive().status == 200);
}

TEST_CASE("stopping finishes requests in progress, closes idle connections and refuses the rest") {
  Fixture f;
  const int port = f.server.port();
  Client idle(port), dribbling(port), working(port);
  CHECK(idle.get("/health").status == 200);
  dribbling.send("GET /health HT");
  working.send("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n");
  REQUIRE(until([&] { return f.progress.held.load(); }));
  auto stopped = std::async(std::launch::async, [&] { f.server.stop(); });
  CHECK(idle.closed());
  f.progress.open = true;
  const Answer answer = working.receive();
  CHECK(answer.status == 200);
  CHECK(answer.body == "let go");
  CHECK(answer.header("Connection") == "close");
  CHECK(dribbling.closed());
  stopped.get();
  Client late(port);
  CHECK(late.get("/health").status == 0);
  f.server.stop();
}

TEST_CASE("stopping cancels scans within a second") {
  HttpOptions options;
  options.deadline = 60s;
  Fixture f(options);
  const int port = f.server.port();
  std::vector<std::future<Answer>> slow;
  for (int i = 0; i < 3; ++i) {
    slow.push_back(std::async(std::launch::async, [port] { return get(port, "/scan"); }));
  }
  REQUIRE(until([&] { return f.progress.scans == 3; }));
  const auto start = std::chrono::steady_clock::now();
  f.server.stop();
  CHECK(std::chrono::steady_clock::now() - start < 5s);  // a second, but machines stall
  for (auto& one : slow) CHECK(one.get().body == R"({"error":"limit: stopping"})");
}

TEST_CASE("many clients at once each get their own answers") {
  Fixture f;
  std::atomic<int> wrong{0}, right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 12; ++t) {
    threads.emplace_back([&, t] {
      Client client(f.server.port());
      for (int i = 0; i < 200; ++i) {
        const std::string id = std::to_string(t * 1000 + i);
        (client.get("/echo?i=" + id).body == "GET /echo|i=" + id + "|" ? right : wrong)++;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(right == 2400);
}
