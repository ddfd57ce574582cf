// Watches what SQLite maps, and handles what is missing of it (mapped_files.h). A file of its own:
// the loadable extension uses the other half, and has no functions for this one.
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "engine/log_indexes.h"
#include "engine/mapped_files.h"

namespace dossier {
namespace {

using Map = void* (*)(void*, size_t, int, int, int, off_t);
using Close = int (*)(int);

std::atomic<uint64_t> grown{0};  // how often an index was given its size again
Map map_as_before = nullptr;
Close close_as_before = nullptr;

LogIndex* index_of(int file) {
  for (LogIndex& one : log_indexes)
    if (one.file == file) return &one;
  return nullptr;
}

void* map_watched(void* at, size_t size, int access, int flags, int file, off_t offset) {
  void* const mapped = map_as_before(at, size, access, flags, file, offset);
  if (mapped == MAP_FAILED || (access & PROT_WRITE) == 0) return mapped;
  const off_t end = offset + static_cast<off_t>(size);
  LogIndex* index = index_of(file);
  // SQLite maps an index under a lock of its own, but those of two databases at a time.
  for (size_t i = 0; index == nullptr && i < log_indexes.size(); ++i) {
    int none = -1;
    if (log_indexes[i].file.compare_exchange_strong(none, file)) index = &log_indexes[i];
  }
  if (index != nullptr && index->size < end) index->size = end;
  return mapped;
}

int close_watched(int file) {
  if (LogIndex* const index = index_of(file)) {
    index->size = 0;
    index->file = -1;
  }
  return close_as_before(file);
}

// Below: what a handler may call.

bool grow_indexes() {
  bool any = false;
  for (LogIndex& one : log_indexes) {
    const int file = one.file;
    struct stat status {};
    if (file < 0 || ::fstat(file, &status) != 0 || status.st_size >= one.size) continue;
    any = (empty_head(file) && ::ftruncate(file, one.size) == 0) || any;
  }
  return any;
}

// Whether the access may be tried again.
bool mend(void* address) {
  static thread_local void* last = nullptr;
  static thread_local uint64_t last_grown = 0;
  ++detail::cuts;
  if (grow_indexes()) ++grown;
  const auto page_size = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  auto* const at = static_cast<char*>(address);
  void* const page = at - reinterpret_cast<size_t>(at) % page_size;
  // Another thread may have given the index its size. If the page is missing still, it is of
  // something else, or the disk is full: then what writes to it ends the program, as before.
  if (page != last || last_grown != grown) {
    last = page;
    last_grown = grown;
    return true;
  }
  return ::mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
         MAP_FAILED;
}

void on_missing(int, siginfo_t* what, void*) {
  const int reason = errno;
  if (what->si_code != BUS_ADRERR || !mend(what->si_addr)) std::signal(SIGBUS, SIG_DFL);
  errno = reason;
}

}  // namespace

void watch_mapped_files() {
  static const bool kDone = [] {
    sqlite3_vfs* const files = sqlite3_vfs_find(nullptr);
    map_as_before = reinterpret_cast<Map>(files->xGetSystemCall(files, "mmap"));
    close_as_before = reinterpret_cast<Close>(files->xGetSystemCall(files, "close"));
    const auto replace = [&](const char* name, auto* call) {
      files->xSetSystemCall(files, name, reinterpret_cast<sqlite3_syscall_ptr>(call));
    };
    replace("mmap", map_watched);
    replace("close", close_watched);
    struct sigaction action {};
    action.sa_sigaction = on_missing;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, &action, nullptr);
    return true;
  }();
  static_cast<void>(kDone);
}

}  // namespace dossier
