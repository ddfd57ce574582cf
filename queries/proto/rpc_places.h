#pragma once
// Where a file uses the rpcs that a change breaks, as far as its references tell
// (queries/graph/rpc_uses.h): an rpc of one word, Get or List, is called as much else is. A line
// that a later version has as well is the same there.
//
// Rejected: lines by their numbers. What a change adds above moves them all, and of the later
// version nothing is known: its references name no rpc that is gone.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "queries/graph/meanings.h"
#include "store/store.h"

namespace dossier::proto {

class Clues;

class RpcPlaces {
 public:
  /// Whether what stands at the column of a line, as code_of() has it, is the rpc; nothing where
  /// that is not known.
  std::optional<bool> told(std::string_view rpc, std::string_view line, size_t column) const;
  void add(std::string_view rpc, std::string_view line, size_t column, bool is_it);

 private:
  std::unordered_map<std::string, bool> told_;  // by all three
};

class RpcPlacesOfSnapshot {
 public:
  /// All are borrowed.
  RpcPlacesOfSnapshot(Store& store, int64_t snapshot, const Clues& clues);
  /// Of a file with this text.
  RpcPlaces of(const std::string& path, std::string_view text);

 private:
  struct Place;
  /// The number of the reference of the source to the rpc that is there; -1: there is none.
  int64_t use_of(int64_t source, std::string_view key, const Place& place);
  void judge(const ScopeModule& module, const Place& place, RpcPlaces& made);

  Store& store_;
  const Clues& clues_;
  std::shared_ptr<const ScopeModules> modules_;
  Meanings meanings_;
  std::unordered_map<std::string_view, const ScopeModule*> by_path_;
};

}  // namespace dossier::proto
