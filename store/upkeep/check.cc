#include "store/upkeep/check.h"

#include "engine/error.h"
#include "engine/statement.h"
#include "store/store.h"
#include "store/upkeep/check_facts.h"
#include "store/upkeep/check_index.h"
#include "store/upkeep/check_words.h"

namespace dossier {
namespace {

std::string on_one_line(std::string text) {
  for (auto& c : text)
    if (c == '\n') c = ' ';
  return text;
}

void check_file(Store& store, Damage& damage) {
  Statement whole(store.database(), "PRAGMA integrity_check");
  while (whole.step())
    if (whole.text(0) != "ok") damage.add("the file: " + on_one_line(std::string(whole.text(0))));
}

void check_keys(Store& store, Damage& damage) {
  Statement keys(store.database(), "PRAGMA foreign_key_check");
  while (keys.step())
    damage.add(std::string(keys.text(0)) + " row " + std::string(keys.text(1)) +
               ": refers to a row of " + std::string(keys.text(2)) + " that is missing");
}

}  // namespace

void Damage::of(const std::function<void()>& check) {
  try {
    check();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::io) throw;
    // Every line is about damage.
    constexpr std::string_view kSaid = "the database is damaged: ";
    const std::string_view line = error.what();
    add(std::string(line.substr(line.starts_with(kSaid) ? kSaid.size() : 0)));
  }
}

std::vector<std::string> damage_in(Store& store,
                                   const std::function<std::vector<std::string>()>& more) {
  // Its rows have no names in the search index yet.
  if (store.database().number("SELECT EXISTS (SELECT 1 FROM _import)") != 0)
    throw Error(
        ErrorCode::conflict,
        "an import is under way, or was killed, so the database cannot be checked now; wait "
        "for it, or let `dossier compact` remove what it left",
        store.database().path());
  Damage damage;
  for (const auto check : {check_file, check_keys, check_index, check_contents, check_modules,
                           check_snapshots, check_words})
    damage.of([&] { check(store, damage); });
  damage.of([&] {
    for (const auto& line : more ? more() : std::vector<std::string>()) damage.add(line);
  });
  return damage.lines();
}

}  // namespace dossier
