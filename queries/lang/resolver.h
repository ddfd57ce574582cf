#pragma once
// The implementation of resolve(): a parsed query as conditions. resolve.cc has texts and how
// conditions combine, resolve_fields.cc the fields, resolve_directives.cc what says how to answer.
#include <string>
#include <string_view>
#include <vector>

#include "queries/lang/ast.h"
#include "queries/lang/fields.h"
#include "queries/lang/resolved.h"

namespace dossier::lang {

class Resolver {
 public:
  Parsed<Resolved> run(const Node& tree);

 private:
  Condition condition(const Node& node, bool top, bool positive);
  Condition all(const Node& node, bool top, bool positive);
  Condition text(const Node& node, bool positive);
  Condition field(const Node& node, bool top);
  Condition kinds(const Node& node);
  Value language(const Value& value);
  static bool names_kind(const Node& node);
  Condition flag(const Node& node);
  Condition number(const Node& node);
  Condition session(const Node& node);
  Condition range(const Node& node);
  Condition chain(const Node& node);
  Condition within(const Node& node);
  Condition nested(const Node& node);
  Condition relation(const Node& node, const Field& field);
  Condition compared(const Value& value, const Field& field, Subject subject, bool exact);
  void directive(const Node& node);
  std::string column(const Node& node, std::string_view name);
  std::vector<std::string> columns_of(const Node& node);
  void mind_case(Condition& condition);
  int64_t integer(const Value& value, int64_t least);
  std::string regex(const Value& value);
  void note_unknown_field(const Value& value);
  void note_regex(const Value& value, std::string_view how);
  void note_kind_word(const Node& all);
  void fail(std::string message, Span span) {
    if (failed_) return;
    failure_ = {std::move(message), span};
    failed_ = true;
  }

  Resolved out_;
  bool in_subquery_ = false;
  bool minds_case_ = false;
  Diagnostic failure_;
  bool failed_ = false;
};

}  // namespace dossier::lang
