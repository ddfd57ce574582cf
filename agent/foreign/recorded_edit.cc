#include "agent/foreign/recorded_edit.h"

#include <algorithm>

#include "agent/workspace/diff.h"

namespace dossier::foreign {
namespace {

std::string hunk(int64_t first, const std::vector<std::string>& removed,
                 const std::vector<std::string>& added) {
  std::string out = "@@ -" + std::to_string(first) + "," + std::to_string(removed.size()) + " +" +
                    std::to_string(first) + "," + std::to_string(added.size()) + " @@\n";
  size_t head = 0, tail = 0;
  const size_t most = std::min(removed.size(), added.size());
  while (head < most && removed[head] == added[head]) ++head;
  while (tail < most - head && removed[removed.size() - 1 - tail] == added[added.size() - 1 - tail])
    ++tail;
  for (size_t i = 0; i < head; ++i) out += " " + removed[i] + "\n";
  for (size_t i = head; i < removed.size() - tail; ++i) out += "-" + removed[i] + "\n";
  for (size_t i = head; i < added.size() - tail; ++i) out += "+" + added[i] + "\n";
  for (size_t i = added.size() - tail; i < added.size(); ++i) out += " " + added[i] + "\n";
  return out;
}

RecordedEdit told(const Change& change) {
  RecordedEdit out;
  out.is_partial = true;
  out.edit.path = change.path;
  out.edit.diff =
      "--- " + diff_path("a/", change.path) + "\n+++ " + diff_path("b/", change.path) + "\n";
  if (change.parts.empty()) {
    const Told lines = told_by(change);
    const int64_t first = change.kind == Change::insert  ? change.first + 1
                          : change.kind == Change::lines ? change.first
                                                         : 1;
    out.edit.diff += hunk(first, lines.removed, lines.added);
  }
  for (const auto& part : change.parts) out.edit.diff += hunk(1, part.before, part.after);
  const LineCounts counts = counts_of(out.edit.diff);
  out.edit.added = counts.added;
  out.edit.removed = change.kind == Change::lines
                         ? std::max<int64_t>(0, change.last - change.first + 1)
                         : counts.removed;
  return out;
}

}  // namespace

RecordedEdit recorded_edit(const Change& change, const std::optional<Content>& before) {
  const std::optional<Content> held =
      !before && change.kind == Change::create ? std::optional<Content>(std::in_place) : before;
  if (!held || change.kind == Change::copy) return told(change);
  auto after = apply(change, *held, [](const std::string&) { return Content(); });
  if (std::holds_alternative<std::string>(after)) return told(change);
  RecordedEdit out;
  out.has_images = true;
  out.edit.path = change.path;
  out.edit.before = *held;
  out.edit.after = std::move(std::get<Content>(after));
  out.edit.diff = unified_diff(change.path, out.edit.before, out.edit.after);
  const LineCounts counts = counts_of(out.edit.diff);
  out.edit.added = counts.added;
  out.edit.removed = counts.removed;
  return out;
}

}  // namespace dossier::foreign
