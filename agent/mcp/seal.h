#pragma once
// What a client keeps for us between two requests (requestState), so that nothing has to be kept
// here: it can read it, and neither change nor forge it. The key lives as long as the program. Safe
// for several threads.
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/clock.h"
#include "engine/json_value.h"

namespace dossier::mcp {

/// 32 hexadecimal digits that nobody can guess.
std::string unguessable_id(Entropy& entropy);

class Seal {
 public:
  explicit Seal(Entropy& entropy);

  std::string close(const Json& value) const;
  /// Absent for what was not closed by this, or has been changed.
  std::optional<Json> open(std::string_view text) const;
  /// Whether this one is shown for the first time; it is remembered until then. False
  /// also while too many are.
  bool spend(std::string_view text, int64_t now_ms, int64_t until_ms);

 private:
  std::string mark_of(std::string_view text) const;

  std::string key_;
  std::mutex mutex_;
  std::map<std::string, int64_t> spent_;  // by their marks
};

}  // namespace dossier::mcp
