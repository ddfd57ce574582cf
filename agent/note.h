#pragma once
// Knowledge attached to a symbol by its key, so that it survives every import (schema/, _note).
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/tool.h"
#include "store/store.h"

namespace dossier {

/// Who writes notes; a session that only reads back what was done keeps none.
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

/// Attaches the redacted text to the symbol of that full name. Nothing where no symbol has it;
/// throws Error{invalid} for an empty text.
std::optional<Noted> attach_note(Store& store, const std::string& project,
                                 const std::string& symbol, std::string_view text,
                                 const NoteAuthor& author);

/// The tool `note`. `author` is borrowed and read at each call.
void add_note_tool(Toolbox& tools, Store& store, std::string project, const NoteAuthor& author);

}  // namespace dossier
