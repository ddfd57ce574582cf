#include "queries/proto/suspects.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/ascii.h"
#include "engine/error.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/unicode.h"
#include "queries/proto/clues.h"
#include "queries/proto/embedded.h"
#include "queries/proto/scanned.h"
#include "queries/proto/schema_file.h"
#include "queries/proto/suspect_reasons.h"
#include "queries/sql.h"
#include "store/index/contents.h"
#include "store/scope/texts.h"

namespace dossier::proto {
namespace {

constexpr int64_t kLargest = 4 << 20;  // bytes of a text that is looked at
constexpr size_t kMostImported = 500;  // .proto files that are read for their types
constexpr double kLeastRarity = 0.05;
constexpr double kByChance = 0.25;  // of what a word is worth that is spelled or used otherwise
constexpr std::string_view kEntryPoints =
    " main.go server.go client.go app.py main.py server.py index.js index.ts main.cc main.cpp "
    "main.rs Program.cs Main.java Main.kt ";

bool is_code_file(const FileEntry& entry) {
  return !entry.language.empty() && entry.language != kLanguage &&
         languages::named(entry.language).purpose == languages::Purpose::code;
}

bool is_build_file(const FileEntry& entry) {
  constexpr std::string_view kBuildFiles =
      " BUILD BUILD.bazel WORKSPACE CMakeLists.txt Makefile meson.build build.gradle "
      "build.gradle.kts pom.xml package.json buf.gen.yaml buf.yaml build.rs setup.py ";
  return is_listed(kBuildFiles, base_of(entry.path)) ||
         languages::named(entry.language).purpose == languages::Purpose::build;
}

/// Why a file of code is not looked at; "" = it is.
std::string_view left_out(const FileEntry& entry) {
  if (entry.is_vendored) return "vendored";
  if (entry.is_generated) return "generated";
  if (entry.is_binary) return "binary";
  if (!entry.has_text || entry.size > kLargest) return "too large";
  return noise_of(entry.path);
}

class Ranking {
 public:
  Ranking(Store& store, const SchemaVersions& versions, std::span<const SchemaChange> changes,
          const SuspectOptions& options)
      : store_(store),
        options_(options),
        clues_(versions.before, versions.after, changes),
        files_with_(clues_.all().size()),
        has_meaning_(!changes.empty()) {
    for (const auto* side : {&versions.before, &versions.after})
      for (const SchemaFile& schema : *side) {
        schemas_.insert(schema.path);
        // What was not understood may have changed in any way.
        has_meaning_ = has_meaning_ || schema.has_errors;
      }
    for (const CoChange& change : options.history) history_[change.path] = &change;
    for (const Move& move : options.moves) moved_[move.from] = move.to;
  }

  Suspects run(int64_t before, int64_t after) {
    if (!has_meaning_) return {};
    gather(before, after);
    for (const FileEntry& entry : files_in(store_.statements(), Scope{{after}}))
      if (entry.path.ends_with(".proto") && !schemas_.contains(entry.path)) share_names(entry);
    for (Scanned& file : files_) scan(file, after);
    std::erase_if(files_, [](const Scanned& file) { return file.is_generated; });
    judge_places();
    for (Scanned& file : files_) {
      judge_text(file);
      judge_change(file);
      judge_path(file);
      total(file);
    }
    std::vector<Scanned*> order;
    for (Scanned& file : files_) order.push_back(&file);
    rank(order);
    lift_tests(order);
    Suspects found;
    found.files = files_.size();
    for (const Scanned* file : order) {
      found.concerned += file->is_concerned ? 1 : 0;
      const bool is_asked = options_.only.empty() ? found.ranked.size() < options_.most
                                                  : file->entry.path == options_.only;
      if (!is_asked || !file->is_concerned) continue;
      const auto told = history_.find(file->entry.path);
      found.ranked.push_back(
          explain(*file, shown_text(*file), clues_, told == history_.end() ? nullptr : told->second,
                  options_.evidence, [this](uint32_t clue) { return rarity(clue); }));
    }
    return found;
  }

 private:
  /// What evidence is taken from; "" where none is asked for.
  std::string shown_text(const Scanned& file) {
    return options_.evidence > 0 ? text_of(store_.index(), file.entry) : std::string();
  }

  /// What the schemas that stay as they are call so still works.
  void share_names(const FileEntry& entry) {
    if (!entry.has_text || entry.size > kLargest) return;
    const std::string text = without_comments(text_of(store_.index(), entry));
    each_name(text, [&](std::string_view name) { clues_.share(name); });
    for (const std::string_view line : split(text, '\n')) {
      if (line.starts_with("package ")) clues_.share_package(line.substr(8));
      if (line.starts_with("option ")) clues_.share_package(line.substr(line.find('=') + 1));
    }
  }

  static void rank(std::vector<Scanned*>& order) {
    std::sort(order.begin(), order.end(), [](const Scanned* one, const Scanned* other) {
      return one->score != other->score ? one->score > other->score
                                        : one->entry.path < other->entry.path;
    });
  }

  void gather(int64_t before, int64_t after) {
    std::set<std::string> there, changed;
    for (const auto& row : store_.rows<sql::ChangedFiles>(after, before))
      if (row.in_other != 0 && !options_.schemas_alone) changed.insert(std::string(row.path));
    for (const int64_t snapshot : {before, after})
      for (FileEntry& entry : files_in(store_.statements(), Scope{{snapshot}})) {
        const bool is_later = snapshot == after;
        if (is_later && (options_.schemas_alone || there.contains(entry.path))) continue;
        const auto moved = moved_.find(entry.path);
        if (!is_later) there.insert(moved == moved_.end() ? entry.path : moved->second);
        Scanned file;
        file.is_build = is_build_file(entry);
        if (!(is_code_file(entry) || file.is_build) || !left_out(entry).empty()) continue;
        file.is_new = is_later;
        file.is_test = snapshot::is_test(entry.path);
        file.is_changed = is_later || changed.contains(entry.path);
        if (!is_later && moved != moved_.end()) file.moved_to = moved->second;
        file.entry = std::move(entry);
        files_.push_back(std::move(file));
      }
    if (options_.schemas_alone) return;
    // What only the earlier version has was removed by the change.
    std::set<std::string> later;
    for (const FileEntry& entry : files_in(store_.statements(), Scope{{after}}))
      later.insert(entry.path);
    for (Scanned& file : files_)
      if (!file.is_new && file.moved_to.empty() && !later.contains(file.entry.path))
        file.is_changed = file.is_gone = true;
  }

  void scan(Scanned& file, int64_t after) {
    const std::string text = text_of(store_.index(), file.entry);
    file.is_generated = has_generated_header(text);
    if (file.is_generated) return;
    if (file.is_build) {
      for (const auto& schema : schemas_)
        if (file.listed.empty() && text.find(base_of(schema)) != text.npos) file.listed = schema;
      return;
    }
    const std::string code = without_comments(text);
    file.met = count_clues(clues_, code);
    for (const Counted& met : file.met) ++files_with_[met.clue];
    const bool is_moved = !file.moved_to.empty();
    if (!file.is_changed && !is_moved) return;
    if (file.is_new) {
      file.met_in_diff = file.met;
      file.diff_lines = file.entry.lines;
    } else {
      std::string later;
      for (const FileEntry& entry : files_at(store_.statements(), Scope{{after}},
                                             is_moved ? file.moved_to : file.entry.path))
        later = text_of(store_.index(), entry);
      file.is_generated = has_generated_header(later);
      if (is_moved) file.is_changed = text != later;
      if (!file.is_changed) return;
      file.met_later = count_clues(clues_, without_comments(later));
      const std::string changed = changed_lines(text, later, file.diff_lines);
      file.met_in_diff = count_clues(clues_, without_comments(changed));
    }
    if (!file.is_test) most_diff_lines_ = std::max(most_diff_lines_, file.diff_lines);
  }

  double rarity(uint32_t clue) const {
    const double files = static_cast<double>(files_.size());
    const double rare = std::log((files + 1) / (files_with_[clue] + 1));
    return clues_.all()[clue].name.size() > 3 ? rare : rare / 2;
  }

  double worth(uint32_t clue, uint32_t times) const {
    // What all files say still says that each is concerned.
    return std::max(rarity(clue), kLeastRarity) * (1 + std::log(times) / 2);
  }
  double worth(const Counted& met) const {
    if (met.count > 0) return worth(met.clue, met.count);
    return kByChance * rarity(met.clue) * (1 + std::log(met.by_chance) / 2);
  }

  void judge_text(Scanned& file) {
    auto& values = file.values;
    std::array<double, kConcerns> sums{};
    double accessed = 0;
    for (const Counted& met : file.met) {
      const Concern concern = clues_.all()[met.clue].concern;
      sums[static_cast<size_t>(concern)] += worth(met);
      if (concern <= Concern::rpc && met.accesses > 0) accessed += worth(met.clue, met.accesses);
    }
    values[Rule::broken] = file.is_gone ? 0 : broken_in(file);
    for (size_t i = 0; i < kConcerns; ++i) values[i] = std::log1p(sums[i]);
    auto& stub = values[static_cast<size_t>(Concern::stub)];
    stub = std::min(stub, 1.0);
    values[Rule::access] = std::log1p(accessed);
  }

  /// 1 for a file that surely has to be mended, less where the names are common ones.
  double broken_in(const Scanned& file) const {
    // A name of one word proves something where another says that the file knows the schema.
    bool is_linked = false;
    for (const Counted& met : file.met) {
      const Clue& clue = clues_.all()[met.clue];
      const bool is_type = clue.concern == Concern::message || clue.concern == Concern::service ||
                           clue.concern == Concern::schema;
      if (clue.concern == Concern::stub || (is_type && words_of_name(clue.name).size() > 1))
        is_linked = true;
    }
    double sum = 0;
    for (const Counted& met : file.is_changed && !file.is_new ? file.met_later : file.met) {
      const uint32_t times = is_linked ? met.broken : met.telling;
      if (times > 0) sum += (1 + worth(met.clue, times)) / 2;
    }
    return std::min(1.0, sum);
  }

  void judge_change(Scanned& file) const {
    auto& values = file.values;
    double in_diff = 0;
    for (const Counted& met : file.met_in_diff)
      if (clues_.all()[met.clue].concern <= Concern::service &&
          clues_.all()[met.clue].concern != Concern::sibling)
        in_diff += worth(met);
    values[Rule::diff] = std::log1p(in_diff);
    if (most_diff_lines_ > 0) {
      const auto lines = static_cast<double>(file.diff_lines);
      const auto most = static_cast<double>(most_diff_lines_);
      values[Rule::share] = std::min(1.0, std::log1p(lines) / std::log1p(most));
      values[Rule::portion] = std::min(1.0, lines / most);
    }
    values[Rule::file] = file.is_changed ? 1 : 0;
    values[Rule::large] = file.is_changed ? std::log1p(static_cast<double>(file.entry.lines)) : 0;
    values[Rule::is_new] = file.is_new ? 1 : 0;
  }

  /// How few files share as much of a .proto file's folder: what lies beside one of several copies
  /// of a schema goes with that copy.
  void judge_places() {
    std::unordered_map<std::string_view, double> within;
    for (const Scanned& file : files_)
      for (std::string_view folder = folder_of(file.entry.path);; folder = folder_of(folder)) {
        ++within[folder];
        if (folder.empty()) break;
      }
    for (const auto& schema : schemas_)
      for (Scanned& file : files_) {
        std::string_view folder = folder_of(schema);
        while (!folder.empty() && !is_within(file.entry.path, folder)) folder = folder_of(folder);
        auto& value = file.values[Rule::scope];
        value = std::max(value, std::log(within.at({}) / within.at(folder)));
      }
  }

  static bool is_within(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
  }

  void judge_path(Scanned& file) {
    auto& values = file.values;
    const std::string& path = file.entry.path;
    const std::string_view base = base_of(path);
    values[Rule::base] = clues_.names_file(base.substr(0, base.find('.'))) ? 1 : 0;
    values[Rule::entry] = is_listed(kEntryPoints, base) ? 1 : 0;
    values[Rule::build] = file.listed.empty() ? 0 : 1;
    values[Rule::test] = file.is_test ? 1 : 0;
    if (const auto found = history_.find(path); found != history_.end())
      values[Rule::history] = found->second->value;
  }

  static void total(Scanned& file) {
    file.score = 0;
    // Where it lies says nothing of a file that has nothing else to do with the change.
    file.is_concerned = false;
    for (size_t i = 0; i < kRules; ++i)
      if (file.values[i] > 0 && i != Rule::scope && i != Rule::entry && i != Rule::test)
        file.is_concerned = true;
    if (!file.is_concerned) return;
    const auto rules = suspect_rules();
    for (size_t i = 0; i < kRules; ++i) file.score += rules[i].weight * file.values[i];
  }

  /// A test in the folder of a suspect, or called like it, follows it.
  void lift_tests(std::vector<Scanned*>& order) {
    std::unordered_set<std::string> stems;
    for (size_t i = 0; i < std::min<size_t>(order.size(), 10); ++i) {
      if (order[i]->is_test) continue;
      const std::string_view base = base_of(order[i]->entry.path);
      stems.insert(Clues::canonical(base.substr(0, base.find('.'))));
    }
    for (Scanned& file : files_) {
      if (!file.is_test) continue;
      const std::string_view base = base_of(file.entry.path);
      std::string stem;
      for (const auto& word : words_of_name(base.substr(0, base.find('.'))))
        if (word != "test" && word != "tests" && word != "spec") stem += word;
      if (!stems.contains(stem)) continue;
      file.values[Rule::beside] = 1;
      total(file);
    }
    rank(order);
  }

  Store& store_;
  const SuspectOptions& options_;
  Clues clues_;
  std::vector<uint32_t> files_with_;  // by clue
  bool has_meaning_;                  // the change is one of more than comments
  std::set<std::string> schemas_;
  std::unordered_map<std::string, const CoChange*> history_;
  std::unordered_map<std::string, std::string> moved_;  // from, to
  std::vector<Scanned> files_;
  int64_t most_diff_lines_ = 0;
};

std::vector<SuspectRule> read_rules() {
  std::vector<SuspectRule> rules;
  for (const auto& embedded : embedded::files())
    for (std::string_view line : split(embedded.text, '\n')) {
      if (line.starts_with('#')) continue;
      SuspectRule rule;
      const auto take = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        const auto word = line.substr(0, line.find(' '));
        line.remove_prefix(word.size());
        return word;
      };
      rule.name = take();
      rule.weight = std::stod(std::string(take()));
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      rule.meaning = line;
      rules.push_back(rule);
    }
  if (rules.size() != kRules) throw Error(ErrorCode::corrupt, "weights.txt lacks a rule");
  return rules;
}

}  // namespace

std::span<const SuspectRule> suspect_rules() {
  static const std::vector<SuspectRule> rules = read_rules();
  return rules;
}

std::string_view why_no_suspect(Store& store, const FileEntry& entry) {
  if (entry.path.ends_with(".proto")) return "a .proto file itself";
  if (const auto why = left_out(entry); !why.empty()) return why;
  if (!is_code_file(entry) && !is_build_file(entry)) return "no code";
  return has_generated_header(text_of(store.index(), entry)) ? "generated" : std::string_view();
}

std::string_view Suspect::state() const {
  return is_new ? "new" : is_changed ? "changed" : !moved_to.empty() ? "moved" : "same";
}

/// What the schemas import, and what that imports: every unchanged file whose path ends so, since
/// copies of one say the same.
std::vector<SchemaFile> imported_schemas(Store& store, int64_t after,
                                         const SchemaVersions& versions) {
  std::multimap<std::string, FileEntry> by_base;
  std::set<std::string> known;
  std::vector<std::string> wanted;
  const auto note = [&](const SchemaFile& file) {
    known.insert(file.path);
    wanted.insert(wanted.end(), file.schema.imports.begin(), file.schema.imports.end());
  };
  for (const auto* side : {&versions.before, &versions.after})
    for (const SchemaFile& file : *side) note(file);
  if (!wanted.empty())
    for (FileEntry& entry : files_in(store.statements(), Scope{{after}}))
      if (entry.path.ends_with(".proto") && entry.has_text && entry.size <= kLargest)
        by_base.emplace(base_of(entry.path), std::move(entry));
  std::vector<SchemaFile> found;
  while (!wanted.empty() && found.size() < kMostImported) {
    const std::string import = "/" + std::exchange(wanted.back(), {});
    wanted.pop_back();
    const auto [begin, end] = by_base.equal_range(std::string(base_of(import)));
    for (auto at = begin; at != end; ++at) {
      if (known.contains(at->second.path) || !("/" + at->second.path).ends_with(import)) continue;
      found.push_back(schema_file(at->second.path, text_of(store.index(), at->second)));
      note(found.back());
    }
  }
  return found;
}

SchemaVersions changed_schemas(Store& store, int64_t before, int64_t after,
                               std::span<const Move> moves) {
  SchemaVersions versions;
  const auto read = [&](int64_t of, int64_t other, std::vector<SchemaFile>& files) {
    for (const auto& row : store.rows<sql::ChangedFiles>(of, other)) {
      if (!row.path.ends_with(".proto")) continue;
      for (const FileEntry& entry : files_at(store.statements(), Scope{{of}}, row.path)) {
        if (!entry.has_text || entry.is_vendored) continue;
        files.push_back(schema_file(entry.path, text_of(store.index(), entry)));
      }
    }
  };
  read(before, after, versions.before);
  read(after, before, versions.after);
  std::unordered_map<std::string_view, std::string_view> from;  // by the later path
  for (const Move& move : moves) from.emplace(move.to, move.from);
  for (SchemaFile& file : versions.after)
    if (const auto found = from.find(file.path); found != from.end()) file.from = found->second;
  versions.imported = imported_schemas(store, after, versions);
  return versions;
}

Suspects find_suspects(Store& store, int64_t before, int64_t after, const SchemaVersions& versions,
                       std::span<const SchemaChange> changes, const SuspectOptions& options) {
  return Ranking(store, versions, changes, options).run(before, after);
}

}  // namespace dossier::proto
