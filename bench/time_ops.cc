// Times operations inside one process: what the engine costs, without a client or a network.
//
//   time_ops DATABASE < REQUESTS     a line per request: COMMAND <tab> FIELD=VALUE [<tab> …]
//
// Answers one JSON line per request: the median of the warm runs in milliseconds, how many rows
// came back and whether there are more.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// At least three runs after a warm one, more while they are quick.
double median_ms(dossier::Store& store, const dossier::Op& op,
                 const dossier::Arguments& arguments) {
  std::vector<double> times;
  const auto began = Clock::now();
  while (times.size() < 3 || (times.size() < 101 && milliseconds_since(began) < 300)) {
    const auto start = Clock::now();
    run_to_json(store, op, arguments);
    times.push_back(milliseconds_since(start));
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                   times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: time_ops DATABASE < REQUESTS\n";
    return 1;
  }
  try {
    dossier::Store store = dossier::open_to_read(
        argv[1], std::make_shared<dossier::UnitCache>(size_t{192} << 20));  // as the server does
    for (std::string line; std::getline(std::cin, line);) {
      std::stringstream fields(line);
      std::string word, field;
      std::getline(fields, word, '\t');
      const dossier::Op* op = dossier::find_op(word);
      if (!op) throw dossier::Error(dossier::ErrorCode::invalid, "no operation '" + word + "'");
      dossier::Arguments arguments;
      while (std::getline(fields, field, '\t')) {
        const size_t equals = field.find('=');
        arguments.set(field.substr(0, equals), field.substr(equals + 1));
      }
      const auto answer = run_to_json(store, *op, arguments);
      if (answer.status() != 200)
        throw dossier::Error(dossier::ErrorCode::invalid, answer.body, line);
      const double ms = median_ms(store, *op, arguments);
      std::printf("{\"ms\":%.5f,\"hits\":%lld,\"more\":%s,\"bytes\":%zu}\n", ms,
                  static_cast<long long>(answer.complete.returned),
                  answer.complete.truncated ? "true" : "false", answer.body.size());
      std::fflush(stdout);
    }
  } catch (const dossier::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
