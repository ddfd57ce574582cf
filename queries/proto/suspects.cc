#include "queries/proto/suspects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/ascii.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/search/identifier_words.h"
#include "queries/proto/clues.h"
#include "queries/proto/scanned.h"
#include "queries/proto/schema_file.h"
#include "queries/proto/suspect_files.h"
#include "queries/proto/suspect_reasons.h"
#include "queries/proto/suspect_rules.h"
#include "queries/sql.h"
#include "store/index/contents.h"

namespace dossier::proto {
namespace {

constexpr double kLeastRarity = 0.05;
constexpr double kByChance = 0.25;  // of what a word is worth that is spelled or used otherwise
constexpr std::string_view kEntryPoints =
    " main.go server.go client.go app.py main.py server.py index.js index.ts main.cc main.cpp "
    "main.rs Program.cs Main.java Main.kt ";

class Ranking {
 public:
  Ranking(Store& store, const SchemaVersions& versions, std::span<const SchemaChange> changes,
          const SuspectOptions& options)
      : store_(store),
        options_(options),
        clues_(versions.before, versions.after, changes),
        copies_(versions.before, changes),
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
    if (clues_.has_broken_rpcs()) rpcs_.emplace(store_, before, clues_);
    for (Scanned& file : files_)
      if (file.copied.of.empty()) scan(file, after);
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

  /// What the schemas that stay as they are call so still works, but for copies, which have to
  /// follow.
  void share_names(const FileEntry& entry) {
    if (!entry.has_text || entry.size > kLargestText) return;
    const std::string whole = text_of(store_.index(), entry);
    const bool is_ours = !entry.is_vendored && noise_of(entry.path).empty();
    SchemaCopy copy = is_ours ? copies_.read(entry.path, whole) : SchemaCopy();
    if (!copy.of.empty()) {
      Scanned& file = files_.emplace_back();
      file.entry = entry;
      file.copied = std::move(copy);
      return;
    }
    const std::string text = without_comments(whole);
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
        if (!may_be_suspect(entry)) continue;
        Scanned file;
        file.is_build = is_build_file(entry);
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
        if (file.listed.empty() && text.find(file_name_of(schema)) != text.npos)
          file.listed = schema;
      return;
    }
    const std::string code = without_comments(text);
    file.generators = languages::generators_for(file.entry.language);
    if (!file.is_new && rpcs_) file.rpcs = rpcs_->of(file.entry.path, text);
    const Reading reading = file.reading();
    file.met = count_clues(clues_, reading, code);
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
      file.met_later = count_clues(clues_, reading, without_comments(later));
      const std::string changed = changed_lines(text, later, file.diff_lines);
      file.met_in_diff = count_clues(clues_, reading, without_comments(changed));
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
      if (clue.concern == Concern::stub || (is_type && search::split_words(clue.name).size() > 1))
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
    const std::string_view base = file_name_of(path);
    values[Rule::base] = clues_.names_file(base.substr(0, base.find('.'))) ? 1 : 0;
    values[Rule::entry] = is_listed(kEntryPoints, base) ? 1 : 0;
    values[Rule::build] = file.listed.empty() ? 0 : 1;
    values[Rule::copy] = file.copied.of.empty() ? 0 : 1;
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
      const std::string_view base = file_name_of(order[i]->entry.path);
      stems.insert(SpelledClues::canonical(base.substr(0, base.find('.'))));
    }
    for (Scanned& file : files_) {
      if (!file.is_test) continue;
      const std::string_view base = file_name_of(file.entry.path);
      std::string stem;
      for (const auto& word : search::split_words(base.substr(0, base.find('.'))))
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
  SchemaCopies copies_;
  std::optional<RpcPlacesOfSnapshot> rpcs_;
  std::vector<uint32_t> files_with_;  // by clue
  bool has_meaning_;                  // the change is one of more than comments
  std::set<std::string> schemas_;
  std::unordered_map<std::string, const CoChange*> history_;
  std::unordered_map<std::string, std::string> moved_;  // from, to
  std::vector<Scanned> files_;
  int64_t most_diff_lines_ = 0;
};

}  // namespace

std::string_view Suspect::state() const {
  return is_new ? "new" : is_changed ? "changed" : !moved_to.empty() ? "moved" : "same";
}

Suspects find_suspects(Store& store, int64_t before, int64_t after, const SchemaVersions& versions,
                       std::span<const SchemaChange> changes, const SuspectOptions& options) {
  return Ranking(store, versions, changes, options).run(before, after);
}

}  // namespace dossier::proto
