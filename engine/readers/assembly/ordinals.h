#pragma once
// The numbers in names that compilers make: `<Load>b__12_0`, `<>c__DisplayClass12_0`,
// `<Load>d__12`, `<Load>g__Add|12_1`, `<>O.<0>__Load`, `load@31-1` of F#, `_Lambda$__12-0` of VB.
// They count methods, lambdas or lines, so a method that is added gives others new ones.
#include <string>
#include <string_view>
#include <unordered_map>

namespace dossier::assembly {

/// Replaces them by the order in which they are first mentioned, so that texts which differ by them
/// alone are the same and different ones of one text stay different.
class Ordinals {
 public:
  void start() { seen_.clear(); }
  /// The text, valid until the next call.
  std::string_view replace(std::string_view text);

 private:
  std::unordered_map<std::string, size_t> seen_;
  std::string out_;
};

/// A name without them; the same for names that have none.
std::string without_ordinals(std::string_view name);

}  // namespace dossier::assembly
