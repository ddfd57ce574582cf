#pragma once
// The body of POST /api/sql, {"sql", "params", "limit", "timeout_ms"}, and what answers it: a child
// process, because the memory that one statement takes cannot be limited within a process that has
// other work, and one long opcode cannot be interrupted there (MEASUREMENTS, SQL limits). The child
// is this same program run as `dossier sql --request`.
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

struct SqlAnswer {
  std::string body;  // JsonResults
  std::string log;
};

/// Answers a body in a child process; `program` is this program's file ("/proc/self/exe"). Throws
/// Error{invalid} for a body that is no request; {"success": false, …} answers SQL that fails, runs
/// out of time or out of memory. `is_stopping` is asked every few milliseconds; where it says so
/// the child is killed, and Error{limit} "stopping" thrown.
SqlAnswer run_sql_request(const std::string& program, const std::string& database,
                          std::string_view body, const std::function<bool()>& is_stopping);

/// From now on this process is given out no more than so much memory. Sanitizers reserve more than
/// any sensible bound for themselves: in their builds nothing is bounded.
void limit_memory(int64_t memory_mb);

/// Confines this process while it lives: no file may be written (a pipe may), and not more than so
/// much memory is given out, also afterwards. Make it when the database is open.
class Confinement {
 public:
  explicit Confinement(int64_t memory_mb);
  ~Confinement();
  Confinement(const Confinement&) = delete;

 private:
  uint64_t file_bytes_;  // that could be written before
};

}  // namespace dossier
