#include "engine/readers/languages/rpc.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "engine/readers/languages/places.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostMeanings = 8;  // of one name that nothing tells apart

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }
bool in_path(char c) { return in_name(c) || c == '.' || c == '/' || c == '-'; }

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
      : vocabulary_(vocabulary), text_(text), captures_(captures), outline_(outline) {}

  void run() {
    find_hits();
    if (hits_.empty()) return;
    find_links();
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
        const auto* meanings = vocabulary_.find(text_.substr(begin, at - begin));
        if (meanings) hits_.push_back({begin, at, meanings});
      }
    }
  }

  /// The .proto files whose generated module or package the text names.
  void find_links() {
    const auto add = [&](std::string_view path) {
      if (path.size() > vocabulary_.longest_link()) return;
      const auto* files = vocabulary_.linked_by(path);
      if (files) linked_.insert(files->begin(), files->end());
    };
    for (size_t at = 0; at < text_.size();) {
      if (!in_path(text_[at])) {
        ++at;
        continue;
      }
      const size_t begin = at;
      while (at < text_.size() && in_path(text_[at])) ++at;
      const auto path = text_.substr(begin, at - begin);
      add(path);
      add(path.substr(path.rfind('.') + 1));
      // "gen/shop_pb.js" ends in a module, "com.example.shop.Item" begins with a package.
      const auto last = path.substr(path.rfind('/') + 1);
      if (last.size() < path.size()) add(last);
      // Of a long run (minified code is one) no more than could be such a name: else each of its
      // beginnings would be looked at, which is quadratic.
      for (auto dot = last.rfind('.', vocabulary_.longest_link()); dot != last.npos && dot > 0;
           dot = last.rfind('.', dot - 1)) {
        add(last.substr(0, dot));
      }
    }
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
        const bool is_field = symbol.kind == proto::Definition::field;
        const bool certain = meaning.is_strong || linked_.count(symbol.file);
        if (!certain || (is_field && !linked_.count(symbol.file))) continue;
        // A weak field name in a linked file proves nothing about which message is meant.
        if (is_field && !meaning.is_strong) continue;
        name(meaning.symbol);
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

  /// Whether a field's name stands where a field is read, set or passed.
  bool is_access(const Hit& hit) const {
    const auto before = text_.substr(0, hit.begin);
    const auto last = before.find_last_not_of(" \t");
    const char c = last == before.npos ? '\n' : before[last];
    if (c == '.' || before.ends_with("->")) return true;
    const auto behind = text_.find_first_not_of(" \t", hit.end);
    if (behind == text_.npos) return false;
    if (text_[behind] == ':')
      return text_.substr(behind, 2) != "::" && text_.substr(behind, 2) != ":=";
    const bool passed = text_[behind] == '=' && text_.substr(behind, 2) != "==";
    return passed && (c == '(' || c == ',' || c == '{' || (c == '\n' && behind == hit.end));
  }

  bool counts(const Hit& hit, const proto::Meaning& meaning) const {
    if (meaning.is_strong) return true;
    const auto& symbol = vocabulary_.symbols()[meaning.symbol];
    if (symbol.owner == meaning.symbol) return linked_.count(symbol.file) > 0;
    if (!named_.count(symbol.owner)) return false;
    return symbol.kind != proto::Definition::field || is_access(hit);
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
    std::vector<uint32_t> all, named, linked;
    for (const auto& meaning : *hit.meanings) {
      if (!counts(hit, meaning)) continue;
      const auto& symbol = vocabulary_.symbols()[meaning.symbol];
      all.push_back(meaning.symbol);
      if (named_.count(symbol.owner)) named.push_back(meaning.symbol);
      if (linked_.count(symbol.file)) linked.push_back(meaning.symbol);
    }
    if (all.size() > 1 && !linked.empty()) {
      std::erase_if(named, [&](uint32_t one) {
        return std::find(linked.begin(), linked.end(), one) == linked.end();
      });
      if (named.empty()) named = linked;
    }
    if (!named.empty()) all = std::move(named);
    return all.size() > kMostMeanings ? std::vector<uint32_t>{} : all;
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
  std::vector<Hit> hits_;
  std::unordered_set<uint32_t> linked_;  // .proto files
  std::unordered_set<uint32_t> named_;   // symbols
  std::unordered_set<std::string_view> kept_;
};

}  // namespace

void refer_to_proto(const proto::Vocabulary& vocabulary, std::string_view text,
                    const Captures& captures, Outline& outline) {
  Linker(vocabulary, text, captures, outline).run();
}

}  // namespace dossier::languages
