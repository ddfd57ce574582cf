#pragma once
// The ranked index of the words of names (_word).

namespace dossier {

class Statements;

/// Makes it anew, of every name that is a short one: of a module, a type or a member.
void index_names_again(Statements& statements);

}  // namespace dossier
