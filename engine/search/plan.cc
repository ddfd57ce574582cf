#include "engine/search/plan.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace dossier::search {

namespace {

int compare(const Plan& a, const Plan& b) {
  if (a.op != b.op) return a.op < b.op ? -1 : 1;
  if (a.gram != b.gram) return a.gram < b.gram ? -1 : 1;
  if (a.parts.size() != b.parts.size()) return a.parts.size() < b.parts.size() ? -1 : 1;
  for (size_t i = 0; i < a.parts.size(); ++i) {
    if (const int order = compare(a.parts[i], b.parts[i])) return order;
  }
  return 0;
}

void flatten(std::vector<Plan>& out, Plan::Op op, std::vector<Plan> parts) {
  for (Plan& part : parts) {
    if (part.op == op) {
      std::move(part.parts.begin(), part.parts.end(), std::back_inserter(out));
    } else {
      out.push_back(std::move(part));
    }
  }
  std::sort(out.begin(), out.end(), [](const Plan& a, const Plan& b) { return compare(a, b) < 0; });
  out.erase(std::unique(out.begin(), out.end(),
                        [](const Plan& a, const Plan& b) { return compare(a, b) == 0; }),
            out.end());
}

bool has(const std::vector<Plan>& parts, Plan::Op op) {
  return std::any_of(parts.begin(), parts.end(), [&](const Plan& part) { return part.op == op; });
}

void drop(std::vector<Plan>& parts, Plan::Op op) {
  std::erase_if(parts, [&](const Plan& part) { return part.op == op; });
}

// Grams that lie within longer grams of the same conjunction say nothing new.
void drop_contained(std::vector<Plan>& parts) {
  std::vector<Gram> contained;
  for (const Plan& part : parts) {
    if (part.op != Plan::Op::gram) continue;
    const uint32_t length = part.gram >> kGramBits;
    const auto symbol = [&](uint32_t i) { return part.gram >> (length - 1 - i) * 6 & 63; };
    if (length < 2) continue;
    for (uint32_t i = 0; i < length; ++i) contained.push_back(gram1(symbol(i)));
    if (length < 3) continue;
    contained.push_back(gram2(symbol(0), symbol(1)));
    contained.push_back(gram2(symbol(1), symbol(2)));
  }
  std::sort(contained.begin(), contained.end());
  std::erase_if(parts, [&](const Plan& part) {
    return part.op == Plan::Op::gram &&
           std::binary_search(contained.begin(), contained.end(), part.gram);
  });
}

// A rough cost of a gram, lower = rarer: common letters of identifiers cost most.
uint32_t commonness(Gram gram) {
  static constexpr std::array<uint8_t, 36> kLetters = {
      //  a  b  c  d  e   f  g  h  i   j  k  l  m  n   o  p  q  r  s  t   u  v  w  x  y  z
      14, 5, 9, 8, 16, 5, 6, 5, 14, 2, 3, 9, 8, 13, 12, 7, 2, 12, 13, 14, 7, 4, 4, 4, 6, 2,
      //  0..9
      3, 4, 4, 3, 3, 3, 3, 2, 2, 2};
  uint32_t sum = 0;
  const uint32_t length = gram >> kGramBits;
  for (uint32_t i = 0; i < length; ++i) {
    const uint32_t symbol = gram >> i * 6 & 63;
    sum += symbol < kLetters.size() ? kLetters[symbol] : symbol == 36 ? 12 : 4;
  }
  return sum + (3 - length) * 16;
}

class Evaluation {
 public:
  Evaluation(const std::map<uint32_t, uint32_t>& bounds, Index& index)
      : bounds_(bounds), index_(index) {
    for (const auto& [segment, bound] : bounds_) {
      places_.emplace(segment, places_.size());
      set_bytes_ += bound / 8 + sizeof(BlockSet);
    }
  }

  using Sets = std::vector<BlockSet>;  // one per segment, in the order of bounds

  Sets run(const Plan& plan);

 private:
  Sets sets(bool full) const;
  const Sets& of_gram(Gram gram);
  Sets both(const Plan& plan);

  const std::map<uint32_t, uint32_t>& bounds_;
  Index& index_;
  std::unordered_map<uint32_t, size_t> places_;  // segment -> position in Sets
  std::unordered_map<Gram, Sets> seen_;
  size_t set_bytes_ = 0;  // of one gram's sets
};

size_t count(const std::vector<BlockSet>& sets) {
  size_t total = 0;
  for (const BlockSet& set : sets) total += set.count();
  return total;
}

Evaluation::Sets Evaluation::sets(bool full) const {
  Sets out;
  out.reserve(bounds_.size());
  for (const auto& [segment, bound] : bounds_) out.emplace_back(bound, full);
  return out;
}

const Evaluation::Sets& Evaluation::of_gram(Gram gram) {
  // The same gram returns in many branches; beyond this much memory it is read again.
  constexpr size_t kMostSeenBytes = 32 << 20;
  if (seen_.size() * set_bytes_ > kMostSeenBytes && !seen_.contains(gram)) seen_.clear();
  const auto [at, added] = seen_.try_emplace(gram);
  if (added) {
    at->second = sets(false);
    index_.postings(gram, [&](uint32_t segment, std::string_view bytes) {
      const auto found = places_.find(segment);
      if (found != places_.end()) at->second[found->second].insert_postings(bytes);
    });
  }
  return at->second;
}

Evaluation::Sets Evaluation::both(const Plan& plan) {
  // Few blocks are read faster than more grams are looked up.
  constexpr size_t kFew = 2;
  std::vector<const Plan*> order;
  for (const Plan& part : plan.parts) order.push_back(&part);
  // Rare grams first, then the rest; pointers into one vector break ties by its order.
  std::sort(order.begin(), order.end(), [](const Plan* a, const Plan* b) {
    if ((a->op == Plan::Op::gram) != (b->op == Plan::Op::gram)) return a->op == Plan::Op::gram;
    if (a->op != Plan::Op::gram) return a < b;
    const uint32_t left = commonness(a->gram);
    const uint32_t right = commonness(b->gram);
    return left != right ? left < right : a < b;
  });
  Sets out = sets(true);
  size_t left = count(out);
  int idle = 0;  // lookups in a row that hardly narrowed
  for (const Plan* part : order) {
    if (left <= kFew) break;
    if (part->op == Plan::Op::gram && idle >= 4) continue;
    if (part->op == Plan::Op::gram) {
      const Sets& other = of_gram(part->gram);
      for (size_t i = 0; i < out.size(); ++i) out[i].intersect(other[i]);
    } else {
      const Sets other = run(*part);
      for (size_t i = 0; i < out.size(); ++i) out[i].intersect(other[i]);
    }
    const size_t now = count(out);
    idle = now * 20 > left * 19 ? idle + 1 : 0;
    left = now;
  }
  return out;
}

Evaluation::Sets Evaluation::run(const Plan& plan) {
  switch (plan.op) {
    case Plan::Op::all:
      return sets(true);
    case Plan::Op::none:
      return sets(false);
    case Plan::Op::gram:
      return of_gram(plan.gram);
    case Plan::Op::both:
      return both(plan);
    case Plan::Op::either:
      break;
  }
  Sets out = sets(false);
  for (const Plan& part : plan.parts) {
    const Sets other = run(part);
    for (size_t i = 0; i < out.size(); ++i) out[i].unite(other[i]);
  }
  return out;
}

}  // namespace

std::string Plan::dump() const {
  switch (op) {
    case Plan::Op::all:
      return "*";
    case Plan::Op::none:
      return "0";
    case Plan::Op::gram:
      return spell(gram);
    case Plan::Op::both:
    case Plan::Op::either:
      break;
  }
  std::string out = "(";
  for (const Plan& part : parts) {
    if (out.size() > 1) out += op == Plan::Op::both ? " & " : " | ";
    out += part.dump();
  }
  return out + ")";
}

Plan Plan::both(std::vector<Plan> parts) {
  if (has(parts, Plan::Op::none)) return none();
  Plan out{Plan::Op::both, 0, {}};
  flatten(out.parts, Plan::Op::both, std::move(parts));
  drop(out.parts, Plan::Op::all);
  drop_contained(out.parts);
  if (out.parts.empty()) return all();
  if (out.parts.size() == 1) return std::move(out.parts[0]);
  return out;
}

Plan Plan::either(std::vector<Plan> parts) {
  if (has(parts, Plan::Op::all)) return all();
  Plan out{Plan::Op::either, 0, {}};
  flatten(out.parts, Plan::Op::either, std::move(parts));
  drop(out.parts, Plan::Op::none);
  if (out.parts.empty()) return none();
  if (out.parts.size() == 1) return std::move(out.parts[0]);
  return out;
}

std::map<uint32_t, BlockSet> evaluate(const Plan& plan, const std::map<uint32_t, uint32_t>& bounds,
                                      Index& index) {
  std::vector<BlockSet> sets = Evaluation(bounds, index).run(plan);
  std::map<uint32_t, BlockSet> out;
  size_t i = 0;
  for (const auto& [segment, bound] : bounds) out.emplace(segment, std::move(sets[i++]));
  return out;
}

}  // namespace dossier::search
