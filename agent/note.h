#pragma once
// Notes on symbols, attached to a symbol's key so that they survive every import (schema/, _note).
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/tool.h"
#include "store/store.h"

namespace dossier {

/// The author of notes. The notes of a replayed session are not kept.
struct NoteAuthor {
  std::string name = "user";  // or the model's specification
  std::optional<int64_t> session{};
  bool keeps = true;
};

struct Noted {
  std::string key;  // of the symbol
  struct Note {
    std::string text, author;
  };
  std::vector<Note> notes;  // on it, oldest first, the new one last
};

/// Of the text of one note.
inline constexpr size_t kMaxNoteBytes = 16'384;

/// Attaches the redacted text to the symbol that this name means, as every lookup takes names.
/// Absent if no symbol has it; throws Error{invalid} for an empty text and for a name that several
/// symbols have, and Error{limit} for a text that is too long.
std::optional<Noted> attach_note(Store& store, const std::string& project,
                                 const std::string& symbol, std::string_view text,
                                 const NoteAuthor& author);

/// The tool `note`. `author` is borrowed and read at each call.
void add_note_tool(Toolbox& tools, Store& store, std::string project, const NoteAuthor& author);

}  // namespace dossier
