#pragma once
// What the assembly reader yields, as lines of tab-separated fields (see assembly_dump.cc).
#include <string>

#include "engine/canonical.h"
#include "engine/fact.h"

namespace dossier::rows {

inline std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Appends one line to the text that it borrows.
class Line {
 public:
  Line(std::string& text, std::string_view kind, std::string_view module) : text_(text) {
    text_ += kind;
    *this << module;
  }
  ~Line() { text_ += '\n'; }
  Line& operator<<(std::string_view field) {
    text_ += '\t';
    text_ += escaped(field);
    return *this;
  }
  Line& operator<<(int64_t number) { return *this << std::string_view(std::to_string(number)); }

 private:
  std::string& text_;
};

inline std::string_view name_of_detail(DetailKind kind) {
  static constexpr std::string_view kNames[] = {"",        "attribute", "generic",   "value",
                                                "pinvoke", "resource",  "doc",       "reference",
                                                "mvid",    "rva",       "interface", "open_key"};
  return kNames[static_cast<size_t>(kind)];
}

inline std::string of(const Module& module) {
  std::string text;
  std::vector<uint32_t> tokens{0};
  Line(text, "N", module.name) << module.full_name;
  for (const Type& type : module.types) {
    tokens.push_back(type.token);
    Line(text, "T", module.name) << type.full_name << type.name << type.name_space << type.base_type
                                 << type.kind << int64_t{(type.flags & kPublic) != 0} << type.token;
    for (const Member& member : type.members) {
      tokens.push_back(member.token);
      Line(text, "M", module.name)
          << type.full_name << member.member_type << member.name << member.full_name
          << member.signature << int64_t{(member.flags & kStatic) != 0}
          << int64_t{(member.flags & kPublic) != 0} << member.token << member_key(type, member, {});
    }
  }
  for (const Type& type : module.types) {
    for (const Member& member : type.members) {
      if (member.rva == 0) continue;
      char words[16];
      std::snprintf(words, sizeof words, "0x%08x", member.rva);
      Line(text, "D", module.name) << member.token << "rva" << words;
    }
  }
  for (const Reference& r : module.references) {
    Line(text, "R", module.name) << tokens[r.source] << r.il_offset << name_of(r.kind) << r.target
                                 << r.target_type << r.target_scope << int64_t{r.in_module}
                                 << r.target_key;
  }
  for (const Literal& l : module.literals) {
    Line(text, "L", module.name) << tokens[l.source] << l.il_offset
                                 << (l.is_string ? "string" : "number") << l.value;
  }
  for (const Detail& d : module.details) {
    Line(text, "D", module.name) << tokens[d.source] << name_of_detail(d.kind) << d.text;
  }
  return text;
}

}  // namespace dossier::rows
