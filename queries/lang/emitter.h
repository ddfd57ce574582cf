#pragma once
// The implementation of emit(): conditions as SQL over one collection at a time. set.cc has the
// sets of symbols that other tables define (relations, attributes, transcripts).
#include <string>
#include <utility>
#include <vector>

#include "queries/lang/plan.h"

namespace dossier::lang {

class Emitter {
 public:
  Emitter(std::string scope, const Bounds& bounds)
      : bounds_(bounds), scope_(bind(std::move(scope))) {}

  Sql run(const Plan& plan);
  Sql count_of(const Condition& condition, const Collection& collection);

 private:
  // An expression and the set that its value must be in; empty if nothing can match.
  struct Set {
    std::string of, rows;
  };
  std::string bind(Binding value) {
    out_.bindings.push_back(std::move(value));
    return "?" + std::to_string(out_.bindings.size());
  }
  std::string comparison(const Condition& condition) {
    return (condition.exact ? " = " : " REGEXP ") + bind(condition.pattern);
  }
  // The FROM clause and the scope.
  std::string from(const Collection& collection);
  std::string where(const Plan& plan, const Collection& collection);
  std::string condition(const Condition& condition);
  std::string conjunct(const Condition& condition);
  std::string list(const Condition& condition, const char* between);
  std::string text(const Condition& condition);
  std::string anywhere(const Condition& condition);
  std::string in_contents(const Condition& condition);
  std::string kinds(const Condition& condition);
  std::string flag(const Condition& condition);
  std::string number(const Condition& condition);
  std::string row(const Plan& plan, const Collection& collection);
  Sql counts(const Plan& plan);
  Sql streamed(const Plan& plan);
  Sql collected(const Plan& plan);
  Sql ranked_files(const Plan& plan);
  std::string rank(const Plan& plan);
  std::string order(const Plan& plan);
  static std::string but_substrings(const std::string& found);

  // set.cc: conditions that hold for a set of symbols, files or sessions.
  Set set_of(const Condition& condition);
  std::string set(const Condition& condition);
  Set relation(const Condition& condition);
  std::string rows_where(const Collection& collection, const std::string& what,
                         const Condition& condition);
  std::string symbols_where(const Condition& condition);
  std::string files_where(const Condition& condition);
  std::string chain(const Condition& condition);
  Set within(const Condition& condition);
  std::string symbols_named(const std::string& keys);
  Set content(const Condition& condition);
  Set session_content(const Condition& condition);
  Set range(const Condition& condition);
  Set last_changed(const Condition& condition);
  Set session(const Condition& condition);
  std::string bound(std::string_view kind, const char* id);
  std::string session_ids(const Condition& condition);

  const Bounds& bounds_;
  Sql out_;
  std::string scope_;
  const Collection* collection_ = nullptr;  // the one that conditions apply to
  std::string words_, written_;             // bound once, for rank()
  std::string chain_;                       // FROM chain … of the query's chain, for order()
};

/// Whether the condition is a set (set.cc) for rows of this collection.
bool is_set(const Condition& condition, const Collection& collection);
/// SQL that counts the set of a condition.
Sql count_of_set(const Condition& condition, const Collection& collection, const std::string& scope,
                 const Bounds& bounds);

}  // namespace dossier::lang
