#pragma once
// What a name and a value say of themselves: whether the one is a name that secrets are given to,
// and whether the other can be a secret. Words and entropy, no patterns; the lists are in judge.cc.
#include <string_view>

namespace dossier::redaction {

/// What is given to a name.
enum class Holds {
  nothing,   // of interest
  password,  // a secret, however it looks, unless it stands for one or is plainly something else
  token,     // a secret if it looks random
};
/// By the last part of a dotted name; "set" and "with" in front of it count for nothing if the name
/// is called as a function.
Holds held_by(std::string_view name, bool called = false);

/// What stands for a secret, or says that there is none: `${PASSWORD}`, `<password>`, `changeme`,
/// `null`, `os.environ["X"]`, the name itself.
bool is_placeholder(std::string_view value, std::string_view name);

/// Words for people: a label, a message.
bool is_prose(std::string_view value);

/// A word that people say something with, and nobody chooses for a secret: "must", "see".
bool is_function_word(std::string_view value);

/// Whether a call of this name is given a setting's name and what it is, or is to be without it:
/// `define`, `os.environ.get`, `getEnvOrDefault`, `app.set`.
bool takes_setting(std::string_view callee);

/// Mixed as keys are, and not as identifiers, numbers, paths and versions are.
bool looks_random(std::string_view value);

/// A name of something, by what it ends in: `user_password`, `accessToken`.
bool names_secret(std::string_view value);

/// A code's name or number: `password2`, `self.token`, `4096`.
bool is_code(std::string_view value);

}  // namespace dossier::redaction
