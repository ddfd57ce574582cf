// Messages of the Model Context Protocol as they arrive: cut into lines, read, and queued.
#include "agent/mcp/message.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "agent/bounds.h"
#include "agent/lines.h"
#include "agent/mcp/queue.h"

using namespace dossier;

namespace {

// "request 1 ping", or "-32600 id 1: why".
std::string read_as(std::string_view text) {
  const auto read = mcp::read_message(text);
  if (const auto* wrong = std::get_if<mcp::Unreadable>(&read))
    return std::to_string(wrong->why.code) + " id " + wrong->id.dump() + ": " + wrong->why.message;
  const auto& message = std::get<mcp::Incoming>(read);
  static constexpr const char* kKinds[] = {"request", "notification", "response"};
  return std::string(kKinds[message.kind]) + " " + message.id.dump() + " " + message.method;
}

mcp::Incoming asked(int64_t id) { return {mcp::Incoming::request, Json(id), "ping"}; }

int64_t id_of(const mcp::Queue::Running& running) {
  return *std::get<mcp::Incoming>(running.item).id.integer();
}

}  // namespace

TEST_CASE("a message is read, or refused as the protocol names it, to its id where it has one") {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"jsonrpc":"2.0","id":1,"method":"ping"})", "request 1 ping"},
      {R"({"jsonrpc":"2.0","id":"a","method":"ping","params":{}})", "request \"a\" ping"},
      {R"({"jsonrpc":"2.0","method":"notifications/x"})", "notification null notifications/x"},
      {R"({"jsonrpc":"2.0","id":1,"result":{}})", "response 1 "},
      {R"({"jsonrpc":"2.0","error":{}})", "response null "},
      {R"({"jsonrpc":"2.0","id":7,"method":"m","params":[1]})", "-32602 id 7: params is an object"},
      {R"({"jsonrpc":"2.0","id":7,"method":7})",
       "-32600 id 7: a request has a method, which is a string"},
      {R"({"jsonrpc":"2.0","id":7})", "-32600 id 7: a request has a method, which is a string"},
      {R"({"jsonrpc":"1.0","id":7,"method":"m"})",
       "-32600 id 7: a message has \"jsonrpc\": \"2.0\""},
      {R"({"jsonrpc":"2.0","id":null,"method":"m"})",
       "-32600 id null: an id is a string of at most 1024 bytes or an integer"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"m"})",
       "-32600 id null: an id is a string of at most 1024 bytes or an integer"},
      {R"([{"jsonrpc":"2.0","id":1,"method":"m"}])",
       "-32600 id null: batches are not part of the protocol: send one message a time"},
      {"7", "-32600 id null: a message is an object"},
  };
  for (const auto& [text, expected] : rows) {
    CAPTURE(text);
    CHECK(read_as(text) == expected);
  }
  CHECK(read_as("{\"jsonrpc\"").starts_with("-32700 id null: not JSON: "));
  CHECK(read_as("").starts_with("-32700 id null: not JSON: "));
  CHECK(read_as("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}").starts_with("-32700"));
}

TEST_CASE("what a message may hold is bounded") {
  const auto with_id = [](size_t size) {
    return R"({"jsonrpc":"2.0","id":")" + std::string(size, 'i') + R"(","method":"m"})";
  };
  CHECK(read_as(with_id(kPeerBounds.name_bytes)).starts_with("request"));
  CHECK(read_as(with_id(kPeerBounds.name_bytes + 1)).starts_with("-32600 id null: an id is"));
  std::string many = R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[0)";
  for (size_t i = 0; i < kPeerBounds.json_values; ++i) many += ",0";
  CHECK(read_as(many + "]}}").starts_with("-32700 id null: not JSON: "));
  CHECK(read_as(std::string(mcp::kMaxMessageBytes + 1, ' ')) ==
        "-32600 id null: the message is over 4 MB");
  std::string deep = R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":)";
  CHECK(read_as(deep + std::string(100'000, '[') + std::string(100'000, ']') + "}}")
            .starts_with("-32700"));
}

TEST_CASE("lines are cut from pieces of any size, and one over the limit costs only itself") {
  const std::string stream =
      "one\r\n\n  \ntwo\n" + std::string(11, 'x') + "\n" + std::string(10, 'y') + "\nlast";
  for (size_t step = 1; step <= stream.size(); ++step) {
    std::string seen;
    const auto take = [&](const std::string* line) {
      seen += "[" + (line != nullptr ? *line : "OVER") + "]";
    };
    Lines lines(10);
    for (size_t at = 0; at < stream.size(); at += step)
      lines.feed(std::string_view(stream).substr(at, step), take);
    lines.finish(take);
    CAPTURE(step);
    CHECK(seen == "[one][two][OVER][yyyyyyyyyy][last]");
  }
}

TEST_CASE("a request that waits or runs is cancelled, one that is not known is not") {
  mcp::Queue queue;
  for (int64_t id : {1, 2, 3}) queue.push(asked(id), 10);
  auto first = queue.next();
  REQUIRE(first);
  CHECK(id_of(*first) == 1);
  queue.cancel(Json(9));
  queue.cancel(Json());
  queue.cancel(Json(2));
  CHECK_FALSE(first->stop.stop_requested());
  queue.cancel(Json(1));
  CHECK(first->stop.stop_requested());
  CHECK_FALSE(queue.settle());
  queue.cancel(Json(1));  // it has ended
  auto third = queue.next();
  REQUIRE(third);
  CHECK(id_of(*third) == 3);
  CHECK(queue.settle());
  CHECK_FALSE(queue.wait_finished(0));
  queue.close();
  CHECK_FALSE(queue.next());
  CHECK(queue.wait_finished(0));
}

TEST_CASE("what was asked is answered after the end, unless nobody is there") {
  mcp::Queue queue;
  queue.push(asked(1), 10);
  queue.push(asked(2), 10);
  queue.close();
  auto first = queue.next();
  REQUIRE(first);
  CHECK_FALSE(queue.wait_finished(0));
  queue.abandon();
  CHECK(first->stop.stop_requested());
  CHECK_FALSE(queue.settle());
  CHECK_FALSE(queue.next());
  queue.push(asked(3), 10);
  CHECK_FALSE(queue.next());
}

TEST_CASE("a reader that gets ahead waits, by number and by size") {
  const auto [count, bytes] = GENERATE(values<std::pair<size_t, size_t>>(
      {{mcp::Queue::kMostWaiting, 1}, {2, mcp::Queue::kMostBytes / 2}}));
  mcp::Queue queue;
  for (size_t i = 0; i < count; ++i) queue.push(asked(static_cast<int64_t>(i)), bytes);
  std::atomic<bool> pushed = false;
  std::thread reader([&queue, &pushed, bytes = bytes] {
    queue.push(asked(-1), bytes);
    pushed = true;
  });
  CHECK_FALSE(pushed);
  REQUIRE(queue.next());
  reader.join();
  CHECK(pushed);
}
