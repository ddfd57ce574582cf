#pragma once
// What a source file owes to .proto files: its names that generators made of their definitions, as
// references of kind rpc, by name. Answers "this .proto changed: what else must change?".
//
// A strong name (proto/vocabulary.h) counts wherever it stands. A weak one counts only
//   - of a message, enum or service: in a file that names the .proto's generated module or package;
//   - of a field, enum value or rpc: in a file that names what holds it, or an rpc or a field that
//     leads there; and a field only where it is read, set or passed (`.name`, `->name`, `name:`,
//     `(name=`, `'name' =>`); an enum value that only a field leads to, where it is a part
//     (`.book`).
// Where several definitions share a name, those whose holder the file names win; more than eight
// that none tells apart are left out. Comments never count, strings do: a JSON key is a use.
#include <string_view>

#include "engine/readers/languages/outline.h"
#include "engine/readers/proto/vocabulary.h"

namespace dossier::languages {

/// Appends to outline.module.references, in the text's order.
void refer_to_proto(const proto::Vocabulary& vocabulary, std::string_view text,
                    const Captures& captures, Outline& outline);

}  // namespace dossier::languages
