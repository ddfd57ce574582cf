#pragma once
// An Action is one request about sessions, notes or the desk, declared once as an Op is: its
// method, route, words and fields. A server makes a route of each, and docs/http-api.md lists them.
// It knows no HTTP: an input of named values comes in, the text of an answer goes out. Rejected:
// more Ops; an Op reads the store alone and has one kind of answer, rows.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "agent/desk/desk.h"
#include "agent/settings.h"
#include "engine/json_value.h"
#include "store/store.h"

namespace dossier {

struct ActionField {
  std::string_view name;
  enum Type : uint8_t { text, integer, flag, integers, object } type = text;
  std::string_view doc;
  bool required = false;
};

struct Action {
  std::string_view method;  // GET reads; POST writes, or makes something happen
  std::string_view route;
  std::string_view summary;
  std::span<const ActionField> fields;
  /// The answer. `store` may be read only.
  std::string (*run)(Desk& desk, Store& store, const Json& input);
  std::string_view type = "application/json; charset=utf-8";
};

/// Every action, in the order of the documentation.
std::span<const Action> actions();

/// Checks the input against the declaration and runs the action. Throws Error{invalid} for a field
/// that is missing or of another type, and what the action throws.
std::string perform(const Action& action, Desk& desk, Store& store, const Json& input);

/// What the tables of reading and doing are made of; actions() joins them.
std::span<const Action> reading_actions();
std::span<const Action> doing_actions();

/// Events of a session after the number `seq`, as rows of its export, at most `most` of them.
Json events_after(Store& store, const std::string& session, int64_t seq, int64_t most);

/// A setting as a page draws it: told(), and its type, bounds and words.
Json described(const std::string& database, const Setting& setting);

}  // namespace dossier
