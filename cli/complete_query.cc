#include "cli/complete_query.h"

#include <algorithm>

#include "engine/readers/languages/language.h"
#include "queries/lang/fields.h"
#include "queries/lang/resolved.h"
#include "queries/ops/ops.h"
#include "queries/ops/saved_queries.h"
#include "queries/ops/tree_sink.h"

namespace dossier::cli {
namespace {

constexpr size_t kMost = 50;
constexpr size_t kShortest = 2;  // letters of a name: fewer begin too many

using Words = std::vector<std::string>;

void add(Words& to, std::span<const std::string_view> words) {
  to.insert(to.end(), words.begin(), words.end());
}

Words projects(Store& store) {
  TreeSink sink;
  run(store, kSnapshots, Arguments(), sink);
  Words out;
  const Json body = sink.take();
  for (const auto& row : body.each())
    if (row.flag("isLatest")) out.emplace_back(row.text("project"));
  return out;
}

// Names of symbols that begin so, in any case of letters.
Words names(Store& store, std::string_view begin) {
  if (begin.size() < kShortest) return {};
  Arguments arguments;
  arguments.set("q", "name:/^" + lang::quote_regex(begin) + "/ sort:name select:name");
  arguments.set("limit", "500");
  arguments.rows_only = true;
  TreeSink sink;
  run(store, kFind, arguments, sink);
  Words out;
  const Json body = sink.take();
  for (const auto& row : body["rows"].each()) {
    const std::string name(row.text("name"));
    if (out.empty() || out.back() != name) out.push_back(name);
  }
  return out;
}

Words values(Store& store, const lang::Field& field, std::string_view begin) {
  Words out;
  if (field.name == "kind") add(out, lang::kinds());
  if (field.name == "as") add(out, lang::reference_kinds());
  if (field.kind == lang::FieldKind::flag || field.name == "case") out = {"yes", "no"};
  if (field.name == "sort") add(out, lang::measures());
  if (field.name == "sort" || field.name == "count" || field.name == "select")
    add(out, lang::columns());
  if (field.name == "lang")
    for (const auto* one : languages::all()) out.emplace_back(one->name);
  if (field.name == "project") out = projects(store);
  if (field.kind == lang::FieldKind::session) out = {"last"};
  if (field.kind == lang::FieldKind::relation || field.name == "in" || field.name == "name")
    out = names(store, begin);
  return out;
}

bool begins(std::string_view word, std::string_view begin) {
  return word.size() >= begin.size() &&
         std::equal(begin.begin(), begin.end(), word.begin(), [](unsigned char a, unsigned char b) {
           return std::tolower(a) == std::tolower(b);
         });
}

}  // namespace

Words query_completions(Store& store, std::string_view word) {
  const size_t own = std::min(word.find_first_not_of("-("), word.size());
  std::string before(word.substr(0, own));
  std::string_view begin = word.substr(own);
  Words known;
  const size_t colon = begin.find(':');
  const auto* field = colon == begin.npos ? nullptr : lang::find_field(begin.substr(0, colon));
  if (field) {
    size_t value = colon + 1;
    if (begin.substr(value, 1) == "=" || (field->name == "sort" && begin.substr(value, 1) == "-"))
      ++value;
    before += begin.substr(0, value);
    begin.remove_prefix(value);
    known = values(store, *field, begin);
  } else if (begin.starts_with('@')) {
    for (const auto& one : saved_queries(store)) known.push_back("@" + one.name);
  } else {
    for (const auto& one : lang::fields()) known.push_back(std::string(one.name) + ":");
    const Words found = names(store, begin);
    known.insert(known.end(), found.begin(), found.end());
  }
  Words out;
  for (const auto& one : known)
    if (begins(one, begin) && out.size() < kMost) out.push_back(before + one);
  return out;
}

}  // namespace dossier::cli
