// What a script costs beyond what it does: cold (the worker is started for it) and warm (it was
// started ahead), with no call and with ten. Prints medians in milliseconds, and the processor time
// of a run, the worker's start and end included, which other work on the machine changes less.
//
//   time_sandbox [RUNS]
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "sandbox/sandbox.h"

namespace {

using namespace dossier;
using Clock = std::chrono::steady_clock;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Processor time of this program and of the workers that have ended.
double processor_ms() {
  double out = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(static_cast<__rusage_who_t>(who), &used);
    for (const timeval& time : {used.ru_utime, used.ru_stime})
      out += static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  }
  return out;
}

struct Cost {
  double ms, processor_ms;
};

Cost cost_of(int runs, bool warm, const std::string& code) {
  const auto requests = sandbox::one_by_one([](const sandbox::Request&) {
    return sandbox::Answer{true, 1};
  });
  std::vector<double> times;
  const double before = processor_ms();
  for (int i = 0; i < runs; ++i) {
    sandbox::Sandbox sandbox({}, warm ? 1 : 0);
    if (warm) {
      sandbox.warm();
      // As long as a model takes at least to write a script.
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    const auto begun = Clock::now();
    const auto outcome = sandbox.run({code, {}, {}, {}}, {}, requests);
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
    if (!outcome.error.empty()) {
      std::fprintf(stderr, "%s\n", outcome.error.c_str());
      std::exit(1);
    }
  }
  return {median(times), (processor_ms() - before) / runs};
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 200;
  const std::string ten = "for (let i = 0; i < 10; i++) await callTool('x', {i}); return 1";
  for (const bool warm : {false, true}) {
    const Cost none = cost_of(runs, warm, "return 1"), calls = cost_of(runs, warm, ten);
    std::printf("%s: %.2f ms (processor %.2f ms), with ten calls %.2f ms (%.2f ms)\n",
                warm ? "warm" : "cold", none.ms, none.processor_ms, calls.ms, calls.processor_ms);
  }
}
