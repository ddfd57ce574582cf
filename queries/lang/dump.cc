// Prints a resolved query, for tests and --explain.
#include "queries/lang/resolved.h"

namespace dossier::lang {
namespace {

std::string joined(const std::vector<std::string>& list, const char* between) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : between) + item;
  return out;
}

std::string compared(const Condition& condition) {
  return condition.exact ? "='" + condition.pattern + "'" : "~/" + condition.pattern + "/";
}

}  // namespace

std::string Condition::dump() const {
  const auto list = [&](const char* name) {
    std::string out = std::string("(") + name;
    for (const auto& part : parts) out += " " + part.dump();
    return out + ")";
  };
  const std::string name(name_of(subject));
  switch (kind) {
    case all_of:
      return list("and");
    case any_of:
      return list("or");
    case none_of:
      return list("not");
    case text:
      return name + compared(*this);
    case kinds:
      return "kind=" + joined(choices, "|");
    case flag:
      return name + (yes ? "=yes" : "=no");
    case number:
      return name + sign + std::to_string(value);
    case session:
      return name + "=" + (pattern.empty() ? "any" : pattern);
    case range:
    case chain:
      return name + "=" + pattern + ".." + until;
    case within:
    case relation:
      break;
  }
  return name + (parts.empty() ? compared(*this) : "(" + parts[0].dump() + ")") +
         (depth > 1 ? "^" + std::to_string(depth) : "");
}

std::string Resolved::dump() const {
  std::string out = where.dump();
  if (!words.empty()) out += " rank:" + joined(words, ",");
  if (!at.empty()) out += " at:" + at;
  if (limit) out += " limit:" + std::to_string(*limit);
  if (offset) out += " offset:" + std::to_string(offset);
  if (budget) out += " budget:" + std::to_string(*budget);
  if (!sort.empty()) out += std::string(" sort:") + (descending ? "-" : "") + sort;
  if (!select.empty()) out += " select:" + joined(select, ",");
  if (!count.empty()) out += " count:" + joined(count, ",");
  for (const auto& note : notes) out += " note:" + note;
  return out;
}

}  // namespace dossier::lang
