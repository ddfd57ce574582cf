#pragma once
// What of a workspace is git's. Whoever writes there runs commands: the next `git status`, of a
// person or of their shell's prompt, obeys core.fsmonitor, hooks and filters of the repository that
// it finds. Mercurial and Jujutsu do likewise. So nothing named .git, .hg or .jj is read or
// written, by whatever spelling some file system takes for it, and no write lands in, or completes,
// a folder that git takes for a repository's own: HEAD beside objects and refs, or beside commondir
// (git's is_git_directory). What is ordinary stays ordinary: .gitignore, .gitattributes and
// .gitmodules name no command that git would run unasked.
//
// Rejected: to refuse the names HEAD, config, objects and refs everywhere; programs have such
// files.
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace dossier {

/// ".git", ".hg" or ".jj" where some file system takes the name for it: as another spelling
/// (file_name_fold), as NTFS's short name or with what NTFS drops at the end. More than git's own
/// fsck has, which leaves out ext4's folding. "" for any other name.
std::string_view repository_name(std::string_view name);

/// Whether something of that name lies in the folder ("." or "a/b").
using Holds = std::function<bool(const std::string& folder, std::string_view name)>;

/// Throws Error{denied} where a folder at or above one of the files is a repository's own, or would
/// be once all of them were written.
void refuse_repository(std::span<const std::string> files, const Holds& holds);

}  // namespace dossier
