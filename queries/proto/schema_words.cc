#include "queries/proto/schema_words.h"

#include <algorithm>
#include <iterator>

#include "engine/search/identifier_words.h"
#include "engine/unicode.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostReserved = 40;  // ranges and names that are said
// Bytes of a change in words, and of a name in it: one may be as long as its file.
constexpr size_t kMostWords = 1'000, kMostName = 300;

std::string text_of(const Range& range) {
  if (range.first == range.last) return std::to_string(range.first);
  return std::to_string(range.first) + " to " +
         (range.last == kMaxNumber ? "max" : std::to_string(range.last));
}

/// The numbers of `from` that are in none of `taken`.
std::vector<Range> without(std::vector<Range> from, std::vector<Range> taken) {
  const auto by_first = [](const Range& a, const Range& b) { return a.first < b.first; };
  std::sort(from.begin(), from.end(), by_first);
  std::sort(taken.begin(), taken.end(), by_first);
  std::vector<Range> left;
  size_t next = 0;
  for (Range range : from) {
    while (next < taken.size() && taken[next].last < range.first) ++next;
    for (size_t i = next; i < taken.size() && taken[i].first <= range.last; ++i) {
      if (taken[i].first > range.first) left.push_back({range.first, taken[i].first - 1});
      range.first = std::max(range.first, taken[i].last + 1);
    }
    if (range.first <= range.last) left.push_back(range);
  }
  return left;
}

/// "reserved 4, no longer reserved 2".
std::string reserved_in_words(const Declaration& was, const Declaration& is) {
  const std::string more = reserved_text(reserved_beyond(is, was));
  const std::string less = reserved_text(reserved_beyond(was, is));
  if (less.empty()) return more;
  return (more.empty() ? "" : more + ", ") + "no longer " + less;
}

bool is_of(const SchemaChange& change, std::string_view aspect) {
  return std::count(change.aspects.begin(), change.aspects.end(), aspect) != 0;
}

/// The end of a long name, which tells more of what lies deep than its beginning.
std::string shown_name(const std::string& name) {
  if (name.size() <= kMostName) return name;
  size_t from = name.size() - kMostName;
  if (const size_t dot = name.find('.', from); dot != name.npos) from = dot;
  while (from < name.size() && (static_cast<unsigned char>(name[from]) & 0xC0) == 0x80) ++from;
  return "…" + name.substr(from);
}

std::string all_words(const SchemaChange& change) {
  std::string text = std::string(name_of(change.what)) + " " + std::string(change.kind) + " ";
  if (change.what == SchemaChange::renamed) {
    // The name alone where nothing else of it is another.
    const auto scope = [](std::string_view name) {
      return name.substr(0, name.size() - last_part(name).size());
    };
    const bool is_here = scope(change.from) == scope(change.name);
    return text + shown_name(change.from) + " to " +
           shown_name(is_here ? std::string(last_part(change.name)) : change.name);
  }
  if (change.kind == "package" && change.what == SchemaChange::changed)
    return text + change.before + " to " + change.after;
  text += shown_name(change.name.empty() ? change.path : change.name);
  if (change.what != SchemaChange::changed || change.before == change.after) return text;
  if (change.was != nullptr && change.is != nullptr && is_of(change, "reserved"))
    return text + ": " + reserved_in_words(*change.was, *change.is);
  return text + ": " + change.before + " → " + change.after;
}

}  // namespace

std::string_view name_of(SchemaChange::What what) {
  constexpr std::string_view kNames[] = {"added", "removed", "changed", "renamed"};
  return kNames[what];
}

std::string_view kind_of(const Declaration& declaration) {
  constexpr std::string_view kNames[] = {"message",    "field",   "oneof", "enum",
                                         "enum value", "service", "rpc"};
  return kNames[static_cast<size_t>(declaration.kind)];
}

std::string text_of(const Declaration& declaration) {
  const std::string& name = declaration.name;
  switch (declaration.kind) {
    case Definition::field: {
      std::string text = declaration.label.empty() ? "" : declaration.label + " ";
      // A group's name is its message's: "group Item = 1".
      text += declaration.type;
      if (!declaration.type.starts_with("group ")) text += " " + name;
      text += " = " + std::to_string(declaration.number);
      if (!declaration.extends.empty()) text = "extend " + declaration.extends + ": " + text;
      if (!declaration.oneof.empty()) text = "oneof " + declaration.oneof + ": " + text;
      return text;
    }
    case Definition::enum_value:
      return name + " = " + std::to_string(declaration.number);
    case Definition::rpc: {
      const auto side = [](bool streams, const std::string& type) {
        return (streams ? "(stream " : "(") + type + ")";
      };
      return "rpc " + name + side(declaration.client_streaming, declaration.request) + " returns " +
             side(declaration.server_streaming, declaration.response);
    }
    default:
      return std::string(kind_of(declaration)) + " " + name;
  }
}

std::string list_of(const std::vector<Option>& options) {
  std::string text;
  for (const auto& [name, value] : options)
    text += (text.empty() ? "[" : ", ") + name + " = " + value;
  return text.empty() ? text : text + "]";
}

std::string reserved_text(const Declaration& declaration) {
  std::string text;
  size_t said = 0;
  const auto say = [&](const std::string& word) {
    if (said++ < kMostReserved) text += (text.empty() ? "reserved " : ", ") + word;
  };
  for (const Range& range : declaration.reserved) say(text_of(range));
  for (const auto& name : declaration.reserved_names) say('"' + name + '"');
  if (said > kMostReserved) text += " and " + std::to_string(said - kMostReserved) + " more";
  return text;
}

Declaration reserved_beyond(const Declaration& one, const Declaration& other) {
  Declaration left;
  left.reserved = without(one.reserved, other.reserved);
  const auto& names = other.reserved_names;
  for (const auto& name : one.reserved_names)
    if (std::find(names.begin(), names.end(), name) == names.end())
      left.reserved_names.push_back(name);
  return left;
}

std::string_view last_part(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

double overlap(std::vector<std::string> one, std::vector<std::string> other) {
  if (one.empty() || other.empty()) return 0;
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  std::vector<std::string> both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                        std::back_inserter(both));
  return 2.0 * static_cast<double>(both.size()) / static_cast<double>(one.size() + other.size());
}

double likeness(std::string_view one, std::string_view other) {
  const auto letters = [](std::string_view name) {
    std::string text;
    for (const auto& word : search::split_words(name)) text += word;
    std::vector<std::string> pairs;
    for (size_t i = 0; i + 1 < text.size(); ++i) pairs.push_back(text.substr(i, 2));
    return pairs;
  };
  return std::max(overlap(search::split_words(one), search::split_words(other)),
                  overlap(letters(one), letters(other)));
}

std::string in_words(const SchemaChange& change) {
  std::string text = all_words(change);
  if (text.size() <= kMostWords) return text;
  return std::string(utf8_prefix(text, kMostWords)) + "…";
}

}  // namespace dossier::proto
