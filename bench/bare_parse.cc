// The import's peer: the least that any importer built on simdjson has to do. A splitter finds the
// objects of the Modules array in the stream, and simdjson on demand extracts every string of each;
// nothing is kept, checked or looked up. Uncompressed exports with Modules at the top only.
//
//   bare_parse FILE [--reader]      one JSON line: bytes, modules, strings, text, seconds, rss_kb
//
// --reader times the program's own reader over the same file instead.
#include <fcntl.h>
#include <simdjson.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "engine/readers/export_json.h"

namespace {

struct Totals {
  uint64_t bytes = 0;
  uint64_t modules = 0;
  uint64_t strings = 0;
  uint64_t text = 0;  // bytes of all strings
};

void extract(simdjson::ondemand::value value, Totals& totals) {
  switch (value.type().value()) {
    case simdjson::ondemand::json_type::object:
      for (auto field : value.get_object()) extract(field.value(), totals);
      break;
    case simdjson::ondemand::json_type::array:
      for (auto element : value.get_array()) extract(element.value(), totals);
      break;
    case simdjson::ondemand::json_type::string: {
      const std::string_view text = value.get_string();
      totals.strings += 1;
      totals.text += text.size();
      break;
    }
    default:
      break;
  }
}

// Cuts the objects at depth 3 (document, Modules, module) out of the stream.
class Splitter {
 public:
  explicit Splitter(Totals& totals) : totals_(totals) {}

  void feed(const char* at, size_t size) {
    const char* const end = at + size;
    totals_.bytes += size;
    const char* from = at;  // of the module's part in this chunk
    while (at < end) {
      if (in_string_) {
        at = pass_string(at, end);
        continue;
      }
      const char c = *at++;
      if (c == '"') {
        in_string_ = true;
      } else if (c == '{' || c == '[') {
        if (++depth_ == 3) from = at - 1;
      } else if (c == '}' || c == ']') {
        if (depth_-- == 3) {
          module_.append(from, at);
          parse();
        }
      }
    }
    if (depth_ >= 3) module_.append(from, end);
  }

 private:
  const char* pass_string(const char* at, const char* end) {
    if (escaped_) {
      escaped_ = false;
      return at + 1;
    }
    const auto* quote = static_cast<const char*>(std::memchr(at, '"', size_t(end - at)));
    const char* const stop = quote != nullptr ? quote : end;
    const auto* slash = static_cast<const char*>(std::memchr(at, '\\', size_t(stop - at)));
    if (slash != nullptr) {
      escaped_ = true;
      return slash + 1;
    }
    in_string_ = quote == nullptr;
    return quote != nullptr ? quote + 1 : end;
  }

  void parse() {
    totals_.modules += 1;
    const size_t size = module_.size();
    module_.append(simdjson::SIMDJSON_PADDING, '\0');
    auto document = parser_.iterate(module_.data(), size, module_.size());
    extract(document.get_value(), totals_);
    module_.clear();
  }

  Totals& totals_;
  simdjson::ondemand::parser parser_;
  std::string module_;
  size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

Totals bare(const char* path) {
  Totals totals;
  Splitter splitter(totals);
  const int fd = open(path, O_RDONLY);
  if (fd < 0) throw dossier::Error(dossier::ErrorCode::io, "cannot open", path);
  std::vector<char> chunk(256 * 1024);
  for (ssize_t got; (got = read(fd, chunk.data(), chunk.size())) > 0;) {
    splitter.feed(chunk.data(), static_cast<size_t>(got));
  }
  close(fd);
  return totals;
}

Totals through_reader(const char* path) {
  Totals totals;
  const auto source = dossier::open_bytes(path);
  const auto summary = dossier::read_export(*source, {}, [&](dossier::Fact&& fact) {
    const auto module = std::get<dossier::Module>(std::move(fact));
    totals.text += module.text.size();
  });
  totals.bytes = summary.bytes;
  totals.modules = summary.modules;
  totals.strings = summary.members;
  return totals;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: bare_parse FILE [--reader]\n", stderr);
    return 1;
  }
  const bool reader = count > 2 && std::strcmp(arguments[2], "--reader") == 0;
  const auto start = std::chrono::steady_clock::now();
  const Totals totals = reader ? through_reader(arguments[1]) : bare(arguments[1]);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "{\"bytes\":%llu,\"modules\":%llu,\"strings\":%llu,\"text\":%llu,\"seconds\":%.4f,"
      "\"rss_kb\":%ld}\n",
      static_cast<unsigned long long>(totals.bytes),
      static_cast<unsigned long long>(totals.modules),
      static_cast<unsigned long long>(totals.strings), static_cast<unsigned long long>(totals.text),
      took.count(), usage.ru_maxrss);
}
