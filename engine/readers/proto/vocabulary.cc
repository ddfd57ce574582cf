#include "engine/readers/proto/vocabulary.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/ascii.h"
#include "engine/readers/proto/facts.h"
#include "engine/readers/word_list.h"

namespace dossier::proto {
namespace {

/// Words of a name: product_ids, ProductIds and productIds have two.
size_t words_in(std::string_view name) {
  size_t words = 0;
  bool inside = false, upper_before = false;
  for (const char c : name) {
    const bool upper = is_upper(c);
    if (c == '_') {
      inside = false;
    } else if (!inside || (upper && !upper_before)) {
      ++words;
      inside = true;
    }
    upper_before = upper;
  }
  return words;
}

Definition kind_of(std::string_view type_kind) {
  if (type_kind == "enum") return Definition::enumeration;
  return type_kind == "service" ? Definition::service : Definition::message;
}

bool is_oneof(const Member& member) { return member.member_type == "Oneof"; }

Definition member_of(Definition type, const Member& member) {
  if (type == Definition::enumeration) return Definition::enum_value;
  if (type == Definition::service) return Definition::rpc;
  return is_oneof(member) ? Definition::oneof : Definition::field;
}

/// Whether the name is made by a pattern that nobody follows by chance.
bool is_telling(Definition kind, std::string_view name, std::string_view made) {
  if (kind == Definition::service) return made != name;
  return kind == Definition::oneof && (made.starts_with("OneOf_") || made.ends_with("OneofCase"));
}

/// The value of `option NAME = "value"` among the file's options; "" = it is not set.
std::string_view option_of(const Module& proto, std::string_view name) {
  for (const Detail& detail : proto.details) {
    if (detail.source != 0 || detail.kind != DetailKind::attribute) continue;
    if (!detail.text.starts_with(name)) continue;
    const auto quote = detail.text.find_first_of("\"'");
    if (quote == std::string_view::npos) continue;
    return unquoted(detail.text.substr(quote));
  }
  return {};
}

std::string_view package_of(const Module& proto) {
  for (const Type& type : proto.types)
    if (!is_scope(type)) return type.name_space;
  if (proto.types.empty() || proto.types[0].kind == "file") return {};
  return proto.types[0].full_name;
}

}  // namespace

void Vocabulary::make(std::string_view name, Made made) {
  if (name.empty()) return;
  made.hash = Hash()(name);
  made_.push_back(made);
}

uint32_t Vocabulary::add_symbol(Definition kind, std::string_view name, std::string_view full_name,
                                const Place& place, uint32_t owner) {
  const auto index = static_cast<uint32_t>(symbols_.size());
  const bool is_type = owner == UINT32_MAX;
  const auto key = text_.keep(full_name);
  const auto file = static_cast<uint32_t>(files_.size() - 1);
  symbols_.push_back({kind,
                      place.in_oneof,
                      file,
                      is_type ? index : owner,
                      key,
                      is_type ? key : symbols_[owner].key,
                      {}});
  const auto [group, is_new] =
      groups_.try_emplace(static_cast<char>(kind) + std::string(name), grouped_.size());
  if (is_new) {
    grouped_.emplace_back();
    const bool compound = words_in(name) > 1;
    for (const auto& made : spellings_.of(kind, name)) {
      const bool is_strong = compound || is_telling(kind, name, made);
      make(made, {.index = group->second, .is_strong = is_strong});
    }
    for (const auto& made : spellings_.within(Around::scope, kind, {}, name)) {
      make(made, {.index = group->second, .is_strong = words_in(made) > 1, .is_opener = true});
    }
  }
  grouped_[group->second].push_back(index);
  for (const auto& own : spellings_.placed(kind, name, place))
    make(own.text, {.index = index, .is_group = false, .is_strong = own.is_strong()});
  return index;
}

// The package around extensions: they have names in generated code, it has none.
uint32_t Vocabulary::add_scope(std::string_view full_name) {
  const auto index = static_cast<uint32_t>(symbols_.size());
  const auto key = text_.keep(full_name);
  const auto file = static_cast<uint32_t>(files_.size() - 1);
  symbols_.push_back({Definition::service, false, file, index, key, key, {}});
  return index;
}

void Vocabulary::add(const Module& proto) {
  files_.push_back(text_.keep(proto.path));
  add_links(proto);
  std::vector<uint32_t> by_ordinal{UINT32_MAX};
  for (const Type& type : proto.types) {
    const Definition kind = kind_of(type.kind);
    const bool scope = is_scope(type);
    // "Outer_Inner" and the like: the path below the package.
    auto inside =
        scope ? std::string_view()
              : type.full_name.substr(type.name_space.empty() ? 0 : type.name_space.size() + 1);
    const auto dot = inside.rfind('.');
    const auto outer = dot == inside.npos ? std::string_view() : inside.substr(0, dot);
    const uint32_t owner = scope ? add_scope(type.full_name)
                                 : add_symbol(kind, type.name, type.full_name,
                                              {type.name_space, outer, false}, UINT32_MAX);
    by_ordinal.push_back(owner);
    for (const Member& member : type.members) {
      const bool in_oneof = member.signature.starts_with("oneof ") && !is_oneof(member);
      by_ordinal.push_back(add_symbol(member_of(kind, member), member.name, member.full_name,
                                      {type.name_space, inside, in_oneof}, owner));
    }
  }
  for (const Reference& reference : proto.references) {
    if (reference.kind != ReferenceKind::signature || reference.source == 0) continue;
    pending_.emplace_back(by_ordinal[reference.source], text_.keep(reference.target_type));
  }
}

void Vocabulary::add_links(const Module& proto) {
  const auto file = static_cast<uint32_t>(files_.size() - 1);
  const auto add = [&](std::string path) {
    if (path.empty()) return;
    longest_link_ = std::max(longest_link_, path.size());
    auto& files = links_[std::move(path)];
    if (files.empty() || files.back() != file) files.push_back(file);
  };
  const auto slash = proto.path.rfind('/');
  std::string stem(proto.path.substr(slash == std::string_view::npos ? 0 : slash + 1));
  if (stem.ends_with(".proto")) stem.resize(stem.size() - 6);
  add(stem + ".proto");
  for (const Generated* one : generators_) {
    for_each_word(one->modules, [&](std::string_view ending) { add(stem + std::string(ending)); });
    for_each_word(one->options, [&](std::string_view option) {
      // "Shop\\V1", Shop::V1; "example.com/shop/v1;shop" is a path and a name.
      for (auto named = option_of(proto, option); !named.empty();) {
        const auto part = named.substr(0, named.find(';'));
        named.remove_prefix(std::min(named.size(), part.size() + 1));
        std::string dotted;
        for (const char c : part) {
          const bool separator = c == '\\' || c == ':';
          if (!separator) dotted += c;
          if (separator && !dotted.ends_with('.')) dotted += '.';
        }
        add(dotted);
      }
    });
  }
  auto package = package_of(proto);
  if (package.find('.') == package.npos) return;  // one word is not evidence
  add(std::string(package));
  const bool has_namespaces =
      std::any_of(generators_.begin(), generators_.end(),
                  [](const Generated* one) { return one->pascal_packages; });
  if (!has_namespaces) return;
  std::string namespaces;  // Shop.V1
  while (!package.empty()) {
    const auto part = package.substr(0, package.find('.'));
    package.remove_prefix(std::min(package.size(), part.size() + 1));
    namespaces.append(namespaces.empty() ? "" : ".").append(pascal(part));
  }
  add(namespaces);
}

void Vocabulary::finish() {
  std::unordered_map<std::string_view, uint32_t> types;
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    const auto kind = symbols_[i].kind;
    if (kind == Definition::message || kind == Definition::enumeration) {
      types.emplace(symbols_[i].key, i);
    }
  }
  for (const auto& [symbol, written] : pending_) {
    // A name from another file is written as it is seen from inside the package.
    std::string around(symbols_[symbol].type);
    while (true) {
      const auto dot = around.rfind('.');
      around.resize(dot == std::string::npos ? 0 : dot);
      const auto found =
          types.find(around.empty() ? std::string(written) : around + "." + std::string(written));
      if (found != types.end()) symbols_[symbol].reaches.push_back(found->second);
      if (found != types.end() || around.empty()) break;
    }
  }
  pending_ = {};
  groups_ = {};
  std::sort(made_.begin(), made_.end(),
            [](const Made& a, const Made& b) { return a.hash < b.hash; });
  made_.shrink_to_fit();
  filter_.assign(std::bit_ceil(8 * made_.size() + 1), false);
  for (const Made& made : made_) filter_[made.hash & (filter_.size() - 1)] = true;
}

std::vector<Meaning> Vocabulary::meanings(std::string_view name) const {
  const uint64_t hash = Hash()(name);
  std::vector<Meaning> all;
  if (filter_.empty() || !filter_[hash & (filter_.size() - 1)]) return all;
  for (auto made =
           std::lower_bound(made_.begin(), made_.end(), hash,
                            [](const Made&one, uint64_t wanted) { return one.hash < wanted; });
       made != made_.end() && made->hash == hash; ++made) {
    if (!made->is_group) {
      all.push_back({made->index, made->is_strong, made->is_opener});
      continue;
    }
    for (const uint32_t symbol : grouped_[made->index]) {
      all.push_back({symbol, made->is_strong, made->is_opener});
    }
  }
  // Of a symbol that is called so in two ways, what asks for the least.
  std::sort(all.begin(), all.end(), [](const Meaning& a, const Meaning& b) {
    return std::tuple(a.symbol, a.is_opener, b.is_strong) <
           std::tuple(b.symbol, b.is_opener, a.is_strong);
  });
  const auto same = [](const Meaning& a, const Meaning& b) { return a.symbol == b.symbol; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

const std::vector<uint32_t>* Vocabulary::linked_by(std::string_view path) const {
  const auto found = links_.find(path);
  return found == links_.end() ? nullptr : &found->second;
}

}  // namespace dossier::proto
