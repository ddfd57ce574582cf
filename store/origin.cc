#include "store/origin.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/error.h"
#include "engine/migrate.h"
#include "engine/person_state.h"
#include "engine/reserved.h"
#include "engine/sealed.h"
#include "engine/statement.h"
#include "store/store.h"

namespace dossier {
namespace {

constexpr std::string_view kKind = "databases";
constexpr std::string_view kMade = "made", kTrusted = "trusted";
constexpr size_t kMostRecords = 1000;

enum class At { file, link };  // where the path is a link's

// What tells the file from every other that was or will be; "" if there is none.
std::string key_of(const std::string& path, At at = At::file) {
  struct statx status {};
  const int flags = at == At::link ? AT_SYMLINK_NOFOLLOW : 0;
  if (::statx(AT_FDCWD, path.c_str(), flags, STATX_INO | STATX_BTIME, &status) != 0) return {};
  const std::string inode = std::to_string(status.stx_ino) + " ";
  if ((status.stx_mask & STATX_BTIME) == 0)
    return inode + "on " + std::to_string(status.stx_dev_major) + ":" +
           std::to_string(status.stx_dev_minor);
  return inode + "of " + std::to_string(status.stx_btime.tv_sec) + "." +
         std::to_string(status.stx_btime.tv_nsec);
}

// A record has a line each for these; the path is what is left. The identity of a link is the key
// of its file.
struct Record {
  std::string origin, identity, key, path;

  std::string text() const { return origin + "\n" + identity + "\n" + key + "\n" + path; }
  static Record of(const std::string& text) {
    Record out;
    size_t at = 0;
    for (std::string* line : {&out.origin, &out.identity, &out.key}) {
      const size_t end = std::min(text.find('\n', at), text.size());
      *line = text.substr(at, end - at);
      at = std::min(end + 1, text.size());
    }
    out.path = text.substr(at);
    return out;
  }
};

// What require_known() found, by its file.
struct Required {
  std::mutex mutex;
  std::map<std::string, std::string> found;
};

Required& required() {
  static Required kept;
  return kept;
}

std::optional<Record> record_of(const std::string& path) {
  const std::string key = key_of(path);
  if (key.empty()) return std::nullopt;
  const auto text = read_state(kKind, key);
  return text ? std::optional(Record::of(*text)) : std::nullopt;
}

// Whatever links lead to it.
std::string place_of(const std::string& path) {
  std::error_code failed;
  const auto place = std::filesystem::weakly_canonical(path, failed);
  return failed ? std::filesystem::absolute(path).lexically_normal().string() : place.string();
}

bool is_there(const Record& record) {
  return !record.key.empty() &&
         (record.key == key_of(record.path) || record.key == key_of(record.path, At::link));
}

std::string write_record(const Record& record) {
  std::string why = write_state(kKind, record.key, record.text());
  if (!why.empty()) return why;
  prune_state(kKind, kMostRecords, [&](const std::string& text) {
    const Record other = Record::of(text);
    return other.key == record.key || is_there(other);
  });
  return why;
}

}  // namespace

bool is_recorded(const std::string& path) {
  if (!record_of(path)) return false;
  if (!std::filesystem::is_symlink(path)) return true;
  const auto link = read_state(kKind, key_of(path, At::link));
  return link && Record::of(*link).identity == key_of(path);
}

std::string identity_of(Database& database) {
  if (database.number("SELECT count(*) FROM sqlite_schema WHERE name = '_identity'") == 0)
    return {};
  Statement query(database, "SELECT id FROM _identity");
  return query.step() ? std::string(query.text(0)) : std::string();
}

Origin origin_of(Database& database) {
  if (database.path().empty()) return Origin::made;
  const auto record = record_of(database.path());
  if (!record || record->identity.empty() || record->identity != identity_of(database))
    return Origin::foreign;
  return record->origin == kMade      ? Origin::made
         : record->origin == kTrusted ? Origin::trusted
                                      : Origin::foreign;
}

Origin origin_of(const std::string& path) {
  if (!is_recorded(path)) return Origin::foreign;
  Database database = Database::open(path, OpenMode::read);
  schema_state(database);  // refuses what is no schema of ours, before anything of it is read
  return origin_of(database);
}

namespace {

bool is_unknown(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0 && !is_sealed_database(path) &&
         origin_of(path) == Origin::foreign;
}

[[noreturn]] void refuse_unknown(const std::string& path) {
  const char* const advice = why_no_state().empty() ? "run `dossier trust`" : "name it with --db";
  throw Error(ErrorCode::denied,
              std::string(std::filesystem::is_symlink(path) ? "the link" : "the database") +
                  " was not made here by you, so this command does not open it; if you trust it, " +
                  advice + "; if not, name one of your own: --db my.db",
              path);
}

}  // namespace

void require_known(const std::string& path) {
  const std::string file = database_file(path);
  {
    const std::lock_guard lock(required().mutex);
    required().found[file] = path;
  }
  if (!is_unknown(path)) return;
  seal_database(file);
  Store::open_to_read(file);  // throws for what is no database, or an older one
  refuse_unknown(path);
}

void check_required(const std::string& path) {
  std::string found;
  {
    const std::lock_guard lock(required().mutex);
    const auto at = required().found.find(path);
    if (at == required().found.end()) return;
    found = at->second;
  }
  if (is_unknown(found)) refuse_unknown(found);
}

std::string remember(const std::string& file, const std::string& path, const std::string& identity,
                     Origin origin) {
  const std::string key = key_of(file);
  if (key.empty()) return file + ": " + std::strerror(errno);
  const std::string_view word = origin == Origin::made ? kMade : kTrusted;
  return write_record({std::string(word), identity, key, place_of(path)});
}

std::string remember_link(const std::string& path) {
  if (!std::filesystem::is_symlink(path)) return {};
  const std::string place = std::filesystem::absolute(path).lexically_normal().string();
  return write_record({std::string(kTrusted), key_of(path), key_of(path, At::link), place});
}

std::vector<std::string> recorded_databases() {
  std::vector<std::string> out;
  for (const std::string& text : all_state(kKind)) {
    const Record record = Record::of(text);
    if (!record.key.empty() && record.key == key_of(record.path)) out.push_back(record.path);
  }
  return out;
}

void remember_place(const std::string& path) {
  auto record = record_of(path);
  const std::string place = place_of(path);
  if (record && std::exchange(record->path, place) != place) write_record(*record);
}

std::string remember(Database& database, Origin origin) {
  return remember(database.path(), database.path(), identity_of(database), origin);
}

bool forget_origin(const std::string& path) {
  const std::string key = key_of(path, At::link);
  return !key.empty() && remove_state(kKind, key);
}

}  // namespace dossier
