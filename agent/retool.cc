#include "agent/retool.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "agent/json_texts.h"
#include "agent/loop.h"
#include "agent/offline/rank_tool.h"
#include "engine/json_value.h"

namespace dossier {
namespace {

// The symbols that a result names, each by how it is shown, and what stays the same when a row
// moves to another place.
struct Key {
  std::string kind, name, signature;

  std::string shown() const {
    return kind + (kind.empty() ? "" : " ") + name + (signature.empty() ? "" : " : " + signature);
  }
};
using Keys = std::multimap<std::string, Key>;  // by how they are shown

// Fields whose value names a symbol, in the answers of all ops.
constexpr std::array<std::string_view, 5> kNames = {"fullName", "full_name", "typeFullName",
                                                    "memberFullName", "key"};
// Lists of texts, each of which names one: on the card of a symbol.
constexpr std::array<std::string_view, 5> kLists = {"members", "derived", "bases", "interfaces",
                                                    "overrides"};

void add(Keys& keys, Key key) {
  std::string shown = key.shown();
  keys.emplace(std::move(shown), std::move(key));
}

void keys_in(const Json& value, Keys& keys) {
  for (const auto& item : value.each()) keys_in(item, keys);
  if (value.fields() == nullptr) return;
  for (const auto name : kNames)
    if (const std::string& text = value.text(name); !text.empty())
      add(keys, {value.text("kind"), text, value.text("signature")});
  for (const auto& [key, field] : *value.fields()) {
    if (std::find(kLists.begin(), kLists.end(), key) != kLists.end())
      for (const auto& item : field.each())
        if (item.string() != nullptr) add(keys, {{}, *item.string(), {}});
    if (field.items() != nullptr || field.fields() != nullptr) keys_in(field, keys);
  }
}

std::vector<Key> only_in(const Keys& a, const Keys& b) {
  std::vector<Key> out;
  for (auto at = a.begin(); at != a.end();) {
    const size_t more = b.count(at->first);
    const auto end = a.upper_bound(at->first);
    size_t count = 0;
    for (; at != end; ++at)
      if (++count > more) out.push_back(at->second);
  }
  return out;
}

// The name without what it belongs to, and what it belongs to: "Hit(int)", "Game.Player".
std::pair<std::string, std::string> parts_of(const std::string& name) {
  const size_t dot = name.substr(0, name.find('(')).rfind('.');
  if (dot == name.npos) return {name, {}};
  return {name.substr(dot + 1), name.substr(0, dot)};
}

std::string replaced(std::string text, const std::string& what) {
  for (size_t at = text.find(what); !what.empty() && at != text.npos; at = text.find(what, at))
    text.erase(at, what.size());
  return text;
}

// What would be equal if a symbol had only gone elsewhere, or only been given another name, which
// takes a signature to tell; "" = nothing.
std::array<std::string, 2> likenesses(const Key& key) {
  const auto [last, owner] = parts_of(key.name);
  const std::string word = last.substr(0, last.find('('));
  const bool may_be_renamed = !owner.empty() && !key.signature.empty();
  return {"moved " + key.kind + " " + last + " " + replaced(key.signature, owner),
          may_be_renamed ? "renamed " + key.kind + " " + owner + " " + last.substr(word.size()) +
                               " " + replaced(key.signature, word)
                         : ""};
}

// Takes out of both what is the same symbol under another name, where there is no other candidate.
void pair_up(std::vector<Key>& gone, std::vector<Key>& added, std::vector<std::string>& renamed) {
  for (const size_t way : {0, 1}) {
    std::map<std::string, std::pair<std::vector<size_t>, std::vector<size_t>>> alike;
    for (size_t i = 0; i < gone.size(); ++i) alike[likenesses(gone[i])[way]].first.push_back(i);
    for (size_t i = 0; i < added.size(); ++i) alike[likenesses(added[i])[way]].second.push_back(i);
    std::set<size_t> from, to;
    for (const auto& [what, both] : alike) {
      if (what.empty() || both.first.size() != 1 || both.second.size() != 1) continue;
      from.insert(both.first[0]);
      to.insert(both.second[0]);
      renamed.push_back(gone[both.first[0]].name + " → " + added[both.second[0]].name);
    }
    const auto drop = [](std::vector<Key>& keys, const std::set<size_t>& which) {
      for (auto at = which.rbegin(); at != which.rend(); ++at)
        keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(*at));
    };
    drop(gone, from);
    drop(added, to);
  }
}

std::vector<std::string> shown(const std::vector<Key>& keys) {
  std::vector<std::string> out;
  for (const auto& key : keys) out.push_back(key.shown());
  return out;
}

// The answer without what it says of snapshots and of files on disk: neither has moved a row.
Json without_state(const Json& value) {
  if (value.items() != nullptr) {
    Json out = Json::array();
    for (const auto& item : value.each()) out.add(without_state(item));
    return out;
  }
  if (value.fields() == nullptr) return value;
  Json out = Json::object();
  for (const auto& [key, field] : *value.fields())
    if (key != "stale" && key != "snapshots") out.set(key, without_state(field));
  return out;
}

Retooled compare(int64_t seq, const ToolResult& then, const ToolResult& now) {
  Retooled out;
  out.seq = seq;
  out.call = then.call;
  if (then.ok && !now.ok) {
    out.verdict = Retooled::failed;
    out.gone.push_back(text_of_value(now.result));
    return out;
  }
  if (then.ok == now.ok && without_state(then.result) == without_state(now.result)) return out;
  Keys before, after;
  keys_in(then.result, before);
  keys_in(now.result, after);
  std::vector<Key> gone = only_in(before, after), added = only_in(after, before);
  pair_up(gone, added, out.renamed);
  out.gone = shown(gone);
  out.added = shown(added);
  if (!out.gone.empty() || !out.added.empty())
    out.verdict = out.added.empty()  ? Retooled::lost
                  : out.gone.empty() ? Retooled::gained
                                     : Retooled::both;
  else
    out.verdict = before.empty() ? Retooled::changed : Retooled::moved;
  return out;
}

}  // namespace

std::string_view name_of(Retooled::Verdict verdict) {
  static constexpr std::string_view kNames[] = {"same",     "moved",   "gone",   "new",
                                                "gone/new", "changed", "failed", "no equivalent"};
  return kNames[verdict];
}

std::vector<Retooled> retool(const std::vector<SessionEvent>& record, const Toolbox& tools) {
  struct Open {
    int64_t seq;
    ToolCall call;
    bool denied;
  };
  std::vector<Retooled> out;
  std::vector<Open> open;  // a script's calls may be settled after others were asked
  bool denied = false;
  for (const auto& event : record) {
    if (event.kind == EventKind::permission) denied = body_of(event).text("decision") == "deny";
    if (event.kind == EventKind::tool_asked)
      open.push_back({event.seq, tool_call_from(body_of(event)), std::exchange(denied, false)});
    if (event.kind != EventKind::tool_settled) continue;
    const ToolResult then = tool_result_from(body_of(event));
    const auto asked = std::find_if(open.begin(), open.end(), [&](const Open& one) {
      return one.call.tool == then.call.tool && one.call.input == then.call.input;
    });
    if (asked == open.end()) continue;
    const Tool* tool = tools.find(then.call.tool);
    // What did not run then has nothing to compare.
    const bool ran = !asked->denied && then.result != Json(kBudgetSpent);
    // What is internal is no call of the model's, but for the one of the model that needs nothing.
    if (ran && tool != nullptr && (!tool->hidden || tool->spec.name == kRankTool))
      out.push_back(compare(asked->seq, then, tools.dispatch(then.call, nullptr)));
    open.erase(asked);
  }
  return out;
}

}  // namespace dossier
