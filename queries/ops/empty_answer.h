#pragma once
// Explains why an answer is empty. Exports and ctags files record what types derive from, but not
// what code calls, reads or writes; an import with --no-symbols does not index the words of file
// contents; of a call on a value whose type is not known only the name is certain; and what a
// header of C gives to other files is not known there. "Nothing found" alone would be read as
// "nothing calls it".
#include <string>
#include <vector>

#include "queries/graph/definitions.h"
#include "queries/ops/op.h"

namespace dossier {

/// A sentence; "" if a snapshot of the scope has references of code.
std::string why_no_references(Store& store, const Scope& scope);
/// A sentence; "" if the words of every text in scope are indexed, so `find` finds its file by
/// them.
std::string why_no_words(Store& store, const Scope& scope);
/// A sentence on an interface of a source that no type says it implements: there are languages
/// whose types need not say so. "" for all else.
std::string why_none_implements(Store& store, const std::vector<Definition>& definitions);
/// A sentence on a method that is not imported; "" where nothing refers to it or its type either.
std::string why_few_override(Store& store, const Scope& scope, std::string_view wanted);
/// Adds the explanation to an answer without rows.
void note_why_empty(Answer& answer, Store& store, const Scope& scope);
/// Says so where neither a definition nor a reference in scope has the name. False where one has.
bool note_unknown(Answer& answer, Store& store, const Scope& scope, std::string_view wanted,
                  bool is_defined);
/// Of an answer without rows: says what the methods of an assembly, or the accessors of its
/// properties, override or implement, since what is called through that is not called by their
/// names. False where they do not.
bool note_overridden(Answer& answer, Store& store, const Scope& scope,
                     const std::vector<Definition>& definitions);
/// Of an answer without rows: says so of a constant of an assembly. False of all else.
bool note_constant(Answer& answer, Store& store, const std::vector<Definition>& definitions);
/// Says that `count` references by the name of `wanted` alone are left out, and how to see them.
/// False where there are none.
bool note_by_name(Answer& answer, std::string_view wanted, size_t count);
/// Says that uses of `definitions` in other files are not recorded: of macros, enumerators and
/// variables of C++, whose files see them through a header. False where they are recorded.
bool note_unrecorded(Answer& answer, Store& store, const std::vector<Definition>& definitions);
/// Says that a limit was met (`is_cut`), so that the answer may lack rows. False where none was.
bool note_cut(Answer& answer, bool is_cut);
/// The note's sentence; `how` lists them.
std::string by_name_alone(std::string_view wanted, size_t count, std::string_view how);

}  // namespace dossier
