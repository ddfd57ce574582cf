#pragma once
// Formats the hits of grep: path:line:column:text, lines of context, counts per file, or file
// names. Output is passed on in pages, the first hit at once, so that nobody waits for the last
// one.
#include <cstdint>
#include <functional>
#include <string>

#include "store/index/contents.h"

namespace dossier::cli {

struct HitFormat {
  bool counts = false;                         // only the number of lines per file
  bool paths = false;                          // only the names of files
  bool nulls = false;                          // with a NUL behind each instead of a newline
  bool projects = false;                       // print the project before the path
  const search::RegexMatcher* only = nullptr;  // print what it matches, instead of lines
  int64_t before = 0;                          // lines of context
  int64_t after = 0;
  int64_t most = 0;      // 0 = all
  int64_t per_file = 0;  // matching lines at most; 0 = all
};

class HitWriter {
 public:
  using Page = std::function<void(std::string&)>;

  /// Writes the hits of one search, which is borrowed.
  /// Without a search, no lines of context can be printed.
  HitWriter(LineSearch* search, const HitFormat& format, Page page);

  void line(const LineHit& hit);
  void count(const FileName& file, int64_t lines);
  void file(const FileName& file);
  /// Call after the last hit.
  void end();

 private:
  std::string name(const FileName& file) const;
  void turn();
  void put_number(int64_t number, char after);
  void put(const LineHit& hit);
  void put_text(int64_t line, int64_t column, std::string_view text);
  void put_matches(const LineHit& hit);
  void with_context(const LineHit& hit);
  void beside(int64_t line);
  void after(int64_t last);

  LineSearch* search_;
  HitFormat format_;
  Page page_;
  const bool on_terminal_;
  std::string out_;
  bool first_ = true;
  int64_t named_ = -1;  // the text that name_ belongs to
  std::string name_;
  // For lines of context.
  int64_t current_ = -1;  // the text of the last hit
  FileEntry file_;        // its file
  std::string text_;
  int64_t last_ = 0;     // line of the last match
  int64_t printed_ = 0;  // last line printed
};

}  // namespace dossier::cli
