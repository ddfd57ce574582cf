// Symbol extraction's peer: the least that any reader built on tree-sitter has to do. Both work on
// the same files in memory, on as many threads, in turns. Besides the time that passed it measures
// the processor's, which says the same on a machine that does other things too.
//
//   parse_sources FOLDER [THREADS] [ROUNDS]   one JSON line a language and one for all: files,
//   bytes,
//                                             bare and extraction seconds (medians), their ratio,
//                                             and the ratio of the processor seconds
#include <tree_sitter/api.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "engine/readers/languages/source_file.h"

namespace {

namespace languages = dossier::languages;

struct Text {
  std::string path;
  std::string contents;
  const languages::Language* language;
};

std::vector<Text> texts_below(const char* folder) {
  std::vector<Text> texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.file_size() > (1u << 20)) continue;
    const auto* language = languages::of(entry.path().string());
    if (!language || !language->grammar) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    texts.push_back(
        {entry.path().string(), std::string(std::istreambuf_iterator<char>(in), {}), language});
  }
  return texts;
}

void parse(const Text& text) {
  thread_local TSParser* const parser = ts_parser_new();
  ts_parser_set_language(parser, text.language->grammar());
  ts_tree_delete(ts_parser_parse_string(parser, nullptr, text.contents.data(),
                                        static_cast<uint32_t>(text.contents.size())));
}

void extract(const Text& text) { languages::read({text.path, text.contents}, *text.language); }

struct Seconds {
  double passed = 0;
  double processor = 0;
  bool operator<(const Seconds& other) const { return passed < other.passed; }
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

Seconds seconds_of(const std::vector<const Text*>& texts, unsigned threads,
                   void (*work)(const Text&)) {
  std::atomic<size_t> next{0};
  const double before = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < threads; ++i) {
    pool.emplace_back([&] {
      for (size_t at = next++; at < texts.size(); at = next++) work(*texts[at]);
    });
  }
  for (auto& thread : pool) thread.join();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          processor_seconds() - before};
}

template <typename T>
T median(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: parse_sources FOLDER [THREADS] [ROUNDS]\n", stderr);
    return 1;
  }
  const unsigned threads = count > 2 ? static_cast<unsigned>(std::atoi(arguments[2]))
                                     : std::max(1u, std::thread::hardware_concurrency());
  const int rounds = count > 3 ? std::atoi(arguments[3]) : 3;
  const auto texts = texts_below(arguments[1]);
  std::map<std::string, std::vector<const Text*>> groups;
  for (const Text& text : texts) {
    groups[std::string(text.language->name)].push_back(&text);
    groups["all"].push_back(&text);
  }
  for (const auto& [name, group] : groups) {
    size_t bytes = 0;
    for (const Text* text : group) bytes += text->contents.size();
    std::vector<Seconds> bare, extraction;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
      bare.push_back(seconds_of(group, threads, parse));
      extraction.push_back(seconds_of(group, threads, extract));
      ratios.push_back(extraction.back().processor / bare.back().processor);
    }
    std::printf(
        "{\"language\":\"%s\",\"threads\":%u,\"files\":%zu,\"bytes\":%zu,\"bare\":%.3f,"
        "\"extraction\":%.3f,\"ratio\":%.2f,\"processor_ratio\":%.2f}\n",
        name.c_str(), threads, group.size(), bytes, median(bare).passed, median(extraction).passed,
        median(extraction).passed / median(bare).passed, median(ratios));
  }
}
