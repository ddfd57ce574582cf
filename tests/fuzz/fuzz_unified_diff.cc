// layer: agent
// The input up to its first NUL is a diff that somebody wrote, what follows is the file: it is
// refused with a line of it, or applies. And a diff that replaces the one by the other does so.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "agent/workspace/diff.h"

using namespace dossier;

namespace {

// Each line with its end, behind an operator, as a diff shows it.
std::string shown(std::string_view text, char op, int& lines) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++lines) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += op;
    out += text.substr(at, end - at);
    out += end < text.size() ? "\n" : "\n\\ No newline at end of file\n";
    at = end + 1;
  }
  return out;
}

// The whole file replaced, as a diff: unified_diff() itself needs a library that clang refuses.
void must_become(std::string_view before, std::string_view after) {
  int removed = 0, added = 0;
  const std::string lines = shown(before, '-', removed) + shown(after, '+', added);
  if (removed == 0 || added == 0) return;
  const std::string diff = "--- a/b.txt\n+++ b/b.txt\n@@ -1," + std::to_string(removed) + " +1," +
                           std::to_string(added) + " @@\n" + lines;
  const auto files = parse_diff(diff);
  const auto* list = std::get_if<std::vector<FileDiff>>(&files);
  if (list == nullptr || list->size() != 1) std::abort();
  const auto applied = apply_hunks(before, list->front());
  const auto* result = std::get_if<Applied>(&applied);
  if (result == nullptr || result->content != after) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t cut = std::min(input.find('\0'), input.size());
  const std::string_view diff = input.substr(0, cut);
  const std::string_view file = input.substr(std::min(cut + 1, input.size()));
  const auto lines = static_cast<uint32_t>(std::count(diff.begin(), diff.end(), '\n') + 1);
  const auto parsed = parse_diff(diff);
  if (const auto* fault = std::get_if<DiffFault>(&parsed)) {
    if (fault->message.empty() || fault->line > lines) std::abort();
  } else {
    for (const auto& one : std::get<std::vector<FileDiff>>(parsed)) {
      const auto applied = apply_hunks(one.old_path ? file : std::string_view(), one);
      if (const auto* fault = std::get_if<DiffFault>(&applied))
        if (fault->message.empty() || fault->line > lines) std::abort();
    }
  }
  must_become(diff, file);
  return 0;
}
