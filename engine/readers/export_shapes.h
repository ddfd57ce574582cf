#pragma once
// The shapes of a project export's fields: objects, arrays, texts and flags, with what is wrong
// about them held back until it is known to count.
//
// A known field of wrong type does not throw at once: a later key of the same name may override it,
// or the object it stands in. So it becomes a fault, and the document is refused at its end if any
// fault is left. What is not JSON throws where it stands.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/json_cursor.h"

namespace dossier {

/// Which of an object's known keys were seen, one bit each.
using SeenKeys = uint32_t;

class ExportShapes {
 public:
  explicit ExportShapes(JsonCursor& json) : json_(json) {}

  /// Runs `field(key)` for each key of the object ahead; false, with a fault, if it is no object.
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

  /// Runs `element()` for each element of the array ahead; false, with a fault, if it is no array.
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

  /// The same, where null counts as empty.
  template <typename Element>
  void array_or_null(Element&& element) {
    if (json_.peek() == 'n') {
      json_.null();
    } else {
      array(element);
    }
  }

  /// Enters the known field `key`, the object's `bit`th; true if the object held it before, and
  /// then what was wrong about it no longer counts.
  bool enter(const char* key, SeenKeys& seen, unsigned bit);
  /// Passes the value of a key that nothing asks for.
  void skip_unknown(std::string_view key);

  /// The string ahead, or "" for null. The view lives until the next call.
  std::string_view text();
  /// The true or false ahead as a bit of `flags`; null clears it.
  void flag(uint32_t& flags, Flag bit);

  /// Fields that only some exporters write: of another type than expected, they count as absent.
  std::string_view extra_text();
  uint32_t extra_number();
  void extra_texts(TextArena& arena, std::vector<std::string_view>& out);

  bool has_faults() const { return !faults_.empty(); }
  /// What is wrong at `path` and below it no longer counts.
  void forget_faults(std::string_view path);
  /// Throws the first fault.
  [[noreturn]] void refuse() const;

  /// Where the first lone surrogate was mended: `NAME: byte OFFSET: PATH`, or "".
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
