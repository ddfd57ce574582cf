#pragma once
// Time and randomness. Code takes these interfaces by reference, so that tests can pass fixed ones.
// Interfaces hold no data.
#include <cstdint>
#include <string>

namespace dossier {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Milliseconds since the Unix epoch, UTC.
  virtual int64_t now_ms() = 0;
};

class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual uint64_t next() = 0;
};

/// The machine's clock and random source. Safe to use from several threads.
Clock& system_clock();
Entropy& system_entropy();

/// Milliseconds of a monotonic clock, for measuring; never recorded.
int64_t steady_ms();

/// "2026-01-31T12:00:00.000Z" (RFC 3339, UTC).
std::string rfc3339(int64_t ms);

}  // namespace dossier
