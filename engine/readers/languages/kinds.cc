#include "engine/readers/languages/kinds.h"

#include <algorithm>
#include <iterator>

namespace dossier::languages {
namespace {

constexpr KindOf kKinds[] = {
    {"package", Entry::Role::scope, {}, ""},
    {"namespace", Entry::Role::scope, {}, ""},
    {"class", Entry::Role::type, {}, "class"},
    {"anonymous", Entry::Role::type, {}, "class"},
    {"struct", Entry::Role::type, {}, "struct"},
    {"interface", Entry::Role::type, {}, "interface"},
    {"enum", Entry::Role::type, {}, "enum"},
    {"scoped_enum", Entry::Role::type, {}, "enum"},
    {"union", Entry::Role::type, {}, "union"},
    {"trait", Entry::Role::type, {}, "trait"},
    {"record", Entry::Role::type, {}, "record"},
    {"delegate", Entry::Role::type, {}, "delegate"},
    {"annotation", Entry::Role::type, {}, "annotation"},
    {"object", Entry::Role::type, {}, "object"},
    {"protocol", Entry::Role::type, {}, "protocol"},
    {"module", Entry::Role::type, {}, "module"},
    {"type", Entry::Role::type, {}, "type"},
    {"alias", Entry::Role::type, {}, "alias"},
    {"partial", Entry::Role::type, {}, "partial"},
    {"function", Entry::Role::member, MemberKind::method, "Function"},
    {"global_function", Entry::Role::member, MemberKind::method, "Function"},
    {"assigned_function", Entry::Role::member, MemberKind::method, "Function"},
    {"prototype", Entry::Role::member, MemberKind::method, "Function"},
    {"macro", Entry::Role::member, MemberKind::method, "Macro"},
    {"static_method", Entry::Role::member, MemberKind::method, "Method"},
    {"method", Entry::Role::member, MemberKind::method, "Method"},
    {"operator", Entry::Role::member, MemberKind::method, "Method"},
    {"conversion", Entry::Role::member, MemberKind::method, "Method"},
    {"constructor", Entry::Role::member, MemberKind::method, "Constructor"},
    {"primary_constructor", Entry::Role::member, MemberKind::method, "Constructor"},
    {"destructor", Entry::Role::member, MemberKind::method, "Method"},
    {"field", Entry::Role::member, MemberKind::field, "Field"},
    {"component_field", Entry::Role::member, MemberKind::field, "Field"},
    {"component_property", Entry::Role::member, MemberKind::property, "Property"},
    {"attribute_field", Entry::Role::member, MemberKind::field, "Field"},
    {"variable", Entry::Role::member, MemberKind::field, "Variable"},
    {"constant", Entry::Role::member, MemberKind::field, "Constant"},
    {"enum_member", Entry::Role::member, MemberKind::field, "EnumMember"},
    {"property", Entry::Role::member, MemberKind::property, "Property"},
    {"indexer", Entry::Role::member, MemberKind::property, "Property"},
    {"event", Entry::Role::member, MemberKind::event, "Event"},
};

}  // namespace

const KindOf* kind_of(std::string_view capture) {
  const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const KindOf& kind) { return kind.capture == capture; });
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace dossier::languages
