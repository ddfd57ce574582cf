#pragma once
// A growing byte array for hundreds of megabytes. It grows by realloc, which remaps pages instead
// of copying them; a std::vector would hold everything twice while it grows.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace dossier::search::detail {

class BytePool {
 public:
  /// Starts with `size` zero bytes.
  explicit BytePool(size_t size) { grow(size); }
  BytePool(BytePool&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  BytePool& operator=(BytePool&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~BytePool() { std::free(bytes_); }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  uint8_t* data() { return bytes_; }
  const uint8_t* data() const { return bytes_; }
  uint8_t& operator[](size_t at) { return bytes_[at]; }
  uint8_t operator[](size_t at) const { return bytes_[at]; }
  /// Appends `by` zero bytes.
  void grow(size_t by) {
    if (size_ + by > capacity_) {
      const size_t capacity = capacity_ + capacity_ / 2 + by;
      auto* const moved = static_cast<uint8_t*>(std::realloc(bytes_, capacity));
      if (moved == nullptr) throw std::bad_alloc();
      bytes_ = moved;
      capacity_ = capacity;
    }
    std::memset(bytes_ + size_, 0, by);
    size_ += by;
  }

 private:
  uint8_t* bytes_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace dossier::search::detail
