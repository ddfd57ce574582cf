#include "engine/readers/languages/exports.h"

#include <unordered_set>

#include "engine/readers/languages/places.h"

namespace dossier::languages {
namespace {

class Exports {
 public:
  Exports(std::string_view text, const Captures& captures, const Imports& imports,
          const Scopes& scopes, Receivers& receivers, ReferenceForm& form, Outline& outline)
      : text_(text),
        captures_(captures),
        imports_(imports),
        scopes_(scopes),
        receivers_(receivers),
        form_(form),
        outline_(outline),
        ordinals_(outline.module) {}

  /// What the file gives by default.
  void add_default() {
    for (const Span& span : captures_.defaults) {
      const auto full = full_name_of(span.of(text_));
      if (full.empty()) continue;
      outline_.module.details.push_back({0, DetailKind::result, form_.keep(full)});
      return;
    }
  }

  /// What the file gives under another name, or from another file.
  void add_passed() {
    for (const auto& [name, as] : captures_.passed) {
      const auto full = full_name_of(name.of(text_));
      const bool is_own = name.of(text_) == as.of(text_) && !imports_.find(name.of(text_));
      if (full.empty() || is_own || as.of(text_) == kDefault) continue;
      Reference reference;
      reference.kind = ReferenceKind::import;
      reference.line = name.row + 1;
      reference.column = name.column + 1;
      reference.target_type = reference.target_key = form_.keep(full);
      reference.target = form_.keep(std::string(full) + kPassedAs + std::string(as.of(text_)));
      reference.by_name = true;
      outline_.module.references.push_back(reference);
    }
  }

  /// What each member holds or gives.
  void add_results() {
    std::unordered_set<uint32_t> known;
    for (uint32_t i = 0; i < outline_.entries.size(); ++i) {
      const Entry& entry = outline_.entries[i];
      uint32_t member = entry.member;
      const auto& definition = captures_.definitions[i];
      if (entry.role == Entry::Role::type && !definition.result.empty()) {  // an alias
        const std::string type = receivers_.declared(definition.result.of(text_), i);
        if (!type.empty())
          outline_.module.details.push_back(
              {ordinals_.type(entry.type), DetailKind::result, form_.keep(type)});
      }
      if (member == kNone && definition.kind == "attribute_field" && entry.type != kNone)
        member = scopes_.value_of(entry.type, definition.name.of(text_));
      if (member == kNone ||
          (outline_.module.types[entry.type].members[member].flags & kConstructor))
        continue;
      const uint32_t ordinal = ordinals_.member(entry.type, member);
      if (known.contains(ordinal)) continue;
      const std::string result = receivers_.result(i);
      // Nothing is called on a number that a constant stands for, and headers have millions of
      // them.
      if (result.empty() || (definition.kind == "constant" && result == "0")) continue;
      known.insert(ordinal);
      outline_.module.details.push_back({ordinal, DetailKind::result, form_.keep(result)});
    }
  }

 private:
  /// The full name of what the file defines or imports under this name; "" if it does neither.
  std::string_view full_name_of(std::string_view name) const {
    const Target target = scopes_.find("word", {}, name, kNone);
    const auto& types = outline_.module.types;
    if (target.member != kNone) return types[target.type].members[target.member].full_name;
    if (target.type != kNone) return types[target.type].full_name;
    const auto* imported = imports_.find(name);
    return imported ? std::string_view(imported->full) : std::string_view();
  }

  std::string_view text_;
  const Captures& captures_;
  const Imports& imports_;
  const Scopes& scopes_;
  Receivers& receivers_;
  ReferenceForm& form_;
  Outline& outline_;
  Ordinals ordinals_;
};

}  // namespace

void add_exports(std::string_view text, const Captures& captures, const Imports& imports,
                 const Scopes& scopes, Receivers& receivers, ReferenceForm& form,
                 Outline& outline) {
  Exports exports(text, captures, imports, scopes, receivers, form, outline);
  exports.add_results();
  exports.add_default();
  exports.add_passed();
}

}  // namespace dossier::languages
