#include "agent/note.h"

#include <set>

#include "agent/bounds.h"
#include "agent/redact.h"
#include "agent/sql.h"
#include "engine/error.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/symbol_names.h"
#include "queries/sql.h"

namespace dossier {
namespace {

// The key of what is called so; "" if nothing is. Throws Error{invalid} where several things are.
std::string key_of_noted(Store& store, const std::string& project, std::string_view symbol) {
  constexpr size_t kNamed = 5;
  const Scope scope = store.scope(project, {});
  const std::string_view wanted = normal_identifier(symbol);
  if (wanted.empty()) return {};
  std::set<std::string> keys;
  for (const auto& one : definitions_named(store, scope, wanted).definitions) keys.insert(one.key);
  if (keys.empty()) return {};
  if (keys.size() == 1) return *keys.begin();
  std::string named;
  size_t count = 0;
  for (const auto& key : keys)
    if (count++ < kNamed) named += (named.empty() ? "" : ", ") + key;
  throw Error(ErrorCode::invalid,
              "a note belongs to one symbol, and " + std::to_string(keys.size()) +
                  " are called this: " + named + (count > kNamed ? ", …" : ""),
              std::string(symbol));
}

}  // namespace

std::optional<Noted> attach_note(Store& store, const std::string& project,
                                 const std::string& symbol, std::string_view text,
                                 const NoteAuthor& author) {
  const std::string kept = redact(text), name = redact(author.name);
  if (kept.size() > kMaxNoteBytes) throw Error(ErrorCode::limit, over("a note", kMaxNoteBytes));
  if (kept.empty()) throw Error(ErrorCode::invalid, "what should the note say?");
  const std::string key = key_of_noted(store, project, symbol);
  if (key.empty()) return std::nullopt;
  Noted out{key, {}};
  for (const auto& row : store.rows<sql::TranscriptNotesOf>(std::string_view(key))) {
    out.notes.push_back({std::string(row.text), std::string(row.author)});
    // Noted when this was done the first time: the answer is what it was then.
    if (!author.keeps && row.text == kept && row.author == name) return out;
  }
  out.notes.push_back({kept, name});
  if (!author.keeps) return out;
  Transaction transaction(store.database(), Transaction::writing);
  store.run<sql::TranscriptInsertNote>(std::string_view(key), std::string_view(kept),
                                       std::string_view(name), author.session,
                                       store.clock().now_ms());
  transaction.commit();
  return out;
}

void add_note_tool(Toolbox& tools, Store& store, std::string project, const NoteAuthor& author) {
  const SchemaField fields[] = {{"symbol", "string", "A type's or member's full name"},
                                {"text", "string", "What to remember about it"}};
  tools.add(
      {{"note", "Attaches a note to a symbol; it stays there across versions", schema_of(fields)},
       Capability::write,
       false,
       [&store, project = std::move(project), &author](const Json& input, const EditListener&,
                                                       ToolResult& result) {
         const auto noted =
             attach_note(store, project, input.text("symbol"), input.text("text"), author);
         if (!noted)
           throw Error(ErrorCode::not_found, "no symbol has this name; look it up first",
                       input.text("symbol"));
         Json notes = Json::array();
         for (const auto& note : noted->notes)
           notes.add(Json::object({{"text", note.text}, {"author", note.author}}));
         result.result = Json::object({{"key", noted->key}, {"notes", std::move(notes)}});
       },
       "agent",
       {"memory", "notes"},
       Risk::low,  // it adds, and changes nothing
       {Json::object({{"symbol", "Game.Player.Health"}, {"text", "clamped in Update"}})}});
}

}  // namespace dossier
