#include "engine/readers/languages/rpc.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/readers/languages/places.h"
#include "engine/readers/languages/proto_links.h"
#include "engine/readers/languages/usage.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostMeanings = 8;  // of one name that nothing tells apart

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }
/// A name of the text that means something.
struct Hit {
  uint32_t begin = 0;
  uint32_t end = 0;
  const std::vector<proto::Meaning>* meanings = nullptr;
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
    find_named();
    write();
  }

 private:
  /// Every name outside of comments that the vocabulary knows.
  void find_hits() {
    auto comment = captures_.comments.begin();
    for (uint32_t at = 0; at < text_.size();) {
      if (comment != captures_.comments.end() && at >= comment->begin) {
        at = std::max(at, comment->end);
        ++comment;
      } else if (!in_name(text_[at])) {
        ++at;
      } else {
        const uint32_t begin = at;
        while (at < text_.size() && in_name(text_[at])) ++at;
        if (!starts_name(text_[begin])) continue;
        const auto* meanings = meanings_of(text_.substr(begin, at - begin));
        if (!meanings->empty()) hits_.push_back({begin, at, meanings});
      }
    }
  }

  /// The possible meanings of the name; most names of a file occur many times.
  const std::vector<proto::Meaning>* meanings_of(std::string_view name) {
    const auto [found, is_new] = met_.try_emplace(name);
    if (is_new) found->second = vocabulary_.meanings(name);
    return &found->second;
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
    if (!named_.count(symbol.owner)) return false;
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
        Reference reference;
        reference.kind = ReferenceKind::rpc;
        reference.source = ordinals.of(outline_, holder);
        reference.target = keep(text_.substr(hit.begin, hit.end - hit.begin));
        reference.target_type = keep(symbol.type);
        reference.target_key = keep(symbol.key);
        reference.target_scope = keep(vocabulary_.file(symbol.file));
        reference.by_name = true;
        reference.line = row + 1;
        reference.column = span.column + 1;
        outline_.module.references.push_back(reference);
      }
    }
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
  std::unordered_set<uint32_t> linked_;   // .proto files
  std::unordered_set<uint32_t> named_;    // symbols
  std::unordered_set<uint32_t> certain_;  // of them: not only led to
  std::unordered_map<std::string_view, std::vector<proto::Meaning>> met_;
  std::unordered_set<std::string_view> kept_;
};

}  // namespace

void refer_to_proto(const proto::Vocabulary& vocabulary, std::string_view text,
                    const Captures& captures, Outline& outline) {
  Linker(vocabulary, text, captures, outline).run();
}

}  // namespace dossier::languages
