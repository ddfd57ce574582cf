#include "queries/lang/ast.h"
#include "queries/lang/fields.h"

namespace dossier::lang {
namespace {

// query = or-list; or-list = and-list ("or" and-list)*; and-list = item+;
// item = ("-" | "not") item | "(" or-list ")" | text | field value
class Parser {
 public:
  Parser(std::vector<Token> tokens, size_t end) : tokens_(std::move(tokens)), end_(end) {}

  Parsed<Node> run() {
    Node node = either();
    if (!failed_ && !done()) fail("nothing is open here that this closes", peek().span);
    if (failed_) return failure_;
    return node;
  }

 private:
  bool done() const { return at_ == tokens_.size(); }
  const Token& peek() const { return tokens_[at_]; }
  bool next_is(Token::Kind kind) const { return !done() && peek().kind == kind; }
  void fail(std::string message, Span span) {
    if (failed_) return;
    failure_ = {std::move(message), span};
    failed_ = true;
  }
  Node either();
  Node all();
  Node item();
  Node field();
  void list(Node& node);
  bool is_query() const;
  Node nested(Span open);

  // SQLite takes expressions 200 deep; nobody writes what these forbid.
  static constexpr int kDeepest = 16;
  static constexpr int kMostParts = 100;

  std::vector<Token> tokens_;
  size_t end_;
  size_t at_ = 0;
  int depth_ = 0;
  int parts_ = 0;
  Diagnostic failure_;
  bool failed_ = false;
};

Value value_of(const Token& token) {
  const auto form = token.kind == Token::phrase  ? Value::phrase
                    : token.kind == Token::regex ? Value::regex
                                                 : Value::word;
  return {form, token.text, token.span};
}

Node Parser::either() {
  Node first = all();
  if (!next_is(Token::either)) return first;
  Node node;
  node.kind = Node::any_of;
  node.span = first.span;
  node.parts.push_back(std::move(first));
  while (!failed_ && next_is(Token::either)) {
    const Span word = peek().span;
    if (node.parts.back().kind == Node::all_of && node.parts.back().parts.empty())
      fail("'or' needs something on its left", word);
    ++at_;
    node.parts.push_back(all());
    if (node.parts.back().kind == Node::all_of && node.parts.back().parts.empty())
      fail("'or' needs something on its right", word);
  }
  node.span.end = node.parts.back().span.end;
  return node;
}

Node Parser::all() {
  Node node;
  node.span = {done() ? end_ : peek().span.begin, done() ? end_ : peek().span.begin};
  while (!failed_ && !done() && peek().kind != Token::either && peek().kind != Token::close)
    node.parts.push_back(item());
  if (node.parts.size() == 1) {
    Node only = std::move(node.parts[0]);
    return only;
  }
  if (!node.parts.empty()) node.span.end = node.parts.back().span.end;
  return node;
}

Node Parser::item() {
  const Token token = peek();
  if (++parts_ > kMostParts) {
    fail("a query has at most 100 parts", token.span);
    return {};
  }
  if (token.kind == Token::field) return field();
  ++at_;
  Node node;
  node.span = token.span;
  if (token.kind == Token::negate) {
    node.kind = Node::none_of;
    if (done() || peek().kind == Token::either || peek().kind == Token::close ||
        ++depth_ > kDeepest) {
      fail("'" + token.text + "' needs something behind it", token.span);
      return node;
    }
    node.parts.push_back(item());
    --depth_;
    node.span.end = node.parts[0].span.end;
    return node;
  }
  if (token.kind == Token::open) return nested(token.span);
  node.kind = Node::text;
  node.values.push_back(value_of(token));
  return node;
}

// What stands between parentheses, the first of which has been taken.
Node Parser::nested(Span open) {
  if (++depth_ > kDeepest) fail("parentheses are nested too deeply", open);
  if (failed_) return {};
  Node node = either();
  --depth_;
  if (!next_is(Token::close)) {
    fail("a parenthesis is opened here and never closed", open);
    return node;
  }
  node.span = {open.begin, peek().span.end};
  ++at_;
  return node;
}

Node Parser::field() {
  const Token name = peek();
  ++at_;
  Node node;
  node.kind = Node::field;
  node.name = name.text;
  node.sign = name.sign;
  node.span = name.span;
  const Token value = peek();  // the lexer made sure of it
  if (value.kind != Token::open) {
    ++at_;
    node.values.push_back(value_of(value));
    node.span.end = value.span.end;
    return node;
  }
  ++at_;
  const Field& field = *find_field(name.text);
  if (field.kind == FieldKind::relation || (field.nests && is_query())) {
    node.parts.push_back(nested(value.span));
    node.span.end = node.parts[0].span.end;
  } else {
    list(node);
  }
  return node;
}

// Whether what stands in the parentheses that are open is a query, and no list of values.
bool Parser::is_query() const {
  for (size_t at = at_; at < tokens_.size() && tokens_[at].kind != Token::close; ++at)
    if (tokens_[at].kind != Token::word && tokens_[at].kind != Token::phrase &&
        tokens_[at].kind != Token::regex)
      return true;
  return false;
}

// (a, b c): values with commas or spaces between them.
void Parser::list(Node& node) {
  const Span open = tokens_[at_ - 1].span;
  while (!done() && peek().kind != Token::close) {
    const Token token = peek();
    ++at_;
    if (token.kind != Token::word) {
      if (token.kind == Token::phrase || token.kind == Token::regex)
        node.values.push_back(value_of(token));
      else
        return fail("a list holds values only", token.span);
      continue;
    }
    for (size_t from = 0; from <= token.text.size();) {
      const size_t comma = std::min(token.text.find(',', from), token.text.size());
      if (comma > from)
        node.values.push_back({Value::word,
                               token.text.substr(from, comma - from),
                               {token.span.begin + from, token.span.begin + comma}});
      from = comma + 1;
    }
  }
  if (done()) return fail("a parenthesis is opened here and never closed", open);
  node.span.end = peek().span.end;
  ++at_;
  if (node.values.empty()) fail("the list is empty", {open.begin, node.span.end});
}

}  // namespace

std::string Node::dump() const {
  static constexpr const char* kForms[] = {"word:", "phrase:", "regex:"};
  const auto written = [&] {
    std::string out;
    for (const auto& value : values)
      out += (out.empty() ? "" : " ") + (kForms[value.form] + value.text);
    for (const auto& part : parts) out += (out.empty() ? "" : " ") + part.dump();
    return out;
  };
  switch (kind) {
    case text:
      return written();
    case field:
      return "(" + name + ":" + sign + " " + written() + ")";
    case all_of:
      return parts.empty() ? "(and)" : "(and " + written() + ")";
    case any_of:
      return "(or " + written() + ")";
    case none_of:
      return "(not " + written() + ")";
  }
  return {};
}

Parsed<Node> parse(std::string_view query) {
  auto read = tokens(query);
  if (auto* failure = std::get_if<Diagnostic>(&read)) return std::move(*failure);
  return Parser(std::move(std::get<std::vector<Token>>(read)), query.size()).run();
}

}  // namespace dossier::lang
