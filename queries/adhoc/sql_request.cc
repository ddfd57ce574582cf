#include "queries/adhoc/sql_request.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

#include "engine/child.h"
#include "engine/error.h"
#include "engine/json.h"
#include "engine/json_value.h"
#include "engine/no_sigpipe.h"
#include "engine/sealed.h"
#include "store/origin.h"

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
  const NoSigpipe no_signal;  // from a child that reads no more, which says why in its output
  check_required(database);
  // A sealed one was found, and the child finds and seals it too: named, it would be opened as the
  // person's own.
  std::vector<std::string> words{program, "sql", "--request"};
  if (!is_sealed_database(database)) words.insert(words.begin() + 1, {"--db", database});
  Child child(words);
  std::string& output = child.output;
  bool is_over = false;
  while (!child.output_ended() && !is_over && child.step(body))
    is_over = output.size() > kMostOutput || SteadyClock::now() >= deadline || is_stopping();
  if (!child.output_ended()) {
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
