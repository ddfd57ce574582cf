#include "engine/readers/proto/proto.h"

#include <algorithm>

#include "engine/readers/languages/text.h"
#include "engine/readers/proto/facts.h"
#include "engine/readers/proto/tokens.h"

namespace dossier::proto {
namespace {

using Kind = Token::Kind;

constexpr int kDepthLimit = 100;

class Parser {
 public:
  Parser(std::string_view path, std::string_view contents)
      : tokens_(tokens_of(contents)), facts_(path) {}

  ReadProto run() {
    while (now().kind != Kind::end) file_statement();
    return {facts_.finish(), errors_};
  }

 private:
  // Tokens.
  const Token& now() const { return tokens_[at_]; }
  const Token& peek(size_t ahead = 1) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool is(std::string_view text) const { return now().kind != Kind::text && now().text == text; }
  const Token& take() {
    const Token& token = tokens_[at_];
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool accept(std::string_view text) {
    if (!is(text) || now().kind == Kind::end) return false;
    take();
    return true;
  }

  /// Past the next ';' at this depth, or the '}' that closes what opens before one. Stops before a
  /// '}' that belongs to the block around.
  void skip() {
    errors_ = true;
    int depth = 0;
    while (now().kind != Kind::end) {
      if (depth == 0 && is("}")) return;
      const Token& token = take();
      if (token.text == "{" && token.kind == Kind::symbol) ++depth;
      if (token.text == "}" && token.kind == Kind::symbol && --depth == 0) return;
      if (token.text == ";" && depth == 0) return;
    }
  }

  void end_statement() {
    if (!accept(";")) skip();
  }

  // The grammar.
  void file_statement() {
    if (accept(";")) return;
    if (is("syntax") || is("edition")) {
      take();
      accept("=");
      take();
      end_statement();
    } else if (is("package")) {
      take();
      if (now().kind == Kind::word) facts_.package = std::string(take().text);
      end_statement();
    } else if (is("import")) {
      import();
    } else if (is("option")) {
      option({});
    } else if (!definition()) {
      skip();
      accept("}");  // one too many
    }
  }

  void import() {
    take();
    if (is("public") || is("weak")) take();
    if (now().kind == Kind::text) {
      Token path = now();
      path.text = languages::unquoted(path.text);
      facts_.reference({}, ReferenceKind::import, path);
      take();
    }
    end_statement();
  }

  bool definition() {
    if (is("message") || is("enum") || is("service") || is("extend")) {
      if (peek().kind != Kind::word) return false;
      if (is("message")) return message(), true;
      if (is("enum")) return enumeration(), true;
      if (is("service")) return service(), true;
      return extend(), true;
    }
    return false;
  }

  /// The statements of a block, each by `statement`.
  template <typename Statement>
  void block(Owner type, const Statement& statement) {
    if (!accept("{")) return skip();
    if (++depth_ > kDepthLimit) {
      --at_;
      skip();
    } else {
      while (now().kind != Kind::end && !is("}")) {
        if (!accept(";")) statement();
      }
      if (type.type != SIZE_MAX) facts_.type(type).end_line = now().line;
      if (!accept("}")) errors_ = true;
    }
    --depth_;
  }

  void message() {
    const Token first = take();
    const Token name = take();
    const Owner type = facts_.add_type("message", first, name);
    facts_.scope.emplace_back(name.text);
    block(type, [&] { message_statement(type, {}); });
    facts_.scope.pop_back();
  }

  void message_statement(Owner type, std::string_view oneof) {
    if (is("option") && peek().kind != Kind::symbol) return option(type);
    if (is("option") && peek().text == "(") return option(type);
    // "message", "enum" and the like are also good names of types and fields: only `word name {`
    // opens a definition.
    if ((is("message") || is("enum") || is("extend")) && peek(2).text == "{") {
      definition();
    } else if (is("oneof") && peek(2).text == "{") {
      take();
      const Token name = take();
      block({}, [&] { message_statement(type, name.text); });
    } else if ((is("reserved") || is("extensions")) && peek().text != "=" && peek(2).text != "=") {
      while (now().kind != Kind::end && !is(";") && !is("}")) take();
      end_statement();
    } else {
      field(type, oneof);
    }
  }

  void field(Owner type, std::string_view oneof) {
    const Token first = now();
    std::string signature;
    if ((is("optional") || is("required") || is("repeated")) && peek().kind == Kind::word) {
      signature = std::string(take().text) + " ";
    }
    std::vector<Token> named;
    if (is("map") && peek().text == "<") {
      take();
      take();
      const Token key = take();
      accept(",");
      const Token value = take();
      accept(">");
      named = {key, value};
      signature += "map<" + std::string(key.text) + ", " + std::string(value.text) + ">";
    } else if (now().kind == Kind::word) {
      named = {take()};
      signature += named[0].text;
    }
    if (named.empty() || now().kind != Kind::word || peek().text != "=") return skip();
    const Token name = take();
    take();
    if (now().kind != Kind::number) return skip();
    const Token number = take();
    signature += " " + std::string(name.text) + " = " + std::string(number.text);
    if (!oneof.empty()) signature = "oneof " + std::string(oneof) + ": " + signature;
    const Owner member = facts_.add_member(type, MemberKind::field, "Field", first, name.text,
                                           signature, 0, now().line);
    facts_.detail(member, DetailKind::value, number.text);
    for (const Token& token : named) facts_.reference(member, ReferenceKind::signature, token);
    if (is("[")) options_list(member);
    if (is("{")) {  // a group of proto2: a field and a message in one
      const Owner group = facts_.add_type("message", first, name);
      facts_.scope.emplace_back(name.text);
      block(group, [&] { message_statement(group, {}); });
      facts_.scope.pop_back();
      return;
    }
    end_statement();
  }

  void enumeration() {
    const Token first = take();
    const Token name = take();
    const Owner type = facts_.add_type("enum", first, name);
    block(type, [&] {
      if (is("option") && peek().text != "=") return option(type);
      if (is("reserved") && peek().text != "=") {
        while (now().kind != Kind::end && !is(";") && !is("}")) take();
        return end_statement();
      }
      const Token value = now();
      if (value.kind != Kind::word || peek().text != "=") return skip();
      take();
      take();
      std::string number = accept("-") ? "-" : "";
      number += take().text;
      const Owner member = facts_.add_member(type, MemberKind::field, "EnumMember", value,
                                             value.text, std::string(value.text) + " = " + number,
                                             kStatic | kConstant, now().line);
      facts_.detail(member, DetailKind::value, number);
      if (is("[")) options_list(member);
      end_statement();
    });
  }

  void service() {
    const Token first = take();
    const Token name = take();
    const Owner type = facts_.add_type("service", first, name);
    block(type, [&] {
      if (is("option")) return option(type);
      if (!is("rpc") || peek().kind != Kind::word) return skip();
      rpc(type);
    });
  }

  void rpc(Owner type) {
    const Token first = take();
    const Token name = take();
    std::string signature = "rpc " + std::string(name.text);
    std::vector<Token> named;
    const auto message_type = [&] {
      if (!accept("(")) return false;
      signature += "(";
      if (is("stream") && peek().kind == Kind::word) {
        signature += "stream ";
        take();
      }
      if (now().kind != Kind::word) return false;
      named.push_back(take());
      signature += std::string(named.back().text) + ")";
      return accept(")");
    };
    bool good = message_type();
    good = good && accept("returns");
    if (good) signature += " returns ";
    good = good && message_type();
    const Owner member = facts_.add_member(type, MemberKind::method, "Method", first, name.text,
                                           signature, kAbstract, now().line);
    for (const Token& token : named) facts_.reference(member, ReferenceKind::signature, token);
    if (!good) return skip();
    if (is("{")) {
      block({}, [&] { is("option") ? option(member) : skip(); });
      facts_.member(member).end_line = tokens_[at_ - 1].line;
      accept(";");
    } else {
      end_statement();
    }
  }

  void extend() {
    const Token first = take();
    const Token name = take();
    const Owner type = facts_.add_type("extend", first, name);
    facts_.extends(type, name);
    facts_.reference(type, ReferenceKind::base, name);
    block(type, [&] { message_statement(type, {}); });
  }

  /// `option name = value;` kept as text.
  void option(Owner owner) {
    take();
    std::string text;
    int depth = 0;
    while (now().kind != Kind::end && (depth > 0 || (!is(";") && !is("}")))) {
      const Token& token = take();
      if (token.kind == Kind::symbol && token.text == "{") ++depth;
      if (token.kind == Kind::symbol && token.text == "}") --depth;
      append(text, token);
    }
    facts_.detail(owner, DetailKind::attribute, std::string_view(text).substr(0, 400));
    end_statement();
  }

  /// `[a = 1, b = 2]` kept as text.
  void options_list(Owner owner) {
    std::string text;
    int depth = 0;
    while (now().kind != Kind::end) {
      const Token& token = take();
      if (token.kind == Kind::symbol && (token.text == "[" || token.text == "{")) ++depth;
      if (token.kind == Kind::symbol && (token.text == "]" || token.text == "}")) --depth;
      append(text, token);
      if (depth <= 0) break;
    }
    facts_.detail(owner, DetailKind::attribute, std::string_view(text).substr(0, 400));
  }

  static void append(std::string& text, const Token& token) {
    const bool tight = token.text == "," || token.text == ")" || token.text == "]" ||
                       token.text == ":" || text.empty() || text.back() == '(' ||
                       text.back() == '[' || token.text.starts_with('.');
    if (!tight) text += ' ';
    text += token.text;
  }

  std::vector<Token> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
  bool errors_ = false;
  Facts facts_;
};

}  // namespace

ReadProto read(std::string_view path, std::string_view contents) {
  return Parser(path, contents).run();
}

}  // namespace dossier::proto
