#pragma once
// The common parts of definitions in a .proto file: blocks of statements, and options.
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/proto/cursor.h"
#include "engine/readers/proto/facts.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/proto/schema.h"

namespace dossier::proto {

class Statements {
 public:
  /// The schema is filled where there is one: an import of a huge file does without.
  Statements(std::string_view path, std::string_view contents, Schema* schema)
      : at_(contents), facts_(path, contents.size()), schema_(schema) {}

 protected:
  /// Parses a block, calling `statement` for each statement.
  template <typename Statement>
  void block(Owner type, const Statement& statement) {
    if (!at_.accept("{")) return at_.skip();
    if (++depth_ > kDeepest) {
      is_too_deep_ = true;
      at_.skip_block();
    } else {
      while (!at_.at_end() && !at_.is("}")) {
        if (!at_.accept(";")) statement();
      }
      if (type.type != SIZE_MAX) facts_.type(type).end_line = at_.now().line;
      if (!at_.accept("}")) at_.has_errors = true;
    }
    --depth_;
  }

  /// A declaration of the package and the messages around, or of `owner`. Lives as long as this.
  Declaration& declare(Definition kind, const Token& first, std::string_view name);
  Declaration& declare(Definition kind, const Token& first, std::string_view name,
                       std::string owner);

  /// Takes `option name = value;`, as text for `owner` and apart into `options`.
  void option(Owner owner, std::vector<Option>& options);
  /// Takes `[name = value]` likewise.
  void brackets(Owner owner, std::vector<Option>& options);

  Cursor at_;
  Facts facts_;
  Schema* schema_;
  std::deque<Declaration> declarations_;
  std::vector<Option> file_options_;
  bool is_too_deep_ = false;  // a block was skipped for how deep it lies

 private:
  void apart(std::string_view text, std::vector<Option>& options);

  Declaration unused_;  // where there is no schema
  int depth_ = 0;
};

}  // namespace dossier::proto
