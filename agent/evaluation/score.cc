#include "agent/evaluation/score.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

#include "agent/workspace.h"
#include "agent/workspace/diff.h"
#include "engine/path_text.h"
#include "engine/readers/languages/source_file.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/readers/snapshot/walk.h"
#include "engine/regular_file.h"
#include "queries/proto/changed_paths.h"

namespace dossier::evaluation {
namespace {

namespace fs = std::filesystem;

std::string_view text_of(const std::optional<std::string>& side) {
  return side ? std::string_view(*side) : std::string_view();
}

// Whether a change of this file is somebody's work on what follows the .proto files.
bool is_handwritten(std::string_view path, const FileChange& change) {
  const std::string_view text = text_of(change.before ? change.before : change.after);
  const proto::FileTraits traits{snapshot::is_vendored(path), snapshot::is_generated(path, text),
                                 text.find('\0') != text.npos};
  return proto::category_of(path, traits, [&] { return std::string(text); }).category ==
         proto::Category::handwritten;
}

std::set<std::string> files_in(const fs::path& tree, std::vector<std::string>& unread) {
  std::set<std::string> out;
  const std::string name = tree.filename().string();
  auto listing = snapshot::walk(tree, false);
  for (auto& listed : listing.files)
    if (listed.size <= kMaxFileBytes) out.insert(std::move(listed.path));
  for (const auto& why : listing.unreadable) unread.push_back(name + "/" + why);
  if (listing.specials != 0)
    unread.push_back(
        name + ": " + std::to_string(listing.specials) +
        (listing.specials == 1 ? " pipe, socket or device" : " pipes, sockets or devices") +
        " not compared");
  return out;
}

std::string read_in(const fs::path& tree, const std::string& path) {
  return read_regular((tree / path).string(), static_cast<size_t>(kMaxFileBytes));
}

/// What one of the trees does not let be read is compared in neither.
void drop_unreadable(const fs::path& tree, std::set<std::string>& files,
                     std::set<std::string>& others, std::vector<std::string>& unread) {
  for (auto at = files.begin(); at != files.end();) {
    const std::string why = why_unreadable((tree / *at).string());
    if (!why.empty()) {
      unread.push_back(tree.filename().string() + "/" + path_text(*at) + ": " + why);
      others.erase(*at);
    }
    at = why.empty() ? std::next(at) : files.erase(at);
  }
}

// How many of each there are, counted in both.
using Counts = std::unordered_map<std::string, int64_t>;
Overlap overlap_of(const Counts& truth, const Counts& fix) {
  Overlap out;
  for (const auto& [key, count] : truth) {
    out.truth += count;
    const auto other = fix.find(key);
    if (other != fix.end()) out.both += std::min(count, other->second);
  }
  for (const auto& [key, count] : fix) out.fix += count;
  return out;
}

struct Counted {
  Counts files, hunks, lines;
};

Counted counted_in(const Changes& changes) {
  Counted out;
  for (const auto& [path, change] : changes) {
    ++out.files[path];
    for (const auto& run : changed_runs(change)) {
      const std::string file = path + '\0';
      std::string hunk = file + std::to_string(run.line);
      for (size_t i = 0; i < run.removed.size(); ++i) {
        ++out.lines[file + '-' + std::to_string(run.line + static_cast<int64_t>(i))];
        hunk += "\n-" + run.removed[i];
      }
      for (const auto& line : run.added) {
        ++out.lines[file + '+' + line];
        hunk += "\n+" + line;
      }
      ++out.hunks[hunk];
    }
  }
  return out;
}

// Whether a text does not parse as a whole; absent if there is no grammar, or no text.
std::optional<bool> is_broken(const std::string& path, const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const auto* language = snapshot::language_of(path, *text);
  if (language == nullptr) return std::nullopt;
  const auto read = languages::read({path, *text, 0, nullptr}, *language);
  return read ? std::optional(read->damaged_lines > 0 || read->timed_out) : std::nullopt;
}

void parse(const std::string& path, const FileChange* truth, const FileChange* fix, Score& score) {
  const auto& before = truth != nullptr ? truth->before : fix->before;
  const auto was = is_broken(path, before);
  // What the fix leaves alone is as it was.
  const auto is = fix != nullptr ? is_broken(path, fix->after) : was;
  if (!was && !is) return;
  ++score.parsed;
  score.broken_before += was.value_or(false) ? 1 : 0;
  score.broken_after += is.value_or(false) ? 1 : 0;
}

Json json_of(const Overlap& overlap) {
  const auto share = [](std::optional<double> value) {
    return value ? Json(*value) : Json(nullptr);
  };
  return Json::object({{"truth", overlap.truth},
                       {"fix", overlap.fix},
                       {"both", overlap.both},
                       {"precision", share(overlap.precision())},
                       {"recall", share(overlap.recall())}});
}

std::optional<double> share_of(int64_t part, int64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// Why the file that a diff changes cannot be read; "" = it can, or it is none of the tree's.
std::string unreadable_base(const DatasetCase& one, const FileDiff& file,
                            const std::set<std::string>& files) {
  if (!file.old_path || !files.contains(*file.old_path)) return {};
  const std::string why = why_unreadable((one.premerge / *file.old_path).string());
  return why.empty() ? why : path_text(*file.old_path) + ": " + why;
}

}  // namespace

std::optional<double> Overlap::precision() const { return share_of(both, fix); }
std::optional<double> Overlap::recall() const { return share_of(both, truth); }

std::vector<ChangedRun> changed_runs(const FileChange& change) {
  const auto view = [](const std::optional<std::string>& side) {
    return side ? std::optional<std::string_view>(*side) : std::nullopt;
  };
  std::vector<ChangedRun> runs;
  if (change.before == change.after) return runs;
  // Under a name of its own: a file's may hold a newline.
  const auto diff = parse_diff(unified_diff("file", view(change.before), view(change.after)));
  for (const auto& file : std::get<std::vector<FileDiff>>(diff))
    for (const auto& hunk : file.hunks) {
      // Where a hunk has no old lines, it begins behind the one that it names.
      const bool inserts = std::all_of(hunk.lines.begin(), hunk.lines.end(),
                                       [](const HunkLine& line) { return line.op == '+'; });
      int64_t at = hunk.start + (inserts ? 1 : 0);
      bool within = false;
      for (const auto& line : hunk.lines) {
        if (line.op == ' ') {
          within = false;
          ++at;
          continue;
        }
        if (!within) runs.push_back({at, {}, {}});
        within = true;
        const std::string text = line.ended ? line.text : line.text + "\\";
        (line.op == '-' ? runs.back().removed : runs.back().added).push_back(text);
        if (line.op == '-') ++at;
      }
    }
  return runs;
}

Score score(const Changes& truth, const Changes& fix) {
  const Counted wanted = counted_in(truth), made = counted_in(fix);
  Score out;
  out.files = overlap_of(wanted.files, made.files);
  out.hunks = overlap_of(wanted.hunks, made.hunks);
  out.lines = overlap_of(wanted.lines, made.lines);
  for (const auto& [path, change] : truth) {
    const auto other = fix.find(path);
    if (other != fix.end() && other->second.after == change.after) ++out.exact_files;
    parse(path, &change, other != fix.end() ? &other->second : nullptr, out);
  }
  for (const auto& [path, change] : fix)
    if (!truth.contains(path)) parse(path, nullptr, &change, out);
  return out;
}

Truth truth_of(const DatasetCase& one) {
  Truth out;
  auto before = files_in(one.premerge, out.unread), after = files_in(one.merge, out.unread);
  drop_unreadable(one.premerge, before, after, out.unread);
  drop_unreadable(one.merge, after, before, out.unread);
  const auto add = [&](const std::string& path, FileChange change) {
    if (change.before != change.after && is_handwritten(path, change))
      out.changes.emplace(path, std::move(change));
  };
  for (const auto& path : before)
    add(path, {read_in(one.premerge, path),
               after.contains(path) ? std::optional(read_in(one.merge, path)) : std::nullopt});
  for (const auto& path : after)
    if (!before.contains(path)) add(path, {std::nullopt, read_in(one.merge, path)});
  return out;
}

AppliedFix apply_fix(const DatasetCase& one, std::string_view diff) {
  AppliedFix out;
  if (diff.empty()) return out;  // nothing was changed
  const auto read = parse_diff(diff);
  if (const auto* fault = std::get_if<DiffFault>(&read)) {
    out.fault = "line " + std::to_string(fault->line) + ": " + fault->message;
    return out;
  }
  std::vector<std::string> unread;
  const auto files = files_in(one.premerge, unread);
  for (const auto& file : std::get<std::vector<FileDiff>>(read)) {
    FileChange change;
    if (const auto why = unreadable_base(one, file, files); !why.empty()) {
      if (out.fault.empty()) out.fault = why;
      continue;
    }
    if (file.old_path && files.contains(*file.old_path))
      change.before = read_in(one.premerge, *file.old_path);
    const auto applied = apply_hunks(text_of(change.before), file);
    if (const auto* fault = std::get_if<DiffFault>(&applied)) {
      if (out.fault.empty())
        out.fault = "line " + std::to_string(fault->line) + ": " + fault->message;
      continue;
    }
    const auto put = [&](const std::string& path, FileChange made) {
      if (made.before != made.after && is_handwritten(path, made))
        out.changes.insert_or_assign(path, std::move(made));
    };
    auto content = std::get<Applied>(applied).content;
    if (file.old_path && file.new_path && *file.old_path != *file.new_path) {
      put(*file.old_path, {change.before, std::nullopt});
      put(*file.new_path, {std::nullopt, std::move(content)});
    } else if (file.new_path) {
      put(*file.new_path, {change.before, std::move(content)});
    } else if (file.old_path) {
      put(*file.old_path, {change.before, std::nullopt});
    }
  }
  return out;
}

Json json_of(const Score& score) {
  return Json::object({{"files", json_of(score.files)},
                       {"hunks", json_of(score.hunks)},
                       {"lines", json_of(score.lines)},
                       {"exact_files", score.exact_files},
                       {"parsed", score.parsed},
                       {"broken_before", score.broken_before},
                       {"broken_after", score.broken_after}});
}

}  // namespace dossier::evaluation
