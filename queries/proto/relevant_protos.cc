// The .proto files that a change is about: those that differ, and what they import.
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "engine/unified_diff.h"
#include "queries/proto/schema_file.h"
#include "queries/proto/surroundings.h"
#include "store/scope/texts.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostFiles = 500;       // relevant ones
constexpr size_t kMostBytes = 16 << 20;  // of their contents together, and of the diff
constexpr size_t kMostOthers = 20'000;   // paths of others
constexpr size_t kMostTextless = 5;      // notes on those of them that are binary or very large

bool ends_as(std::string_view path, std::string_view import) {
  return path == import || (path.size() > import.size() && path.ends_with(import) &&
                            path[path.size() - import.size() - 1] == '/');
}

class Relevant {
 public:
  Relevant(Store& store, Context& context) : store_(store), context_(context) {
    for (const int64_t snapshot : {context.after, context.before})
      for (const auto& entry : files_in(store.statements(), Scope{{snapshot}}))
        if (entry.path.ends_with(".proto")) {
          all_.insert(entry.path);
          if (!entry.has_text) without_text_.emplace(entry.path, entry.is_binary);
        }
  }

  void run() {
    for (const auto& file : context_.files) {
      if (file.category != Category::schema) continue;
      take(file.from.empty() ? file.path : file.from, false);
      if (!file.from.empty()) known_.insert(file.path);
      add_diff(file);
    }
    while (!pending_.empty()) {
      const auto [from, import] = std::move(pending_.front());
      pending_.pop_front();
      if (const std::string* path = resolve(from, import)) take(*path, true);
    }
    size_t left = 0, textless = 0;
    for (const auto& path : all_) {
      if (known_.contains(path)) continue;
      const auto found = without_text_.find(path);
      if (found != without_text_.end() && ++textless <= kMostTextless)
        note(path_text(path) + ": no text is stored; its " +
             (found->second ? "bytes are" : "size is") + " the same in both");
      if (context_.other_protos.size() < kMostOthers)
        context_.other_protos.push_back(path);
      else
        ++left;
    }
    if (textless > kMostTextless)
      note(std::to_string(textless - kMostTextless) +
           " more .proto files have no text that is stored");
    if (left != 0) note(std::to_string(left) + " more .proto files are not listed");
  }

 private:
  void note(std::string text) { context_.notes.push_back(std::move(text)); }

  void take(const std::string& path, bool is_imported) {
    if (!known_.insert(path).second) return;
    auto text = text_in(store_, context_.before, path);
    if (!text) text = text_in(store_, context_.after, path);
    if (!text) return note(path_text(path) + ": no text is stored");
    for (auto& import : schema_file(path, *text).schema.imports)
      pending_.emplace_back(path, import);
    // What the later version imports in addition.
    if (!is_imported)
      if (const auto later = text_in(store_, context_.after, path))
        for (auto& import : schema_file(path, *later).schema.imports)
          pending_.emplace_back(path, import);
    const bool fits = context_.protos.size() < kMostFiles && bytes_ + text->size() <= kMostBytes;
    if (!fits) note(path_text(path) + ": left out of 01_proto.txt, which is large enough");
    if (!fits) return;
    bytes_ += text->size();
    context_.protos.push_back({path, std::move(*text), is_imported});
  }

  /// The file that an import means: the nearest one whose path ends so. Null: it is not here.
  const std::string* resolve(std::string_view from, std::string_view import) const {
    const std::string* best = nullptr;
    std::pair<ptrdiff_t, ptrdiff_t> best_score{-1, 0};
    for (const auto& path : all_) {
      if (!ends_as(path, import)) continue;
      const auto end = std::mismatch(path.begin(), path.end(), from.begin(), from.end());
      const std::pair score{end.first - path.begin(), -static_cast<ptrdiff_t>(path.size())};
      if (best == nullptr || score > best_score) {
        best = &path;
        best_score = score;
      }
    }
    return best;
  }

  void add_diff(const ChangedPath& file) {
    const std::string& earlier = file.from.empty() ? file.path : file.from;
    std::optional<std::string> was, is;
    if (file.what != ChangedPath::added) was = text_in(store_, context_.before, earlier);
    if (file.what != ChangedPath::removed) is = text_in(store_, context_.after, file.path);
    std::string diff = unified_diff(file.path, was, is);
    if (!file.from.empty()) {
      const std::string head = "--- " + diff_path("a/", file.path) + "\n";
      if (diff.starts_with(head))
        diff.replace(0, head.size(), "--- " + diff_path("a/", earlier) + "\n");
      diff = "diff --git " + diff_path("a/", earlier) + " " + diff_path("b/", file.path) +
             "\nrename from " + diff_path("", earlier) + "\nrename to " + diff_path("", file.path) +
             "\n" + diff;
    }
    if (context_.proto_diff.size() + diff.size() > kMostBytes)
      return note(path_text(file.path) +
                  ": left out of 02_protoFileChanges.txt, which is large enough");
    context_.proto_diff += diff;
  }

  Store& store_;
  Context& context_;
  std::set<std::string> all_, known_;
  std::map<std::string, bool> without_text_;                 // whether it is a binary
  std::deque<std::pair<std::string, std::string>> pending_;  // importing path, import
  size_t bytes_ = 0;
};

}  // namespace

void add_protos(Store& store, Context& context) { Relevant(store, context).run(); }

}  // namespace dossier::proto
