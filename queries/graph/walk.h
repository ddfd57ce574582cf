#pragma once
// A breadth-first walk of any graph. A node is visited on one level only, that of its least depth,
// so cycles end and a dense graph costs no more than its edges. The visitor knows the edges.
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dossier {

/// Nodes with equal keys are the same node.
template <typename Node, typename Key = int64_t>
class Walk {
 public:
  /// Puts a node on the next level; false if it has been on one before.
  bool enter(const Key& key, Node node) {
    if (!entered_.insert(key).second) return false;
    next_.push_back(std::move(node));
    return true;
  }
  const std::unordered_set<Key>& entered() const { return entered_; }

  /// Calls visit(nodes, depth) for one level after the other; `visit` enters the successors of the
  /// nodes. The first level called has depth `first`. Ends after depth `last`, at an empty level,
  /// or when `visit` returns false.
  template <typename Visit>
  void run(int64_t first, int64_t last, const Visit& visit) {
    for (int64_t depth = first; depth <= last && !next_.empty(); ++depth)
      if (!visit(std::exchange(next_, {}), depth)) return;
  }

 private:
  std::unordered_set<Key> entered_;
  std::vector<Node> next_;
};

}  // namespace dossier
