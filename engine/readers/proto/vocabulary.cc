#include "engine/readers/proto/vocabulary.h"

#include <algorithm>

#include "engine/readers/languages/text.h"

namespace dossier::proto {
namespace {

/// Words of a name: product_ids, ProductIds and productIds have two.
size_t words_in(std::string_view name) {
  size_t words = 0;
  bool inside = false, upper_before = false;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
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

Definition member_of(Definition type) {
  if (type == Definition::enumeration) return Definition::enum_value;
  return type == Definition::service ? Definition::rpc : Definition::field;
}

/// The value of `option NAME = "value"` among the file's options; "" = it is not set.
std::string_view option_of(const Module& proto, std::string_view name) {
  for (const Detail& detail : proto.details) {
    if (detail.source != 0 || detail.kind != DetailKind::attribute) continue;
    if (!detail.text.starts_with(name)) continue;
    const auto quote = detail.text.find_first_of("\"'");
    if (quote == std::string_view::npos) continue;
    return languages::unquoted(detail.text.substr(quote));
  }
  return {};
}

}  // namespace

uint32_t Vocabulary::add_symbol(Definition kind, std::string_view name, std::string_view full_name,
                                std::string_view type, std::string_view outer, uint32_t owner) {
  const auto index = static_cast<uint32_t>(symbols_.size());
  const bool is_type = owner == UINT32_MAX;
  symbols_.push_back({kind,
                      std::string(full_name),
                      std::string(type),
                      static_cast<uint32_t>(files_.size() - 1),
                      is_type ? index : owner,
                      {}});
  const bool compound = words_in(name) > 1;
  const auto add = [&](std::string_view generated, bool is_strong) {
    auto& meanings = names_[std::string(generated)];
    const auto same = [&](const Meaning& one) { return one.symbol == index; };
    if (std::none_of(meanings.begin(), meanings.end(), same)) {
      meanings.push_back({index, is_strong});
    }
  };
  for (const auto& generated : generated_names(kind, name)) {
    add(generated, compound || (kind == Definition::service && generated != name));
  }
  for (const auto& generated : generated_names_within(kind, outer, name)) add(generated, true);
  if (kind == Definition::enum_value) {
    const auto stripped = value_without_prefix(outer.substr(outer.rfind('.') + 1), name);
    if (!stripped.empty()) add(stripped, false);
  }
  return index;
}

void Vocabulary::add(const Module& proto) {
  files_.emplace_back(proto.path);
  add_links(proto);
  std::vector<uint32_t> by_ordinal{UINT32_MAX};
  for (const Type& type : proto.types) {
    const Definition kind = kind_of(type.kind);
    // "Outer_Inner" and the like: the path below the package.
    auto inside = type.full_name.substr(
        type.name_space.empty() || type.kind == "extend" ? 0 : type.name_space.size() + 1);
    const auto dot = inside.rfind('.');
    const auto outer = dot == inside.npos ? std::string_view() : inside.substr(0, dot);
    const uint32_t owner =
        add_symbol(kind, type.name, type.full_name, type.full_name, outer, UINT32_MAX);
    by_ordinal.push_back(owner);
    for (const Member& member : type.members) {
      by_ordinal.push_back(add_symbol(member_of(kind), member.name, member.full_name,
                                      type.full_name, inside, owner));
    }
  }
  for (const Reference& reference : proto.references) {
    if (reference.kind != ReferenceKind::signature || reference.source == 0) continue;
    pending_.emplace_back(by_ordinal[reference.source], reference.target_type);
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
  for (const char* ending : {".proto", ".pb.h", ".grpc.pb.h", "_pb2", "_pb2_grpc", "_pb",
                             "_grpc_pb", "_pb_service", ".pb", "_connect"}) {
    add(stem + ending);
  }
  for (const char* option : {"java_package", "csharp_namespace", "java_outer_classname"}) {
    add(std::string(option_of(proto, option)));
  }
  const auto go = option_of(proto, "go_package");
  const auto semicolon = go.find(';');
  add(std::string(go.substr(0, semicolon)));
  if (semicolon != go.npos) add(std::string(go.substr(semicolon + 1)));
  const auto package = proto.types.empty() ? std::string_view() : proto.types[0].name_space;
  if (package.find('.') == package.npos) return;  // one word is not evidence
  add(std::string(package));
  std::string pascal(package);
  bool up = true;  // C#'s default namespace: Shop.V1
  for (char& c : pascal) {
    if (up && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    up = c == '.';
  }
  add(pascal);
}

void Vocabulary::finish() {
  std::unordered_map<std::string_view, uint32_t> messages;
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    if (symbols_[i].kind == Definition::message) messages.emplace(symbols_[i].key, i);
  }
  for (const auto& [symbol, written] : pending_) {
    // A name from another file is written as it is seen from inside the package.
    std::string around = symbols_[symbol].type;
    while (true) {
      const auto dot = around.rfind('.');
      around.resize(dot == std::string::npos ? 0 : dot);
      const auto found = messages.find(around.empty() ? written : around + "." + written);
      if (found != messages.end()) symbols_[symbol].reaches.push_back(found->second);
      if (found != messages.end() || around.empty()) break;
    }
  }
  pending_.clear();
}

const std::vector<Meaning>* Vocabulary::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : &found->second;
}

const std::vector<uint32_t>* Vocabulary::linked_by(std::string_view path) const {
  const auto found = links_.find(path);
  return found == links_.end() ? nullptr : &found->second;
}

}  // namespace dossier::proto
