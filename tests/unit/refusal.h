#pragma once
// The error that an action ends with: "" where it ends with none.
#include <string>

#include "engine/error.h"

namespace dossier::test {

/// What it says.
template <typename F>
std::string refusal_of(F action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The name of its code and what it says, without its place.
template <typename F>
std::string failure_of(F action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(name_of(error.code())) + ": " + error.message();
  }
  return "";
}

/// The name of its code.
template <typename F>
std::string code_of(F action) {
  const std::string failure = failure_of(action);
  return failure.substr(0, failure.find(':'));
}

}  // namespace dossier::test
