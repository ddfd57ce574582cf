// dossier sessions verify, heads: checks what is kept of sessions, by itself, against heads that
// were kept elsewhere, and against the repository that another program's session worked on.
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "agent/bounds.h"
#include "agent/foreign/reproduce.h"
#include "agent/session_end.h"
#include "agent/sessions.h"
#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/readers/snapshot/git.h"
#include "engine/reserved.h"

namespace dossier::cli {
namespace {

// What a pipe or a device brings has no size.
constexpr size_t kMostHeads = 256 << 20;

// Whether the heads stand there: a file, or what stands for standard input and for `<(…)`. Opening
// a pipe that has a name would wait for whoever writes to it, or for ever.
bool has_heads(const std::string& path) {
  struct stat file {};
  const bool is_there = ::stat(path.c_str(), &file) == 0;
  if (!is_there && path.find('@') == path.npos)
    throw Error(ErrorCode::not_found, "there is no such file or repository", path);
  if (!is_there || S_ISDIR(file.st_mode)) return false;
  struct statfs system {};
  const bool is_named = S_ISFIFO(file.st_mode) && ::statfs(path.c_str(), &system) == 0 &&
                        system.f_type != PIPEFS_MAGIC;
  if (is_named || S_ISSOCK(file.st_mode) || S_ISBLK(file.st_mode))
    throw Error(ErrorCode::invalid, "no file; --against - reads what a pipe brings", path);
  return true;
}

int against_heads(Store& store, const std::string& path, const Invocation& invocation) {
  if (const auto words = session_words(invocation); !words.empty())
    throw Error(ErrorCode::invalid, "heads are compared with every session", words[0]);
  int64_t compared = 0;
  const std::string heads = read_unreserved(path, kMostHeads);
  if (heads.size() == kMostHeads)
    throw Error(ErrorCode::limit, over("what the heads stand in", kMostHeads), path);
  auto problems = compare_ends(store, heads, compared);
  for (auto& problem : verify_sessions(store))
    if (std::find(problems.begin(), problems.end(), problem) == problems.end())
      problems.push_back(std::move(problem));
  return print_problems(problems, counted(compared, "session") + " as they were", invocation);
}

// The files of a revision.
class Revision {
 public:
  explicit Revision(const std::string& named) : repository_(named.substr(0, named.rfind('@'))) {
    const size_t at = named.rfind('@');
    const auto tree = repository_.tree(at == named.npos ? "HEAD" : named.substr(at + 1));
    for (const auto& blob : tree.blobs) blobs_[blob.path] = blob.object_id;
  }
  foreign::Content read(const std::string& path) const {
    const auto blob = blobs_.find(path);
    if (blob == blobs_.end()) return std::nullopt;
    const auto size = repository_.size(blob->second);
    if (!size || *size > static_cast<uint64_t>(kMaxFileBytes)) return std::nullopt;
    return repository_.contents(blob->second);
  }

 private:
  snapshot::Repository repository_;
  std::map<std::string, std::string> blobs_;
};

// The sessions that are named, or all of other programs.
std::vector<int64_t> compared_sessions(Store& store, const Invocation& invocation) {
  std::vector<int64_t> out;
  for (const auto& word : session_words(invocation)) out.push_back(find_session(store, word));
  if (!out.empty()) return out;
  std::vector<int64_t> all;
  for (const auto& row : store.rows<sql::TranscriptIds>()) all.push_back(row.id);
  for (const int64_t id : all)
    if (Journal::open(store, id).info().mode == "import") out.push_back(id);
  return out;
}

int against_repository(Store& store, const std::string& named, const Invocation& invocation) {
  const Revision revision(named);
  const auto base = [&](const std::string& path) { return revision.read(path); };
  Json rows = Json::array();
  bool is_whole = true;
  for (const int64_t id : compared_sessions(store, invocation)) {
    const Journal journal = Journal::open(store, id);
    const Reproduction result = reproduce(journal.events(), base);
    is_whole = is_whole && result.is_whole();
    Json problems = Json::array();
    for (const auto& [seq, what] : result.problems)
      problems.add(Json::object({{"seq", seq}, {"problem", what}}));
    rows.add(Json::object({{"session", journal.info().uid},
                           {"edits", result.edits},
                           {"reproduced", result.reproduced},
                           {"outside", result.outside},
                           {"submission", result.has_submission},
                           {"problems", std::move(problems)}}));
    if (invocation.json()) continue;
    std::cout << journal.info().uid << "  " << result.reproduced << " of "
              << counted(result.edits, "edit") << " reproduced"
              << (result.has_submission ? ", and the submission compared" : "")
              << (result.outside > 0 ? ", " + std::to_string(result.outside) + " outside" : "")
              << (result.is_whole() ? "" : ": differs") << "\n";
    for (const auto& [seq, what] : result.problems)
      std::cout << "  " << (seq > 0 ? "event " + std::to_string(seq) : std::string("the end"))
                << ": " << printable_lines(what) << "\n";
  }
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else if (rows.each().empty())
    std::cout << "no session of another program to compare\n";
  return is_whole ? 0 : 1;
}

}  // namespace

int print_problems(const std::vector<std::string>& problems, const std::string& none,
                   const Invocation& invocation) {
  Json rows = Json::array();
  for (const auto& problem : problems) rows.add(problem);
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else if (problems.empty())
    std::cout << none << "\n";
  for (const auto& problem : problems)
    if (!invocation.json()) std::cout << printable(problem) << "\n";
  return problems.empty() ? 0 : 1;
}

int verify_sessions_here(const Invocation& invocation) {
  Store store = reading(invocation);
  std::string against = invocation.text("--against");
  if (against == "-") against = "/dev/stdin";
  if (against.empty() && !session_words(invocation).empty())
    throw Error(ErrorCode::invalid, "verify checks every session; name one with --against REPO@REV",
                session_words(invocation)[0]);
  if (against.empty())
    return print_problems(verify_sessions(store), "every hash matches", invocation);
  if (has_heads(against)) return against_heads(store, against, invocation);
  return against_repository(store, against, invocation);
}

int session_heads(const Invocation& invocation) {
  Store store = reading(invocation);
  std::vector<int64_t> all;
  for (const auto& row : store.rows<sql::TranscriptIds>()) all.push_back(row.id);
  for (const int64_t id : all) {
    const SessionInfo info = Journal::open(store, id).info();
    std::cout
        << Json::object({{"id", info.uid}, {"head", to_json(derived_end(store, info))}}).dump()
        << "\n";
  }
  return 0;
}

}  // namespace dossier::cli
