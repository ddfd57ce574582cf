#include "engine/readers/languages/language.h"

#include <algorithm>
#include <unordered_map>

#include "engine/ascii.h"
#include "engine/readers/languages/rows.h"
#include "engine/readers/word_list.h"
#include "engine/unicode.h"

namespace dossier::languages {
namespace {

using Index = std::unordered_map<std::string_view, const Language*>;

Index index_words(std::string_view Language::*words) {
  Index index;
  for (const Language* language : all()) {
    for_each_word(language->*words, [&](std::string_view word) { index.emplace(word, language); });
  }
  return index;
}

const Language* of_interpreter(std::string_view line) {
  if (!line.starts_with("#!")) return nullptr;
  // "#!/usr/bin/env -S python3 -u": the last path component of the first word that is no option and
  // not env itself; "python3.11" begins with python.
  static const Index interpreters = index_words(&Language::interpreters);
  line.remove_prefix(2);
  while (!line.empty()) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    auto word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    if (word.empty()) return nullptr;
    word.remove_prefix(word.rfind('/') + 1);
    if (word == "env" || word.starts_with("-")) continue;
    const auto found = std::find_if(interpreters.begin(), interpreters.end(),
                                    [&](const auto& one) { return word.starts_with(one.first); });
    return found == interpreters.end() ? nullptr : found->second;
  }
  return nullptr;
}

}  // namespace

std::span<const Language* const> all() {
  static const std::vector<const Language*> rows = [] {
    std::vector<const Language*> collected;
    for (const auto& of_folder : kRowsOfFolders) {
      for (const Language& row : of_folder()) collected.push_back(&row);
    }
    for (const Language& row : rows_of_names()) collected.push_back(&row);
    return collected;
  }();
  return rows;
}

const Language& named(std::string_view name) {
  static const Index by_name = [] {
    Index index;
    for (const Language* language : all()) index.emplace(language->name, language);
    return index;
  }();
  static const Language kOther;
  const auto found = by_name.find(name);
  return found == by_name.end() ? kOther : *found->second;
}

std::span<const proto::Generated* const> generators() {
  static const std::vector<const proto::Generated*> generators = [] {
    std::vector<const proto::Generated*> collected;
    for (const Language* language : all()) {
      if (language->grammar) collected.push_back(&language->generated_code);
    }
    return collected;
  }();
  return generators;
}

uint64_t generators_for(std::string_view language) {
  const Language& asked = named(language);
  uint64_t some = 0, next = 1;
  for (const Language* one : all()) {
    if (!one->grammar) continue;
    const bool is_akin =
        one->name == asked.name || (!asked.family.empty() && one->family == asked.family);
    if (is_akin && !one->generated_code.names.empty()) some |= next;
    next <<= 1;
  }
  return some == 0 ? ~uint64_t{0} : some;
}

std::string_view name_called(std::string_view word) {
  const std::string lowered = lower(word);
  for (const Language* one : all())
    if (lower(one->name) == lowered || is_among(one->also, lowered)) return one->name;
  for (const Language* one : all())
    if (is_among(one->extensions, "." + lowered)) return one->name;
  return {};
}

const Language* of(std::string_view path, std::string_view first_line) {
  static const Index by_extension = index_words(&Language::extensions);
  static const Index by_filename = index_words(&Language::filenames);
  const auto name = path.substr(path.rfind('/') + 1);
  if (const auto found = by_filename.find(name); found != by_filename.end()) return found->second;
  const auto dot = name.rfind('.');
  if (dot != name.npos) {
    std::string extension(name.substr(dot));
    for (char& c : extension) c = to_lower(c);
    const auto found = by_extension.find(extension);
    if (found != by_extension.end()) return found->second;
  }
  return of_interpreter(first_line);
}

// Asked of each file of a snapshot, and few languages have any.
bool is_stub(std::string_view path) {
  static const std::vector<std::string_view> extensions = [] {
    std::vector<std::string_view> found;
    for (const Language* one : all())
      for_each_word(one->stubs, [&](std::string_view word) { found.push_back(word); });
    return found;
  }();
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](std::string_view one) { return path.ends_with(one); });
}

}  // namespace dossier::languages
