#include "engine/readers/languages/annotate.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/readers/languages/source_text.h"

namespace dossier::languages {
namespace {

constexpr uint32_t kVisibilityBits = kPublic | kPrivate | kProtected | kInternal;

/// Where the definition's own text starts: behind the attributes inside it, before its name.
uint32_t head_begin(const Captures& captures, std::string_view text, const Definition& definition) {
  uint32_t begin = definition.node.begin;
  auto attribute = std::lower_bound(captures.above.begin(), captures.above.end(), begin,
                                    [](const Span& span, uint32_t at) { return span.begin < at; });
  for (; attribute != captures.above.end() && attribute->end <= definition.name.begin;
       ++attribute) {
    begin = std::max(begin, attribute->end);
  }
  // Between the last attribute and what it belongs to, there may be comments.
  auto comment = std::lower_bound(captures.comments.begin(), captures.comments.end(), begin,
                                  [](const Span& span, uint32_t at) { return span.begin < at; });
  while (begin < definition.name.begin) {
    const char c = text[begin];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++begin;
    } else if (comment != captures.comments.end() && comment->begin == begin) {
      begin = comment->end;
      ++comment;
    } else {
      break;
    }
  }
  return begin;
}

/// The text from `begin` to `end` with a space for each comment in it; of a long one the beginning,
/// as much as a signature takes.
std::string without_comments(const Captures& captures, std::string_view text, uint32_t begin,
                             uint32_t end) {
  constexpr size_t kEnough = 4096;
  std::string out;
  auto comment = std::lower_bound(captures.comments.begin(), captures.comments.end(), begin,
                                  [](const Span& span, uint32_t at) { return span.begin < at; });
  for (; comment != captures.comments.end() && comment->begin < end; ++comment) {
    if (comment->begin < begin) continue;  // a comment in a comment
    if (out.size() + comment->begin - begin > kEnough) break;
    out.append(text.substr(begin, comment->begin - begin)) += ' ';
    begin = std::min(comment->end, end);
    const auto next = text.find_first_not_of(" \t\r\n", begin);
    const bool ends = next < end && (text[next] == ',' || text[next] == ')');
    while (ends && out.ends_with(' ')) out.pop_back();
    if (ends) begin = static_cast<uint32_t>(next);
  }
  return out.append(text.substr(begin, std::min<size_t>(end - begin, kEnough)));
}

/// The line's text before `begin`, back to the last thing that ends another definition.
std::string_view line_before(std::string_view text, uint32_t begin) {
  const auto before = text.substr(0, begin);
  const auto cut = before.find_last_of("\n;{}(),");
  return before.substr(cut == before.npos ? 0 : cut + 1);
}

/// "[8][2]" of an array that is written behind its name.
std::string dimensions(std::string_view behind) {
  size_t end = 0;
  while (end < behind.size() && behind[end] == '[') {
    const auto close = behind.find_first_of("]\n", end);
    if (close == behind.npos || behind[close] != ']') break;
    end = close + 1;
  }
  return std::string(behind.substr(0, end));
}

/// Narrows [begin, end) to the head of the definition. A grammar that did not understand what
/// stands around a name may take other definitions, or a body, for parts of its head.
void leave_others_out(std::string_view text, const Definition& definition, uint32_t& begin,
                      uint32_t& end) {
  size_t depth = 0;
  for (uint32_t at = definition.name.begin; at-- > begin;) {
    const char c = text[at];
    depth += c == ')' || c == ']';
    if ((c == '(' || c == '[') && depth-- == 0) break;
    if (depth > 0 || (c != ';' && c != '{' && c != '}')) continue;
    begin = at + 1;
    break;
  }
  depth = 0;
  for (uint32_t at = definition.name.end; at < end; ++at) {
    const char c = text[at];
    depth += c == '(' || c == '[';
    if ((c == ')' || c == ']') && depth-- == 0) break;
    const bool opens = c == '{' && (text[at - 1] == ' ' || text[at - 1] == '\n');  // not a{1}
    if (depth > 0 || (c != ';' && !opens)) continue;
    end = at;
    break;
  }
  while (begin < definition.name.begin && (text[begin] == ' ' || text[begin] == '\n')) ++begin;
}

/// Whether PHP's $ stands before the name.
bool language_mark(std::string_view text, const Definition& definition) {
  return definition.kind == "field" && definition.name.begin > 0 &&
         text[definition.name.begin - 1] == '$';
}

}  // namespace

uint32_t first_line(const Captures& captures, std::string_view text, const Definition& definition) {
  const auto begin = head_begin(captures, text, definition);
  const auto skipped = text.substr(definition.node.begin, begin - definition.node.begin);
  return definition.node.row +
         static_cast<uint32_t>(std::count(skipped.begin(), skipped.end(), '\n'));
}

uint32_t flags_by_name(Visibility visibility, std::string_view name) {
  switch (visibility) {
    case Visibility::everyone:
      return kPublic;
    case Visibility::package:
      return kInternal;
    case Visibility::type:
    case Visibility::exported:
      return kPrivate;
    case Visibility::capitals:
      // Go: an upper-case first letter; letters beyond ASCII count as exported.
      return !name.empty() && (name.front() == '_' || (name.front() >= 'a' && name.front() <= 'z'))
                 ? kInternal
                 : kPublic;
    case Visibility::underscore:
      return name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__")) ? kPrivate
                                                                                        : kPublic;
  }
  return 0;
}

uint32_t flags_of(const Language& language, const Captures& captures, std::string_view text,
                  const Definition& definition, Visibility otherwise) {
  const auto begin = head_begin(captures, text, definition);
  const auto name = definition.name.of(text);
  uint32_t flags =
      modifiers_in(language.modifiers, text.substr(begin, definition.name.begin - begin)) |
      modifiers_in(language.modifiers, line_before(text, definition.node.begin));
  const auto hides = language.private_prefix;
  if (!hides.empty() && name.starts_with(hides)) flags |= kPrivate;
  if ((flags & kVisibilityBits) == 0) flags |= flags_by_name(otherwise, name);
  if (definition.kind == "property" && !definition.accessors.empty()) {
    const auto accessors = definition.accessors.of(text);
    if (accessors.find("set") == accessors.npos && accessors.find("init") == accessors.npos) {
      flags |= kReadOnly;
    }
  }
  auto attribute = std::lower_bound(captures.attributes.begin(), captures.attributes.end(),
                                    definition.node.begin,
                                    [](const Span& span, uint32_t at) { return span.begin < at; });
  while (attribute != captures.attributes.begin()) {
    --attribute;
    if (attribute->end_row + 2 < definition.node.row) break;
    const auto decorator = attribute->of(text);
    for (const auto& [word, flag] : language.decorators) flags |= decorator == word ? flag : 0u;
    if (attribute->end_row + 1 < definition.node.row) break;
  }
  return flags;
}

std::string signature_of(const Captures& captures, std::string_view text,
                         const Definition& definition) {
  auto begin = head_begin(captures, text, definition);
  auto end = definition.value.empty() ? definition.head_end
                                      : std::min(definition.head_end, definition.value.begin);
  const bool is_callable = definition.kind == "method" || definition.kind == "function" ||
                           definition.kind == "global_function";
  if (captures.damaged_lines > 0 && is_callable) leave_others_out(text, definition, begin, end);
  const auto head_to = [&](uint32_t at) { return without_comments(captures, text, begin, at); };
  const auto list = text.substr(begin, std::max(begin, definition.name.begin) - begin);
  if (definition.type.empty() && definition.kind == "variable" &&
      (list.find(',') != list.npos || text.substr(definition.name.end, 1) == ",")) {
    return collapse(definition.name.of(text));  // a, b = 1, 2
  }
  if (definition.kind == "enum_member" && definition.node.begin != definition.name.begin) {
    const auto head = definition.node.of(text);
    if (head.find(',') != head.npos) return collapse(definition.name.of(text));
  }
  if (definition.type.empty()) {
    return signature_text(head_to(std::max(end, definition.name.end)));
  }
  const auto name = definition.name.of(text);
  const auto type = definition.type.of(text);
  if (definition.type.end <= definition.name.begin) {
    // "private int a, b": the declaration up to its type, and the one name; a method's whole head.
    const auto between =
        text.substr(definition.type.end, definition.name.begin - definition.type.end);
    const bool variable = definition.kind == "field" || definition.kind == "constant" ||
                          definition.kind == "event" || definition.kind == "variable";
    if (!variable) return signature_text(head_to(end));
    // Of a structure that is written there the head: `static struct size {…} sizes[]`.
    const auto body = static_cast<uint32_t>(
        std::min<size_t>(text.find('{', definition.type.begin), definition.type.end));
    std::string signature = signature_text(head_to(body));
    if (body < definition.type.end) signature += " {…}";
    const bool single = between.find_first_not_of(" \t\r\n*&") == between.npos;
    signature += single ? collapse(" " + std::string(between)) : "";
    if (signature.empty() || signature.back() != ' ') signature += ' ';
    // PHP's property is declared with the mark of a variable, and used without it.
    if (language_mark(text, definition)) signature += '$';
    return signature.append(name).append(dimensions(text.substr(definition.name.end)));
  }
  const auto between =
      text.substr(definition.name.end, definition.type.begin - definition.name.end);
  const auto before = text.substr(begin, definition.name.begin - begin);
  const bool one_of_many = between.find(',') != between.npos || before.find(',') != before.npos;
  if (one_of_many || definition.name.begin == definition.node.begin) {
    const bool colon = between.find(':') != between.npos;
    return collapse(std::string(name) + (colon ? ": " : " ") + signature_text(type));
  }
  return signature_text(head_to(definition.type.end));
}

}  // namespace dossier::languages
