#include "agent/import_sessions.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <utility>

#include "agent/foreign/recorder.h"
#include "agent/journal.h"
#include "agent/redact.h"
#include "agent/sessions.h"
#include "agent/sql.h"
#include "agent/turn.h"
#include "engine/error.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/folders.h"
#include "engine/reserved.h"
#include "queries/sql.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kMaxFile = 1 << 30;
// How a database and a packed file begin.
constexpr std::string_view kMagic("SQLite format 3\0", 16), kPacked("PK\x03\x04");

// The sessions that a source was stored as: one, or more where its file has told several stories.
std::vector<int64_t> stored(Store& store, const ForeignSession& session) {
  std::vector<int64_t> out;
  if (!session.uid.empty())
    if (const auto known = session_called(store, session.uid)) out.push_back(*known);
  const std::string source = redact(session.source);  // as Journal::begin stores it
  for (const auto& row : store.rows<sql::TranscriptSessionBySource>(std::string_view(source)))
    if (std::find(out.begin(), out.end(), row.id) == out.end()) out.push_back(row.id);
  return out;
}

// What another program's file says in an event, whichever version of its reader recorded that: not
// the role of words, nor a reply's model, tokens, cost and place among its parts. Nothing of an
// event that only counts.
Json told_in(const SessionEvent& event) {
  const Json body = redacted(body_of(event));  // by the rules of now
  if (event.kind == EventKind::message) {
    const std::string command = foreign::typed_command(body.text("text"));
    return command.empty() ? body.text("text") : command;
  }
  if (event.kind != EventKind::model_settled) return body;
  Json out = Json::object();
  if (const std::string& error = body.text("error"); !error.empty())
    out.set("message", to_json(Message{Role::assistant, error, {}, {}}));
  for (const char* key : {"message", "reasoning"})
    if (const Json* value = body.find(key)) out.set(key, *value);
  return out;
}

bool only_counts(const SessionEvent& event, const Json& what) {
  return event.kind == EventKind::model_settled && what.fields()->empty();
}

// How many events of a stored session and of one that was read tell the same.
struct Shared {
  size_t stored = 0, read = 0;
};

// Of our own exports event by event, as each is; of others what their files told. A version may
// record more events that only count than another: these are passed by. None of the times are
// compared: where a file tells none they are guessed from the file's own.
Shared shared_of(const std::vector<SessionEvent>& old, const ForeignSession& session) {
  const bool is_own = session.source.starts_with("dossier:");
  Shared at, shared;
  while (at.stored < old.size() && at.read < session.events.size()) {
    const SessionEvent &a = old[at.stored], &b = session.events[at.read];
    const bool is_alike = a.kind == b.kind && a.tool == b.tool;
    if (!is_alike || a.body != b.body) {
      if (is_own) return shared;
      const Json told_a = told_in(a), told_b = told_in(b);
      if (only_counts(a, told_a)) {
        ++at.stored;
        continue;
      }
      if (only_counts(b, told_b)) {
        ++at.read;
        continue;
      }
      if (!is_alike || told_a != told_b) return shared;
    }
    shared = {++at.stored, ++at.read};
  }
  return at;
}

// Appends what comes after the first `from` events.
void append(Journal& journal, const ForeignSession& session, size_t from, SessionImport& out) {
  journal.append_imported(session.events, from, {session.findings, session.edits});
  journal.index_words();
  out.events += static_cast<int64_t>(session.events.size() - from);
  for (auto edit = session.edits.lower_bound(from); edit != session.edits.end(); ++edit)
    ++out.edits;
  out.sessions.push_back(journal.info().uid);
}

void forget_contents(ImportedEdit& imported, SessionImport& out) {
  if (!imported.has_images) return;
  imported.has_images = false;
  imported.edit.before.reset(), imported.edit.after.reset();
  ++out.lost["contents of edited files"];
}

SessionInfo info_of(Store& store, const ForeignSession& session) {
  SessionInfo info;
  info.uid = session.uid;
  info.title = session.title;
  info.mode = session.mode;
  info.model = session.model;
  info.project = session.project;
  info.source = session.source;
  info.started_at = session.started_at;
  if (!session.parent.empty()) {
    const std::string parent = redact(session.parent);
    auto rows = store.rows<sql::TranscriptSessionBySource>(std::string_view(parent));
    if (const auto row = rows.next()) info.parent = row->id;
  }
  return info;
}

// The event of a stored session that a fork of it begins after; absent if the session is not here,
// or another story.
std::optional<std::pair<int64_t, int64_t>> fork_place(Store& store, const ForeignSession& session) {
  if (session.fork_of.empty() || session.fork_after < 1) return std::nullopt;
  const auto parent = session_called(store, session.fork_of);
  if (!parent) return std::nullopt;
  const Journal journal = Journal::open(store, *parent);
  const auto shared = static_cast<size_t>(session.fork_after);
  if (shared_of(journal.events(), session).stored < shared) return std::nullopt;
  return std::pair{*parent, journal.events()[shared - 1].id};
}

void import_one(Store& store, ForeignSession session, Entropy& entropy, SessionImport& out) {
  const std::vector<int64_t> known = stored(store, session);
  if (known.empty()) {
    SessionInfo info = info_of(store, session);
    size_t from = 0;
    if (const auto place = fork_place(store, session)) {
      info.parent = place->first;
      info.parent_event = place->second;
      from = static_cast<size_t>(session.fork_after);
    } else if (!session.fork_of.empty()) {
      ++out.lost["forks of a session that is not here"];
    }
    Journal journal = Journal::begin(store, std::move(info), entropy);
    append(journal, session, from, out);
    ++out.added;
    return;
  }
  // The stored one that goes the longest way along.
  std::optional<Journal> nearest;
  Shared shared;
  for (const int64_t id : known) {
    Journal journal = Journal::open(store, id);
    const Shared alike = shared_of(journal.events(), session);
    if (alike.read == session.events.size()) {
      ++out.unchanged;
      return;
    }
    if (!nearest || alike.read > shared.read ||
        (alike.read == shared.read && alike.stored == journal.events().size())) {
      nearest.emplace(std::move(journal));
      shared = alike;
    }
  }
  const auto& old = nearest->events();
  if (shared.stored == old.size()) {
    // A session that was recorded here is undone without a question: only its own edits are.
    if (nearest->info().source.empty())
      for (auto edit = session.edits.lower_bound(shared.read); edit != session.edits.end(); ++edit)
        forget_contents(edit->second, out);
    append(*nearest, session, shared.read, out);
    ++out.extended;
    return;
  }
  SessionInfo info = info_of(store, session);
  info.uid.clear();
  info.parent = nearest->info().id;
  if (shared.stored > 0) info.parent_event = old[shared.stored - 1].id;
  Journal fork = Journal::begin(store, std::move(info), entropy);
  append(fork, session, shared.read, out);
  ++out.forked;
}

int64_t changed_at(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (error) return 0;
  const auto system = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(system).count();
}

std::variant<Foreign, std::string> read_database(const fs::path& path) {
  try {
    return read_llm_logs(path.string(), changed_at(path));
  } catch (const Error& error) {
    return error.message();
  }
}

std::variant<Foreign, std::string> read_long(const fs::path& path, uintmax_t size,
                                             const ForeignLimits& limits) {
  const Descriptor file(open_unreserved(AT_FDCWD, path.string(), O_RDONLY | O_NONBLOCK));
  if (file.number() < 0) return reason_of(errno);
  std::string failure;
  const auto next = [&](char* buffer, size_t room) -> size_t {
    ssize_t got = 0;
    do {
      got = ::read(file.number(), buffer, room);
    } while (got < 0 && errno == EINTR);
    if (got < 0) failure = std::strerror(errno);
    return static_cast<size_t>(std::max<ssize_t>(got, 0));
  };
  auto read = read_long_foreign(size, next, path.filename().string(), changed_at(path), limits);
  if (!failure.empty()) return failure;
  return read;
}

std::variant<Foreign, std::string> read_file(const fs::path& path, const ForeignLimits& limits) {
  std::error_code error;
  const uintmax_t size = fs::file_size(path, error);
  if (error || size > kMaxFile) return std::string(error ? error.message() : "larger than 1 GB");
  std::string bytes;
  try {
    bytes = read_unreserved(path.string(), kMagic.size());
    if (bytes == kMagic) return read_database(path);
    if (size > limits.document && !bytes.starts_with(kPacked)) return read_long(path, size, limits);
    bytes = read_unreserved(path.string(), kMaxFile);
  } catch (const Error& failure) {
    return failure.message();
  }
  return read_foreign(bytes, path.filename().string(), changed_at(path), limits);
}

// Sub-agents' files last: their parents must be there before them.
bool before(const fs::path& a, const fs::path& b) {
  const bool agent_a = a.filename().string().starts_with("agent-"),
             agent_b = b.filename().string().starts_with("agent-");
  return agent_a != agent_b ? agent_b : a < b;
}

bool may_be_transcript(const fs::path& path) {
  const std::string suffix = path.extension().string();
  return suffix == ".jsonl" || suffix == ".json" || suffix == ".traj" || suffix == ".db" ||
         suffix == ".eval";
}

}  // namespace

void import_foreign(Store& store, Foreign foreign, Entropy& entropy, SessionImport& out) {
  for (auto& session : foreign.sessions) {
    // As they are stored, with which they are compared.
    for (auto& event : session.events) event.tool = redact(event.tool);
    const bool fits =
        std::all_of(session.events.begin(), session.events.end(),
                    [](const SessionEvent& event) { return event.body.size() <= kMaxEventBytes; });
    if (fits)
      import_one(store, std::move(session), entropy, out);
    else
      ++out.lost["sessions with an event over 48 MB"];
  }
  for (const auto& [kind, count] : foreign.lost) out.lost[kind] += count;
}

void import_sessions(Store& store, const std::string& path, Entropy& entropy,
                     const std::function<void(const SessionImport&)>& progress, SessionImport& out,
                     const ForeignLimits& limits) {
  if (!fs::exists(path)) throw Error(ErrorCode::not_found, "no such file or folder", path);
  std::vector<fs::path> files;
  const bool folder = fs::is_directory(path);
  if (folder) {
    snapshot::walk_below(path, [&](const std::string& below, snapshot::EntryKind kind) {
      if (kind == snapshot::EntryKind::file && may_be_transcript(below)) files.emplace_back(below);
      return true;
    });
    std::sort(files.begin(), files.end(), before);
  } else {
    files.emplace_back(path);
  }
  for (const auto& file : files) {
    auto read = read_file(file, limits);
    if (const auto* why = std::get_if<std::string>(&read)) {
      out.skipped.emplace_back(file.string(), *why);
      continue;
    }
    ++out.files;
    import_foreign(store, std::move(std::get<Foreign>(read)), entropy, out);
    if (progress) progress(out);
  }
}

std::vector<std::string> session_folders() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  const std::string home = variable("HOME");
  std::string claude = variable("CLAUDE_CONFIG_DIR"), codex = variable("CODEX_HOME");
  if (claude.empty()) claude = home + "/.claude";
  if (codex.empty()) codex = home + "/.codex";
  std::vector<std::string> out;
  for (const auto& folder :
       {claude + "/projects", codex + "/sessions", codex + "/archived_sessions"})
    if (fs::is_directory(folder)) out.push_back(folder);
  return out;
}

}  // namespace dossier
