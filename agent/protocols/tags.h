#pragma once
// The parts of a reply in the tag dialogue (docs/grpc.md). A tag stands alone on its line, and what
// is below it, up to the next tag, is its text. Spelling is fixed but for letter case, a space
// written as an underscore, and the decoration that models put around a line (bold, a heading, a
// bullet, backticks). Something that looks like a tag and is none is a fault, never prose: taking
// it for text would run a reply without the part that its author meant.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agent/turn.h"

namespace dossier {

enum class Tag : uint8_t {
  thought,
  plan,
  correction_goals,
  comment,
  verification_report,
  // The acts: a reply has exactly one of them.
  reply_required,
  modified,
  ready_for_final_check,
  fin,
};
inline constexpr size_t kTagCount = 9;

/// As it is written: "%_Thought_%", "%%_Fin_%%".
std::string_view written(Tag tag);
/// As a field of the run log: "thought", "reply_required".
std::string_view name_of(Tag tag);
inline bool is_act(Tag tag) { return tag >= Tag::reply_required; }

struct TagBlock {
  Tag tag = Tag::thought;
  uint32_t line = 0;  // 1-based, of the tag
  std::string text;   // below it, without blank lines around
};

struct TaggedReply {
  std::vector<TagBlock> blocks;
  std::string prose;          // the reply without its acts, tags in their own spelling
  std::vector<Fault> faults;  // unknown tags
  std::vector<Fault> hints;   // known tags that do not stand alone, which may explain other faults

  /// The last block of this tag, or null.
  const TagBlock* find(Tag tag) const;
};

/// What is meant of a block that may be fenced: what is in its fences, or, where it begins before
/// the first of them, what is above that.
std::string unfenced_block(std::string_view text);

/// Takes a reply apart. Total.
TaggedReply read_tags(std::string_view reply);

}  // namespace dossier
