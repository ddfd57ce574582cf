#include "engine/clock.h"

#include <sys/random.h>

#include <chrono>
#include <cstdio>
#include <ctime>

#include "engine/error.h"

namespace dossier {
namespace {

class SystemClock final : public Clock {
 public:
  int64_t now_ms() override {
    using namespace std::chrono;
    return duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  }
};

class SystemEntropy final : public Entropy {
 public:
  uint64_t next() override {
    uint64_t value = 0;
    if (getrandom(&value, sizeof value, 0) != sizeof value)
      throw Error(ErrorCode::io, "the system's random source does not answer", "getrandom");
    return value;
  }
};

}  // namespace

Clock& system_clock() {
  static SystemClock clock;
  return clock;
}

Entropy& system_entropy() {
  static SystemEntropy entropy;
  return entropy;
}

int64_t steady_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

std::string rfc3339(int64_t ms) {
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000 - (ms % 1000 < 0 ? 1 : 0));
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[80];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", utc.tm_year + 1900,
                utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                static_cast<int>(((ms % 1000) + 1000) % 1000));
  return text;
}

}  // namespace dossier
