#include "engine/readers/indexes/ctags.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/error.h"
#include "engine/readers/indexes/ctags_module.h"

namespace dossier::indexes {
namespace {

constexpr size_t kMaxLine = size_t{16} << 20;

/// The lines of a stream.
class Lines {
 public:
  explicit Lines(ByteInput& input) : input_(input) {}
  bool next(std::string_view& line) {
    size_t newline = 0;
    while ((newline = buffer_.find('\n', at_)) == std::string::npos) {
      buffer_.erase(0, at_);
      at_ = 0;
      const size_t size = buffer_.size();
      if (size > kMaxLine) throw Error(ErrorCode::limit, "a line is longer than 16 MB");
      buffer_.resize(size + kChunk);
      const size_t got = input_.read(buffer_.data() + size, kChunk);
      buffer_.resize(size + got);
      if (got > 0) continue;
      if (buffer_.empty()) return false;
      buffer_ += '\n';
    }
    line = std::string_view(buffer_).substr(at_, newline - at_);
    at_ = newline + 1;
    return true;
  }

 private:
  static constexpr size_t kChunk = size_t{256} << 10;
  ByteInput& input_;
  std::string buffer_;
  size_t at_ = 0;
};

/// The packages around a file: an __init__.py that defines nothing has no tag.
void find_packages(std::string_view path, const FileExists& exists,
                   std::unordered_set<std::string>& folders, languages::PackageFolders& packages) {
  packages.add(path);
  const auto* language = languages::of(path);
  if (!language || language->package_mark.empty()) return;
  for (auto slash = path.rfind('/'); slash != path.npos && slash > 0;
       slash = path.rfind('/', slash - 1)) {
    if (!folders.emplace(path.substr(0, slash)).second) return;
    const auto mark = std::string(path.substr(0, slash)).append("/").append(language->package_mark);
    if (exists(mark)) packages.add(mark);
  }
}

}  // namespace

bool looks_like_ctags(std::string_view beginning) {
  const auto quote = beginning.find_first_not_of(" \t\r\n{");
  if (quote == beginning.npos || !beginning.substr(quote).starts_with("\"_type\"")) return false;
  const auto value = beginning.find_first_not_of(" \t:", quote + 7);
  if (value == beginning.npos) return false;
  const auto text = beginning.substr(value);
  return text.starts_with("\"tag\"") || text.starts_with("\"ptag\"");
}

void read_ctags(ByteInput& input, const FileExists& exists, const FactSink& sink) {
  std::vector<FileTags> files;
  std::unordered_map<std::string, size_t> by_path;
  languages::PackageFolders packages;
  std::unordered_set<std::string> folders;
  Lines lines(input);
  std::string_view line;
  for (uint64_t number = 1; lines.next(line); ++number) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    Tag tag = parse_tag(line, input.name() + ": line " + std::to_string(number));
    if (tag.type == "ptag") continue;
    if (tag.type != "tag" || tag.name.empty() || tag.path.empty()) {
      throw Error(ErrorCode::invalid, "not a tag of universal-ctags",
                  input.name() + ": line " + std::to_string(number));
    }
    if (tag.path.starts_with("./")) tag.path.erase(0, 2);
    find_packages(tag.path, exists, folders, packages);
    const bool is_reference = !tag.roles.empty() && tag.roles != "def";
    const bool is_passed = is_reference || is_passed_by(tag.kind) || tag.kind.empty();
    if (is_passed && tag.kind != "package") continue;
    const auto [found, is_new] = by_path.try_emplace(tag.path, files.size());
    if (is_new) files.push_back({tag.path, tag.language, {}, {}});
    FileTags& file = files[found->second];
    if (!is_passed) {
      file.tags.push_back(std::move(tag));
    } else if (!is_reference && file.package.empty()) {
      file.package = tag.name;
    }
  }
  std::erase_if(files, [](const FileTags& file) { return file.tags.empty(); });
  for (FileTags& file : files) sink(module_of(file, packages));
}

}  // namespace dossier::indexes
