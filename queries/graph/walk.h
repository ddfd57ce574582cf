#pragma once
// Breadth first through any graph: a node is on one level only, that of its least depth, so that
// cycles end and a dense graph costs no more than its edges. Where a node leads is the visitor's.
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dossier {

/// Nodes are told apart by their keys.
template <typename Node, typename Key = int64_t>
class Walk {
 public:
  /// Puts a node on the next level; false when it has been on one.
  bool enter(const Key& key, Node node) {
    if (!entered_.insert(key).second) return false;
    next_.push_back(std::move(node));
    return true;
  }
  const std::unordered_set<Key>& entered() const { return entered_; }

  /// Calls visit(nodes, depth), which enters the nodes that these lead to, for one level after the
  /// other, the next one being at depth `first`, until a level is empty or `last` has been. `visit`
  /// returns false to stop.
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
