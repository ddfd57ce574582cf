#include "agent/offline/gather_texts.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "agent/offline/place_words.h"
#include "agent/offline/uses.h"
#include "agent/sql.h"
#include "engine/readers/snapshot/classify.h"
#include "store/index/contents.h"

namespace dossier::offline {
namespace {

constexpr int64_t kMostTexts = 20'000;     // with one word
constexpr size_t kMostFiles = 100;         // that are read
constexpr int64_t kMostBytes = 3'000'000;  // of them in all
constexpr int64_t kMostBytesOfFile = 600'000;
constexpr double kFewFiles = 50;
constexpr double kBesideFile = 0.4;  // of a test, an example, …

struct File {
  int64_t snapshot = 0, position = 0, module = 0;
  std::vector<float> held;  // per term
  double score = 0;
};

class FileReader final : public TextGatherer {
 public:
  FileReader(Store& store, const Scope& scope, Question& question, Likeness& likeness, Pool& pool)
      : store_(store), scope_(scope), question_(question), likeness_(likeness), pool_(pool) {}

  std::vector<double> weigh() override {
    read_files();
    if (files_.empty()) return {};
    for (size_t i = 0; i < question_.terms.size(); ++i) rarity_.push_back(hold(i));
    return rarity_;
  }

  void read(const std::function<double(const Pooled&)>& score) override {
    for (auto& file : files_) {
      for (size_t i = 0; i < rarity_.size(); ++i)
        file.score += question_.terms[i].weight * rarity_[i] * file.held[i];
      if (const size_t index = pool_.module_of(file.module);
          index != std::string::npos && pool_.module(index).is_beside)
        file.score *= kBesideFile;
    }
    favour(score);
    std::stable_sort(files_.begin(), files_.end(),
                     [](const File& a, const File& b) { return a.score > b.score; });
    read_texts();
  }

  void say_uses(std::vector<Candidate>& best_first) override {
    uses_.say(best_first, question_.terms.size());
  }

 private:
  void read_files() {
    for (const int64_t snapshot : scope_.snapshots)
      for (const auto& row : store_.rows<sql::ModulesOfFiles>(snapshot)) {
        by_content_.emplace(row.content, files_.size());
        by_module_.emplace(row.module, files_.size());
        files_.push_back(
            {snapshot, row.position, row.module, std::vector<float>(question_.terms.size()), 0});
      }
  }

  // Which files hold a term; returns how rare it is.
  double hold(size_t term) {
    std::vector<double> holders;
    for (const auto& one : question_.terms[term].alternatives) {
      double count = 0;
      const std::string words = prefix_of(one);
      for (const auto& row :
           store_.rows<sql::ContentsWithWord>(std::string_view(words), kMostTexts)) {
        const auto [first, last] = by_content_.equal_range(row.content);
        for (auto at = first; at != last; ++at) {
          float& held = files_[at->second].held[term];
          held = std::max(held, one.own ? 1.0F : 0.4F);
          ++count;
        }
      }
      holders.push_back(count);
    }
    // Of a few files, nearly every word is in a large part.
    return offline::weigh(question_.terms[term], holders,
                          std::max(static_cast<double>(files_.size()), kFewFiles)) /
           rarity_of(0, kFewFiles);
  }

  // Files with symbols whose names say much come first.
  void favour(const std::function<double(const Pooled&)>& score) {
    std::unordered_map<size_t, double> best;
    double most = 0, most_held = 0;
    for (const auto& one : pool_.all()) {
      double& of = best[one.module];
      of = std::max(of, score(one));
      most = std::max(most, of);
    }
    for (const auto& file : files_) most_held = std::max(most_held, file.score);
    if (most <= 0) return;
    for (const auto& [index, of] : best) {
      const auto [first, last] = by_module_.equal_range(pool_.modules().modules[index].module);
      for (auto at = first; at != last; ++at) files_[at->second].score += most_held * of / most;
    }
  }

  void read_texts() {
    const auto texts = store_.index().texts(scope_.text());
    std::unordered_map<int64_t, const TextRange*> ranges;
    for (const auto& text : texts->texts)
      ranges.emplace((texts->origins[text.origin].snapshot << 32) + text.position, &text);
    int64_t bytes = 0;
    size_t count = 0;
    for (const auto& file : files_) {
      if (file.score <= 0 || ++count > kMostFiles || bytes > kMostBytes) break;
      const auto range = ranges.find((file.snapshot << 32) + file.position);
      if (range == ranges.end()) continue;
      const FileEntry entry = file_of(store_.statements(), *texts, *range->second);
      if (!entry.has_text || entry.size > kMostBytesOfFile) continue;
      bytes += entry.size;
      read_text(file.module, text_of(store_.index(), entry));
    }
  }

  void read_text(int64_t module, std::string text) {
    const size_t index = pool_.module_of(module);
    if (index == std::string::npos) return;
    const int64_t last = pool_.modules().modules[index].last;
    std::vector<Place> places;
    for (const auto& row : store_.rows<sql::PlacesNumbered>(module, last))
      places.push_back({row.symbol, row.line, row.end_line});
    // What is inside comes after what holds it.
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return a.line != b.line ? a.line < b.line : a.end_line > b.end_line;
    });
    add_members(module, last);
    const KnownModule& of = pool_.module(index);
    const bool has_uses = !of.is_beside && !of.is_aside && !of.is_generated;
    LineWords lines;
    add_words(places, text, has_uses ? &lines : nullptr);
    add_docs(module, last);
    if (has_uses) uses_.add(std::move(text), std::move(places), std::move(lines));
  }

  void add_members(int64_t module, int64_t last) {
    members_.clear();
    for (const auto& row : store_.rows<sql::MembersNumbered>(module, last))
      members_.emplace(row.id, Member{row.type, row.name, row.kind, row.flags});
  }

  Pooled* pooled(int64_t symbol) {
    if (Pooled* known = pool_.find(symbol)) return known;
    const auto member = members_.find(symbol);
    if (member == members_.end()) return pool_.add_type(symbol);
    const auto& of = member->second;
    return pool_.add_member(symbol, of.type, of.name, of.kind, of.flags);
  }

  void add_words(const std::vector<Place>& places, const std::string& text, LineWords* lines) {
    const auto said = words_of_places(places, text, question_, rarity_, likeness_, lines);
    for (size_t i = 0; i < places.size(); ++i) {
      if (said[i].counts.empty()) continue;
      Pooled* one = pooled(places[i].symbol);
      if (one == nullptr) continue;
      one->body_words = said[i].words;
      one->together = said[i].together;
      one->body = said[i].counts;
    }
  }

  void add_docs(int64_t module, int64_t last) {
    struct Said {
      int64_t symbol;
      std::vector<float> of, first;
    };
    std::vector<Said> said;
    for (const auto& row : store_.rows<sql::DocsNumbered>(module, last)) {
      std::vector<float> of(question_.terms.size());
      const auto take = [&](std::string_view word, int64_t) {
        for (const auto& [term, like] : likeness_.of(word)) of[term] = std::max(of[term], like);
      };
      const std::string_view text = row.text;
      const size_t end =
          std::min({text.find(". "), text.find(".\n"), text.find("\n\n"), text.size()});
      each_word(text.substr(0, end), take);
      auto first = of;
      each_word(text.substr(end), take);
      if (std::any_of(of.begin(), of.end(), [](float like) { return like > 0; }))
        said.push_back({row.symbol, std::move(of), std::move(first)});
    }
    for (auto& one : said)
      if (one.symbol != module)
        if (Pooled* symbol = pooled(one.symbol)) {
          symbol->doc = std::move(one.of);
          symbol->first = std::move(one.first);
        }
  }

  struct Member {
    int64_t type = 0, name = 0, kind = 0, flags = 0;
  };
  Store& store_;
  const Scope& scope_;
  Question& question_;
  Likeness& likeness_;
  Pool& pool_;
  Uses uses_;
  std::vector<double> rarity_;
  std::vector<File> files_;
  std::unordered_multimap<int64_t, size_t> by_content_, by_module_;
  std::unordered_map<int64_t, Member> members_;  // of the module that is read
};

}  // namespace

std::unique_ptr<TextGatherer> text_gatherer(Store& store, const Scope& scope, Question& question,
                                            Likeness& likeness, Pool& pool) {
  return std::make_unique<FileReader>(store, scope, question, likeness, pool);
}

}  // namespace dossier::offline
