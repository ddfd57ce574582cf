#pragma once
// Reads JSON lines as their bytes arrive. Of a line that is too long nothing is kept: memory
// depends on the limit, not on whoever wrote the file. Half of a pair of surrogates and bytes that
// are not UTF-8 are read as U+FFFD. Lines that are no objects are counted as lost.
//
// Rejected: looking at the size of what a line has become. A value takes up to nine times its text.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agent/lines.h"
#include "engine/json_budget.h"

namespace dossier::foreign {

class JsonLines {
 public:
  /// `bytes` are those of the file, to which the number of values is in proportion; a line has
  /// `most`.
  JsonLines(size_t bytes, size_t most, std::map<std::string, int64_t>& lost);

  void add(std::string_view piece) { lines_.feed(piece, taker_); }
  /// The objects, in order, once everything was added.
  std::vector<Json> take();

 private:
  void end_line(const std::string* line);

  JsonBudget budget_;
  const size_t most_;
  std::map<std::string, int64_t>& lost_;
  Lines lines_{most_};
  const Lines::Taker taker_ = [this](const std::string* line) { end_line(line); };
  std::vector<Json> out_;
};

/// How the lines that are too long are called where they are counted: "lines over 48 MB".
std::string lines_over(size_t most);

}  // namespace dossier::foreign
