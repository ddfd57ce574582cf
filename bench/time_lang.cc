// Times the stages of the query language, text to SQL:
//
//   time_lang < QUERIES     a query a line
//
// Answers one JSON line per query: the median in microseconds over a thousand runs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "queries/lang/ast.h"
#include "queries/lang/plan.h"

int main() {
  using Clock = std::chrono::steady_clock;
  using namespace dossier::lang;
  for (std::string query; std::getline(std::cin, query);) {
    std::vector<double> times;
    size_t bytes = 0;
    for (int i = 0; i < 1000; ++i) {
      const auto start = Clock::now();
      const auto tree = parse(query);
      if (!std::holds_alternative<Node>(tree)) break;
      const auto meaning = resolve(std::get<Node>(tree));
      if (!std::holds_alternative<Resolved>(meaning)) break;
      bytes = emit(plan(std::get<Resolved>(meaning)), "1").text.size();
      times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    if (times.empty()) continue;
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    std::printf("{\"us\":%.2f,\"sql_bytes\":%zu}\n", times[times.size() / 2], bytes);
  }
  return 0;
}
