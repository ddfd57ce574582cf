#pragma once
// The body of POST /api/sql, {"sql", "params", "limit", "timeout_ms"}, and the child process that
// answers it. A statement needs a process of its own because its memory cannot be limited, and one
// long opcode cannot be interrupted, in a process that does other work. The child
// is this program run as `dossier sql --request`.
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "queries/adhoc/adhoc.h"

namespace dossier {

inline constexpr int64_t kRequestRows = 1000;
inline constexpr int64_t kRequestTimeoutMs = 1000;
inline constexpr int64_t kRequestMemoryMb = 256;
inline constexpr int64_t kRequestBytes = 8 << 20;

struct SqlRequest {
  std::string sql;
  SqlParameters parameters;
  SqlLimits limits;  // never above the constants
};

/// Reads a body. `params` is an object by name or an array by position, of null, booleans, numbers
/// and strings. Throws Error{invalid} with what is wrong with it.
SqlRequest parse_sql_request(std::string_view body);

/// The answer to a request that its time limit stopped.
std::string expired_answer(int64_t timeout_ms);

struct SqlAnswer {
  std::string body;  // JsonResults
  std::string log;
};

/// Answers a body in a child process; `program` is this program's file ("/proc/self/exe"). Throws
/// Error{invalid} for a body that is not a request. SQL that fails, times out or runs out of memory
/// gives {"success": false, …}. `is_stopping` is polled every few milliseconds; when it returns
/// true, the child is killed and Error{limit} "stopping" is thrown. Beyond its own deadline the
/// child has `grace`: to start, to notice, to print.
SqlAnswer run_sql_request(const std::string& program, const std::string& database,
                          std::string_view body, const std::function<bool()>& is_stopping,
                          std::chrono::milliseconds grace = std::chrono::seconds(2));

/// Limits the memory of this process from now on. Does nothing in sanitizer builds, because
/// sanitizers reserve more than any sensible limit for themselves.
void limit_memory(int64_t memory_mb);

/// Confines this process during its lifetime: no file can be written (a pipe can), and memory is
/// limited, also afterwards. Create it after the database is open.
class Confinement {
 public:
  explicit Confinement(int64_t memory_mb);
  ~Confinement();
  Confinement(const Confinement&) = delete;

 private:
  uint64_t file_bytes_;  // that could be written before
};

}  // namespace dossier
