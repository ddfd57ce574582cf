#include "engine/readers/proto/proto.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/languages/text.h"
#include "engine/readers/proto/tokens.h"

namespace dossier::proto {
namespace {

using Kind = Token::Kind;

constexpr size_t kDocLimit = 4000;
constexpr int kDepthLimit = 100;

bool is_scalar(std::string_view type) {
  static const std::unordered_set<std::string_view> kScalars = {
      "double",  "float",   "int32",    "int64",    "uint32", "uint64", "sint32", "sint64",
      "fixed32", "fixed64", "sfixed32", "sfixed64", "bool",   "string", "bytes",  "group"};
  return kScalars.contains(type);
}

/// Details and references name their symbol by where it was met; ordinals are known only at the
/// end, when each type's members have their order.
struct Owner {
  size_t type = SIZE_MAX;    // SIZE_MAX: the module
  size_t member = SIZE_MAX;  // SIZE_MAX: the type
};

class Parser {
 public:
  Parser(std::string_view path, std::string_view contents) : tokens_(tokens_of(contents)) {
    Module& module = module_;
    module.kind = ModuleKind::source;
    module.name = module.path = module.text.keep(path);
    module.language = "Protocol Buffers";
  }

  ReadProto run() {
    while (now().kind != Kind::end) file_statement();
    finish();
    return {std::move(module_), errors_};
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

  // Facts.
  std::string_view keep(std::string_view text) { return module_.text.keep(text); }

  std::string full(std::string_view name) const {
    std::string path = package_;
    for (const auto& part : scope_) path += (path.empty() ? "" : ".") + part;
    return path + (path.empty() ? "" : ".") + std::string(name);
  }

  void detail(Owner owner, DetailKind kind, std::string_view text) {
    if (!text.empty()) details_.push_back({owner, {0, kind, keep(text)}});
  }
  void doc(Owner owner, const Token& first) {
    if (first.doc.empty()) return;
    const std::string text = languages::comment_text(first.doc);
    detail(owner, DetailKind::doc, std::string_view(text).substr(0, kDocLimit));
  }
  void reference(Owner owner, ReferenceKind kind, const Token& token) {
    if (is_scalar(token.text)) return;
    Reference reference;
    reference.kind = kind;
    reference.target = keep(token.text);
    reference.line = token.line;
    reference.column = token.column;
    // What the name means where it stands: resolved from the innermost scope outwards at the end.
    references_.push_back({owner, reference, full("")});
  }

  Owner add_type(std::string_view kind, const Token& first, const Token& name) {
    Type& type = module_.types.emplace_back();
    type.kind = kind;
    type.name = keep(name.text);
    type.full_name = keep(full(name.text));
    type.name_space = keep(package_);
    type.source_path = module_.path;
    type.flags = kPublic;
    type.line = type.end_line = first.line;
    const Owner owner{module_.types.size() - 1, SIZE_MAX};
    doc(owner, first);
    return owner;
  }

  Owner add_member(Owner type, MemberKind kind, std::string_view word, const Token& first,
                   std::string_view name, const std::string& signature, uint32_t flags) {
    Type& holder = module_.types[type.type];
    Member& member = holder.members.emplace_back();
    member.kind = kind;
    member.member_type = word;
    member.name = keep(name);
    member.full_name = module_.text.join({holder.full_name, ".", name});
    member.signature = keep(signature);
    member.flags = kPublic | flags;
    member.line = first.line;
    member.end_line = now().line;
    const Owner owner{type.type, holder.members.size() - 1};
    doc(owner, first);
    return owner;
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
      if (now().kind == Kind::word) package_ = std::string(take().text);
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
      reference({}, ReferenceKind::import, path);
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
      if (type.type != SIZE_MAX) module_.types[type.type].end_line = now().line;
      if (!accept("}")) errors_ = true;
    }
    --depth_;
  }

  void message() {
    const Token first = take();
    const Token name = take();
    const Owner type = add_type("message", first, name);
    scope_.emplace_back(name.text);
    block(type, [&] { message_statement(type, {}); });
    scope_.pop_back();
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
    const Owner member =
        add_member(type, MemberKind::field, "Field", first, name.text, signature, 0);
    detail(member, DetailKind::value, number.text);
    for (const Token& token : named) reference(member, ReferenceKind::signature, token);
    if (is("[")) options_list(member);
    if (is("{")) {  // a group of proto2: a field and a message in one
      const Owner group = add_type("message", first, name);
      scope_.emplace_back(name.text);
      block(group, [&] { message_statement(group, {}); });
      scope_.pop_back();
      return;
    }
    end_statement();
  }

  void enumeration() {
    const Token first = take();
    const Token name = take();
    const Owner type = add_type("enum", first, name);
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
      const Owner member =
          add_member(type, MemberKind::field, "EnumMember", value, value.text,
                     std::string(value.text) + " = " + number, kStatic | kConstant);
      detail(member, DetailKind::value, number);
      if (is("[")) options_list(member);
      end_statement();
    });
  }

  void service() {
    const Token first = take();
    const Token name = take();
    const Owner type = add_type("service", first, name);
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
    const Owner member =
        add_member(type, MemberKind::method, "Method", first, name.text, signature, kAbstract);
    for (const Token& token : named) reference(member, ReferenceKind::signature, token);
    if (!good) return skip();
    if (is("{")) {
      block({}, [&] { is("option") ? option(member) : skip(); });
      module_.types[member.type].members[member.member].end_line = tokens_[at_ - 1].line;
      accept(";");
    } else {
      end_statement();
    }
  }

  void extend() {
    const Token first = take();
    const Token name = take();
    const Owner type = add_type("extend", first, name);
    module_.types[type.type].full_name = keep(name.text);  // a part of that message, wherever it is
    reference(type, ReferenceKind::base, name);
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
    detail(owner, DetailKind::attribute, std::string_view(text).substr(0, 400));
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
    detail(owner, DetailKind::attribute, std::string_view(text).substr(0, 400));
  }

  static void append(std::string& text, const Token& token) {
    const bool tight = token.text == "," || token.text == ")" || token.text == "]" ||
                       token.text == ":" || text.empty() || text.back() == '(' ||
                       text.back() == '[' || token.text.starts_with('.');
    if (!tight) text += ' ';
    text += token.text;
  }

  // The end.
  void finish() {
    std::vector<uint32_t> first;
    uint32_t next = 1;
    for (Type& type : module_.types) {
      first.push_back(next);
      next += 1 + static_cast<uint32_t>(type.members.size());
    }
    const auto ordinal = [&](Owner owner) {
      if (owner.type == SIZE_MAX) return 0u;
      const uint32_t at = first[owner.type];
      return owner.member == SIZE_MAX ? at : at + 1 + static_cast<uint32_t>(owner.member);
    };
    for (auto& [owner, detail] : details_) {
      detail.source = ordinal(owner);
      module_.details.push_back(detail);
    }
    std::stable_sort(module_.details.begin(), module_.details.end(),
                     [](const Detail& a, const Detail& b) { return a.source < b.source; });
    std::unordered_set<std::string_view> types;
    for (const Type& type : module_.types) {
      if (type.kind != "extend") types.insert(type.full_name);
    }
    for (auto& [owner, reference, scope] : references_) {
      reference.source = ordinal(owner);
      resolve(reference, scope, types);
      module_.references.push_back(reference);
    }
  }

  /// The innermost scope around that holds the name, as protobuf resolves; else as written.
  void resolve(Reference& reference, const std::string& scope,
               const std::unordered_set<std::string_view>& types) {
    if (reference.kind != ReferenceKind::import) {
      const bool absolute = reference.target.starts_with('.');
      const std::string name(reference.target.substr(absolute ? 1 : 0));
      std::string around = absolute ? "" : scope;
      while (true) {
        if (around.ends_with('.')) around.pop_back();
        const auto found = types.find(around.empty() ? name : around + "." + name);
        if (found != types.end()) {
          reference.in_module = true;
          reference.target_type = reference.target_key = *found;
          reference.target_scope = module_.name;
          return;
        }
        if (around.empty()) break;
        const auto dot = around.rfind('.');
        around.resize(dot == std::string::npos ? 0 : dot);
      }
      reference.target_type = reference.target_key = keep(name);
    } else {
      reference.target_type = reference.target_key = reference.target_scope = reference.target;
    }
    reference.by_name = true;
  }

  std::vector<Token> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
  Module module_;
  std::string package_;
  std::vector<std::string> scope_;
  bool errors_ = false;
  std::vector<std::pair<Owner, Detail>> details_;
  struct Named {
    Owner owner;
    Reference reference;
    std::string scope;
  };
  std::vector<Named> references_;
};

}  // namespace

ReadProto read(std::string_view path, std::string_view contents) {
  return Parser(path, contents).run();
}

}  // namespace dossier::proto
