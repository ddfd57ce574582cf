#pragma once
// The settings of auto-tools as a program uses them (agent/settings.h has their names, defaults and
// bounds), and the permissions that follow from them.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/policy.h"

namespace dossier {

struct AutoSettings {
  bool enabled = false;             // enableAutoTools: for chats that say nothing else
  bool forced_traditional = false;  // forceTraditionalMode: whatever is said
  int64_t max_results = 10;         // of a search
  int64_t timeout_ms = 30'000;      // of a script
  int64_t parallel_limit = 5;       // calls at once
  bool auto_approve_read = true;
  bool debug = false;                     // shows code and logs
  std::vector<std::string> categories{};  // {} = all

  /// Whether a session has auto-tools: as was asked for, else as it is otherwise, and
  /// forceTraditionalMode above all.
  bool allow(std::optional<bool> wanted, bool otherwise) const {
    return !forced_traditional && wanted.value_or(otherwise);
  }
};

/// For this database; see setting().
AutoSettings auto_settings(const std::string& database);

/// The permissions of a script's calls: in Agent mode what writes or executes is asked about, and
/// what reads unless that is approved; `permit` changes it. In Ask mode a script has lookups only.
Policy::Table script_permissions(std::string_view mode, std::string_view permit,
                                 const AutoSettings& settings);

}  // namespace dossier
