#include "cli/database_path.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace dossier::cli {
namespace fs = std::filesystem;

namespace {

// The git folder of the work tree that holds `folder`, following the pointer file of a linked work
// tree to the common folder; empty outside one.
fs::path git_folder(const fs::path& folder, fs::path& root) {
  std::error_code none;
  for (fs::path at = folder;; at = at.parent_path()) {
    const fs::path dot_git = at / ".git";
    root = at;
    if (fs::is_directory(dot_git, none)) return dot_git;
    if (fs::is_regular_file(dot_git, none)) {
      std::ifstream pointer(dot_git);
      std::string word, target;
      if (!(pointer >> word >> target) || word != "gitdir:") return {};
      fs::path git = fs::path(target).is_absolute() ? fs::path(target) : at / target;
      std::ifstream common(git / "commondir");
      std::string shared;
      if (common >> shared) git = fs::path(shared).is_absolute() ? fs::path(shared) : git / shared;
      return git;
    }
    if (!at.has_relative_path()) return {};
  }
}

}  // namespace

std::string database_path(const std::optional<std::string>& given) {
  if (given && !given->empty()) return *given;
  if (const char* named = std::getenv("DOSSIER_DB"); named && *named) return named;
  std::error_code none;
  for (fs::path at = fs::current_path(none);; at = at.parent_path()) {
    if (fs::is_regular_file(at / "dossier.db", none)) return (at / "dossier.db").string();
    if (!at.has_relative_path()) break;
  }
  return "dossier.db";
}

void exclude_from_git(const std::string& path) {
  std::error_code none;
  const fs::path file = fs::absolute(path, none).lexically_normal();
  if (fs::exists(file, none)) return;
  fs::path root;
  const fs::path git = git_folder(file.parent_path(), root);
  if (git.empty()) return;
  const std::string line = "/" + file.lexically_relative(root).generic_string() + "*";
  const fs::path exclude = git / "info" / "exclude";
  fs::create_directories(exclude.parent_path(), none);
  std::stringstream text;
  text << std::ifstream(exclude).rdbuf();
  const std::string known = text.str();
  if (("\n" + known).find("\n" + line + "\n") != std::string::npos) return;
  std::ofstream out(exclude, std::ios::app);
  if (!known.empty() && known.back() != '\n') out << '\n';
  out << line << '\n';
  if (out) std::cerr << "dossier: " << path << " is added to .git/info/exclude\n";
}

}  // namespace dossier::cli
