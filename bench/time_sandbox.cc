// What a script costs beyond what it does: cold (the worker is started for it) and warm (it was
// started ahead), with no call and with ten. Prints medians in milliseconds.
//
//   time_sandbox [RUNS]
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

double time_of(int runs, bool warm, const std::string& code) {
  const auto requests = sandbox::one_by_one([](const sandbox::Request&) {
    return sandbox::Answer{true, 1};
  });
  std::vector<double> times;
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
  return median(times);
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 200;
  const std::string ten = "for (let i = 0; i < 10; i++) await callTool('x', {i}); return 1";
  for (const bool warm : {false, true})
    std::printf("%s: %.2f ms, with ten calls %.2f ms\n", warm ? "warm" : "cold",
                time_of(runs, warm, "return 1"), time_of(runs, warm, ten));
}
