#include "store/origin.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>

#include "engine/error.h"
#include "engine/migrate.h"
#include "engine/person_state.h"
#include "engine/statement.h"

namespace dossier {
namespace {

constexpr std::string_view kKind = "databases";
constexpr std::string_view kMade = "made", kTrusted = "trusted";
constexpr size_t kMostRecords = 1000;

// What tells the file from every other that was or will be; "" if there is none.
std::string key_of(const std::string& path) {
  struct statx status {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_INO | STATX_BTIME, &status) != 0) return {};
  const std::string inode = std::to_string(status.stx_ino) + " ";
  if ((status.stx_mask & STATX_BTIME) == 0)
    return inode + "on " + std::to_string(status.stx_dev_major) + ":" +
           std::to_string(status.stx_dev_minor);
  return inode + "of " + std::to_string(status.stx_btime.tv_sec) + "." +
         std::to_string(status.stx_btime.tv_nsec);
}

// A record has a line each for these; the path is what is left.
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

// The paths of require_known().
struct Required {
  std::mutex mutex;
  std::set<std::string> paths;
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

}  // namespace

bool is_recorded(const std::string& path) { return record_of(path).has_value(); }

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

void require_known(const std::string& path) {
  {
    const std::lock_guard lock(required().mutex);
    required().paths.insert(path);
  }
  check_required(path);
}

void check_required(const std::string& path) {
  {
    const std::lock_guard lock(required().mutex);
    if (!required().paths.contains(path)) return;
  }
  if (::access(path.c_str(), F_OK) == 0 && origin_of(path) == Origin::foreign)
    throw Error(ErrorCode::denied,
                "the database was not made here by you, so this command does not open it; `dossier "
                "trust` once lets you use it, and --db FILE does for this command",
                path);
}

bool remember(const std::string& file, const std::string& path, const std::string& identity,
              Origin origin) {
  const std::string key = key_of(file);
  const std::string whole = std::filesystem::absolute(path).lexically_normal().string();
  const std::string_view word = origin == Origin::made ? kMade : kTrusted;
  if (key.empty() ||
      !write_state(kKind, key, Record{std::string(word), identity, key, whole}.text()))
    return false;
  prune_state(kKind, kMostRecords, [&](const std::string& text) {
    const Record record = Record::of(text);
    const std::string now = key_of(record.path);
    return record.key == key || (!now.empty() && record.key == now);
  });
  return true;
}

bool remember(Database& database, Origin origin) {
  return remember(database.path(), database.path(), identity_of(database), origin);
}

bool forget_origin(const std::string& path) {
  const std::string key = key_of(path);
  return !key.empty() && remove_state(kKind, key);
}

}  // namespace dossier
