#include "agent/offline/gather.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "agent/offline/gather_texts.h"
#include "agent/offline/pool.h"
#include "agent/offline/related.h"
#include "agent/offline/uses.h"
#include "agent/sql.h"
#include "queries/graph/definitions.h"
#include "queries/sql.h"

namespace dossier::offline {
namespace {

constexpr int64_t kMostNames = 3000;  // of one word
constexpr size_t kMostNamesInAll = 12'000;
constexpr int64_t kMostOfName = 400;    // symbols of one name
constexpr size_t kMostPooled = 20'000;  // symbols by name
constexpr size_t kMostTypes = 120;      // whose members are looked at
constexpr int64_t kMostMembers = 300;   // of one of them
constexpr size_t kMostWithCode = 500;   // members whose calls and strings are looked at
constexpr int64_t kMostOfCode = 300;    // calls and strings of one of them
constexpr size_t kLongestString = 200;  // of one of them
constexpr size_t kFinalists = 500;      // whose signatures and references are looked at

class Gatherer {
 public:
  Gatherer(Store& store, const Scope& scope, const Question& question)
      : store_(store),
        scope_(scope),
        question_(question),
        likeness_(question_),
        pool_(store, scope, question_, likeness_) {}

  Gathered run(const Nearness& near, size_t limit) {
    const auto texts = text_gatherer(store_, scope_, question_, likeness_, pool_);
    rarity_ = texts->weigh();
    const bool has_texts = !rarity_.empty();
    add_by_names(has_texts);
    add_near(near);
    add_members_of_types();
    texts->read([this](const Pooled& one) { return quick_score(one); });
    raise_types();
    if (!has_texts) {
      take_names_for_texts();
      add_code();
    }
    return finish(*texts, near, limit);
  }

 private:
  double quick_score(const Pooled& pooled) {
    return score_of(pool_.candidate(pooled), question_, rarity_);
  }

  // The names that say a term, the rarest words first.
  void add_by_names(bool has_texts) {
    std::vector<std::vector<int64_t>> found;
    for (size_t i = 0; i < question_.terms.size(); ++i) {
      std::vector<double> holders;
      for (const auto& one : question_.terms[i].alternatives) {
        const std::string words = prefix_of(one);
        std::vector<int64_t> names;
        for (const auto& row : store_.rows<sql::NamesWithWord>(std::string_view(words), kMostNames))
          names.push_back(row.name);
        // How rare a word is must not depend on what else the database holds.
        std::erase_if(names, [&](int64_t name) { return !is_in_scope(name); });
        holders.push_back(static_cast<double>(names.size()));
        found.push_back(std::move(names));
      }
      // Where no texts are stored, names tell what is rare.
      if (!has_texts)
        rarity_.push_back(weigh(question_.terms[i], holders, pool_.size()) /
                          rarity_of(0, pool_.size()));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::set<int64_t> seen;
    for (const auto& names : found)
      for (const int64_t name : names) {
        if (seen.size() >= kMostNamesInAll || pool_.all().size() >= kMostPooled) return;
        if (seen.insert(name).second) add_named(name);
      }
  }

  bool is_in_scope(int64_t name) {
    const auto [at, is_new] = in_scope_.try_emplace(name, false);
    if (!is_new) return at->second;
    for (const auto& row : store_.rows<sql::TypesByName>(name, kMostOfName))
      if (pool_.module_of(row.id) != std::string::npos) return at->second = true;
    for (const auto& row : store_.rows<sql::MembersByName>(name, kMostOfName))
      if (pool_.module_of(row.id) != std::string::npos) return at->second = true;
    return false;
  }

  void add_named(int64_t name) {
    const auto& said = pool_.of_name(name);
    if (std::all_of(said.begin(), said.end(), [](float like) { return like == 0; })) return;
    std::vector<int64_t> types;
    for (const auto& row : store_.rows<sql::TypesByName>(name, kMostOfName))
      types.push_back(row.id);
    for (const int64_t type : types) pool_.add_type(type);
    for (const auto& row : store_.rows<sql::MembersByName>(name, kMostOfName))
      pool_.add_member(row.id, row.type, name, row.kind, row.flags);
  }

  // What stands near what the person looks at, whatever it is called.
  void add_near(const Nearness& near) {
    for (const auto& [name, factor] : near) {
      for (const auto& found : types_called(store_, scope_, name)) pool_.add_type(found.symbol);
      for (const auto& found : members_called(store_, scope_, name))
        add_members(found.symbol, found.symbol);
    }
  }

  void add_members(int64_t first, int64_t last) {
    for (const auto& row : store_.rows<sql::MembersNumbered>(first, last))
      pool_.add_member(row.id, row.type, row.name, row.kind, row.flags);
  }

  // The members of the types that are called after the question's rarest terms.
  void add_members_of_types() {
    std::vector<std::pair<double, int64_t>> types;
    for (const auto& one : pool_.all())
      if (one.is_type) types.emplace_back(-quick_score(one), one.symbol);
    std::sort(types.begin(), types.end());
    if (types.size() > kMostTypes) types.resize(kMostTypes);
    for (const auto& [score, type] : types) {
      const int64_t last = pool_.type(type).last;
      add_members(type + 1, std::min(last, type + kMostMembers));
    }
  }

  // Types say what their members' names say.
  void raise_types() {
    const size_t count = pool_.all().size();
    for (size_t i = 0; i < count; ++i) {
      if (pool_.all()[i].is_type) continue;
      const std::vector<float> own = pool_.all()[i].own;
      Pooled* type = pool_.find(pool_.all()[i].type);
      if (type == nullptr) continue;
      if (type->members.empty()) type->members.resize(own.size());
      for (size_t t = 0; t < own.size(); ++t) type->members[t] += own[t];
    }
  }

  // Where no texts are stored, a symbol's names are the words of its lines.
  void take_names_for_texts() {
    for (auto& one : pool_.all()) {
      one.body = one.is_type ? one.members : one.own;
      one.body_words = 0;
    }
  }

  // What members of assemblies call and the strings they hold are the words of their code.
  void add_code() {
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < pool_.all().size(); ++i)
      if (!pool_.all()[i].is_type) order.emplace_back(-quick_score(pool_.all()[i]), i);
    std::sort(order.begin(), order.end());
    if (order.size() > kMostWithCode) order.resize(kMostWithCode);
    for (const auto& [score, place] : order) add_code(pool_.all()[place]);
  }

  void add_code(Pooled& one) {
    const auto add = [&](std::string_view text) {
      const auto said = likeness_.of_name(text);
      for (size_t i = 0; i < said.size(); ++i) one.body[i] += said[i];
    };
    int64_t count = 0;
    for (const auto& row : store_.rows<sql::LiteralsOf>(one.symbol, one.symbol)) {
      if (++count > kMostOfCode) break;
      if (row.is_string != 0) add(row.value.substr(0, kLongestString));
    }
    for (const auto& row : store_.rows<sql::RefsFrom>(one.symbol, one.symbol)) {
      if (++count > kMostOfCode) break;
      const std::string_view target = row.target.substr(0, row.target.find('('));
      add(target.substr(target.rfind('.') + 1));
    }
  }

  // By what the texts say around the uses of the best.
  void put_used_first(TextGatherer& texts, std::vector<Candidate>& candidates) {
    std::vector<Candidate> best = best_of(candidates, kMostUsed);
    texts.say_uses(best);
    std::unordered_map<int64_t, const Candidate*> used;
    for (const auto& one : best) used.emplace(one.symbol, &one);
    for (auto& one : candidates)
      if (const auto at = used.find(one.symbol); at != used.end()) {
        one.said[kAround] = at->second->said[kAround];
        one.score = score_of(one, question_, rarity_);
      }
  }

  // By how much the best have to do with one another.
  void put_related_first(std::vector<Candidate>& candidates) {
    std::vector<Candidate> best = best_of(candidates, kMostRelated);
    relate(store_, best);
    std::unordered_map<int64_t, double> related;
    for (const auto& one : best) related.emplace(one.symbol, one.related);
    for (auto& one : candidates)
      if (const auto at = related.find(one.symbol); at != related.end() && at->second > 0) {
        one.related = at->second;
        one.score = score_of(one, question_, rarity_);
      }
  }

  Gathered finish(TextGatherer& texts, const Nearness& near, size_t limit) {
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < pool_.all().size(); ++i) {
      const double score = quick_score(pool_.all()[i]);
      if (score > 0) order.emplace_back(-score, i);
    }
    std::sort(order.begin(), order.end());
    Gathered out{{}, rarity_, static_cast<int64_t>(order.size())};
    // What is near may say nothing of the question, and may stand anywhere.
    const size_t finalists = near.empty() ? std::min(order.size(), kFinalists) : order.size();
    for (size_t i = 0; i < finalists; ++i) {
      const Pooled& pooled = pool_.all()[order[i].second];
      Candidate candidate = pool_.candidate(pooled);
      pool_.complete(candidate, pooled);
      const auto found = near.find(candidate.full_name.substr(0, candidate.full_name.find('(')));
      if (found != near.end()) candidate.near = found->second;
      candidate.score = score_of(candidate, question_, rarity_);
      out.candidates.push_back(std::move(candidate));
    }
    put_used_first(texts, out.candidates);
    put_related_first(out.candidates);
    out.candidates = best_of(std::move(out.candidates), limit, question_);
    return out;
  }

  Store& store_;
  const Scope& scope_;
  Question question_;
  Likeness likeness_;
  Pool pool_;
  std::vector<double> rarity_;                  // per term
  std::unordered_map<int64_t, bool> in_scope_;  // of names: whether a symbol in scope has it
};

}  // namespace

Gathered gather(Store& store, const Scope& scope, const Question& question, const Nearness& near,
                size_t limit) {
  const Transaction reading(store.database(), Transaction::reading);
  return Gatherer(store, scope, question).run(near, limit);
}

}  // namespace dossier::offline
