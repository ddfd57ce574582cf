#pragma once
// What the receiver of a call is, as far as its file tells: an expression of full names, whose type
// whoever knows the other files can work out (queries/graph/receiver_types.h). For
// `client.newCall()` with a parameter `client: OkHttpClient` it is "okhttp3.OkHttpClient", for
// `open().newCall()` "app.open()", the result of a call; "app.open(1)" is what its second parameter
// is.
//
// Names are looked up among the locals (parameters, variables, what is assigned), the fields of the
// types around, the file's own definitions and its imports. An assignment counts until the next one
// below it: branches and loops are not followed. "[Money]" is a collection, and "x[]" an element of
// x.
//
// Rejected: types in the reader. What another file declares is not known here, and the facts of a
// file may depend on nothing but its content.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/locals.h"
#include "engine/readers/languages/outline.h"
#include "engine/readers/languages/scopes.h"
#include "engine/readers/languages/type_text.h"

namespace dossier::languages {

/// The bytes of a receiver that are looked at.
inline constexpr size_t kMostWritten = 600;
/// Of what is made or called by a name that brackets follow: the bytes of all of it.
inline constexpr size_t kMostLong = 65'536;

struct Receiver {
  std::string type;       // the expression; "" = unknown
  bool is_value = false;  // else it names a type, a module or a package, or may do so
};

class Receivers {
 public:
  /// Everything is borrowed; `text` is the file's.
  Receivers(const Language& language, std::string_view text, const Captures& captures,
            const Outline& outline, const Imports& imports, const Scopes& scopes);

  const Locals& locals() const { return locals_; }
  /// What the piece `written` of the file's text yields, inside of entry `holder`.
  Receiver of(std::string_view written, uint32_t holder);
  /// What is called where `called` is: "x.open", a function or a type; "" = unknown.
  std::string function(std::string_view called, uint32_t holder);
  /// The type that a declaration in `holder` writes.
  std::string declared(std::string_view written, uint32_t holder);
  /// The full name of the type around; "" outside of types.
  std::string own_type(uint32_t holder) const;
  /// The types around that have a base, the innermost first, with kElse between them.
  std::string heirs(uint32_t holder) const;
  /// Whether the type around is based on another one.
  bool has_base(uint32_t holder) const;
  /// What an entry holds or gives: its declared type or result, or what its value yields; "" =
  /// unknown.
  std::string result(uint32_t entry);

 private:
  uint32_t place_of(std::string_view piece) const {
    return static_cast<uint32_t>(piece.data() - text_.data());
  }
  bool passes(const Link& link) const;
  Receiver parenthesized(std::string_view written, uint32_t holder);
  Receiver chain(std::string_view written, uint32_t holder, bool is_new);
  Receiver chain(const std::vector<Link>& links, uint32_t holder, bool is_new);
  Receiver made(std::string_view written, uint32_t holder, bool is_new);
  Receiver first(const Link& link, uint32_t holder, bool is_new);
  Receiver called(std::string_view name, uint32_t holder, bool is_new) const;
  std::string base_of(uint32_t holder);
  Receiver named(std::string_view name, uint32_t holder) const;
  std::string type_of_local(uint32_t index, uint32_t holder);
  std::string one_type(std::string_view bare, uint32_t holder);
  std::string bound_of(std::string_view generic, uint32_t holder);
  std::string either_of(std::string_view types, uint32_t holder);
  std::string collection(std::string_view of_what, uint32_t holder);
  std::string named_type(std::string_view path, uint32_t holder);

  const Language& language_;
  std::string_view text_;
  const Captures& captures_;
  const Outline& outline_;
  const Imports& imports_;
  const Scopes& scopes_;
  Locals locals_;
  std::unordered_map<uint32_t, std::string> bounds_;          // of type parameters
  std::unordered_map<uint32_t, std::string> types_;           // of locals
  std::unordered_map<uint32_t, std::vector<Span>> returned_;  // by holder
  std::unordered_map<std::string_view, std::vector<const Generic*>> generics_;
  int depth_ = 0;
};

}  // namespace dossier::languages
