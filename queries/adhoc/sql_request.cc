#include "queries/adhoc/sql_request.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

#include "engine/error.h"
#include "engine/json.h"
#include "engine/json_value.h"

extern char** environ;

namespace dossier {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Escapes make JSON longer than the values in it, up to six times.
constexpr size_t kMostOutput = 64 << 20;

SqlValue value_of(const Json& value, const std::string& name) {
  if (value.is_null()) return nullptr;
  if (value.boolean()) return static_cast<int64_t>(*value.boolean());
  if (value.integer()) return *value.integer();
  if (value.real()) return *value.real();
  if (value.string()) return *value.string();
  throw Error(ErrorCode::invalid,
              "parameter '" + name + "' must be a string, number, boolean or null");
}

SqlParameters parameters_of(const Json& given) {
  SqlParameters out;
  if (given.fields()) {
    for (const auto& [name, value] : *given.fields()) {
      const bool sigil = !name.empty() && std::strchr(":@$", name[0]) != nullptr;
      out[sigil ? name.substr(1) : name] = value_of(value, name);
    }
  } else if (given.items()) {
    for (const auto& value : given.each()) {
      const std::string name = std::to_string(out.size() + 1);
      out[name] = value_of(value, name);
    }
  } else if (!given.is_null()) {
    throw Error(ErrorCode::invalid, "'params' must be an object or an array");
  }
  return out;
}

int64_t capped(const Json& body, const char* key, int64_t cap) {
  const Json& value = body[key];
  if (value.is_null()) return cap;
  // An integer beyond 64 bits is a real here, and beyond every cap.
  if (value.real() && *value.real() >= 0x1p63) return cap;
  if (!value.integer() || *value.integer() < 1)
    throw Error(ErrorCode::invalid, std::string("'") + key + "' must be a positive integer");
  return std::min(*value.integer(), cap);
}

// A pipe whose ends no other child inherits.
struct Pipe2 {
  int ends[2] = {-1, -1};
  Pipe2() {
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(ErrorCode::io, std::strerror(errno), "pipe");
  }
  ~Pipe2() {
    close(0);
    close(1);
  }
  Pipe2(const Pipe2&) = delete;
  void close(int end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

// A running child: ended and waited for when left.
class Child {
 public:
  Child(const std::string& program, std::vector<std::string> words) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in_.ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out_.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    // A server blocks and ignores signals that end the child as they should.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    const int code =
        posix_spawn(&pid_, program.c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (code != 0) throw Error(ErrorCode::io, std::strerror(code), program);
    in_.close(0);
    out_.close(1);
    ::fcntl(in_.ends[1], F_SETFL, O_NONBLOCK);
  }
  ~Child() {
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Child(const Child&) = delete;

  /// Writes the input and reads the output to its end; false when the room or the time is up.
  bool talk(std::string_view input, std::string& output, const std::function<bool()>& is_over);

 private:
  bool pump(std::string_view& input, std::string& output, bool& ended);

  Pipe2 in_;
  Pipe2 out_;
  pid_t pid_ = -1;
};

// Writes and reads what can be without waiting; false where the child cannot be talked to.
bool Child::pump(std::string_view& input, std::string& output, bool& ended) {
  pollfd waits[2] = {{out_.ends[0], POLLIN, 0}, {in_.ends[1], POLLOUT, 0}};
  const int ready = ::poll(waits, in_.ends[1] >= 0 ? 2 : 1, 50);
  if (ready <= 0) return ready == 0 || errno == EINTR;
  if (in_.ends[1] >= 0 && waits[1].revents) {
    const ssize_t sent = ::write(in_.ends[1], input.data(), input.size());
    if (sent > 0) input.remove_prefix(static_cast<size_t>(sent));
    // A child that reads no more says why in its output.
    if (input.empty() || (sent < 0 && errno != EAGAIN && errno != EINTR)) in_.close(1);
  }
  if (waits[0].revents) {
    char buffer[65536];
    const ssize_t got = ::read(out_.ends[0], buffer, sizeof buffer);
    if (got > 0) output.append(buffer, static_cast<size_t>(got));
    ended = got == 0;
    return got >= 0 || errno == EINTR;
  }
  return true;
}

bool Child::talk(std::string_view input, std::string& output,
                 const std::function<bool()>& is_over) {
  // Blocked in this thread while it writes to a child that may be gone.
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  bool ended = false, good = true;
  while (good && !ended)
    good = pump(input, output, ended) && output.size() <= kMostOutput && !is_over();
  const timespec now{};
  while (sigtimedwait(&pipe, nullptr, &now) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return ended;
}

std::string failed(std::string_view why) {
  JsonWriter json;
  json.begin_object().field("success", false).key("results").begin_array().begin_object();
  json.key("columns").begin_array().end_array().key("rows").begin_array().end_array();
  json.field("row_count", 0).field("truncated", true).key("elapsed_ms").null().field("error", why);
  return json.end_object().end_array().end_object().take();
}

}  // namespace

std::string expired_answer(int64_t timeout_ms) { return failed(time_limit_reached(timeout_ms)); }

SqlRequest parse_sql_request(std::string_view text) {
  const auto parsed = parse_json(text);
  const Json* body = std::get_if<Json>(&parsed);
  if (!body || !body->fields()) throw Error(ErrorCode::invalid, "the body must be a JSON object");
  const Json* sql = body->find("sql");
  if (!sql || !sql->string()) throw Error(ErrorCode::invalid, "'sql' must be a string");
  SqlRequest request;
  request.sql = *sql->string();
  if (const Json* params = body->find("params")) request.parameters = parameters_of(*params);
  request.limits.rows = capped(*body, "limit", kRequestRows);
  request.limits.timeout_ms = capped(*body, "timeout_ms", kRequestTimeoutMs);
  request.limits.bytes = kRequestBytes;
  return request;
}

SqlAnswer run_sql_request(const std::string& program, const std::string& database,
                          std::string_view body, const std::function<bool()>& is_stopping,
                          std::chrono::milliseconds grace) {
  SqlAnswer answer;
  const int64_t timeout_ms = *parse_sql_request(body).limits.timeout_ms;
  const auto deadline = SteadyClock::now() + std::chrono::milliseconds(timeout_ms) + grace;
  Child child(program, {"dossier", "--db", database, "sql", "--request"});
  std::string output;
  const auto is_over = [&] { return SteadyClock::now() >= deadline || is_stopping(); };
  if (!child.talk(body, output, is_over)) {
    if (is_stopping()) throw Error(ErrorCode::limit, "stopping");
    answer.body = expired_answer(timeout_ms);
  } else if (output.empty() || output.back() != '\n') {
    answer.body = failed("stopped: out of memory");
  } else {
    output.pop_back();
    answer.body = std::move(output);
  }
  answer.log = "sql(): bytes=" + std::to_string(body.size());
  return answer;
}

void limit_memory(int64_t memory_mb) {
#ifdef DOSSIER_SANITIZED  // a sanitizer reserves more memory than any bound would allow
  static_cast<void>(memory_mb);
#else
  const auto bytes = static_cast<rlim_t>(memory_mb) << 20;
  const rlimit memory{bytes, bytes};
  ::setrlimit(RLIMIT_DATA, &memory);
#endif
}

Confinement::Confinement(int64_t memory_mb) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit files{};
  ::getrlimit(RLIMIT_FSIZE, &files);
  file_bytes_ = files.rlim_cur;
  files.rlim_cur = 0;
  ::setrlimit(RLIMIT_FSIZE, &files);
  limit_memory(memory_mb);
}

Confinement::~Confinement() {
  rlimit files{};
  ::getrlimit(RLIMIT_FSIZE, &files);
  files.rlim_cur = file_bytes_;
  ::setrlimit(RLIMIT_FSIZE, &files);
}

}  // namespace dossier
