#pragma once
// The keys of references by their last name, `diag.Typed.Run` by `Run`: what is called on a value
// that another file gives, or on a type that inherits it, is stored under their name, and what it
// is only the other file tells.
//
// Rejected: an index of them in the database, which each import would have to write. All keys are
// looked at once, where the first name is asked for: half a second for a million.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store.h"

namespace dossier {

class KeyTails {
 public:
  /// `statements` is borrowed.
  explicit KeyTails(Statements& statements) : statements_(statements) {}

  struct Key {
    int64_t name = 0;  // its id
    std::string text, receiver;
  };
  /// The keys that end in a dot and the name.
  std::vector<Key> ending(std::string_view name);

 private:
  Statements& statements_;
  std::optional<std::vector<std::pair<size_t, int64_t>>> known_;  // hashes of last names, ids
};

}  // namespace dossier
