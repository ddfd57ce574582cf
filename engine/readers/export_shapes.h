#pragma once
// Reads the fields of a project export by their shapes: objects, arrays, texts and flags.
//
// A known field of the wrong type does not throw at once, because a later key of the same name, or
// of the enclosing object, may override it. It becomes a fault, and the document is refused at its
// end if any fault is left. Text that is not JSON throws immediately.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/json_cursor.h"

namespace dossier {

/// The known keys of an object that were seen, one bit each.
using SeenKeys = uint32_t;

class ExportShapes {
 public:
  explicit ExportShapes(JsonCursor& json) : json_(json) {}

  /// Runs `field(key)` for each key of the next object; returns false, with a fault, if it is not
  /// an object.
  template <typename Field>
  bool object(Field&& field) {
    if (json_.peek() != '{') {
      fault("an object");
      return false;
    }
    json_.open();
    json_.path.push("");
    while (const auto key = json_.key()) {
      field(*key);
      json_.path.set("");
    }
    json_.path.pop();
    return true;
  }

  /// Runs `element()` for each element of the next array; returns false, with a fault, if it is not
  /// an array.
  template <typename Element>
  bool array(Element&& element) {
    if (json_.peek() != '[') {
      fault("an array");
      return false;
    }
    json_.open();
    json_.path.push(uint64_t{0});
    for (uint64_t i = 0; json_.element(); ++i) {
      json_.path.set(i);
      element();
    }
    json_.path.pop();
    return true;
  }

  /// The same, but null counts as empty.
  template <typename Element>
  void array_or_null(Element&& element) {
    if (json_.peek() == 'n') {
      json_.null();
    } else {
      array(element);
    }
  }

  /// Enters the known field `key`, number `bit` of its object. Returns whether the object had it
  /// before; the earlier one's faults are then dropped.
  bool enter(const char* key, SeenKeys& seen, unsigned bit);
  /// Skips the value of an unknown key.
  void skip_unknown(std::string_view key);

  /// The next string, or "" for null. The view is valid until the next call.
  std::string_view text();
  /// Sets or clears a bit of `flags` by the next boolean; null clears it.
  void flag(uint32_t& flags, Flag bit);

  /// Fields that only some exporters write; with an unexpected type they count as absent.
  std::string_view extra_text();
  uint32_t extra_number();
  void extra_texts(TextArena& arena, std::vector<std::string_view>& out);

  bool has_faults() const { return !faults_.empty(); }
  /// Drops the faults at `path` and below it.
  void forget_faults(std::string_view path);
  /// Throws the first fault.
  [[noreturn]] void refuse() const;

  /// The place of the first lone surrogate: `NAME: byte OFFSET: PATH`, or "".
  const std::string& first_surrogate() const { return first_surrogate_; }

 private:
  struct Fault {
    std::string origin;
    std::string path;
    std::string message;
  };
  void fault(const char* wanted);
  std::string_view string();

  JsonCursor& json_;
  std::vector<Fault> faults_;
  std::string first_surrogate_;
  std::string unknown_;  // the key being passed, as messages show it
};

}  // namespace dossier
