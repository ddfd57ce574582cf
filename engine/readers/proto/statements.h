#pragma once
// What all of a .proto's definitions are made of: blocks of statements, and options.
#include <string_view>

#include "engine/readers/proto/cursor.h"
#include "engine/readers/proto/facts.h"

namespace dossier::proto {

class Statements {
 public:
  Statements(std::string_view path, std::string_view contents)
      : at_(contents), facts_(path, contents.size()) {}

 protected:
  /// The statements of a block, each by `statement`.
  template <typename Statement>
  void block(Owner type, const Statement& statement) {
    if (!at_.accept("{")) return at_.skip();
    if (++depth_ > kDepthLimit) {
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

  /// `option name = value;` kept as text.
  void option(Owner owner);
  /// `[name = value]` likewise.
  void brackets(Owner owner);

  Cursor at_;
  Facts facts_;

 private:
  static constexpr int kDepthLimit = 100;
  int depth_ = 0;
};

}  // namespace dossier::proto
