#include "engine/readers/languages/moved.h"

#include "engine/path_parts.h"
#include "engine/readers/languages/language.h"

namespace dossier::languages {

bool may_move(std::string_view language, std::string_view from, std::string_view to) {
  const Language& row = named(language);
  // What the folder's manifest says is part of what was read.
  const bool stays = row.manifest.empty() || folder_before(from) == folder_before(to);
  return row.grammar && !row.module_path && stays && ending_of(from) == ending_of(to);
}

bool move_to(Module& module, std::string_view path) {
  const std::string_view from = module.path;
  if (from == path) return true;
  const std::string_view to = module.text.keep(path);
  const auto is_free = [&](std::string_view text) { return text.find(from) == text.npos; };
  const auto cut = to.rfind('/');
  bool stands_for_file = false;
  for (Type& type : module.types) {
    type.source_path = to;
    if (type.kind == "file" && type.full_name == from) {
      stands_for_file = true;
      type.full_name = to;
      type.name = file_name_of(to);
      type.name_space = to.substr(0, cut == to.npos ? 0 : cut);
    } else if (!is_free(type.full_name)) {
      return false;
    }
    for (const Member& member : type.members)
      if (!is_free(member.full_name)) return false;
  }
  for (Reference& reference : module.references) {
    const auto move = [&](std::string_view& text, bool is_path) {
      const bool moves = is_path && reference.in_module && text == from;
      if (moves) text = to;
      return moves || is_free(text);
    };
    if (!move(reference.target_type, stands_for_file) || !move(reference.target_scope, true) ||
        !move(reference.target_key, stands_for_file))
      return false;
  }
  for (const Detail& detail : module.details)
    if (detail.kind == DetailKind::result && !is_free(detail.text)) return false;
  module.name = module.path = to;
  return true;
}

}  // namespace dossier::languages
