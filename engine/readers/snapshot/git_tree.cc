#include "engine/readers/snapshot/git_tree.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "engine/ascii.h"
#include "engine/unicode.h"

namespace dossier::snapshot {
namespace {

constexpr size_t kIdBytes = 20;

// Code points that HFS+ leaves out when it compares names.
bool is_ignored_by_hfs(char32_t code) {
  return (code >= 0x200c && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x206a && code <= 0x206f) || code == 0xfeff;
}

bool is_hfs_dotgit(std::string_view name) {
  std::string seen;
  for (size_t at = 0; at < name.size();) {
    const Decoded decoded = decode_utf8(name, at);
    if (!decoded.valid || seen.size() > 4) return false;
    if (!is_ignored_by_hfs(decoded.code)) {
      if (decoded.code > 0x7f) return false;
      seen += to_lower(static_cast<char>(decoded.code));
    }
    at += decoded.length;
  }
  return seen == ".git";
}

// ".git" or its short name, and then what NTFS drops or takes for a stream of the file.
bool is_ntfs_dotgit(std::string_view name) {
  std::string begin(name.substr(0, 5));
  std::transform(begin.begin(), begin.end(), begin.begin(), to_lower);
  if (begin == "git~1")
    name.remove_prefix(5);
  else if (begin.starts_with(".git"))
    name.remove_prefix(4);
  else
    return false;
  const size_t end = name.find_first_not_of(". ");
  return end == name.npos || name[end] == ':' || name[end] == '\\' || name[end] == '/';
}

bool has_dotgit(std::string_view name) {
  if (is_hfs_dotgit(name) || is_ntfs_dotgit(name)) return true;
  for (size_t at = name.find('\\'); at != name.npos; at = name.find('\\', at + 1))
    if (is_ntfs_dotgit(name.substr(at + 1))) return true;
  return false;
}

std::optional<TreeEntry::Kind> kind_of(uint32_t mode) {
  switch (mode & 0170000) {
    case 0100000:
      return TreeEntry::Kind::file;
    case 0040000:
      return TreeEntry::Kind::folder;
    case 0120000:
      return TreeEntry::Kind::link;
    case 0160000:
      return TreeEntry::Kind::submodule;
  }
  return std::nullopt;
}

// Where git has the name in a tree: a folder's as if a slash ended it.
bool is_sorted(const TreeEntry& before, const TreeEntry& entry) {
  const auto key = [](const TreeEntry& one) {
    return std::string(one.name) + (one.kind == TreeEntry::Kind::folder ? "/" : "");
  };
  return key(before) < key(entry);
}

// The octal digits in front of a space; both are dropped.
std::optional<uint32_t> take_mode(std::string_view& bytes) {
  uint32_t mode = 0;
  size_t digits = 0;
  for (; digits < bytes.size() && bytes[digits] != ' '; ++digits) {
    if (bytes[digits] < '0' || bytes[digits] > '7' || digits == 8) return std::nullopt;
    mode = mode * 8 + static_cast<uint32_t>(bytes[digits] - '0');
  }
  if (digits == 0 || digits == bytes.size()) return std::nullopt;
  bytes.remove_prefix(digits + 1);
  return mode;
}

}  // namespace

std::string_view name_refusal(std::string_view name) {
  if (name.empty()) return "emptyName";
  if (name == ".") return "hasDot";
  if (name == "..") return "hasDotdot";
  if (has_dotgit(name)) return "hasDotgit";
  if (name.find('/') != name.npos) return "fullPathname";
  return {};
}

bool read_tree(std::string_view bytes, const TakeEntry& take) {
  std::unordered_set<std::string_view> names;
  TreeEntry last;
  while (!bytes.empty()) {
    const auto mode = take_mode(bytes);
    const size_t end = bytes.find('\0');
    if (!mode || end == bytes.npos || bytes.size() - end - 1 < kIdBytes) return false;
    const auto kind = kind_of(*mode);
    const TreeEntry entry{kind.value_or(TreeEntry::Kind::file), bytes.substr(0, end),
                          bytes.substr(end + 1, kIdBytes)};
    bytes.remove_prefix(end + 1 + kIdBytes);
    std::string_view refusal = name_refusal(entry.name);
    if (refusal.empty() && !names.insert(entry.name).second) refusal = "duplicateEntries";
    if (refusal.empty() && !last.name.empty() && !is_sorted(last, entry)) refusal = "treeNotSorted";
    if (refusal.empty() && !kind) refusal = "badFilemode";
    if (refusal.empty() && entry.id.find_first_not_of('\0') == entry.id.npos) refusal = "nullSha1";
    last = entry;
    take(entry, refusal);
  }
  return true;
}

}  // namespace dossier::snapshot
