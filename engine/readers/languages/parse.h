#pragma once
// Parses a text within bounds of time and memory. Only what walks trees includes it.
#include <tree_sitter/api.h>

#include <chrono>
#include <string_view>
#include <vector>

#include "engine/readers/languages/language.h"
#include "engine/readers/languages/parse_memory.h"
#include "engine/readers/languages/query.h"
#include "engine/readers/languages/unparsed.h"

namespace dossier::languages {

/// Of this thread's processor time, so that what is read of a file does not hang on what else the
/// machine does.
class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds limit);
  /// Cheap before the time could be over: asking for a thread's time is a system call.
  bool is_over() const;

 private:
  static std::chrono::nanoseconds spent();

  std::chrono::steady_clock::time_point earliest_;
  std::chrono::nanoseconds end_;
};

/// What one file may cost. Frees what its thread keeps for the next one if it was large.
class ParseBounds {
 public:
  ParseBounds(std::chrono::milliseconds limit, size_t text_size);
  ~ParseBounds();
  ParseBounds(const ParseBounds&) = delete;
  ParseBounds& operator=(const ParseBounds&) = delete;

  bool are_over();
  /// Readings that could be left out may take half of the time and three quarters of the memory.
  void spare(bool is_spare) { is_spare_ = is_spare; }
  ParseMemory& memory() { return memory_; }

 private:
  Deadline deadline_, half_;
  ParseMemory memory_;
  bool is_spare_ = false;
};

/// Null where a bound is reached. `old` is the tree of a similar text, edited to this one's places;
/// null: none.
Tree parse(const Language& language, std::string_view text, ParseBounds& bounds,
           const TSTree* old = nullptr);

/// The cursor that this thread keeps.
TSQueryCursor* kept_matcher();

/// The lines that hold what the grammar did not understand, or took for what cannot stand there.
std::vector<Unparsed> unparsed_in(const Language& language, TSNode root);
uint32_t lines_of(const std::vector<Unparsed>& damaged);

}  // namespace dossier::languages
