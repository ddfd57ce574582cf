#pragma once
// The same for statements of SQL, whose texts are constants: one is reached when it is prepared.
#include <map>

#include "tools/mutation/mutant.h"

namespace mutation {

inline std::map<const char*, int>& statements() {
  static std::map<const char*, int> all;
  return all;
}

/// A statement of SQL, or its mutant; it is reached when it is prepared.
inline const char* either(int number, const char* original, const char* other) {
  const char* text = number == chosen() ? other : original;
  statements()[text] = number;
  return text;
}
inline const char* prepared(const char* text) {
  const auto found = statements().find(text);
  if (found != statements().end()) on(found->second);
  return text;
}

}  // namespace mutation
