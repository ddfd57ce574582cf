// Opening a database file with the settings that were measured, and copying one: what SQLiteCpp
// does for us.
#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/functions.h"
#include "engine/mapped_files.h"
#include "engine/migrate.h"
#include "engine/new_file.h"
#include "engine/open_files.h"
#include "engine/reserved.h"
#include "engine/sealed.h"
#include "engine/side_files.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

// Limits the size of a value and other resources of a statement.
void set_limits(sqlite3* db) {
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 64 << 20);
  sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 200);
  sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10000);
}

// Another connection writes: tries again every millisecond, for half a minute. SQLite's own handler
// soon waits 100 ms between tries, and would miss the pauses that a running import makes.
int wait_a_moment(void*, int tries) {
  if (tries >= 30'000) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return 1;
}

// The first value that the statement answers.
std::string answer(sqlite3* db, const char* sql) {
  std::string out;
  const auto take = [](void* to, int, char** values, char**) {
    *static_cast<std::string*>(to) = values[0] != nullptr ? values[0] : "";
    return 0;
  };
  if (const int code = sqlite3_exec(db, sql, take, &out, nullptr); code != SQLITE_OK)
    throw_sqlite(db, code, sql);
  return out;
}

// Has the database use a log, and opens it. Another program's file is refused as it stands. What a
// new database changes for that is one page, so it needs no journal on disk, which a killed process
// would leave.
void use_log(sqlite3* db, const std::function<void(const char*)>& run) {
  if (answer(db, "PRAGMA journal_mode") != "wal") {
    if (answer(db, "SELECT count(*) > 0 AND total(name = '_migration') = 0 FROM sqlite_schema") ==
        "1")
      throw Error(ErrorCode::corrupt, kNotOurs);
    run("PRAGMA journal_mode = MEMORY");
  }
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA schema_version");
}

void configure(sqlite3* db, OpenMode mode) {
  const auto run = [&](const char* sql) {
    if (const int code = sqlite3_exec(db, sql, nullptr, nullptr, nullptr); code != SQLITE_OK)
      throw_sqlite(db, code, sql);
  };
  sqlite3_busy_handler(db, wait_a_moment, nullptr);
  // The file may be somebody else's: what its schema names runs without rights, and nothing writes
  // past SQLite's own rules.
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  run("PRAGMA secure_delete = OFF");
  run("PRAGMA recursive_triggers = ON");
  run("PRAGMA trusted_schema = OFF");
  if (mode == OpenMode::read) {
    run("PRAGMA query_only = ON");
    run("PRAGMA mmap_size = 4294967296");
    run("PRAGMA cache_size = -16384");
    return;
  }
  run("PRAGMA page_size = 4096");
  if (mode == OpenMode::fresh) {
    // What fails is thrown away as a whole.
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = OFF");
    run("PRAGMA cache_size = -32768");
    return;
  }
  if (mode != OpenMode::memory) use_log(db, run);
  run("PRAGMA synchronous = NORMAL");
  run("PRAGMA journal_size_limit = 67108864");
  run("PRAGMA cache_size = -32768");
}

// One thread at a time uses a connection, so SQLite need not lock it on every call (5 % of an
// import).
int flags_of(OpenMode mode) {
  const int access = mode == OpenMode::read    ? SQLITE_OPEN_READONLY
                     : mode == OpenMode::write ? SQLITE_OPEN_READWRITE
                                               : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  return access | SQLITE_OPEN_NOMUTEX;
}

// SQLite then takes no lock to count what every allocation takes; nothing here asks for the sum.
// Refused without harm where SQLite is in use already.
void leave_memory_uncounted() {
  static const int code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(code);
}

// Creates the file with mode 0600 before SQLite sees it: it may come to hold transcripts and
// sources. Without opening it: another thread may have it open by the time that this one closed it.
void create_private(const std::string& path) {
  if (::mknod(path.c_str(), S_IFREG | 0600, 0) != 0 && errno != EEXIST)
    throw Error(ErrorCode::io, std::strerror(errno), path);
}

// Whether the file was sealed, or neither it nor beside it can be written and no log belongs to it:
// on a read-only medium, in a folder of somebody else (who should write it only while nobody reads
// it so). SQLite could not make the index of the log there, and needs none.
bool is_sealed(const std::string& path) {
  if (is_sealed_database(path)) return true;
  const auto cut = path.rfind('/');
  const std::string folder = cut == path.npos ? "." : path.substr(0, cut + 1);
  if (::access(path.c_str(), W_OK) == 0 || ::access(folder.c_str(), W_OK) == 0 ||
      ::access((path + "-shm").c_str(), F_OK) == 0)
    return false;
  struct stat log {};
  return ::stat((path + "-wal").c_str(), &log) != 0 || log.st_size == 0;
}

// The path as a URI that says that the file cannot change (sqlite.org/uri.html).
std::string unchanging(const std::string& path) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (std::string_view("%?#").find(c) == std::string_view::npos) {
      uri += c;
    } else {
      uri.append("%").append(
          {kHex[static_cast<size_t>(c) >> 4], kHex[static_cast<size_t>(c) & 15]});
    }
  }
  return uri + "?immutable=1";
}

// To open a pipe is to wait for somebody at its other end.
void refuse_irregular(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))
    return;
  throw Error(ErrorCode::invalid, "a database must be a regular file", path);
}

// As the file of another database such a name would be written to or removed. In any spelling: some
// file systems fold names.
void refuse_name_of_side_file(const std::string& path) {
  const std::u16string name = file_name_fold(path);
  for (const char* end :
       {kLogEnds[0], kLogEnds[1], kLogEnds[2], kLeaseEnd, kFirstEnd, kNewFileEnd}) {
    if (name.ends_with(file_name_fold(end)))
      throw Error(ErrorCode::invalid,
                  std::string("a database cannot have a name that ends in ") + end +
                      ", which belongs to a file beside a database",
                  path);
  }
}

// What an open database owns. Its files are reserved until the connection has closed them.
struct Connection {
  Connection(const std::string& reserved_path, const std::string& file, int flags)
      : reserved(reserved_path.empty() ? std::nullopt
                                       : std::make_optional<Reservation>(reserved_path)),
        database(file, flags) {}
  // One that only reads leaves a log that others filled.
  ~Connection() {
    if (reads_log) remember_log(name(), 1);
  }
  std::string name() { return sqlite3_db_filename(database.getHandle(), "main"); }

  std::optional<Reservation> reserved;
  SQLite::Database database;
  std::optional<WatchedConnection> watched;
  bool reads_log = false;
};

std::unique_ptr<Connection> connect(const std::string& path, const std::string& file, int flags) {
  try {
    return std::make_unique<Connection>(path, file, flags);
  } catch (const SQLite::Exception& failure) {
    throw Error(failure.getErrorCode() == SQLITE_NOTADB ? ErrorCode::corrupt : ErrorCode::io,
                failure.getErrorStr(), path);
  }
}

}  // namespace

std::string database_file(const std::string& path) {
  if (path.empty() || path == ":memory:" || path.starts_with("file:"))
    throw Error(ErrorCode::invalid, "a database must be a file; write ./ before a name like this",
                path);
  std::error_code failed;
  std::filesystem::path file = path;
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(file, failed))) {
    file = std::filesystem::canonical(path, failed);
    if (failed) throw Error(ErrorCode::not_found, "the symbolic link is broken", path);
  }
  refuse_name_of_side_file(file);
  refuse_irregular(file);
  return file.string();
}

Database Database::open(const std::string& named, OpenMode mode) {
  leave_memory_uncounted();
  watch_open_files();
  watch_mapped_files();
  const std::string path = mode == OpenMode::memory ? std::string() : database_file(named);
  const std::string file = mode == OpenMode::fresh ? path + kFirstEnd : path;
  if (mode != OpenMode::memory && mode != OpenMode::read && is_sealed_database(path))
    throw Error(ErrorCode::denied, "the database is only read here", path);
  if (mode == OpenMode::fresh && !remove_leftover(file))
    throw Error(ErrorCode::denied, "not a regular file; a new database needs this name", file);
  const bool exists = mode == OpenMode::memory || ::access(file.c_str(), F_OK) == 0;
  if (!exists) {
    if (mode != OpenMode::create && mode != OpenMode::fresh)
      throw Error(ErrorCode::not_found, "no such database; `dossier import` creates one", path);
    remove_stale_log(path);
    create_private(file);
  }
  const bool sealed = mode == OpenMode::read && is_sealed(path);
  auto connection = connect(path,
                            mode == OpenMode::memory ? ":memory:"
                            : sealed                 ? unchanging(path)
                                                     : file,
                            flags_of(mode) | (sealed ? SQLITE_OPEN_URI : 0));
  const std::string name = mode == OpenMode::memory || sealed ? "" : connection->name();
  if (!name.empty()) refuse_side_files(name);
  sqlite3* handle = connection->database.getHandle();
  try {
    configure(handle, mode);
    if (mode != OpenMode::memory) connection->watched.emplace(handle, mode == OpenMode::read);
    register_functions(handle);
    register_json_extract(handle);
    set_limits(handle);
  } catch (const Error& failure) {
    throw Error(failure.code(), failure.message(), path);
  }
  if (mode == OpenMode::write || mode == OpenMode::create) remember_log(name, 0);
  connection->reads_log = mode == OpenMode::read && !sealed;
  Database opened(path, handle, Owner(connection.release(), [](void* at) {
                    delete static_cast<Connection*>(at);
                  }));
  opened.is_fresh_ = mode == OpenMode::fresh;
  return opened;
}

void Database::backup_to(const std::string& file) {
  refuse_reserved(database_file(file));
  if (::access(file.c_str(), F_OK) == 0)
    throw Error(ErrorCode::conflict, "the file exists already", file);
  remove_stale_log(database_file(file));
  NewFile made(file);
  try {
    SQLite::Database copy(made.made(), SQLite::OPEN_READWRITE);
    // A copy that fails goes as a whole, and is on disk before it has its name.
    copy.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    SQLite::Backup backup(copy, static_cast<Connection*>(owner_.get())->database);
    // All pages in one step: a copy in pieces starts over whenever another process writes.
    if (const int code = backup.executeStep(-1); code != SQLITE_DONE)
      throw SQLite::Exception("the database is busy", code);
  } catch (const SQLite::Exception& failure) {
    throw_sqlite(nullptr, failure.getErrorCode(), file);
  }
  made.place();
}

}  // namespace dossier
