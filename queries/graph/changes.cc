#include "queries/graph/changes.h"

#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/readers/assembly/ordinals.h"
#include "engine/stored.h"
#include "queries/graph/file_changes.h"
#include "queries/sql.h"
#include "store/import/fact_writer.h"
#include "store/index/contents.h"
#include "store/index/index.h"

namespace dossier {
namespace {

// Bodies of fewer things than this are alike by chance: they do not show that something moved.
constexpr uint32_t kTelling = 3;

struct Symbol {
  std::string kind{};
  std::string name{};
  std::string plain{};  // the name that a compiler made of an assembly's, without numbers; else ""
  std::string module{};
  std::string path{};
  std::string face{};    // signature or base type, and modifiers; a module's full name
  uint64_t body = 0;     // what changes_between() calls so
  uint64_t details = 0;  // of an assembly or an export: attributes and what else stands beside it
  int64_t code = 0;      // what its IL means, 0: unknown
  uint32_t weight = 0;   // how many things the body is made of
  int64_t id = 0;
  bool matched = false;
};

// The details that are compared: not what bodies and keys hold already, nor what every build
// changes.
constexpr bool is_compared(int64_t kind) {
  switch (static_cast<DetailKind>(kind)) {
    case DetailKind::attribute:
    case DetailKind::generic_parameter:
    case DetailKind::pinvoke:
    case DetailKind::resource:
    case DetailKind::reference:
    case DetailKind::interface_name:
      return true;
    default:
      return false;
  }
}

// What references name, without the numbers in generated names.
class Targets {
 public:
  explicit Targets(SearchIndex& index) : index_(index) {}

  /// What a reference of `source` names; those of one source come together.
  uint64_t of(int64_t source, int64_t target) {
    const auto [at, is_new] = generated_.try_emplace(target);
    if (is_new) {
      const auto row = first_row<sql::TargetNames>(index_.statements(), target);
      if (row && assembly::without_ordinals(row->key) != row->key) at->second = row->key;
    }
    if (at->second.empty()) return static_cast<uint64_t>(target);
    if (source != source_) ordinals_.start();
    source_ = source;
    const auto text = ordinals_.replace(at->second);
    return XXH3_64bits(text.data(), text.size());
  }

 private:
  SearchIndex& index_;
  std::unordered_map<int64_t, std::string> generated_;  // by target: its name, "" for others
  assembly::Ordinals ordinals_;
  int64_t source_ = 0;
};

class Bodies {
 public:
  void add(int64_t symbol, uint64_t what) {
    auto& body = bodies_[symbol];
    body.first = XXH3_64bits_withSeed(&what, sizeof what, body.first);
    ++body.second;
  }
  void add_text(int64_t symbol, std::string_view text) {
    add(symbol, XXH3_64bits(text.data(), text.size()));
  }
  std::pair<uint64_t, uint32_t> of(int64_t symbol) const {
    const auto found = bodies_.find(symbol);
    return found == bodies_.end() ? std::pair<uint64_t, uint32_t>() : found->second;
  }

 private:
  std::unordered_map<int64_t, std::pair<uint64_t, uint32_t>> bodies_;
};

// Reads the symbols of the modules of one snapshot that the other does not hold.
class Side {
 public:
  Side(SearchIndex& index, int64_t snapshot, int64_t other, Hidden& hidden)
      : index_(index), targets_(index), snapshot_(snapshot) {
    struct Found {
      int64_t module, last;
      std::string name, path, full_name;
      bool is_source;
    };
    std::vector<Found> modules;
    for (const auto& row : index.statements().rows<sql::ChangedModules>(snapshot, other))
      modules.push_back({row.module, row.last, std::string(row.name), std::string(row.path),
                         std::string(row.full_name),
                         row.kind == static_cast<int64_t>(ModuleKind::source)});
    for (const auto& one : modules)
      if (!one.is_source || !hidden.leaves_out(one.path, other))
        read(one.module, one.last, one.name, one.path, one.full_name, one.is_source);
  }
  std::vector<Symbol> symbols;

 private:
  void read(int64_t first, int64_t last, const std::string& name, const std::string& path,
            const std::string& full_name, bool is_source) {
    Bodies bodies, details;
    for (const auto& row : index_.statements().rows<sql::ValuesBetween>(first, last))
      bodies.add_text(row.symbol, row.text);
    if (is_source) {
      read_lines(path);
    } else {
      for (const auto& row : index_.statements().rows<sql::ReferencesBetween>(first, last))
        bodies.add(row.source,
                   targets_.of(row.source, row.target) << 8 | static_cast<uint64_t>(row.kind));
      for (const auto& row : index_.statements().rows<sql::LiteralsBetween>(first, last))
        bodies.add(row.source, static_cast<uint64_t>(row.value) << 8 | 0xFF);
      read_details(first, last, details);
    }
    const auto add = [&](Symbol symbol, std::optional<int64_t> line, std::optional<int64_t> end,
                         bool whole) {
      if (is_source && line && end && whole)
        for (int64_t at = *line; at <= *end && at <= std::ssize(lines_); ++at)
          bodies.add_text(symbol.id, lines_[static_cast<size_t>(at - 1)]);
      std::tie(symbol.body, symbol.weight) = bodies.of(symbol.id);
      symbol.details = details.of(symbol.id).first;
      symbol.module = name;
      symbol.path = path;
      if (!is_source) {
        symbol.plain = assembly::without_ordinals(symbol.name);
        if (symbol.plain == symbol.name) symbol.plain.clear();
        symbol.face = assembly::without_ordinals(symbol.face);
      }
      symbols.push_back(std::move(symbol));
    };
    if (!is_source)
      add({.kind = "module", .name = name, .face = full_name, .id = first}, {}, {}, false);
    for (const auto& row : index_.statements().rows<sql::TypesBetween>(first, last)) {
      const std::string face = std::string(row.base_type) + " |" + std::string(row.kind) + '|' +
                               std::to_string(row.flags);
      // What its members are shows in them.
      add({.kind = "type", .name = std::string(row.full_name), .face = face, .id = row.id},
          row.line, row.end_line, false);
    }
    for (const auto& row : index_.statements().rows<sql::MembersBetween>(first, last)) {
      const std::string face =
          std::string(row.signature) + " |" + std::to_string(row.flags & ~kNamedInSignature);
      add({.kind = std::string(name_of(stored_member_kind(row.kind))),
           .name = std::string(row.key),
           .face = face,
           .code = row.body.value_or(0),
           .id = row.id},
          row.line, row.end_line, true);
    }
  }

  void read_details(int64_t first, int64_t last, Bodies& details) {
    assembly::Ordinals ordinals;
    int64_t symbol = 0;
    for (const auto& row : index_.statements().rows<sql::DetailsBetween>(first, last)) {
      if (!is_compared(row.kind)) continue;
      if (std::exchange(symbol, row.symbol) != row.symbol) ordinals.start();
      details.add_text(row.symbol, ordinals.replace(row.text));
    }
  }

  // The file's lines without indentation; a module that is no file of the snapshot has none.
  void read_lines(const std::string& path) {
    lines_.clear();
    Scope scope;
    scope.snapshots = {snapshot_};
    const auto files = files_at(index_.statements(), scope, path);
    text_ = files.empty() ? std::string() : text_of(index_, files.front());
    std::string_view rest = text_;
    while (!rest.empty()) {
      auto line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
      lines_.push_back(line);
    }
  }

  SearchIndex& index_;
  Targets targets_;
  int64_t snapshot_;
  std::string text_;
  std::vector<std::string_view> lines_;
};

// Pairs symbols of both sides, the surest likeness first.
class Pairing {
 public:
  /// `files` are the changes of files.
  Pairing(Side& before, Side& after, const std::vector<Change>& files)
      : before_(before.symbols), after_(after.symbols) {
    for (const Change& file : files)
      if (file.change == ChangeKind::moved) {
        moved_.emplace(file.from, file.path);
        moved_.emplace(file.path, file.path);
      }
  }

  std::vector<Change> run() {
    made_.resize(after_.size());
    // A generated name may have another number, and its number may be that of another one.
    match(
        [](const Symbol& s) {
          return s.plain.empty() ? std::string()
                                 : s.module + '\n' + s.kind + '\n' + s.plain + '\n' + s.face +
                                       '\n' + std::to_string(s.body) + '\n' +
                                       std::to_string(s.details) + '\n' + std::to_string(s.code);
        },
        false);
    match([](const Symbol& s) { return s.module + '\n' + s.kind + '\n' + s.name; }, false);
    match(
        [](const Symbol& s) {
          return s.plain.empty() || s.kind != "method" ? std::string()
                                                       : s.module + '\n' + s.kind + '\n' + s.plain;
        },
        false);
    match([](const Symbol& s) { return s.kind + '\n' + s.name; }, true);
    // Where the path is part of its name, a symbol of a file that moved has another one.
    for (const size_t parts : {2, 1})
      match([&](const Symbol& s) { return in_moved(s, parts); }, true);
    match(
        [](const Symbol& s) {
          if (s.weight < kTelling || (!s.plain.empty() && s.kind != "method")) return std::string();
          return s.kind + '\n' + std::to_string(s.body);
        },
        true);
    std::vector<Change> changes;
    for (size_t i = 0; i < after_.size(); ++i) {
      if (!after_[i].matched) made_[i] = change(ChangeKind::added, after_[i]);
      if (made_[i]) changes.push_back(std::move(*made_[i]));
    }
    for (const auto& symbol : before_)
      if (!symbol.matched) changes.push_back(*change(ChangeKind::removed, symbol));
    return changes;
  }

 private:
  /// The last parts of the symbol's name, in a file that moved; "" in others.
  std::string in_moved(const Symbol& symbol, size_t parts) const {
    const auto to = moved_.find(symbol.path);
    if (to == moved_.end()) return {};
    std::string key = to->second + '\n' + symbol.kind + '\n';
    const auto is_of_kind = [&](std::string_view kind) {
      return symbol.face.find("|" + std::string(kind) + "|") != symbol.face.npos;
    };
    // What stands for the file itself bears its name.
    if (symbol.kind == "type" &&
        (is_of_kind("module") || is_of_kind("package") || is_of_kind("file")))
      return key;
    const std::string_view name = symbol.name;
    size_t at = std::min(name.find('('), name.size());
    for (size_t i = 0; i < parts && at != name.npos && at > 0; ++i) at = name.rfind('.', at - 1);
    return key.append(name.substr(at == name.npos ? 0 : at + 1));
  }

  template <typename KeyOf>
  void match(KeyOf key_of, bool elsewhere) {
    std::unordered_map<std::string, std::vector<Symbol*>> left;
    for (auto& symbol : before_)
      if (const std::string key = key_of(symbol); !symbol.matched && !key.empty())
        left[key].push_back(&symbol);
    for (size_t i = 0; i < after_.size(); ++i) {
      auto& symbol = after_[i];
      if (symbol.matched) continue;
      const auto found = left.find(key_of(symbol));
      if (found == left.end() || found->second.empty()) continue;
      Symbol& was = *found->second.front();
      found->second.erase(found->second.begin());
      symbol.matched = was.matched = true;
      const bool same = alike(was, symbol);
      if (elsewhere && (same || was.name != symbol.name)) {
        made_[i] = change(ChangeKind::moved, symbol);
        made_[i]->from = was.name == symbol.name ? was.path : was.name;
      } else if (!same) {
        made_[i] = change(ChangeKind::changed, symbol);
      }
    }
  }

  // An import that is older than the column, or of an export, knows no meaning of the code.
  static bool alike(const Symbol& was, const Symbol& is) {
    return was.face == is.face && was.body == is.body && was.details == is.details &&
           (was.code == is.code || was.code == 0 || is.code == 0);
  }

  static std::optional<Change> change(ChangeKind kind, const Symbol& symbol) {
    return Change{kind, symbol.kind, symbol.name, {}, symbol.path, symbol.id};
  }

  std::vector<Symbol>& before_;
  std::vector<Symbol>& after_;
  std::vector<std::optional<Change>> made_;             // by place in after_
  std::unordered_map<std::string, std::string> moved_;  // files, by both paths: that of the later
};

}  // namespace

std::string_view name_of(ChangeKind kind) {
  constexpr std::string_view kNames[] = {"added", "removed", "changed", "moved"};
  return kNames[static_cast<size_t>(kind)];
}

namespace {

std::string readers_of(SearchIndex& index, int64_t snapshot) {
  const auto row = first_row<sql::ReadersOf>(index.statements(), snapshot);
  return row ? std::string(row->readers) : std::string();
}

bool have_code(const std::vector<Symbol>& symbols) {
  return std::any_of(symbols.begin(), symbols.end(),
                     [](const Symbol& one) { return one.code != 0; });
}

/// Takes what code means, and details, for unknown where the snapshots have them by different
/// rules; whether that is so.
bool drop_unlike_code(SearchIndex& index, int64_t before, int64_t after, Side& earlier,
                      Side& later) {
  if (readers_of(index, before) == readers_of(index, after)) return false;
  const bool is_code_unlike = have_code(earlier.symbols) && have_code(later.symbols);
  for (auto* symbols : {&earlier.symbols, &later.symbols})
    for (Symbol& one : *symbols) {
      one.details = 0;
      if (is_code_unlike) one.code = 0;
    }
  return is_code_unlike;
}

}  // namespace

Differences changes_between(SearchIndex& index, int64_t before, int64_t after, bool symbols) {
  Hidden hidden(index, before, after);
  Differences found = file_changes(index, before, after, hidden);
  if (!symbols) return found;
  Side earlier(index, before, after, hidden), later(index, after, before, hidden);
  found.is_code_unlike = drop_unlike_code(index, before, after, earlier, later);
  for (auto& change : Pairing(earlier, later, found.changes).run())
    found.changes.push_back(std::move(change));
  return found;
}

}  // namespace dossier
