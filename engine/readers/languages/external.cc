#include "engine/readers/languages/external.h"

namespace dossier::languages {
namespace {

/// The target of a name that no import explains.
External as_written(const Language& language, const Written& written, const std::string& receiver,
                    bool is_call) {
  const std::string name(written.name);
  if (!is_call) {
    const std::string type = receiver.empty() ? name : receiver + "." + name;
    return {"", type, type};
  }
  // `Money.Parse()` names a type by convention where the receiver is capitalised.
  const auto last = take_apart(language.separators, written.receiver).name;
  // So does what stands before "::" or a backslash in any case.
  const char separator = receiver.empty() ? '.' : written.name.data()[-1];
  const bool capital = separator == ':' || separator == '\\' ||
                       (!last.empty() && last.front() >= 'A' && last.front() <= 'Z');
  if (!capital || receiver.empty()) return {"", "", name};
  return {"", receiver, receiver + "." + name};
}

}  // namespace

External external_target(const Language& language, const Imports& imports, const Written& written,
                         bool is_call) {
  const std::string receiver = dotted(written.receiver);
  // What a call or an index gives has a type that is not known here: `pb.NewClient(c).Get()`.
  if (is_call && receiver.find_first_of("()[]{} \"'") != receiver.npos) {
    return {"", "", std::string(written.name)};
  }
  const auto first =
      receiver.empty() ? written.name : std::string_view(receiver).substr(0, receiver.find('.'));
  const auto* imported = imports.find(first);
  if (!imported) return as_written(language, written, receiver, is_call);
  External external{imported->scope, {}, imported->full};
  if (!imported->bound.empty()) external.scope = external.key = imported->bound;
  if (receiver.empty()) {
    const auto dot = external.key.rfind('.');
    const bool is_member = is_call && dot != std::string::npos;
    external.type = is_member ? external.key.substr(0, dot) : external.key;
    return external;
  }
  external.key.append(receiver, first.size());
  if (is_call) external.type = external.key;
  external.key.append(".").append(written.name);
  if (!is_call) external.type = external.key;
  return external;
}

}  // namespace dossier::languages
