#include "engine/sqlite_memory.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

namespace dossier {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

constexpr size_t kStep = 16;  // sizes are rounded up to it
constexpr size_t kLargest = 512;
constexpr size_t kChunk = size_t{64} << 10;

// Before each block; SQLite aligns to eight bytes.
struct Head {
  uint64_t size;  // of the block behind it
};
struct Free {
  Free* next;
};

Head* head_of(void* block) { return static_cast<Head*>(block) - 1; }

struct Lists {
  std::array<Free*, kLargest / kStep + 1> free{};
  char* at = nullptr;  // what is left of a chunk
  char* end = nullptr;
};

// Lists without a thread. Never destroyed: threads may end after main has.
struct Idle {
  std::mutex mutex;
  std::vector<Lists*> lists;
};
Idle& idle() {
  static auto* const kIdle = new Idle;
  return *kIdle;
}

Lists* take_lists() {
  const std::lock_guard lock(idle().mutex);
  if (idle().lists.empty()) return new Lists;
  Lists* const lists = idle().lists.back();
  idle().lists.pop_back();
  return lists;
}

thread_local Lists* lists = nullptr;

// Gives them back when the thread ends; a block that is freed later takes lists anew.
struct Owner {
  ~Owner() {
    const std::lock_guard lock(idle().mutex);
    idle().lists.push_back(std::exchange(lists, nullptr));
  }
};

Lists& own() {
  if (lists == nullptr) {
    lists = take_lists();
    static thread_local Owner owner;
    static_cast<void>(owner);
  }
  return *lists;
}

void* carve(Lists& from, size_t size) {
  const size_t whole = size + sizeof(Head);
  if (static_cast<size_t>(from.end - from.at) < whole) {
    from.at = static_cast<char*>(std::malloc(kChunk));
    from.end = from.at == nullptr ? nullptr : from.at + kChunk;
    if (from.at == nullptr) return nullptr;
  }
  auto* const head = reinterpret_cast<Head*>(from.at);
  from.at += whole;
  head->size = size;
  return head + 1;
}

int rounded(int size) {
  const auto step = static_cast<int>(kStep);
  return (size + step - 1) / step * step;
}

// SQLite rounds sizes with `rounded` before it asks.
void* allocate(int bytes) {
  const auto size = static_cast<size_t>(rounded(bytes));
  if (size > kLargest) {
    auto* const head = static_cast<Head*>(std::malloc(size + sizeof(Head)));
    if (head == nullptr) return nullptr;
    head->size = size;
    return head + 1;
  }
  Lists& from = own();
  Free*& first = from.free[size / kStep];
  if (first == nullptr) return carve(from, size);
  return std::exchange(first, first->next);
}

void release(void* block) {
  if (block == nullptr) return;
  const size_t size = head_of(block)->size;
  if (size > kLargest) return std::free(head_of(block));
  Free*& first = own().free[size / kStep];
  auto* const freed = static_cast<Free*>(block);
  freed->next = first;
  first = freed;
}

int size_of(void* block) { return block == nullptr ? 0 : static_cast<int>(head_of(block)->size); }

void* resize(void* block, int bytes) {
  const auto size = static_cast<size_t>(rounded(bytes));
  const size_t before = head_of(block)->size;
  if (size == before) return block;
  if (size > kLargest && before > kLargest) {
    auto* const head = static_cast<Head*>(std::realloc(head_of(block), size + sizeof(Head)));
    if (head == nullptr) return nullptr;
    head->size = size;
    return head + 1;
  }
  void* const other = allocate(bytes);
  if (other == nullptr) return nullptr;
  std::memcpy(other, block, std::min(size, before));
  release(block);
  return other;
}

int begin(void*) { return SQLITE_OK; }
void end(void*) {}

}  // namespace

void use_own_sqlite_memory() {
  if (kSanitized) return;
  static sqlite3_mem_methods methods{allocate, release, resize, size_of,
                                     rounded,  begin,   end,    nullptr};
  static const int kCode = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  static_cast<void>(kCode);
}

}  // namespace dossier
