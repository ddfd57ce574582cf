#pragma once
// Passes an answer on and looks at the files that it names: what stands in a column of paths, or
// beside the rows under such a column's key. Rejected: looking for paths in the finished text.
#include <optional>
#include <vector>

#include "queries/ops/op.h"
#include "store/freshness.h"

namespace dossier {

class FreshnessSink final : public Sink {
 public:
  /// All are borrowed; the question says which snapshots the answer is about. Nothing is looked at
  /// where the op does that itself.
  FreshnessSink(Sink& to, Store& store, Question& question, const Op& op)
      : to_(to), store_(store), question_(question), op_(op), looks_(op.looks_for_stale) {}

  /// From now on nothing is looked at.
  void stop() { looks_ = false; }

  void field(std::string_view key, const Value& value) override;
  void begin_rows(std::string_view key, std::span<const Column> columns) override;
  void row(std::span<const Value> values) override;
  void note(std::string_view text) override { to_.note(text); }
  void end(const Outcome& outcome) override { to_.end(outcome); }

  /// A file that the answer has named so far has changed since.
  bool stale() const { return fresh_ && fresh_->stale(); }

 private:
  void look_at(std::string_view path);

  Sink& to_;
  Store& store_;
  Question& question_;
  const Op& op_;
  bool looks_;
  std::vector<size_t> paths_;  // which of the columns hold one
  std::optional<Freshness> fresh_;
};

}  // namespace dossier
