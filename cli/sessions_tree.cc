// dossier sessions tree: which session forked from which, and where.
#include <iostream>
#include <map>

#include "agent/sessions.h"
#include "agent/sql.h"
#include "cli/sessions.h"

namespace dossier::cli {
namespace {

struct Node {
  int64_t id = 0;
  int64_t parent = 0;  // 0 = none
  int64_t after = 0;   // the last event shared with the parent
  std::string uid, mode, title;
};

class Tree {
 public:
  explicit Tree(Store& store) {
    for (const auto& row : store.rows<sql::TranscriptTree>()) {
      nodes_[row.id] = {row.id,
                        row.parent,
                        row.after,
                        std::string(row.uid),
                        std::string(row.mode),
                        std::string(row.title)};
      children_[row.parent].push_back(row.id);
    }
  }

  /// The root of the tree that contains `id`.
  int64_t root_of(int64_t id) const {
    while (nodes_.at(id).parent != 0) id = nodes_.at(id).parent;
    return id;
  }
  const std::vector<int64_t>& children(int64_t id) const {
    static const std::vector<int64_t> kNone;
    const auto found = children_.find(id);
    return found == children_.end() ? kNone : found->second;
  }

  Json json(int64_t id) const {
    const Node& node = nodes_.at(id);
    Json below = Json::array();
    for (const int64_t child : children(id)) below.add(json(child));
    return Json::object({{"id", node.uid},
                         {"mode", node.mode},
                         {"title", node.title},
                         {"after", node.after},
                         {"forks", std::move(below)}});
  }
  // `lead` stands before the lines below this one.
  void print(int64_t id, const std::string& branch, const std::string& lead) const {
    const Node& node = nodes_.at(id);
    std::string line = node.uid + "  " + node.mode + "  " + node.title;
    if (node.parent != 0 && node.after > 0)
      line += "  (after event " + std::to_string(node.after) + ")";
    std::cout << branch << printable(line) << "\n";
    const auto& below = children(id);
    for (const int64_t child : below) {
      const bool last = child == below.back();
      print(child, lead + (last ? "└─ " : "├─ "), lead + (last ? "   " : "│  "));
    }
  }

 private:
  std::map<int64_t, Node> nodes_;
  std::map<int64_t, std::vector<int64_t>> children_;  // by parent, in the order they began
};

}  // namespace

int session_tree(const Invocation& invocation) {
  Store store = reading(invocation);
  const Tree tree(store);
  const auto words = session_words(invocation);
  std::vector<int64_t> roots = tree.children(0);
  if (!words.empty()) roots = {tree.root_of(find_session(store, words[0]))};
  Json rows = Json::array();
  for (const int64_t root : roots)
    if (invocation.json())
      rows.add(tree.json(root));
    else
      tree.print(root, "", "");
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else if (roots.empty())
    std::cout << "no sessions yet\n";
  return 0;
}

}  // namespace dossier::cli
