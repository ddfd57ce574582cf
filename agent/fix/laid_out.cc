#include "agent/fix/laid_out.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <system_error>

#include "engine/error.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const std::error_code& error, const std::string& path) {
  throw Error(ErrorCode::io, error.message(), path);
}

// A file that is not there yet, in a folder that this program filled.
void write_new(const std::string& path, std::string_view content) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) refuse_folder(error, path);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  bool good = fd >= 0;
  while (good && !content.empty()) {
    const ssize_t put = ::write(fd, content.data(), content.size());
    if (put > 0) content.remove_prefix(static_cast<size_t>(put));
    good = put > 0 || errno == EINTR;
  }
  const int why = errno;
  if (fd >= 0 && ::close(fd) != 0) good = false;
  if (!good) throw Error(ErrorCode::io, std::strerror(why), path);
}

// Every file of the tree, those without text apart.
std::vector<std::string> files_of_tree(Workspace& tree, std::vector<std::string>& left_out) {
  std::vector<std::string> out;
  for (std::deque<std::string> open{"."}; !open.empty(); open.pop_front())
    for (const auto& entry : tree.list(open.front()).value_or(std::vector<Entry>())) {
      std::string path = (open.front() == "." ? "" : open.front() + "/") + entry.name;
      if (entry.is_directory)
        open.push_back(std::move(path));
      else
        (entry.readable ? out : left_out).push_back(std::move(path));
    }
  return out;
}

}  // namespace

LaidOut::LaidOut(std::string folder, bool force) : folder_(fs::absolute(folder).string()) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) refuse_folder(error, folder_);
  is_empty_ = fs::is_empty(folder_, error);
  if (error) refuse_folder(error, folder_);
  if (!is_empty_ && !force)
    throw Error(ErrorCode::conflict, "the folder is not empty; --force writes into it all the same",
                folder_);
}

LaidOut::LaidOut() : is_temporary_(true) {
  std::error_code error;
  folder_ = (fs::temp_directory_path(error) / "dossier-fix-XXXXXX").string();
  if (error || ::mkdtemp(folder_.data()) == nullptr)
    throw Error(ErrorCode::io, std::strerror(errno), folder_);
}

LaidOut::~LaidOut() {
  std::error_code ignored;
  if (is_temporary_) fs::remove_all(folder_, ignored);
}

void LaidOut::write(const std::string& path, const std::optional<std::string>& content) {
  if (!disk_) disk_ = disk_workspace(folder_);
  const auto before = disk_->read(path);
  if (before != content) disk_->write(path, before, content);
}

std::vector<std::string> LaidOut::update(OverlayWorkspace& tree) {
  if (!is_written_) {
    left_out_.clear();
    const auto files = files_of_tree(tree, left_out_);
    tree.vet(files, nullptr);
    for (const auto& file : files) {
      const auto content = tree.read(file);
      if (!content) continue;
      if (is_empty_)
        write_new(folder_ + "/" + workspace_path(file), *content);
      else
        write(file, content);
    }
    is_written_ = true;
  } else {
    for (const auto& [path, content] : tree.changes())
      if (const auto known = known_.find(path); known == known_.end() || known->second != content)
        write(path, content);
  }
  known_ = tree.changes();
  return left_out_;
}

}  // namespace dossier
