#include "engine/readers/languages/source_file.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/readers/languages/documentation.h"
#include "engine/readers/languages/literals.h"
#include "engine/readers/languages/outline.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/references.h"
#include "engine/readers/languages/rpc.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/proto/proto.h"
#include "engine/unicode.h"

namespace dossier::languages {
namespace {

constexpr size_t kDocLimit = 4000;  // bytes of one doc comment that are kept
constexpr size_t kValueLimit = 200;

/// Doc comments, docstrings, attributes and constants' values.
void add_details(const Language& language, std::string_view text, const Captures& captures,
                 Outline& outline) {
  const Ordinals ordinals(outline.module);
  const Documentation documentation(language.comments, captures, text);
  Module& module = outline.module;
  const auto add = [&](uint32_t source, DetailKind kind, std::string_view said, size_t limit) {
    if (!said.empty())
      module.details.push_back({source, kind, module.text.keep(utf8_prefix(said, limit))});
  };
  for (uint32_t i = 0; i < outline.entries.size(); ++i) {
    const Entry& entry = outline.entries[i];
    const Definition& definition = captures.definitions[i];
    if (entry.role != Entry::Role::type && entry.role != Entry::Role::member) continue;
    const uint32_t source = ordinals.of(outline, i);
    // On the first line of its holder, or on the line of its name below an annotation.
    const bool behind =
        entry.parent != kNone && definition.node.row <= captures.definitions[entry.parent].name.row;
    if (!behind) add(source, DetailKind::doc, documentation.of(definition), kDocLimit);
    const bool constant = definition.kind == "constant" || definition.kind == "enum_member" ||
                          (entry.member != kNone &&
                           (module.types[entry.type].members[entry.member].flags & kConstant));
    if (constant && !definition.value.empty()) {
      add(source, DetailKind::value,
          collapse(utf8_prefix(definition.value.of(text), 4 * kValueLimit)), kValueLimit);
    }
  }
  Holders doc_holders(captures);
  for (const Span& doc : captures.docs) {
    const uint32_t source = ordinals.of(outline, doc_holders.of(doc));
    add(source, DetailKind::doc, comment_text(doc.of(text), language.comments), kDocLimit);
  }
  // An attribute belongs to the definition that follows or contains it.
  std::vector<std::pair<uint32_t, uint32_t>> names;
  for (uint32_t i = 0; i < captures.definitions.size(); ++i) {
    names.emplace_back(captures.definitions[i].name.begin, i);
  }
  std::sort(names.begin(), names.end());
  for (const Span& attribute : captures.attributes) {
    const auto next =
        std::lower_bound(names.begin(), names.end(), std::pair(attribute.end, uint32_t{0}));
    if (next == names.end()) continue;
    add(ordinals.of(outline, next->second), DetailKind::attribute, collapse(attribute.of(text)),
        kValueLimit);
  }
  std::stable_sort(module.details.begin(), module.details.end(),
                   [](const Detail& a, const Detail& b) { return a.source < b.source; });
}

/// Of a package that is not called as the end of the path by which others import it: that path,
/// where the folder's manifest tells it. As what the module gives, since no type does.
void add_import_path(const Language& language, const SourceFile& source, Module& module) {
  const bool is_own_folder = source.path.rfind('/') + 1 == source.package_root;  // npos + 1 is 0
  if (!language.packages_name_themselves || source.package_name.empty() || !is_own_folder) return;
  const std::string by_path = language.imported({source.package_name, {}, {}, {}, {}});
  const auto is_package = [](const Type& type) { return type.kind == "package"; };
  const auto package = std::find_if(module.types.begin(), module.types.end(), is_package);
  if (package != module.types.end() && package->full_name != by_path)
    module.details.push_back({0, DetailKind::result, module.text.keep(source.package_name)});
}

}  // namespace

std::optional<ReadSourceFile> read(const SourceFile& source, const Language& language,
                                   std::chrono::milliseconds limit) {
  if (language.name == proto::kLanguage) {
    auto proto = proto::read(source.path, source.contents);
    return ReadSourceFile{std::move(proto.module), proto.has_errors ? 1u : 0u, false};
  }
  if (!language.grammar) return std::nullopt;
  const Captures captures = capture(language, source.contents, limit);
  const std::string base =
      module_path(language, source.path, {source.package_root, source.package_name});
  Outline result = outline(language, source.path, base, source.contents, captures);
  add_references(language, source.contents, base, source.import_maps, captures, result);
  if (source.vocabulary) refer_to_proto(*source.vocabulary, source.contents, captures, result);
  add_import_path(language, source, result.module);
  add_details(language, source.contents, captures, result);
  add_literals(language, source.contents, captures, result);
  return ReadSourceFile{std::move(result.module), captures.damaged_lines, captures.timed_out};
}

}  // namespace dossier::languages
