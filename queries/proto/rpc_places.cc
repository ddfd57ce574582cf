#include "queries/proto/rpc_places.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "queries/proto/clues.h"
#include "queries/proto/scanned.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier::proto {
namespace {

std::string place_in(std::string_view rpc, std::string_view line, size_t column) {
  return std::string(rpc) + '\n' + std::to_string(column) + '\n' + std::string(line);
}

/// What a reference says of the name at its place.
struct Said {
  int64_t source = 0, kind = 0;
  std::string type, scope, key;
};

}  // namespace

/// A name that may be one of several rpcs.
struct RpcPlacesOfSnapshot::Place {
  std::string_view line;
  size_t column = 0;
  std::string rpc;  // its name in the .proto
  std::vector<Said> said;
  std::pair<int64_t, int64_t> stored;  // line and column
};

std::optional<bool> RpcPlaces::told(std::string_view rpc, std::string_view line,
                                    size_t column) const {
  if (told_.empty()) return std::nullopt;
  const auto found = told_.find(place_in(rpc, line, column));
  return found == told_.end() ? std::nullopt : std::optional(found->second);
}

void RpcPlaces::add(std::string_view rpc, std::string_view line, size_t column, bool is_it) {
  const auto [at, is_new] = told_.try_emplace(place_in(rpc, line, column), is_it);
  if (!is_new) at->second = at->second || is_it;
}

RpcPlacesOfSnapshot::RpcPlacesOfSnapshot(Store& store, int64_t snapshot, const Clues& clues)
    : store_(store),
      clues_(clues),
      modules_(store.index().modules(Scope{{snapshot}}.text())),
      meanings_(store.statements(), modules_) {
  for (const ScopeModule& module : modules_->modules) by_path_.emplace(module.name, &module);
}

RpcPlaces RpcPlacesOfSnapshot::of(const std::string& path, std::string_view text) {
  RpcPlaces made;
  const auto module = by_path_.find(path);
  if (module == by_path_.end()) return made;
  // The names that may be one, by where they are.
  std::map<std::pair<int64_t, int64_t>, std::vector<Place>> places;
  int64_t number = 0;
  for (size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    ++number;
    const std::string_view line = code_of(text.substr(begin, end - begin));
    each_name(line, [&](std::string_view name) {
      std::set<std::string_view> rpcs;
      clues_.spelled().each_spelled(line, name, [&](const Meant& meant, bool) {
        const Clue& clue = clues_.all()[meant.clue];
        if (clue.is_rpc && clues_.broken_rpcs(clue.name) != nullptr) rpcs.insert(clue.name);
      });
      const auto column = static_cast<size_t>(name.data() - line.data());
      const std::pair stored(number, static_cast<int64_t>(column) + 1);
      for (const auto rpc : rpcs)
        places[stored].push_back({line, column, std::string(rpc), {}, stored});
    });
  }
  if (places.empty()) return made;
  const ScopeModule& around = *module->second;
  for (const auto& row : store_.rows<sql::RefsFrom>(around.module, around.last)) {
    const auto found = places.find({row.line.value_or(0), row.column.value_or(0)});
    if (found == places.end()) continue;
    for (Place& place : found->second)
      place.said.push_back({row.source, row.kind, std::string(row.target_type),
                            std::string(row.target_scope), std::string(row.target_key)});
  }
  for (const auto& [stored, some] : places)
    for (const Place& place : some) judge(around, place, made);
  return made;
}

int64_t RpcPlacesOfSnapshot::use_of(int64_t source, std::string_view key, const Place& place) {
  for (const auto& row : store_.rows<sql::ReferencesOfSource>(source)) {
    if (row.kind != static_cast<int64_t>(ReferenceKind::rpc) ||
        std::pair(row.line.value_or(0), row.column.value_or(0)) != place.stored)
      continue;
    const auto one = first_row<sql::RefAt>(store_, source, row.use);
    if (one && one->target_key == key) return row.use;
  }
  return -1;
}

void RpcPlacesOfSnapshot::judge(const ScopeModule& module, const Place& place, RpcPlaces& made) {
  ProtoUses& uses = meanings_.proto_uses();
  bool is_it = false, is_another = false;
  for (const std::string& key : *clues_.broken_rpcs(place.rpc)) {
    const auto service = std::string_view(key).substr(0, key.rfind('.'));
    bool is_named = false;
    for (const Said& said : place.said) {
      if (said.kind != static_cast<int64_t>(ReferenceKind::rpc) || said.key != key) continue;
      is_named = true;
      const int64_t use = use_of(said.source, key, place);
      if (use < 0) continue;
      const auto judged = uses.judge(said.source, use);
      is_it = is_it || (judged && judged->sure != Sure::by_name);
      is_another = is_another || !judged;
    }
    const Rpc* rpc = is_named ? nullptr : uses.rpcs().rpc(service, key);
    if (rpc == nullptr) continue;
    for (const Said& said : place.said) {
      if (said.kind == static_cast<int64_t>(ReferenceKind::rpc)) continue;
      const auto tells =
          uses.rpcs().referred(*rpc, said.kind, {said.type, said.scope, said.key}, module);
      is_it = is_it || tells == RpcUses::Tells::rpc;
      is_another = is_another || tells == RpcUses::Tells::another;
    }
  }
  if (is_it || is_another) made.add(place.rpc, place.line, place.column, is_it);
}

}  // namespace dossier::proto
