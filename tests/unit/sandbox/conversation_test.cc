// The program's side of the wire, with a fake worker on the other end: a thread that says what each
// row tells it to. Built with every sanitizer, unlike the worker.
#include "sandbox/conversation.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <optional>
#include <thread>

namespace dossier::sandbox {
namespace {

using namespace std::chrono_literals;

std::string frame(Frame kind, std::string_view payload) {
  std::string out(kFrameHead, '\0');
  out[0] = static_cast<char>(kind);
  const auto size = static_cast<uint32_t>(payload.size());
  std::memcpy(&out[1], &size, sizeof size);
  return out.append(payload);
}

std::string call(int id, const std::string& name = "echo") {
  return frame(Frame::request, R"({"id":)" + std::to_string(id) + R"(,"op":"call","name":")" +
                                   name + R"(","params":{}})");
}

const std::string kWait = frame(Frame::wait, "");
const std::string kDone = frame(Frame::done, "1");

// A worker's end: it reads everything and says one text, again and again if it is told to.
class FakeWorker {
 public:
  explicit FakeWorker(std::string says, bool forever = false, bool reads = true)
      : says_(std::move(says)), forever_(forever), reads_(reads) {
    std::array<int, 2> to{}, from{};
    REQUIRE(::pipe2(to.data(), O_CLOEXEC) == 0);
    REQUIRE(::pipe2(from.data(), O_CLOEXEC) == 0);
    in_ = to[0];
    out_ = from[1];
    channel_.emplace(Descriptor(to[1]), Descriptor(from[0]));
    if (reads_) reader_ = std::thread([this] { read(); });
    writer_ = std::thread([this] { write(); });
  }
  ~FakeWorker() {
    channel_.reset();
    writer_.join();
    if (reads_) reader_.join();
    ::close(in_);
  }

  Channel& channel() { return *channel_; }

 private:
  void read() const {
    std::array<char, 4096> piece;
    while (::read(in_, piece.data(), piece.size()) > 0) {
    }
  }

  void write() {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    bool goes_on = true;
    do {
      for (size_t at = 0; at < says_.size() && goes_on;) {
        const ssize_t put = ::write(out_, says_.data() + at, says_.size() - at);
        goes_on = put > 0;
        if (put > 0) at += static_cast<size_t>(put);
      }
    } while (forever_ && goes_on);
    ::close(out_);
  }

  const std::string says_;
  const bool forever_, reads_;
  int in_ = -1, out_ = -1;
  std::optional<Channel> channel_;
  std::thread reader_, writer_;
};

Limits small() {
  Limits limits;
  limits.time = 2s;
  limits.output = 10'000;
  limits.pending = 4;
  limits.parallel = 2;
  limits.requests = 6;
  limits.logs = 3;
  limits.log_bytes = 10;
  return limits;
}

const Answers kEcho = one_by_one([](const Request& request) {
  return Answer{request.name != "bad", request.params};
});

Outcome hears(const std::string& says, bool forever = false) {
  FakeWorker worker(says, forever);
  return converse(worker.channel(), {"return 1", "/work", "c1", {}}, small(), kEcho);
}

std::string head(uint8_t kind, uint32_t size) {
  std::string out(1, static_cast<char>(kind));
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  return out;
}

}  // namespace

TEST_CASE("a worker that lies is not believed") {
  struct Row {
    const char* what;
    std::string says;
    bool forever;
    std::string stopped;  // "" = an error without a limit
  };
  const std::string log = frame(Frame::request, R"({"id":0,"op":"log","text":"x"})");
  const Row rows[] = {
      {"nothing", "", false, "worker"},
      {"a part of a head", "\3\0", false, "worker"},
      {"four gigabytes", head(3, 0xffffffff), false, "worker"},
      {"a byte more than a frame may have", head(3, 10'000 + 4096 + 1), false, "worker"},
      {"an end within a frame", head(3, 2) + "x", false, "worker"},
      {"a kind that there is not", head(9, 0), false, "worker"},
      {"a kind that only the program sends", head(0, 0), false, "worker"},
      {"a result to the program", head(1, 2) + "{}", false, "worker"},
      {"a limit that there is not", frame(Frame::stopped, "odd"), false, "worker"},
      {"a limit with a zero byte", frame(Frame::stopped, std::string("fuel\0", 5)), false,
       "worker"},
      {"a request that is no JSON", frame(Frame::request, "nope"), false, ""},
      {"a request that is too deep", frame(Frame::request, std::string(5000, '[')), false, ""},
      {"a request that is no object", frame(Frame::request, "[1]"), false, "worker"},
      {"a request without an op", frame(Frame::request, "{}"), false, "worker"},
      {"a request with an op of another kind", frame(Frame::request, R"({"op":7})"), false,
       "worker"},
      {"a request for what there is not", frame(Frame::request, R"({"op":"open"})"), false,
       "worker"},
      {"waiting for nothing", kWait, false, "worker"},
      {"waiting again and again", call(1) + kWait + kWait, false, "worker"},
      {"a value that is no JSON", frame(Frame::done, "{"), false, ""},
      {"a value that is no UTF-8", frame(Frame::done, "\"\xff\""), false, ""},
      {"an error that is no UTF-8", frame(Frame::failed, "\xff\xfe"), false, ""},
      {"an empty limit", frame(Frame::stopped, ""), false, "worker"},
      {"calls that it never waits for", call(1), true, "pending"},
      {"calls without end", call(1) + kWait, true, "requests"},
      {"logs without end", log, true, "time"},
      {"zero bytes without end", std::string(4096, '\0'), true, "worker"},
      {"large requests",
       frame(Frame::request, R"({"id":1,"op":"call","name":")" + std::string(9'900, 'x') + "\"}"),
       true, "output"},
  };
  for (const auto& [what, says, forever, stopped] : rows) {
    const Outcome outcome = hears(says, forever);
    INFO(what << ": stopped '" << outcome.stopped << "', error '" << outcome.error << "'");
    CHECK(outcome.stopped == stopped);
    CHECK_FALSE(outcome.error.empty());
    CHECK(outcome.result.is_null());
    CHECK(outcome.logs.size() <= 3);
    CHECK_NOTHROW(read_json(Json(outcome.error).dump()));
  }
}

TEST_CASE("a worker says how its script ended") {
  CHECK(hears(kDone).result == Json(1));
  CHECK(hears(frame(Frame::done, "")).result.is_null());
  CHECK(hears(frame(Frame::done, "")).error.empty());
  CHECK(hears(frame(Frame::failed, "why")).error == "why");
  for (const char* limit : {"fuel", "memory", "stack", "pending", "output"}) {
    const Outcome outcome = hears(frame(Frame::stopped, limit));
    CHECK(outcome.stopped == limit);
    CHECK(outcome.error.starts_with("the script"));
  }
}

TEST_CASE("requests are answered together, at most as many as may") {
  std::vector<std::vector<std::string>> groups;
  FakeWorker worker(call(1, "a") + call(2, "b") + call(3, "c") + kWait + kWait + call(4, "d") +
                    kDone);
  const Outcome outcome =
      converse(worker.channel(), {"return 1"}, small(), [&](const std::vector<Request>& requests) {
        auto& names = groups.emplace_back();
        for (const auto& one : requests) names.push_back(one.name);
        return kEcho(requests);
      });
  CHECK(outcome.result == Json(1));
  CHECK(groups == std::vector<std::vector<std::string>>{{"a", "b"}, {"c"}, {"d"}});
}

TEST_CASE("a program that does not answer is no reason to hang") {
  FakeWorker worker(call(1) + kWait + kDone);
  CHECK(converse(worker.channel(), {"return 1"}, small(), nullptr).result == Json(1));
}

TEST_CASE("what answering throws leaves the conversation") {
  FakeWorker worker(call(1) + kWait + kDone);
  CHECK_THROWS_AS(converse(worker.channel(), {"return 1"}, small(),
                           one_by_one([](const Request&) -> Answer { throw 7; })),
                  int);
}

TEST_CASE("logs are bounded in number and size") {
  const std::string log = frame(Frame::request, R"({"id":0,"op":"log","text":"0123456789abc"})");
  const Outcome outcome = hears(log + log + log + log + log + kDone);
  CHECK(outcome.logs == std::vector<std::string>(3, "0123456789"));
  CHECK(outcome.logs_dropped == 2);
}

TEST_CASE("requests that wait are bounded in bytes") {
  Limits limits = small();
  limits.pending = 100;
  limits.requests = 100;
  FakeWorker worker(
      frame(Frame::request, R"({"id":1,"op":"call","name":")" + std::string(9'900, 'x') + "\"}"),
      true);
  CHECK(converse(worker.channel(), {"return 1"}, limits, kEcho).stopped == "output");
}

TEST_CASE("a worker that takes nothing does not hold the program up") {
  Limits limits = small();
  limits.time = 200ms;
  const std::string code = "/*" + std::string(200'000, 'x') + "*/";  // more than a pipe holds
  FakeWorker deaf("", false, false);
  CHECK(converse(deaf.channel(), {code}, limits, kEcho).stopped == "time");
  std::stop_source source;
  source.request_stop();
  FakeWorker other("", false, false);
  CHECK(converse(other.channel(), {code}, small(), kEcho, source.get_token()).stopped ==
        "interrupted");
}

TEST_CASE("a script that is too long is not sent") {
  Limits limits = small();
  limits.code = 10;
  FakeWorker worker(kDone);
  const Outcome outcome = converse(worker.channel(), {"return 1234"}, limits, kEcho);
  CHECK(outcome.stopped == "code");
  CHECK(outcome.error == "the script is longer than 10 bytes");
}

}  // namespace dossier::sandbox
