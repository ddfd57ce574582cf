#pragma once
// A change of a file as another program's record tells it: what its tool was asked to do, not what
// the file held. It can be applied to the file's content wherever that is known: from the record
// itself, or from the repository that the program worked on. Pure and total.
//
// Rejected: keeping only diffs. Most records show no line around a change, and a diff without
// context cannot be checked against a repository.
// Rejected: apply_hunks() of agent/workspace for hunks. It refuses a place that is not certain; a
// record's hunks have no line numbers, and what another program did is done again by its rules: at
// the first place, whatever blanks end the lines.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "agent/turn.h"
#include "engine/json_value.h"

namespace dossier::foreign {

inline constexpr size_t kMostChanges = 10'000;  // of one call

struct Change {
  enum Kind : uint8_t {
    write,        // the whole file is `text`
    create,       // likewise, and there was none
    append,       // `text` comes after its end, on a line of its own
    remove,       // the file goes
    replace,      // `old` becomes `text`, where it stands once
    replace_all,  // every `old` becomes `text`
    lines,        // lines first..last become `text`
    insert,       // the lines of `text` come after line `first`; 0 = at the beginning
    hunks,        // each hunk's old lines become its new ones, in order
    copy          // the file holds what the file `old` holds
  } kind = write;
  std::string path;  // as the record names it
  std::string text, old;
  int64_t first = 0, last = 0;
  struct Hunk {
    std::string place;  // a line that stands before it; "" = none
    std::vector<std::string> before, after;
    bool operator==(const Hunk&) const = default;
  };
  std::vector<Hunk> parts{};

  bool operator==(const Change&) const = default;
};

/// A line's number as a record tells it: 0 for one that no file has.
int64_t line_number(int64_t told);

Json to_json(const Change& change);
/// Absent if it is not one of ours.
std::optional<Change> change_from(const Json& json);

/// A file's content; absent content = there is no such file.
using Content = std::optional<std::string>;
/// The content after the change, or why it does not apply. `read` gives other files.
std::variant<Content, std::string> apply(const Change& change, const Content& content,
                                         const std::function<Content(const std::string&)>& read);

/// The lines that a change removes and adds as far as it tells them, each of several.
struct Told {
  std::vector<std::string> removed, added;
};
Told told_by(const Change& change);

/// The changes that a call of a well-known tool asks for: Claude Code's Edit, MultiEdit and Write,
/// the text editors of Anthropic, SWE-agent and OpenHands, and Codex' apply_patch, also as a
/// shell's command. What other commands of a shell change is not known without running them.
std::vector<Change> changes_in(const ToolCall& call);

/// The changes of a patch in Codex' own form: "*** Begin Patch" … "*** End Patch".
std::vector<Change> changes_in_patch(std::string_view patch);

/// Lines without their newlines; a last line without one counts, an empty text has none.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace dossier::foreign
