#include "engine/readers/languages/rpc.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/ascii.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/proto_links.h"
#include "engine/readers/languages/usage.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostMeanings = 8;  // of one name that nothing tells apart

bool starts_name(char c) { return is_letter(c) || c == '_'; }
bool in_rpc_name(char c) { return starts_name(c) || is_digit(c); }
/// A name of the text that means something.
struct Hit {
  uint32_t begin = 0;
  uint32_t end = 0;
  const std::vector<proto::Meaning>* meanings = nullptr;
};

/// The string literals around a place; ask in the order of the text.
class Literals {
 public:
  explicit Literals(const std::vector<Span>& all) : next_(all.begin()), end_(all.end()) {}

  /// The innermost; null where there is none.
  const Span* around(uint32_t at) {
    for (; next_ != end_ && next_->begin <= at; ++next_) {
      close(next_->begin);
      open_.push_back(&*next_);
    }
    close(at);
    return open_.empty() ? nullptr : open_.back();
  }

 private:
  void close(uint32_t at) {
    while (!open_.empty() && open_.back()->end <= at) open_.pop_back();
  }

  std::vector<Span>::const_iterator next_, end_;
  std::vector<const Span*> open_;
};

class Linker {
 public:
  Linker(const proto::Vocabulary& vocabulary, std::string_view text, const Captures& captures,
         Outline& outline)
      : vocabulary_(vocabulary),
        text_(text),
        captures_(captures),
        outline_(outline),
        language_(named(outline.module.language)),
        generated_(language_.generated_code) {}

  void run() {
    find_hits();
    if (hits_.empty()) return;
    linked_ = linked_protos(vocabulary_, text_, language_);
    find_imported();
    find_named();
    find_declared();
    write();
    write_used();
  }

 private:
  /// Every name outside of comments and texts that the vocabulary knows.
  void find_hits() {
    for (const Mention& mention : captures_.mentions) mentioned_.insert(mention.node.end);
    Literals literals(captures_.literals);
    auto comment = captures_.comments.begin();
    for (uint32_t at = 0; at < text_.size();) {
      if (comment != captures_.comments.end() && at >= comment->begin) {
        at = std::max(at, comment->end);
        ++comment;
      } else if (!in_rpc_name(text_[at])) {
        ++at;
      } else {
        const uint32_t begin = at;
        while (at < text_.size() && in_rpc_name(text_[at])) ++at;
        if (!starts_name(text_[begin])) continue;
        const auto* meanings = meanings_of(text_.substr(begin, at - begin));
        if (meanings->empty()) continue;
        const Span* literal = literals.around(begin);
        if (literal == nullptr || is_key(*literal, begin, at) || mentioned_.contains(at))
          hits_.push_back({begin, at, meanings});
      }
    }
  }

  /// Whether the literal is the name and nothing else, as a key is: 'product_ids', r"product_ids".
  bool is_key(const Span& literal, uint32_t begin, uint32_t end) const {
    constexpr std::string_view kQuotes = "\"'`#";
    const auto before = text_.substr(literal.begin, begin - literal.begin);
    const auto behind = text_.substr(end, literal.end - end);
    const auto quote = before.find_first_of(kQuotes);
    return quote != before.npos && before.find_first_not_of(kQuotes, quote) == before.npos &&
           behind.find_first_not_of(kQuotes) == behind.npos;
  }

  /// The possible meanings of the name; most names of a file occur many times.
  const std::vector<proto::Meaning>* meanings_of(std::string_view name) {
    const auto [found, is_new] = met_.try_emplace(name);
    if (is_new) found->second = vocabulary_.meanings(name);
    return &found->second;
  }

  /// What the file imports by name from generated modules: `from shop_pb2 import FOOT`.
  void find_imported() {
    for (const Reference& reference : outline_.module.references) {
      if (reference.kind != ReferenceKind::import) continue;
      const std::string_view key = reference.target_key;
      const auto dot = key.rfind('.');
      if (dot == key.npos) continue;
      const auto* files = linked_by(key.substr(0, dot));
      if (files != nullptr) imported_[key.substr(dot + 1)].insert(files->begin(), files->end());
    }
  }

  /// The files of a generated module or package, by its path with dots or by the last name of it.
  const std::vector<uint32_t>* linked_by(std::string_view path) const {
    if (path.size() > vocabulary_.longest_link()) return nullptr;
    const auto* files = vocabulary_.linked_by(path);
    return files != nullptr ? files : vocabulary_.linked_by(path.substr(path.rfind('.') + 1));
  }

  /// Whether a value of an enum outside of all messages stands behind the generated module or
  /// package, `shop_pb2.FOOT`, `shop::FOOT`, or is imported from it.
  bool is_value_of_module(const Hit& hit, const proto::Symbol& value) const {
    if (!linked_.count(value.file)) return false;
    const std::string_view around = vocabulary_.symbols()[value.owner].key;
    const auto dot = around.rfind('.');
    const auto package = around.substr(0, dot == around.npos ? 0 : dot);
    const std::string path = path_before(hit.begin);
    bool is_there = path == package;
    if (path.empty()) {
      const auto found = imported_.find(text_.substr(hit.begin, hit.end - hit.begin));
      is_there = found != imported_.end() && found->second.count(value.file);
    } else if (const auto* files = linked_by(path); files != nullptr) {
      is_there = is_there || std::find(files->begin(), files->end(), value.file) != files->end();
    }
    return is_there && !is_type_of(package, value.owner);
  }

  /// Whether a type before this one in its file has the name: it is around it.
  bool is_type_of(std::string_view name, uint32_t type) const {
    const auto& symbols = vocabulary_.symbols();
    for (uint32_t i = type; i-- > 0 && symbols[i].file == symbols[type].file;)
      if (symbols[i].owner == i && symbols[i].key == name &&
          symbols[i].kind == proto::Definition::message)
        return true;
    return false;
  }

  /// The path of names that a name is behind, with dots: of `a::b.c` at c it is a.b.
  std::string path_before(uint32_t at) const {
    std::string path;
    const auto longest = vocabulary_.longest_link();
    while (at > 0 && path.size() <= longest) {
      const uint32_t joined = text_[at - 1] == '.'                  ? 1
                              : text_.substr(0, at).ends_with("::") ? 2
                                                                    : 0;
      if (joined == 0) break;
      const uint32_t end = at - joined;
      uint32_t begin = end;
      while (begin > 0 && in_rpc_name(text_[begin - 1])) --begin;
      if (begin == end) break;
      path.insert(0, std::string(text_.substr(begin, end - begin)) + (path.empty() ? "" : "."));
      at = begin;
    }
    return path;
  }

  /// The definitions that the file certainly means, and the messages that lead on from them.
  void find_named() {
    const auto& symbols = vocabulary_.symbols();
    std::vector<uint32_t> fresh;
    const auto name = [&](uint32_t symbol) {
      if (named_.insert(symbol).second) fresh.push_back(symbol);
    };
    for (const Hit& hit : hits_) {
      for (const auto& meaning : *hit.meanings) {
        const auto& symbol = symbols[meaning.symbol];
        const bool is_field =
            symbol.kind == proto::Definition::field || symbol.kind == proto::Definition::oneof;
        const bool certain = meaning.is_strong || linked_.count(symbol.file);
        if (!certain || (is_field && !linked_.count(symbol.file))) continue;
        if (meaning.is_opener && !opens_scope(text_, hit.begin, hit.end, generated_)) continue;
        // A weak field name in a linked file proves nothing about which message is meant.
        if (is_field && !meaning.is_strong) continue;
        name(meaning.symbol);
        certain_.insert(meaning.symbol);
      }
    }
    while (!fresh.empty()) {
      const uint32_t index = fresh.back();
      fresh.pop_back();
      // An rpc's messages, a field's message; of a message, those that its fields hold.
      for (const uint32_t next : symbols[index].reaches) name(next);
      if (symbols[index].kind != proto::Definition::message) continue;
      for (uint32_t i = index + 1; i < symbols.size() && symbols[i].owner == index; ++i) {
        for (const uint32_t next : symbols[i].reaches) name(next);
      }
    }
  }

  /// The names by which the file calls what is its own: types, fields, parameters, variables. A
  /// method may be what implements an rpc.
  void find_declared() {
    const auto& types = outline_.module.types;
    for (uint32_t i = 0; i < captures_.definitions.size(); ++i) {
      const Entry& entry = outline_.entries[i];
      const bool is_method = entry.role == Entry::Role::member && entry.type != kNone &&
                             entry.member != kNone &&
                             types[entry.type].members[entry.member].kind == MemberKind::method;
      if (!is_method) declared_.insert(captures_.definitions[i].name.begin);
    }
    for (const Local& local : captures_.locals)
      if (local.declares()) declared_.insert(local.name.begin);
  }

  bool counts(const Hit& hit, const proto::Meaning& meaning) const {
    if (meaning.is_opener && !opens_scope(text_, hit.begin, hit.end, generated_)) return false;
    if (meaning.is_strong) return true;
    const auto& symbol = vocabulary_.symbols()[meaning.symbol];
    if (symbol.owner == meaning.symbol) {
      // Where nothing imports a file, a nested type is told by the outer one:
      // `Shop_V1_Product.Size`.
      const bool nested =
          generated_.nested_by_outer && named_.count(meaning.symbol) && is_part(text_, hit.begin);
      return nested || linked_.count(symbol.file);
    }
    if (!named_.count(symbol.owner))
      return symbol.kind == proto::Definition::enum_value && is_value_of_module(hit, symbol);
    if (symbol.kind == proto::Definition::field || symbol.kind == proto::Definition::oneof) {
      if (is_access(text_, hit.begin, hit.end, generated_)) return true;
      // What says which field is set is a type: `Product::kAuthor`, `Origin::Author(name)`.
      const bool is_choice = symbol.in_oneof || symbol.kind == proto::Definition::oneof;
      const bool opens =
          generated_.opener == proto::Opener::colons && text_.substr(hit.end, 2) == "::";
      return is_choice && (opens || is_part(text_, hit.begin));
    }
    return symbol.kind != proto::Definition::enum_value || certain_.count(symbol.owner) ||
           is_part(text_, hit.begin);
  }

  void write() {
    const Ordinals ordinals(outline_.module);
    Holders holders(captures_);
    uint32_t row = 0, line_begin = 0, scanned = 0;
    for (const Hit& hit : hits_) {
      for (; scanned < hit.begin; ++scanned) {
        if (text_[scanned] != '\n') continue;
        ++row;
        line_begin = scanned + 1;
      }
      const auto meanings = meant_by(hit);
      const Span span{hit.begin, hit.end, row, row, hit.begin - line_begin};
      const uint32_t holder = holders.of(span);
      for (const uint32_t index : meanings) {
        const auto& symbol = vocabulary_.symbols()[index];
        if (linked_.contains(symbol.file) || is_qualified(hit, symbol)) used_.insert(symbol.file);
        Reference reference;
        reference.kind = ReferenceKind::rpc;
        reference.source = ordinals.of(outline_, holder);
        reference.target = keep(text_.substr(hit.begin, hit.end - hit.begin));
        reference.target_type = keep(symbol.type);
        reference.target_key = keep(symbol.key);
        reference.target_scope = keep(vocabulary_.file(symbol.file));
        reference.by_name = true;
        reference.in_module = declared_.contains(hit.begin);
        reference.line = row + 1;
        reference.column = span.column + 1;
        outline_.module.references.push_back(reference);
      }
    }
  }

  /// The .proto files whose generated code the file uses, as details of the module.
  void write_used() {
    for (const uint32_t file : used_)
      outline_.module.details.push_back({0, DetailKind::reference, keep(vocabulary_.file(file))});
  }

  /// Whether a type's package stands before it: `Shop_V1_Item`, `api::DeviceProfile`. A package of
  /// one word links no file, but its type of two words is not called so by chance.
  bool is_qualified(const Hit& hit, const proto::Symbol& symbol) const {
    const auto dot = symbol.key.rfind('.');
    if (symbol.key != symbol.type || dot == symbol.key.npos) return false;
    const auto package = symbol.key.substr(0, dot);
    if (text_.substr(hit.begin).starts_with(proto::package_prefix(package))) return true;
    const auto is_strong = [&](const proto::Meaning& one) {
      return one.is_strong && vocabulary_.symbols()[one.symbol].key == symbol.key;
    };
    if (package.find('.') != package.npos ||
        std::none_of(hit.meanings->begin(), hit.meanings->end(), is_strong))
      return false;
    auto before = text_.substr(0, hit.begin);
    const bool is_path = before.ends_with("::");
    if (!is_path && !before.ends_with('.') && !before.ends_with('\\')) return false;
    before.remove_suffix(is_path ? 2 : 1);
    const auto ends_in = [&](std::string_view name) {
      return before.ends_with(name) && (before.size() == name.size() ||
                                        !in_rpc_name(before[before.size() - name.size() - 1]));
    };
    return ends_in(package) || ends_in(proto::pascal(package));
  }

  std::vector<uint32_t> meant_by(const Hit& hit) const {
    const auto& symbols = vocabulary_.symbols();
    std::vector<uint32_t> all, named, linked;
    for (const auto& meaning : *hit.meanings) {
      if (counts(hit, meaning)) all.push_back(meaning.symbol);
    }
    const auto is_type = [&](uint32_t one) { return symbols[one].owner == one; };
    // Where fields begin in lower case, what is called as a type is one.
    if (!generated_.capital_fields && std::any_of(all.begin(), all.end(), is_type)) {
      std::erase_if(all, [&](uint32_t one) { return !is_type(one); });
    }
    for (const uint32_t one : all) {
      if (named_.count(symbols[one].owner)) named.push_back(one);
      if (linked_.count(symbols[one].file)) linked.push_back(one);
    }
    if (all.size() > 1 && !linked.empty()) {
      std::erase_if(named, [&](uint32_t one) { return !linked_.count(symbols[one].file); });
      if (named.empty()) named = linked;
    }
    if (!named.empty()) all = std::move(named);
    keep_one_of_copies(all);
    return all.size() > kMostMeanings ? std::vector<uint32_t>{} : all;
  }

  // A repository may hold copies of one .proto, one for each service: they define one thing.
  void keep_one_of_copies(std::vector<uint32_t>& meant) const {
    std::unordered_set<std::string_view> keys;
    std::erase_if(
        meant, [&](uint32_t one) { return !keys.insert(vocabulary_.symbols()[one].key).second; });
  }

  std::string_view keep(std::string_view text) {
    const auto found = kept_.find(text);
    if (found != kept_.end()) return *found;
    return *kept_.insert(outline_.module.text.keep(text)).first;
  }

  const proto::Vocabulary& vocabulary_;
  std::string_view text_;
  const Captures& captures_;
  Outline& outline_;
  const Language& language_;
  const proto::Generated& generated_;
  std::vector<Hit> hits_;
  std::unordered_set<uint32_t> mentioned_;  // where what is mentioned ends
  std::unordered_set<uint32_t> declared_;   // where names begin
  std::set<uint32_t> used_;                 // .proto files
  std::unordered_set<uint32_t> linked_;     // .proto files
  std::unordered_set<uint32_t> named_;      // symbols
  std::unordered_set<uint32_t> certain_;    // of them: not only led to
  std::unordered_map<std::string_view, std::unordered_set<uint32_t>> imported_;  // files, by name
  std::unordered_map<std::string_view, std::vector<proto::Meaning>> met_;
  std::unordered_set<std::string_view> kept_;
};

}  // namespace

void refer_to_proto(const proto::Vocabulary& vocabulary, std::string_view text,
                    const Captures& captures, Outline& outline) {
  Linker(vocabulary, text, captures, outline).run();
}

}  // namespace dossier::languages
