#pragma once
// Protects the version control data in a workspace. Writing there executes commands: the next `git
// status`, even one run by a shell prompt, obeys core.fsmonitor, hooks and filters of the
// repository it finds. Mercurial and Jujutsu do the same. So nothing named .git, .hg or .jj is read
// or written, in any spelling that some file system treats as that name, and no write goes into, or
// completes, a folder that git treats as a repository: HEAD beside objects and refs, or beside
// commondir (git's is_git_directory). Ordinary files are not affected: .gitignore, .gitattributes
// and .gitmodules name no command that git runs unasked.
//
// Rejected: refusing the names HEAD, config, objects and refs everywhere, because programs have
// such files.
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace dossier {

/// ".git", ".hg" or ".jj" if some file system treats `name` as that name: as another spelling
/// (file_name_fold), as NTFS's short name, or with characters that NTFS drops at the end. This
/// includes more than git's fsck, which lacks ext4's folding. "" for any other name.
std::string_view repository_name(std::string_view name);

/// Whether the folder ("." or "a/b") has an entry with this name.
using Holds = std::function<bool(const std::string& folder, std::string_view name)>;

/// Throws Error{denied} if a folder at or above one of the files is a repository, or would become
/// one when all of them are written.
void refuse_repository(std::span<const std::string> files, const Holds& holds);

}  // namespace dossier
