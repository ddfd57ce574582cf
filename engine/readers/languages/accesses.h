#pragma once
// What the name of a field, a property, an enum's value or a module's variable means where it is
// read or set of something: `order.price`, `Color.Red`, `settings.LIMIT`, `Point { x: 1 }`.
//
// Nothing is known of a name behind a value whose type the file does not tell: such a reference is
// not recorded. Rejected: each of them, to be matched by the name alone. They would be most of a
// database, and wrong as often as right.
#include <string>

#include "engine/readers/languages/receivers.h"
#include "engine/readers/languages/source_text.h"

namespace dossier::languages {

/// One of its parts is set; of an access that means nothing none is.
struct Access {
  Target target;             // in this file
  std::string type;          // of the value (receivers.h)
  bool is_external = false;  // an import or a type begins its path
  bool is_by_name = false;   // nothing tells of what it is
};

class Accesses {
 public:
  /// Everything is borrowed.
  Accesses(const Language& language, std::string_view text, const Imports& imports,
           const Scopes& scopes, Receivers& receivers)
      : language_(language),
        text_(text),
        imports_(imports),
        scopes_(scopes),
        receivers_(receivers) {}

  /// `receiver` is the one of `written` as other files would write it.
  Access meant(const Mention& mention, const Written& written, const std::string& receiver,
               uint32_t holder);

 private:
  Access of_own(std::string_view name, uint32_t holder);
  void add_shared(uint32_t holder, std::string& type) const;
  Access of_argument(const Mention& mention, uint32_t holder);
  Access of_case(const Mention& mention, std::string_view name, uint32_t holder);

  const Language& language_;
  std::string_view text_;
  const Imports& imports_;
  const Scopes& scopes_;
  Receivers& receivers_;
};

}  // namespace dossier::languages
