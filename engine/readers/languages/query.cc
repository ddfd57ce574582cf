#include "engine/readers/languages/query.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "engine/error.h"
#include "engine/readers/languages/queries.h"

namespace dossier::languages {
namespace {

std::string text_of(std::string_view files_wanted) {
  std::string text;
  while (!files_wanted.empty()) {
    const auto name = files_wanted.substr(0, files_wanted.find(' '));
    files_wanted.remove_prefix(std::min(files_wanted.size(), name.size() + 1));
    const auto files = queries::files();
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const queries::File& file) { return file.name == name; });
    if (found == files.end()) {
      throw Error(ErrorCode::internal, "no language query " + std::string(name));
    }
    text.append(found->text).append("\n");
  }
  return text;
}

/// "program/export_statement" as symbols.
std::vector<TSSymbol> path_of(std::string_view text, const TSLanguage* grammar) {
  std::vector<TSSymbol> path;
  while (!text.empty()) {
    const auto name = text.substr(0, text.find('/'));
    text.remove_prefix(std::min(text.size(), name.size() + 1));
    const auto length = static_cast<uint32_t>(name.size());
    path.push_back(ts_language_symbol_for_name(grammar, name.data(), length, true));
    if (path.back() != 0) continue;
    throw Error(ErrorCode::internal, "a language query is inside of no node: " + std::string(name));
  }
  return path;
}

Conditions conditions_of(const TSQuery* query, uint32_t pattern, const TSLanguage* grammar) {
  Conditions result;
  uint32_t count = 0;
  const auto* step = ts_query_predicates_for_pattern(query, pattern, &count);
  const auto text_at = [&](uint32_t at) {
    uint32_t length = 0;
    const char* text = ts_query_string_value_for_id(query, step[at].value_id, &length);
    return std::string_view(text, length);
  };
  for (uint32_t i = 0; i < count; ++i) {  // name? [@capture] "text"… end
    const auto name = text_at(i++);
    OneOf* one = nullptr;
    if (name != "inside?") {
      one = &result.texts.emplace_back(OneOf{step[i++].value_id, {}, name == "any-of?"});
    }
    for (; step[i].type == TSQueryPredicateStepTypeString; ++i) {
      if (one) one->texts.push_back(text_at(i));
      if (!one) result.inside.push_back(path_of(text_at(i), grammar));
    }
  }
  return result;
}

std::unique_ptr<Compiled> compile(const Language& language) {
  const std::string source = text_of(language.queries);
  uint32_t offset = 0;
  TSQueryError error = TSQueryErrorNone;
  auto compiled = std::make_unique<Compiled>();
  compiled->query.reset(ts_query_new(language.grammar(), source.data(),
                                     static_cast<uint32_t>(source.size()), &offset, &error));
  if (!compiled->query) {
    throw Error(ErrorCode::internal,
                "the query of " + std::string(language.name) + " does not fit its grammar at \"" +
                    source.substr(offset, 40) + "\"",
                std::string(language.queries));
  }
  const TSQuery* query = compiled->query.get();
  for (uint32_t id = 0; id < ts_query_capture_count(query); ++id) {
    uint32_t length = 0;
    const char* name = ts_query_capture_name_for_id(query, id, &length);
    compiled->roles.push_back(capture_role({name, length}));
  }
  for (uint32_t pattern = 0; pattern < ts_query_pattern_count(query); ++pattern) {
    compiled->patterns.push_back(conditions_of(query, pattern, language.grammar()));
  }
  compiled->roots = PatternRoots(compiled->query.get(), source, language.grammar());
  const auto field = [&](std::string_view name) {
    return ts_language_field_id_for_name(language.grammar(), name.data(),
                                         static_cast<uint32_t>(name.size()));
  };
  for (const char* name : {"body", "value", "right", "accessors", "default_value"}) {
    if (const auto id = field(name)) compiled->ends.push_back(id);
  }
  compiled->accessors = field("accessors");
  compiled->default_value = field("default_value");
  return compiled;
}

}  // namespace

const Compiled& compiled_for(const Language& language) {
  // To compile takes up to 200 ms: a thread that needs another language does not wait for it.
  struct Cached {
    std::once_flag once;
    std::unique_ptr<Compiled> compiled;
  };
  static std::mutex mutex;
  static std::map<const Language*, Cached> cache;
  std::unique_lock lock(mutex);
  Cached& entry = cache[&language];
  lock.unlock();
  std::call_once(entry.once, [&] { entry.compiled = compile(language); });
  return *entry.compiled;
}

}  // namespace dossier::languages
