#pragma once
// What a source of C sees of other files: macros, constants, variables and enumerators of the
// headers that it includes, directly or through others. A name alone means one of them if only one
// file that it sees has it. Headers are found by the end of their paths, and beside the file that
// includes them before others: which folders a compiler looks into only the build knows.
//
// Rejected: storing what each file sees. One edited header changes that of all others.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/statements.h"
#include "store/scope/scope.h"

namespace dossier {

class Headers {
 public:
  /// The most files that are looked at for one that includes; what stands in others is not seen.
  static constexpr size_t kMost = 5000;

  /// `statements` is borrowed.
  Headers(Statements& statements, std::shared_ptr<const ScopeModules> modules, size_t most = kMost);

  /// Whether the name, alone in `module`, means the member: a header that the module sees has it,
  /// outside of types or in an enum, and no other that it sees has such a one.
  bool show(int64_t member, std::string_view name, int64_t module);
  /// The members that the name means so: those of one header, which may have several.
  std::vector<int64_t> shown(std::string_view name, int64_t module);
  /// Whether a file includes more than are looked at.
  bool is_cut() const { return is_cut_; }
  /// Whether names of other files come through headers alone in this module.
  bool apply_to(int64_t module);

 private:
  const std::unordered_set<int64_t>& seen_from(int64_t module);
  const std::vector<int64_t>& included_by(const ScopeModule& module);
  const std::vector<int64_t>& members_called(std::string_view name);
  bool stands_alone(int64_t member);
  void find_modules();
  const ScopeModule* module_of(int64_t symbol) const;

  Statements& statements_;
  std::shared_ptr<const ScopeModules> modules_;
  std::vector<const ScopeModule*> by_id_;
  std::unordered_map<std::string_view, std::vector<const ScopeModule*>> by_file_name_;
  std::unordered_map<int64_t, std::vector<int64_t>> included_;
  std::unordered_map<std::string, std::vector<int64_t>> members_;  // that stand alone, by name
  std::unordered_set<int64_t> seen_;  // from the module that was asked about last
  int64_t seen_from_ = 0;
  size_t most_;
  bool is_cut_ = false;
};

}  // namespace dossier
