#include "engine/readers/languages/parse_memory.h"

#include <malloc.h>
#include <tree_sitter/api.h>

#include <cstdio>
#include <cstdlib>

namespace dossier::languages {
namespace {

constexpr int64_t kShare = 48 << 20;  // of a thread; files up to half a megabyte take less

thread_local int64_t live = 0;  // bytes; below zero on a thread that frees what others made

// tree-sitter cannot be told that there is no memory, and its own allocator ends the process, too.
void* counted(void* made, size_t bytes) {
  if (made == nullptr && bytes != 0) {
    std::fputs("dossier: out of memory\n", stderr);
    std::abort();
  }
  live += static_cast<int64_t>(::malloc_usable_size(made));
  return made;
}

void* allocate(size_t bytes) { return counted(std::malloc(bytes), bytes); }
void* allocate_cleared(size_t count, size_t bytes) {
  return counted(std::calloc(count, bytes), count * bytes);
}
void* reallocate(void* old, size_t bytes) {
  live -= static_cast<int64_t>(::malloc_usable_size(old));
  return counted(std::realloc(old, bytes), bytes);
}
void release(void* old) {
  live -= static_cast<int64_t>(::malloc_usable_size(old));
  std::free(old);
}

std::mutex& turns() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

ParseMemory::ParseMemory(size_t budget) : budget_(budget), turn_(turns(), std::defer_lock) {
  // What was made before is freed alike, so that it may be set at any time.
  [[maybe_unused]] static const bool set =
      (ts_set_allocator(allocate, allocate_cleared, reallocate, release), true);
  before_ = live;
}

bool ParseMemory::is_over() {
  const int64_t taken = live - before_;
  if (taken > kShare && !turn_.owns_lock()) turn_.lock();
  over_ = over_ || taken > static_cast<int64_t>(budget_);
  return over_;
}

bool ParseMemory::is_strained() {
  return is_over() || live - before_ > static_cast<int64_t>(budget_ / 4 * 3);
}

}  // namespace dossier::languages
