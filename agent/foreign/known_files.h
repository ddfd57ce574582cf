#pragma once
// What a record has shown of the files that its program worked on: whole contents, where a call or
// its result holds one, and single lines, where a part of a file was listed. A change is applied to
// what is known; what it does to a file that was never shown is told by the call alone.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/foreign/change.h"
#include "agent/workspace.h"

namespace dossier::foreign {

/// Lines of a file as a tool listed them: "[File: PATH (9 lines total)]" and "3:text", or `cat -n`.
struct Window {
  std::string path;  // "" = of the file that the call is about
  int64_t first = 1;
  std::vector<std::string> lines;
};
std::vector<Window> windows_in(std::string_view text);

/// What is known of a change that was made.
struct KnownEdit {
  Edit edit;  // contents only if `has_images`; counts and diff as far as they are told
  bool has_images = false;
  bool is_partial = false;  // the diff lacks the lines around the change and their numbers
};

class KnownFiles {
 public:
  /// The file holds this now; absent content = there is no such file.
  void saw(const std::string& path, Content content);
  void saw(const std::string& path, const Window& window);
  /// Makes the change; `change.path` and, of a copy, `change.old` name files as saw() does.
  KnownEdit make(const Change& change);
  /// The lines that the last window of a file showed: first and last, 0 = none.
  std::pair<int64_t, int64_t> shown(const std::string& path) const;

 private:
  struct File {
    std::optional<Content> whole;
    std::map<int64_t, std::string> lines;
    int64_t first = 0, last = 0;  // of the last window
  };
  KnownEdit told(const Change& change, const File& file) const;
  void move_lines(const Change& change, File& file);

  std::map<std::string, File> files_;
  // Each change of a whole content costs as much as it holds: a small file could hold many.
  size_t left_ = 64 << 20;
};

}  // namespace dossier::foreign
