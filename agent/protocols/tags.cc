#include "agent/protocols/tags.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "agent/protocols/reply_text.h"
#include "engine/ascii.h"

namespace dossier {
namespace {

using protocols::is_fence;

struct TagName {
  std::string_view written, name;
};
constexpr std::array<TagName, kTagCount> kTags = {{
    {"%_Thought_%", "thought"},
    {"%_Plan_%", "plan"},
    {"%_Correction_Goals_%", "correction_goals"},
    {"%_Comment_%", "comment"},
    {"%_Verification_Report_%", "verification_report"},
    {"%_Reply Required_%", "reply_required"},
    {"%_Modified_%", "modified"},
    {"%_Ready_For_Final_Check_%", "ready_for_final_check"},
    {"%%_Fin_%%", "fin"},
}};
constexpr size_t kLongestTag = 48;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool is_same_tag(std::string_view a, std::string_view b) {
  const auto folded = [](char c) { return c == '_' ? ' ' : lower(c); };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [&](char x, char y) { return folded(x) == folded(y); });
}

std::string_view undecorated(std::string_view line) {
  const auto drop = [](std::string_view text, std::string_view which, bool front) {
    const size_t at = front ? text.find_first_not_of(which) : text.find_last_not_of(which);
    if (at == text.npos) return std::string_view();
    return front ? text.substr(at) : text.substr(0, at + 1);
  };
  return drop(drop(line, " \t#*`>-", true), " \t\r*`:", false);
}

// "%_Anything_%" with any number of percent signs.
bool looks_like_tag(std::string_view text) {
  if (text.size() < 5 || text.size() > kLongestTag || text[0] != '%' || text.back() != '%')
    return false;
  const size_t first = text.find_first_not_of('%'), last = text.find_last_not_of('%');
  if (first == text.npos || last <= first || text[first] != '_' || text[last] != '_') return false;
  const std::string_view name = text.substr(first + 1, last - first - 1);
  bool has_letter = false;
  for (const char c : name) {
    const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    if (!letter && std::isdigit(static_cast<unsigned char>(c)) == 0 && c != ' ' && c != '_' &&
        c != '-')
      return false;
    has_letter |= letter;
  }
  return has_letter;
}

std::optional<Tag> tag_written(std::string_view text) {
  for (size_t i = 0; i < kTags.size(); ++i)
    if (is_same_tag(text, kTags[i].written)) return static_cast<Tag>(i);
  return std::nullopt;
}

std::string unknown_tag(std::string_view text) {
  const auto bare = [](std::string_view tag) {
    tag.remove_prefix(tag.find_first_not_of('%'));
    return tag.substr(0, tag.find_last_not_of('%') + 1);
  };
  for (const auto& known : kTags)
    if (is_same_tag(bare(text), bare(known.written)))
      return std::string(text) + " is no tag; write " + std::string(known.written);
  std::string all;
  for (const auto& known : kTags) all += (all.empty() ? "" : ", ") + std::string(known.written);
  return "unknown tag " + std::string(text) + "; the tags are " + all;
}

// Lines without their ends; a reply that ends its lines in CRLF throughout means LF.
std::vector<std::string_view> lines_of_reply(std::string_view text) {
  std::vector<std::string_view> out;
  bool crlf = true;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    out.push_back(text.substr(at, end == text.npos ? text.npos : end - at));
    if (end != text.npos) crlf &= out.back().ends_with('\r');
    at = end == text.npos ? text.size() : end + 1;
  }
  if (crlf)
    for (auto& line : out)
      if (line.ends_with('\r')) line.remove_suffix(1);
  return out;
}

std::string joined_lines(const std::vector<std::string_view>& lines) {
  std::string out;
  for (const auto line : lines) (out += line) += '\n';
  return out;
}

std::string without_blank_ends(const std::vector<std::string_view>& lines) {
  size_t first = 0, last = lines.size();
  while (first < last && trimmed(lines[first]).empty()) ++first;
  while (last > first && trimmed(lines[last - 1]).empty()) --last;
  return joined_lines({lines.begin() + static_cast<std::ptrdiff_t>(first),
                       lines.begin() + static_cast<std::ptrdiff_t>(last)});
}

}  // namespace

std::string_view written(Tag tag) { return kTags[static_cast<size_t>(tag)].written; }
std::string_view name_of(Tag tag) { return kTags[static_cast<size_t>(tag)].name; }

const TagBlock* TaggedReply::find(Tag tag) const {
  const TagBlock* found = nullptr;
  for (const auto& block : blocks)
    if (block.tag == tag) found = &block;
  return found;
}

TaggedReply read_tags(std::string_view reply) {
  const std::string_view body = protocols::unfenced(reply);
  const uint32_t first =
      body.empty() ? 1 : protocols::line_of(reply, static_cast<size_t>(body.data() - reply.data()));
  TaggedReply out;
  std::vector<std::string_view> below;
  std::string prose;
  const auto end_block = [&] {
    if (!out.blocks.empty()) out.blocks.back().text = without_blank_ends(below);
    below.clear();
  };
  const auto lines = lines_of_reply(body);
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const auto number = static_cast<uint32_t>(first + i);
    const bool in_diff = !out.blocks.empty() && out.blocks.back().tag == Tag::modified;
    // A line of a diff begins with a space, a plus or a minus.
    const bool may_be_tag =
        !in_diff || line.starts_with('%') || line.starts_with('*') || line.starts_with('#');
    const std::string_view bare = may_be_tag ? undecorated(line) : std::string_view();
    if (looks_like_tag(bare)) {
      const auto tag = tag_written(bare);
      if (!tag) out.faults.push_back({number, unknown_tag(bare)});
      if (tag) {
        end_block();
        out.blocks.push_back({*tag, number, {}});
        if (!is_act(*tag)) prose += std::string(written(*tag)) + "\n";
        continue;
      }
    }
    for (const auto& known : kTags)
      if (bare.size() > known.written.size() &&
          is_same_tag(bare.substr(0, known.written.size()), known.written))
        out.hints.push_back({number, std::string(known.written) + " must stand alone on its line"});
    below.push_back(line);
    const bool of_act = !out.blocks.empty() && (out.blocks.back().tag == Tag::modified ||
                                                out.blocks.back().tag == Tag::reply_required);
    if (!of_act) (prose += line) += '\n';
  }
  end_block();
  out.prose = std::string(trimmed(prose));
  return out;
}

std::string unfenced_block(std::string_view text) {
  const auto lines = lines_of_reply(text);
  std::vector<std::string_view> inside, above;
  bool fenced = false, any = false;
  for (const auto line : lines) {
    if (is_fence(line) && !line.starts_with(' ')) {
      fenced = !fenced;
      any = true;
    } else if (fenced) {
      inside.push_back(line);
    } else if (!any) {
      above.push_back(line);
    }
  }
  const auto begins = [](std::string_view line) {
    return line.starts_with("--- ") || line.starts_with("diff ") || line.starts_with('[') ||
           line.starts_with('{');
  };
  const bool stray = std::any_of(above.begin(), above.end(), begins);
  return without_blank_ends(any && !stray ? inside : above);
}

}  // namespace dossier
