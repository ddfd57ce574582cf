#pragma once
// Judges names and values: whether a name is one that secrets are assigned to, and whether a value
// can be a secret. It uses words and entropy, not patterns; the lists are in judge.cc.
#include <string_view>

namespace dossier::redaction {

/// What a name holds.
enum class Holds {
  nothing,   // no secret
  password,  // a secret whatever it looks like, except placeholders and obvious other things
  token,     // a secret if it looks random
};
/// Judges the last part of a dotted name. A leading "set" or "with" is ignored if the name is
/// called as a function.
Holds held_by(std::string_view name, bool called = false);

/// A placeholder for a secret, or a statement that there is none: `${PASSWORD}`, `<password>`,
/// `changeme`, `null`, `os.environ["X"]`, the name itself.
bool is_placeholder(std::string_view value, std::string_view name);

/// Text for people: a label, a message.
bool is_prose(std::string_view value);

/// A function word, which nobody chooses as a secret: "must", "see".
bool is_function_word(std::string_view value);

/// Whether a function of this name takes the name of a setting and its value or default: `define`,
/// `os.environ.get`, `getEnvOrDefault`, `app.set`.
bool takes_setting(std::string_view callee);

/// Random like a key, unlike identifiers, numbers, paths and versions.
bool looks_random(std::string_view value);

/// The name of a secret, judged by its ending: `user_password`, `accessToken`.
bool names_secret(std::string_view value);

/// A name or number in code: `password2`, `self.token`, `4096`.
bool is_code(std::string_view value);

}  // namespace dossier::redaction
