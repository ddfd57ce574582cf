#include "engine/readers/proto/proto.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/ascii.h"
#include "engine/readers/proto/statements.h"
#include "engine/readers/word_list.h"

namespace dossier::proto {
namespace {

using Kind = Token::Kind;

class Parser : Statements {
 public:
  using Statements::Statements;

  ReadProto run() {
    while (!at_.at_end()) file_statement();
    if (schema_ != nullptr) {
      schema_->package = facts_.package;
      schema_->options = std::move(file_options_);
      std::move(declarations_.begin(), declarations_.end(),
                std::back_inserter(schema_->declarations));
    }
    return {facts_.finish(), at_.has_errors};
  }

  bool is_too_deep() const { return is_too_deep_; }

 private:
  void file_statement() {
    if (at_.accept(";")) return;
    if (at_.is("syntax") || at_.is("edition")) {
      at_.take();
      at_.accept("=");
      const Token syntax = at_.take();
      if (schema_ != nullptr) schema_->syntax = unquoted(syntax.text);
      at_.end_statement();
    } else if (at_.is("package")) {
      at_.take();
      if (at_.now().kind == Kind::word) facts_.package = std::string(at_.take().text);
      at_.end_statement();
    } else if (at_.is("import")) {
      import();
    } else if (at_.is("option")) {
      option({}, file_options_);
    } else if (!definition()) {
      at_.skip();
      at_.accept("}");  // one too many
    }
  }

  void import() {
    at_.take();
    if (at_.is("public") || at_.is("weak") || at_.is("option")) at_.take();
    if (at_.now().kind == Kind::text) {
      Token path = at_.now();
      path.text = unquoted(path.text);
      facts_.reference({}, ReferenceKind::import, path);
      if (schema_ != nullptr) schema_->imports.emplace_back(path.text);
      at_.take();
    }
    at_.end_statement();
  }

  /// Whether a word of edition 2024 stands here that says who sees the definition behind it.
  bool is_visibility() const {
    return (at_.is("export") || at_.is("local")) && at_.peek().kind == Kind::word &&
           (at_.peek().text == "message" || at_.peek().text == "enum") && at_.peek(3).text == "{";
  }

  bool definition() {
    if (is_visibility()) at_.take();
    if (at_.is("message") || at_.is("enum") || at_.is("service") || at_.is("extend")) {
      if (at_.peek().kind != Kind::word) return false;
      if (at_.is("message")) return message(), true;
      if (at_.is("enum")) return enumeration(), true;
      if (at_.is("service")) return service(), true;
      return extend(), true;
    }
    return false;
  }

  void message() {
    const Token first = at_.take();
    const Token name = at_.take();
    const Owner type = facts_.add_type("message", first, name);
    Declaration& declared = declare(Definition::message, first, name.text);
    facts_.scope.emplace_back(name.text);
    block(type, [&] { message_statement(type, declared, {}); });
    facts_.scope.pop_back();
    declared.end_line = at_.before().line;
  }

  void message_statement(Owner type, Declaration& message, std::string_view oneof) {
    if (at_.is("option") && at_.peek().kind != Kind::symbol) return option(type, message.options);
    if (at_.is("option") && at_.peek().text == "(") return option(type, message.options);
    // "message", "enum" and the like are also good names of types and fields: only `word name {`
    // opens a definition.
    const bool opens =
        (at_.is("message") || at_.is("enum") || at_.is("extend")) && at_.peek(2).text == "{";
    if (opens || is_visibility()) {
      if (!definition()) at_.skip();  // no name, as in `message "x" {`
    } else if (at_.is("oneof") && at_.peek(2).text == "{") {
      oneof_of(type, message);
    } else if ((at_.is("reserved") || at_.is("extensions")) && at_.peek().text != "=" &&
               at_.peek(2).text != "=") {
      const std::string statement = at_.take_statement();
      if (schema_ != nullptr) reserve(message, statement);
      at_.end_statement();
    } else {
      field(type, oneof);
    }
  }

  void oneof_of(Owner type, Declaration& message) {
    const Token first = at_.take();
    const Token name = at_.take();
    const Owner member = facts_.add_member(type, MemberKind::field, "Oneof", first, name.text,
                                           "oneof " + std::string(name.text), 0, first.line);
    declare(Definition::oneof, first, name.text);
    block({}, [&] { message_statement(type, message, name.text); });
    facts_.member(member).end_line = at_.before().line;
  }

  void field(Owner type, std::string_view oneof) {
    const Token first = at_.now();
    std::string signature, label, field_type;
    if ((at_.is("optional") || at_.is("required") || at_.is("repeated")) &&
        at_.peek().kind == Kind::word) {
      label = at_.take().text;
      signature = label + " ";
    }
    std::vector<Token> named;
    if (at_.is("map") && at_.peek().text == "<") {
      at_.take();
      at_.take();
      const Token key = at_.take();
      at_.accept(",");
      const Token value = at_.take_type();
      at_.accept(">");
      named = {key, value};
      field_type = "map<" + std::string(key.text) + ", " + std::string(value.text) + ">";
    } else if (at_.now().kind == Kind::word) {
      named = {at_.take_type()};
      field_type = named[0].text;
    }
    signature += field_type;
    if (named.empty() || at_.now().kind != Kind::word || at_.peek().text != "=") return at_.skip();
    const Token name = at_.take();
    at_.take();
    if (at_.now().kind != Kind::number) return at_.skip();
    const Token number = at_.take();
    signature += " " + std::string(name.text) + " = " + std::string(number.text);
    if (!oneof.empty()) signature = "oneof " + std::string(oneof) + ": " + signature;
    if (extended_) signature = "extend " + std::string(extended_->text) + ": " + signature;
    const Owner member =
        facts_.add_member(type, MemberKind::field, extended_ ? "Extension" : "Field", first,
                          name.text, signature, 0, at_.now().line);
    if (extended_) facts_.reference(member, ReferenceKind::type, *extended_);
    facts_.detail(member, DetailKind::value, number.text);
    for (const Token& token : named) facts_.reference(member, ReferenceKind::signature, token);
    Declaration& declared = declare(Definition::field, first, name.text);
    declared.number = number_of(number.text);
    declared.label = std::move(label);
    declared.type = std::move(field_type);
    declared.oneof = oneof;
    if (extended_) declared.extends = extended_->text;
    if (at_.is("[")) {
      brackets(member, declared.options);
    }
    if (at_.is("{")) {  // a group of proto2: a field and a message in one
      declared.type.append(" ").append(name.text);
      for (char& c : declared.name) c = to_lower(c);
      const Owner group = facts_.add_type("message", first, name);
      const auto outer = std::exchange(extended_, std::nullopt);
      Declaration& message = declare(Definition::message, first, name.text);
      facts_.scope.emplace_back(name.text);
      block(group, [&] { message_statement(group, message, {}); });
      facts_.scope.pop_back();
      message.end_line = at_.before().line;
      extended_ = outer;
      return;
    }
    at_.end_statement();
  }

  void enumeration() {
    const Token first = at_.take();
    const Token name = at_.take();
    const Owner type = facts_.add_type("enum", first, name);
    Declaration& declared = declare(Definition::enumeration, first, name.text);
    const std::string owner = declared.full_name();
    block(type, [&] {
      if (at_.is("option") && at_.peek().text != "=") return option(type, declared.options);
      if (at_.is("reserved") && at_.peek().text != "=") {
        const std::string statement = at_.take_statement();
        if (schema_ != nullptr) reserve(declared, statement);
        return at_.end_statement();
      }
      const Token value = at_.now();
      if (value.kind != Kind::word || at_.peek().text != "=") return at_.skip();
      at_.take();
      at_.take();
      std::string number = at_.accept("-") ? "-" : "";
      number += at_.take().text;
      const Owner member = facts_.add_member(type, MemberKind::field, "EnumMember", value,
                                             value.text, std::string(value.text) + " = " + number,
                                             kStatic | kConstant, at_.now().line);
      facts_.detail(member, DetailKind::value, number);
      Declaration& made = declare(Definition::enum_value, value, value.text, owner);
      made.number = number_of(number);
      if (at_.is("[")) {
        brackets(member, made.options);
      }
      at_.end_statement();
    });
    declared.end_line = at_.before().line;
  }

  void service() {
    const Token first = at_.take();
    const Token name = at_.take();
    const Owner type = facts_.add_type("service", first, name);
    Declaration& declared = declare(Definition::service, first, name.text);
    const std::string owner = declared.full_name();
    block(type, [&] {
      if (at_.is("option")) return option(type, declared.options);
      if (!at_.is("rpc") || at_.peek().kind != Kind::word) return at_.skip();
      rpc(type, owner);
    });
    declared.end_line = at_.before().line;
  }

  void rpc(Owner type, const std::string& service) {
    const Token first = at_.take();
    const Token name = at_.take();
    std::string signature = "rpc " + std::string(name.text);
    std::vector<Token> named;
    Declaration& declared = declare(Definition::rpc, first, name.text, service);
    const auto message_type = [&](std::string& type_name, bool& streams) {
      if (!at_.accept("(")) return false;
      signature += "(";
      if (at_.is("stream") && at_.peek().kind == Kind::word) {
        signature += "stream ";
        streams = true;
        at_.take();
      }
      if (at_.now().kind != Kind::word) return false;
      named.push_back(at_.take_type());
      type_name = named.back().text;
      signature += type_name + ")";
      return at_.accept(")");
    };
    bool good = message_type(declared.request, declared.client_streaming);
    good = good && at_.accept("returns");
    if (good) signature += " returns ";
    good = good && message_type(declared.response, declared.server_streaming);
    const Owner member = facts_.add_member(type, MemberKind::method, "Method", first, name.text,
                                           signature, kAbstract, at_.now().line);
    for (const Token& token : named) facts_.reference(member, ReferenceKind::signature, token);
    if (!good) return at_.skip();
    if (at_.is("{")) {
      block({}, [&] { at_.is("option") ? option(member, declared.options) : at_.skip(); });
      facts_.member(member).end_line = at_.before().line;
      at_.accept(";");
    } else {
      at_.end_statement();
    }
  }

  void extend() {
    const Token first = at_.take();
    const Token name = at_.take_type();
    const Owner around = facts_.extending(first);
    const auto outer = std::exchange(extended_, name);
    Declaration nothing;
    block({}, [&] { message_statement(around, nothing, {}); });
    extended_ = outer;
    Type& type = facts_.type(around);
    type.end_line = std::max(type.end_line, at_.before().line);
  }

  std::optional<Token> extended_;  // what the fields at hand extend
};

}  // namespace

ReadProto read(std::string_view path, std::string_view contents) {
  return Parser(path, contents, nullptr).run();
}

ReadSchema read_schema(std::string_view contents) {
  ReadSchema read;
  read.schema.syntax = "proto2";
  Parser parser({}, contents, &read.schema);
  read.has_errors = parser.run().has_errors;
  read.is_too_deep = parser.is_too_deep();
  return read;
}

}  // namespace dossier::proto
