#pragma once
// The lines of a text as numbers in order, so that it can be compared with many others: how many
// lines two have in common, wherever they stand. Lines without a letter or digit count for nothing.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier {

class LineHashes {
 public:
  LineHashes() = default;
  explicit LineHashes(std::string_view text);

  size_t size() const { return sorted_.size(); }
  /// How many lines both have; of one that stands several times, as many as both do.
  size_t common(const LineHashes& other) const;

 private:
  std::vector<uint64_t> sorted_;
};

}  // namespace dossier
