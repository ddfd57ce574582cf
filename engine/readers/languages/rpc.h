#pragma once
// The dependence of a source file on .proto files: names that generators derive from their
// definitions become references of kind rpc, by name. They answer "this .proto changed: what else
// must change?".
//
// A strong name (proto/vocabulary.h) counts anywhere. A weak one counts only
//   - of a message, enum or service: in a file that names the .proto's generated module or package;
//   - of a field, enum value or rpc: in a file that names what holds it, or an rpc or a field that
//     leads there; and a field only where it is read, set or passed (`.name`, `->name`, `name:`,
//     `(name=`, `'name' =>`); an enum value that only a field leads to, where it is a part
//     (`.book`). A value of an enum outside of all messages also behind the generated module or
//     package (`shop_pb2.FOOT`, `shop::FOOT`), or where it is imported from it.
// If several definitions share a name, those whose holder the file names win; if more than eight
// remain, none counts. Comments never count, nor what is within a string literal, except where the
// name is all of it (a JSON key is a use) or code stands in it.
//
// These names are no proof. What tells how sure each is (queries/graph/proto_uses.h) is kept with
// them: which .proto files the source uses the generated code of, as details of its module
// (DetailKind::reference), and of a name that the file declares itself that it is the module's own
// (Reference::in_module).
#include <string_view>

#include "engine/readers/languages/outline.h"
#include "engine/readers/proto/vocabulary.h"

namespace dossier::languages {

/// Appends to outline.module.references, in text order.
void refer_to_proto(const proto::Vocabulary& vocabulary, std::string_view text,
                    const Captures& captures, Outline& outline);

}  // namespace dossier::languages
