#pragma once
// The findings of a check, each once.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace dossier {

class Damage {
 public:
  void add(const std::string& line) {
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(line);
  }
  /// Runs a part of the check; what stops it is a finding. Throws only Error{io}.
  void of(const std::function<void()>& check);
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

}  // namespace dossier
