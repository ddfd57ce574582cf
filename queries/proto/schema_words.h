#pragma once
// The words of a schema and of what changes in it: a declaration as a line of .proto text, a change
// as a sentence, and how like two names are. Pure.
#include <string>
#include <string_view>
#include <vector>

#include "queries/proto/schema_diff.h"

namespace dossier::proto {

/// message, field, oneof, enum, enum value, service or rpc.
std::string_view kind_of(const Declaration& declaration);

/// A declaration as one line of .proto text, without its options: "repeated Item items = 3".
std::string text_of(const Declaration& declaration);

/// "[deprecated = true, jstype = JS_STRING]"; "" where there is none.
std::string list_of(const std::vector<Option>& options);

/// What of a message or an enum nobody may use again: "reserved 2, 9 to 11, "name""; "" = nothing.
/// Of very many ranges and names the first.
std::string reserved_text(const Declaration& declaration);

/// What the one reserves, without what the other does.
Declaration reserved_beyond(const Declaration& one, const Declaration& other);

/// A type's simple name, or a type's as another package may write it.
std::string_view last_part(std::string_view name);

/// From 0 to 1: twice what both lists have over what each has.
double overlap(std::vector<std::string> one, std::vector<std::string> other);

/// From 0 to 1: the share of letter pairs, or of words, that two names have in common.
double likeness(std::string_view one, std::string_view other);

/// A change as a sentence: "renamed field shop.Item.user_name to user_id".
std::string in_words(const SchemaChange& change);  // at most about 1,000 bytes

}  // namespace dossier::proto
