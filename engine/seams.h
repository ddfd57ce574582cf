#pragma once
// Where the program touches what a test must hold still: time and randomness. Interfaces hold no
// data; production code takes them by reference and tests pass a fixed one.
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

/// Milliseconds of a clock that only goes forward, for what is measured and never recorded.
int64_t steady_ms();

/// "2026-01-31T12:00:00.000Z" (RFC 3339, UTC).
std::string rfc3339(int64_t ms);

}  // namespace dossier
