#pragma once
// Trees with .proto files before and after a change, and what is suspected in them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/database.h"
#include "queries/open.h"
#include "queries/proto/suspect_files.h"
#include "queries/proto/suspect_rules.h"
#include "queries/proto/suspects.h"
#include "store/import/import.h"
#include "tests/unit/scratch.h"

namespace dossier::proto {

namespace fs = std::filesystem;

inline void write(const std::string& path, std::string_view text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}

inline void import_as(Store& store, const std::string& folder, const std::string& label) {
  ImportOptions options;
  options.path = folder;
  options.project = "shop";
  options.label = label;
  import(store, options);
}

inline constexpr const char* kBefore =
    "syntax = \"proto3\";\npackage shop.v1;\n"
    "message Item { string user_name = 1; int32 cost = 2; int32 weight = 3; }\n"
    "message Basket { repeated Item items = 1; }\n"
    "service Shop { rpc GetItem(Item) returns (Item); rpc Fill(Basket) returns (Basket); }\n";
inline constexpr const char* kAfter =
    "syntax = \"proto3\";\npackage shop.v1;\n"
    "message Item { string user_id = 1; int32 cost = 2; int64 weight = 3; }\n"
    "message Basket { repeated Item items = 1; }\n"
    "service Shop { rpc GetItem(Item) returns (stream Item); rpc Fill(Basket) returns (Basket); "
    "}\n";

/// The suspects of two trees, written one after the other.
class Trees {
 public:
  using Tree = std::map<std::string, std::string>;

  Suspects of(const Tree& before, const Tree& after, std::vector<Move> moves = {},
              std::vector<CoChange> history = {}) {
    lay(before, "before");
    lay(after, "after");
    transaction_.emplace(store_.database(), Transaction::reading);
    versions_ = changed_schemas(store_, 1, 2, moves);
    changes_ = schema_changes(versions_.before, versions_.after);
    SuspectOptions options;
    options.moves = moves;
    options.history = history;
    return find_suspects(store_, 1, 2, versions_, changes_, options);
  }
  Store& store() { return store_; }

 private:
  void lay(const Tree& tree, const std::string& label) {
    fs::remove_all(place_ / "tree");
    for (const auto& [path, text] : tree) write(place_ / "tree" + "/" + path, text);
    import_as(store_, place_ / "tree", label);
  }

  test::Scratch place_;
  Store store_ = open_in_memory();
  std::optional<Transaction> transaction_;
  SchemaVersions versions_;
  std::vector<SchemaChange> changes_;
};

inline const Suspect* suspect_at(const Suspects& found, std::string_view path) {
  for (const Suspect& suspect : found.ranked)
    if (suspect.path == path) return &suspect;
  return nullptr;
}

inline bool has_rule(const Suspect& suspect, std::string_view rule) {
  return std::any_of(suspect.reasons.begin(), suspect.reasons.end(),
                     [&](const Reason& reason) { return reason.rule == rule; });
}

}  // namespace dossier::proto
