#include "queries/graph/method_face.h"

#include "engine/ascii.h"
#include "engine/parameter_text.h"
#include "engine/parameters.h"
#include "engine/readers/languages/language.h"

namespace dossier {
namespace {

using parameters::in_name;

/// What stands before a type, with its package between them.
constexpr char kPackage = '\x01', kPackageEnds = '\x02';

/// Whether a name is a type that the package around defines: predeclared ones are in small letters,
/// and one letter is a type parameter.
bool is_own(std::string_view name) {
  return name.size() > 1 && name.front() >= 'A' && name.front() <= 'Z';
}

std::string types_of(std::string_view list, const languages::Language& language) {
  std::string types;
  append_parameter_types(types, list, language.parameters);
  return types;
}

/// Without the names in the types of functions: `func(err error) (n int)` is `func(error)int`.
std::string without_names(std::string_view text, const languages::Language& language) {
  constexpr std::string_view kFunction = "func(";
  std::string out;
  while (!text.empty()) {
    const size_t at = text.find(kFunction);
    const size_t open = at + kFunction.size() - 1;
    const size_t close = at == text.npos ? at : closing_bracket(text, open);
    if (close == text.npos || (at > 0 && in_name(text[at - 1]))) {
      const size_t cut = at == text.npos ? text.size() : open;
      out += text.substr(0, cut);
      text.remove_prefix(cut);
      continue;
    }
    out += text.substr(0, open + 1);
    out += without_names(types_of(text.substr(open + 1, close - open - 1), language), language);
    out += ')';
    text = trimmed(text.substr(close + 1), " ");
    const size_t last = text.starts_with('(') ? closing_bracket(text, 0) : text.npos;
    if (last == text.npos) continue;
    const auto types = types_of(text.substr(1, last - 1), language);
    const bool is_one = parameters::split(types).size() == 1;
    out += (is_one ? "" : "(") + without_names(types, language) + (is_one ? "" : ")");
    text.remove_prefix(last + 1);
  }
  return out;
}

void mark(std::string& text, std::string_view package) {
  (text += kPackage).append(package) += kPackageEnds;
}

/// Without spaces, and with packages in front of types; `interface{}` is `any`.
std::string plain_type(std::string_view written, const FacePackages& packages) {
  std::string text;
  bool is_qualified = false;
  for (size_t at = 0; at < written.size();) {
    const char c = written[at];
    if (!in_name(c)) {
      if (c != ' ') text += c;
      is_qualified = false;
      ++at;
      continue;
    }
    size_t end = at;
    while (end < written.size() && in_name(written[end])) ++end;
    const auto name = written.substr(at, end - at);
    const bool is_package =
        end + 1 < written.size() && written[end] == '.' && written[end + 1] != '.';
    if (is_package) {
      size_t last = end + 1;
      while (last < written.size() && in_name(written[last])) ++last;
      if (const auto package = packages.of(written.substr(at, last - at))) mark(text, *package);
    } else {
      if (!is_qualified && is_own(name)) mark(text, packages.own);
      text.append(name);
    }
    is_qualified = is_package;
    at = is_package ? end + 1 : end;
    if (text.ends_with("chan") && written.substr(at, 1) == " ") text += ' ';
  }
  constexpr std::string_view kAny = "interface{}";
  for (size_t at = text.find(kAny); at != text.npos; at = text.find(kAny, at))
    text.replace(at, kAny.size(), "any");
  return text;
}

/// Takes the mark at the beginning off; the package in it, or nothing.
std::optional<std::string_view> take_mark(std::string_view& face) {
  if (!face.starts_with(kPackage)) return std::nullopt;
  const auto end = face.find(kPackageEnds);
  const auto package = face.substr(1, end - 1);
  face.remove_prefix(end + 1);
  return package;
}

}  // namespace

bool are_same_faces(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const auto one = take_mark(a), other = take_mark(b);
    if (one && other && *one != *other) return false;
    if (a.empty() || b.empty() || a.front() != b.front()) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

std::string method_face(const languages::Language& language, const FacePackages& packages,
                        std::string_view name, std::string_view parameters,
                        std::string_view signature) {
  size_t at = signature.find(std::string(name) + "(");
  while (at != signature.npos && at > 0 && in_name(signature[at - 1]))
    at = signature.find(std::string(name) + "(", at + 1);
  std::string face(parameters);
  const size_t close = at == signature.npos ? at : closing_bracket(signature, at + name.size());
  if (close != signature.npos) {
    const auto result = trimmed(signature.substr(close + 1));
    if (result.starts_with('(') && closing_bracket(result, 0) == result.size() - 1)
      face += types_of(result.substr(1, result.size() - 2), language);
    else
      face += result;
  }
  return plain_type(without_names(face, language), packages);
}

}  // namespace dossier
