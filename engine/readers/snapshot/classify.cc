#include "engine/readers/snapshot/classify.h"

#include <algorithm>
#include <cstring>

#include "engine/readers/word_list.h"
#include "engine/search/lines.h"

namespace dossier::snapshot {
namespace {

void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

/// UTF-16 without its mark as UTF-8; lone surrogates and a lone last byte become U+FFFD.
std::string from_utf16(std::string_view bytes, bool big) {
  std::string out;
  out.reserve(bytes.size() / 2);
  const auto unit = [&](size_t at) -> uint32_t {
    const auto a = static_cast<uint8_t>(bytes[at]);
    const auto b = static_cast<uint8_t>(bytes[at + 1]);
    return big ? uint32_t{a} << 8 | b : uint32_t{b} << 8 | a;
  };
  size_t i = 0;
  for (; i + 1 < bytes.size(); i += 2) {
    uint32_t code = unit(i);
    const bool high = code >= 0xD800 && code < 0xDC00;
    if (high && i + 3 < bytes.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = 0xFFFD;
    }
    append_utf8(out, code);
  }
  if (i < bytes.size()) append_utf8(out, 0xFFFD);
  return out;
}

/// How many leading bytes ripgrep searches when the first NUL is at `nul`.
size_t searched_before(std::string_view bytes, size_t nul) {
  constexpr size_t kBuffer = 64 << 10;
  size_t end = 0;       // of the buffer read last
  size_t consumed = 0;  // behind the last whole line of it
  size_t capacity = kBuffer;
  while (true) {
    const size_t next = consumed + capacity;
    if (nul < next) return consumed;
    end = next;
    const auto newline = bytes.substr(0, end).rfind('\n');
    if (newline == bytes.npos || newline < consumed) {
      capacity *= 2;  // no whole line fits: it reads on
    } else {
      consumed = newline + 1;
    }
  }
}

bool has_part(std::string_view path, std::string_view folder) {
  size_t at = 0;
  while ((at = path.find(folder, at)) != path.npos) {
    const size_t end = at + folder.size();
    if ((at == 0 || path[at - 1] == '/') && end < path.size() && path[end] == '/') return true;
    at = end;
  }
  return false;
}

// Whether a folder of the path, in lower case, is one of the words.
bool has_folder(std::string_view lowered, std::string_view words) {
  for (size_t at = 0, slash; (slash = lowered.find('/', at)) != lowered.npos; at = slash + 1)
    if (is_among(words, lowered.substr(at, slash - at))) return true;
  return false;
}

bool is_test(std::string_view path, std::string_view lowered) {
  constexpr std::string_view kFolders =
      "test tests testdata testing __tests__ spec specs e2e integration mock mocks fixture "
      "fixtures";
  if (has_folder(lowered, kFolders)) return true;
  const std::string_view base = lowered.substr(lowered.rfind('/') + 1);
  const std::string_view stem = base.substr(0, base.find('.'));
  const std::string_view own = path.substr(path.rfind('/') + 1);
  const std::string_view own_stem = own.substr(0, own.find('.'));
  return base.starts_with("test_") || base.starts_with("mock") || stem.ends_with("_test") ||
         stem == "conftest" || own_stem.ends_with("Test") || own_stem.ends_with("Tests") ||
         own_stem.ends_with("IT") || base.find(".test.") != base.npos ||
         base.find(".spec.") != base.npos;
}

std::string in_lower_case(std::string_view path) {
  std::string lowered(path);
  for (char& c : lowered)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return lowered;
}

}  // namespace

FileText text_of(std::string&& bytes) {
  FileText text;
  const std::string_view view = bytes;
  if (view.starts_with("\xFF\xFE") || view.starts_with("\xFE\xFF")) {
    text.contents = from_utf16(view.substr(2), view[0] == '\xFE');
  } else if (view.starts_with("\xEF\xBB\xBF")) {
    text.contents = view.substr(3);
  } else {
    text.contents = std::move(bytes);
  }
  const void* nul = std::memchr(text.contents.data(), 0, text.contents.size());
  if (nul) {
    const auto at = static_cast<size_t>(static_cast<const char*>(nul) - text.contents.data());
    text.is_binary = true;
    text.contents.resize(searched_before(text.contents, at));
    text.contents.shrink_to_fit();
  }
  return text;
}

int64_t count_lines(std::string_view contents) {
  const auto newlines = static_cast<int64_t>(search::count_lines(contents));
  return newlines + (!contents.empty() && contents.back() != '\n' ? 1 : 0);
}

bool is_generated(std::string_view path, std::string_view contents) {
  static constexpr std::string_view kLockFiles[] = {
      "package-lock.json", "yarn.lock",     "Cargo.lock",   "go.sum",
      "pnpm-lock.yaml",    "composer.lock", "Gemfile.lock", "poetry.lock",
  };
  bool is_named_so = std::any_of(std::begin(kLockFiles), std::end(kLockFiles),
                                 [&](std::string_view name) { return path.ends_with(name); });
  for (const auto* language : languages::all()) {
    for_each_word(language->generated, [&](std::string_view ending) {
      is_named_so = is_named_so || path.ends_with(ending);
    });
  }
  if (is_named_so) return true;
  const auto head = contents.substr(0, 2048);
  static constexpr std::string_view kSigns[] = {
      "@generated", "<auto-generated", "<autogenerated",
      // protoc and its plugins, in most languages, in PHP and JavaScript, in Java, in Kotlin.
      "Generated by the protocol buffer compiler.", "GENERATED CODE -- DO NOT EDIT",
      "by gRPC proto compiler", "by gRPC Kotlin generator"};
  for (const auto sign : kSigns) {
    if (head.find(sign) != head.npos) return true;
  }
  const auto code_generated = head.find("Code generated");
  return code_generated != head.npos && head.find("DO NOT EDIT", code_generated) != head.npos;
}

bool is_vendored(std::string_view path) {
  static constexpr std::string_view kFolders[] = {
      "vendor",   "node_modules",     "third_party",   "third-party", "thirdparty", "Godeps",
      "external", "bower_components", "site-packages", "Pods",        "Carthage",
  };
  return std::any_of(std::begin(kFolders), std::end(kFolders),
                     [&](std::string_view folder) { return has_part(path, folder); });
}

bool is_test(std::string_view path) { return is_test(path, in_lower_case(path)); }

bool is_beside_program(std::string_view path) {
  constexpr std::string_view kFolders =
      "bench benches benchmark benchmarks example examples sample samples demo demos doc docs "
      "documentation tutorial tutorials playground perf";
  const std::string lowered = in_lower_case(path);
  return is_test(path, lowered) || has_folder(lowered, kFolders);
}

const languages::Language* language_of(std::string_view path, std::string_view contents) {
  const auto* language = languages::of(path, contents.substr(0, contents.find('\n')));
  const auto* other =
      language && language->by_contents ? language->by_contents(path, contents) : nullptr;
  return other ? other : language;
}

}  // namespace dossier::snapshot
