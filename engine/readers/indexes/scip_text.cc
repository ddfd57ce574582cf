#include "engine/readers/indexes/scip_text.h"

#include <algorithm>

namespace dossier::indexes {
namespace {

/// What a type is, where the index says so.
std::string_view said_kind(uint64_t kind) {
  switch (kind) {
    case kind_enum:
      return "enum";
    case kind_interface:
    case kind_protocol:
      return "interface";
    case kind_message:
      return "message";
    case kind_struct:
      return "struct";
    case kind_trait:
      return "trait";
    case kind_type_alias:
      return "alias";
    case kind_union:
      return "union";
    default:
      return {};
  }
}

/// "class", "interface", … where the signature says so.
std::string kind_in(std::string_view signature) {
  while (!signature.empty()) {
    const auto word = signature.substr(0, signature.find_first_of(" \n(:{"));
    for (const std::string_view kind : {"class", "interface", "enum", "struct", "trait", "type"}) {
      if (word == kind) return std::string(kind);
    }
    signature.remove_prefix(std::min(signature.size(), word.size() + 1));
  }
  return "class";
}

}  // namespace

std::string fenced(std::string_view text, std::string& rest) {
  const auto open = text.find("```");
  const auto line = open == text.npos ? open : text.find('\n', open);
  const auto close = line == text.npos ? line : text.find("```", line);
  if (close == text.npos) {
    rest.append(rest.empty() || text.empty() ? "" : "\n").append(text);
    return {};
  }
  return std::string(text.substr(line + 1, close - line - 1));
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out.substr(0, 600);
}

std::string without_label(std::string signature) {
  if (!signature.starts_with('(')) return signature;
  const auto close = signature.find(") ");
  if (close == signature.npos || signature.find_first_of(" (,:", 1) < close) return signature;
  return signature.substr(close + 2);
}

std::string type_kind(uint64_t kind, std::string_view signature) {
  const std::string_view said = said_kind(kind);
  return said.empty() ? kind_in(signature) : std::string(said);
}

}  // namespace dossier::indexes
