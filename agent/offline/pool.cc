#include "agent/offline/pool.h"

#include <algorithm>
#include <cmath>

#include "agent/sql.h"
#include "engine/fact.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/search/identifier_words.h"
#include "engine/unicode.h"
#include "store/sql.h"

namespace dossier::offline {
namespace {

std::string first_word(std::string_view module) {
  return lower(module.substr(0, module.find_first_of(".-")));
}

// Whether a path or a full name has a part that is called after tests: commonTest, smoke, mod
// tests.
bool says_aside(std::string_view name) {
  static const std::set<std::string, std::less<>> kWords = {
      "test",   "tests",   "testing", "tester",  "spec",      "specs",      "example", "examples",
      "sample", "samples", "bench",   "benches", "benchmark", "benchmarks", "fixture", "fixtures",
      "smoke",  "fuzz",    "fuzzing", "fuzzy",   "demo",      "demos"};
  for (const auto& word : search::split_words(name))
    if (kWords.contains(word)) return true;
  return false;
}

}  // namespace

Pool::Pool(Store& store, const Scope& scope, const Question& question, Likeness& likeness)
    : store_(store),
      question_(question),
      likeness_(likeness),
      modules_(store.index().modules(scope.text())) {
  for (size_t i = 0; i < modules_->modules.size(); ++i) {
    by_first_.emplace_back(modules_->modules[i].module, i);
    size_ += static_cast<double>(modules_->modules[i].last - modules_->modules[i].module);
  }
  std::sort(by_first_.begin(), by_first_.end());
  for (const auto& module : modules_->modules)
    if (module.name.ends_with(".exe") || module.name.starts_with("Assembly-CSharp"))
      roots_.insert(first_word(module.name));
}

bool Pool::is_foreign(std::string_view module) const {
  return module.ends_with(".dll") && !roots_.empty() && !roots_.contains(first_word(module));
}

size_t Pool::module_of(int64_t symbol) const {
  auto after = std::upper_bound(by_first_.begin(), by_first_.end(),
                                std::pair<int64_t, size_t>{symbol, SIZE_MAX});
  if (after == by_first_.begin()) return std::string::npos;
  const size_t index = std::prev(after)->second;
  return symbol <= modules_->modules[index].last ? index : std::string::npos;
}

Pooled* Pool::find(int64_t symbol) {
  const auto found = places_.find(symbol);
  return found == places_.end() ? nullptr : &all_[found->second];
}

Pooled* Pool::add_type(int64_t type) {
  if (Pooled* known = find(type)) return known;
  const size_t module = module_of(type);
  if (module == std::string::npos) return nullptr;
  const KnownType& of = this->type(type);
  places_.emplace(type, all_.size());
  Pooled pooled{type, type, 0, 0, of.flags, module, true, of.own, {}, {}, {}, {}, 0, 0};
  all_.push_back(std::move(pooled));
  return &all_.back();
}

Pooled* Pool::add_member(int64_t member, int64_t type, int64_t name, int64_t kind, int64_t flags) {
  if (Pooled* known = find(member)) return known;
  const size_t module = module_of(member);
  if (module == std::string::npos) return nullptr;
  places_.emplace(member, all_.size());
  Pooled pooled{member,        type, name, kind, flags, module, false,
                of_name(name), {},   {},   {},   {},    0,      0};
  all_.push_back(std::move(pooled));
  return &all_.back();
}

const std::vector<float>& Pool::of_name(int64_t name) {
  const auto known = names_.find(name);
  if (known != names_.end()) return known->second;
  std::string text;
  {
    auto rows = store_.rows<sql::NameText>(name);
    if (const auto row = rows.next()) text = row->text;
  }
  auto& parts = parts_[name];
  return names_.emplace(name, likeness_.of_name(text, &parts.first, &parts.second)).first->second;
}

const KnownModule& Pool::module(size_t index) {
  const auto known = known_modules_.find(index);
  if (known != known_modules_.end()) return known->second;
  const auto& of = modules_->modules[index];
  KnownModule out{of.name,
                  of.path,
                  snapshot::is_beside_program(of.name),
                  false,
                  snapshot::is_generated(of.name, "") || snapshot::is_vendored(of.name),
                  is_foreign(of.name),
                  likeness_.of_name(of.name)};
  out.is_aside = says_aside(out.name);
  return known_modules_.emplace(index, std::move(out)).first->second;
}

const KnownType& Pool::type(int64_t type) {
  const auto known = types_.find(type);
  if (known != types_.end()) return known->second;
  KnownType out;
  {
    auto rows = store_.rows<sql::TypeNames>(type);
    if (const auto row = rows.next())
      out = {std::string(row->name),
             std::string(row->full_name),
             std::string(row->kind),
             row->flags,
             row->last,
             false,
             {},
             {}};
  }
  out.own = likeness_.of_name(out.name);
  out.is_aside = says_aside(out.full_name);
  std::string rest = out.full_name;
  if (rest.size() > out.name.size() && rest.ends_with(out.name))
    rest.resize(rest.size() - out.name.size());
  else
    rest.clear();
  out.space = likeness_.of_name(rest);
  if (const size_t of = module_of(type); of != std::string::npos) {
    const auto& said = module(of).said;
    for (size_t i = 0; i < said.size(); ++i) out.space[i] = std::max(out.space[i], said[i]);
  }
  return types_.emplace(type, std::move(out)).first->second;
}

Candidate Pool::candidate(const Pooled& pooled) {
  Candidate out;
  const KnownType& of = type(pooled.type);
  const KnownModule& in = module(pooled.module);
  out.symbol = pooled.symbol;
  out.type = pooled.type;
  out.is_beside = in.is_beside;
  out.is_foreign = in.is_foreign;
  out.is_generated = in.is_generated || (pooled.flags & kGenerated) != 0;
  out.is_public = (pooled.flags & kPublic) != 0;
  out.said[kOwn] = pooled.own;
  out.said[kSpace] = of.space;
  out.said[kDoc] = pooled.doc;
  out.said[kBody] = pooled.body;
  out.body_words = pooled.body_words;
  out.together = pooled.together;
  out.is_aside = in.is_aside || of.is_aside;
  out.said[kFirst] = pooled.first;
  if (pooled.is_type) {
    out.is_whole = of.kind == "file" || of.kind == "module" || of.kind == "package";
    out.kind = "type";
    return out;
  }
  out.said[kOwner] = of.own;
  const auto kind = static_cast<MemberKind>(pooled.kind);
  out.kind = name_of(kind);
  out.shape = (pooled.flags & kConstructor) != 0 ? Shape::constructor
              : kind == MemberKind::method       ? Shape::code
                                                 : Shape::value;
  const auto parts = parts_.find(pooled.name);
  if (parts != parts_.end() && parts->second.second > 0)
    out.precision =
        static_cast<double>(parts->second.first) / static_cast<double>(parts->second.second);
  return out;
}

void Pool::complete(Candidate& candidate, const Pooled& pooled) {
  const KnownType& of = type(pooled.type);
  const KnownModule& in = module(pooled.module);
  candidate.module = in.name;
  candidate.path = in.path;
  if (pooled.is_type) {
    candidate.name = of.name;
    candidate.full_name = of.full_name;
    size_t said = 0, words = 0;
    likeness_.of_name(of.name, &said, &words);
    candidate.precision = words == 0 ? 0 : static_cast<double>(said) / static_cast<double>(words);
  } else {
    auto rows = store_.rows<sql::MemberTexts>(pooled.symbol);
    const auto row = rows.next();
    if (!row) return;
    candidate.name = row->name;
    candidate.full_name =
        row->full_name ? std::string(*row->full_name) : of.full_name + "." + candidate.name;
    candidate.signature = row->signature;
    candidate.said[kSignature] = likeness_.of_name(candidate.signature);
    // The name is no part of what the signature adds.
    for (size_t i = 0; i < candidate.said[kOwn].size(); ++i)
      if (candidate.said[kOwn][i] > 0) candidate.said[kSignature][i] = 0;
  }
  describe(candidate);
}

}  // namespace dossier::offline
