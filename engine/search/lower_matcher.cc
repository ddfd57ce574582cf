#include <algorithm>
#include <array>
#include <cstring>

#include "engine/search/matcher.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

std::string& scratch() {
  static thread_local std::string text;
  return text;
}

constexpr size_t kNowhere = std::string_view::npos;

}  // namespace

// Aho–Corasick over lower-case bytes. Depth 0 and 1 are dense tables, since nearly every byte of
// text is read there; deeper nodes keep their children as a list, which takes 16 bytes a node
// where a dense automaton takes a kilobyte. Rejected: one alternation in RE2 (its automaton
// thrashes its memory limit from some thousand literals on).
struct LowerMatcher::Automaton {
  struct Node {
    uint32_t fail = 0;
    uint32_t child = 0;    // first child, 0 = none
    uint32_t sibling = 0;  // next child of the same parent, 0 = none
    uint8_t byte = 0;
    bool final = false;  // a token ends here, or at a suffix of this node's text
  };

  bool everything = false;
  std::vector<std::string> tokens;  // none contains another
  Plan plan;
  std::vector<Node> nodes;                        // unused for a single token
  std::array<uint32_t, 256> root{};               // by byte
  std::vector<std::array<uint32_t, 256>> second;  // by node of depth 1, then byte

  explicit Automaton(std::span<const std::string> words) {
    for (const std::string& word : words) tokens.push_back(lower(word));
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    everything = !tokens.empty() && tokens[0].empty();
    if (everything) return;
    if (tokens.size() > 1) {
      build();
      drop_containing();
      build();
    }
    plan = plan_literals(tokens);
  }

  uint32_t child(uint32_t node, uint8_t byte) const {
    for (uint32_t at = nodes[node].child; at != 0; at = nodes[at].sibling) {
      if (nodes[at].byte == byte) return at;
    }
    return 0;
  }

  // Nodes of depth 1 are numbered 1..second.size().
  uint32_t step(uint32_t node, uint8_t byte) const {
    for (;;) {
      if (node == 0) return root[byte];
      if (node <= second.size()) return second[node - 1][byte];
      if (const uint32_t next = child(node, byte)) return next;
      node = nodes[node].fail;
    }
  }

  void build();
  void link();
  void drop_containing();

  /// Where the first token that is found ends, less one; kNowhere when there is none.
  size_t find(std::string_view text) const {
    if (tokens.empty()) return kNowhere;
    if (tokens.size() == 1) return text.find(tokens[0]);
    uint32_t node = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      node = step(node, static_cast<uint8_t>(text[i]));
      if (nodes[node].final) return i;
    }
    return kNowhere;
  }
};

void LowerMatcher::Automaton::build() {
  nodes.assign(1, {});
  root.fill(0);
  second.clear();
  for (const std::string& token : tokens) {
    uint32_t& first = root[static_cast<uint8_t>(token[0])];
    if (first != 0) continue;
    first = static_cast<uint32_t>(nodes.size());
    nodes.push_back({.byte = static_cast<uint8_t>(token[0])});
  }
  const size_t ones = nodes.size() - 1;
  for (const std::string& token : tokens) {
    uint32_t node = root[static_cast<uint8_t>(token[0])];
    for (size_t i = 1; i < token.size(); ++i) {
      const auto byte = static_cast<uint8_t>(token[i]);
      uint32_t next = child(node, byte);
      if (next == 0) {
        next = static_cast<uint32_t>(nodes.size());
        nodes.push_back({.sibling = nodes[node].child, .byte = byte});
        nodes[node].child = next;
      }
      node = next;
    }
    nodes[node].final = true;
  }
  second.resize(ones, root);
  for (size_t i = 0; i < ones; ++i) {
    for (uint32_t at = nodes[i + 1].child; at != 0; at = nodes[at].sibling) {
      second[i][nodes[at].byte] = at;
    }
  }
  link();
}

// Breadth first: a node's failure is where its parent's failure goes on with the same byte.
void LowerMatcher::Automaton::link() {
  std::vector<uint32_t> queue;
  for (uint32_t node = 1; node <= second.size(); ++node) queue.push_back(node);
  for (size_t i = 0; i < queue.size(); ++i) {
    const uint32_t node = queue[i];
    for (uint32_t at = nodes[node].child; at != 0; at = nodes[at].sibling) {
      nodes[at].fail = step(nodes[node].fail, nodes[at].byte);
      nodes[at].final = nodes[at].final || nodes[nodes[at].fail].final;
      queue.push_back(at);
    }
  }
}

void LowerMatcher::Automaton::drop_containing() {
  std::erase_if(tokens, [&](const std::string& token) {
    uint32_t node = 0;
    for (size_t i = 0; i < token.size(); ++i) {
      node = step(node, static_cast<uint8_t>(token[i]));
      const bool whole = i + 1 == token.size();
      // At its own end the node is final for the token itself; what matters is a proper suffix.
      if (whole ? nodes[nodes[node].fail].final : nodes[node].final) return true;
    }
    return false;
  });
}

LowerMatcher::LowerMatcher(std::span<const std::string> tokens)
    : automaton_(std::make_unique<Automaton>(tokens)) {}
LowerMatcher::~LowerMatcher() = default;
LowerMatcher::LowerMatcher(LowerMatcher&&) noexcept = default;
LowerMatcher& LowerMatcher::operator=(LowerMatcher&&) noexcept = default;

bool LowerMatcher::matches(std::string_view field) const {
  if (automaton_->everything) return true;
  std::string& text = scratch();
  lower_into(field, text);
  return automaton_->find(text) != kNowhere;
}

size_t LowerMatcher::skip(const BlockView& block, size_t from) const {
  if (automaton_->everything || !block.ascii() || !block.plain()) return from;
  std::string& text = scratch();
  // A few rows at first: where hits are dense, lowering the whole rest for each would cost most.
  for (size_t rows = 4; from < block.size(); rows *= 2) {
    const size_t until = std::min(from + rows, block.size());
    const size_t start = block.row_start(from);
    lower_into(block.text().substr(start, block.row_start(until) - start), text);
    const size_t found = automaton_->find(text);
    if (found != kNowhere) return block.row_at(start + found);
    from = until;
  }
  return block.size();
}

const Plan& LowerMatcher::plan() const { return automaton_->plan; }

}  // namespace dossier::search
