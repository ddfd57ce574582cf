#pragma once
// Interned texts and their ids, looked up while one question is answered.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/statements.h"

namespace dossier {

/// The id of an interned text, if there is one.
std::optional<int64_t> name_id(Statements& statements, std::string_view text);

class NameTexts {
 public:
  /// `statements` is borrowed.
  explicit NameTexts(Statements& statements) : statements_(statements) {}

  /// The text with this id, which stays where it is; "" if there is none.
  const std::string& operator[](int64_t name);

 private:
  Statements& statements_;
  std::unordered_map<int64_t, std::string> known_;
};

}  // namespace dossier
