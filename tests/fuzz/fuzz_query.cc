// layer: queries
// A query is refused with a position within it, or planned, written as SQL and answered. SQLite
// accepts the statement of every query.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "engine/error.h"
#include "queries/lang/ast.h"
#include "queries/lang/plan.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"

using namespace dossier;

namespace {

Store& store() {
  static Store kept = [] {
    Store out = open_in_memory();
    ImportOptions options;
    options.path = DOSSIER_SOURCE_DIR "/fixtures/exports/tricky.project.json";
    import(out, options);
    return out;
  }();
  return kept;
}

void must_lie_within(const lang::Span& span, std::string_view query) {
  if (span.begin > span.end || span.end > query.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 400) return 0;
  const std::string query(reinterpret_cast<const char*>(data), size);
  try {
    const auto tree = lang::parse(query);
    if (const auto* fault = std::get_if<lang::Diagnostic>(&tree)) {
      must_lie_within(fault->span, query);
      if (fault->print(query).empty()) std::abort();
    } else {
      const auto meaning = lang::resolve(std::get<lang::Node>(tree));
      if (const auto* unmeant = std::get_if<lang::Diagnostic>(&meaning)) {
        must_lie_within(unmeant->span, query);
      } else {
        lang::plan(std::get<lang::Resolved>(meaning)).dump();
      }
    }
    const JsonAnswer answer = run_to_json(store(), kFind, {{"q", query}});
    if (answer.body.empty()) std::abort();
  } catch (const Error& error) {
    // A caller's mistake or a bound; SQLite's own complaint would be ours.
    if (error.code() == ErrorCode::internal || error.code() == ErrorCode::corrupt) {
      std::cerr << error.what() << "\n";
      std::abort();
    }
  }
  return 0;
}
