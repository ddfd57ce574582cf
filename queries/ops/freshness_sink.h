#pragma once
// Passes an answer on and checks whether the files that it names have changed: those in columns of
// paths, and those in fields with the key of such a column. Rejected: searching the finished text
// for paths.
#include <optional>
#include <vector>

#include "queries/ops/op.h"
#include "store/freshness.h"

namespace dossier {

class FreshnessSink final : public Sink {
 public:
  /// Everything is borrowed. The question determines the snapshots that the answer is about. If the
  /// op does its own checks (Op::looks_for_stale), this does none.
  FreshnessSink(Sink& to, Store& store, Question& question, const Op& op)
      : to_(to), store_(store), question_(question), op_(op), looks_(op.looks_for_stale) {}

  /// Files named from now on are not checked.
  void stop() { looks_ = false; }

  void field(std::string_view key, const Value& value) override;
  void begin_rows(std::string_view key, std::span<const Column> columns) override;
  void row(std::span<const Value> values) override;
  void note(std::string_view text) override { to_.note(text); }
  void end(const Outcome& outcome) override { to_.end(outcome); }

  /// Whether a file that the answer has named so far has changed.
  bool stale() const { return fresh_ && fresh_->stale(); }

 private:
  void look_at(std::string_view path);

  Sink& to_;
  Store& store_;
  Question& question_;
  const Op& op_;
  bool looks_;
  std::vector<size_t> paths_;  // indexes of the columns of paths
  std::optional<Freshness> fresh_;
};

}  // namespace dossier
