#include "engine/readers/snapshot/classify.h"

#include <algorithm>
#include <cstring>

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

/// Whether a header (.h) is C++: C has no line that begins so.
bool is_cpp_header(std::string_view path, std::string_view text) {
  if (!path.ends_with(".h")) return false;
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at)) {
    const auto line = text.substr(++at);
    if (line.empty() || std::string_view("ntcu").find(line.front()) == text.npos) continue;
    for (const std::string_view word :
         {"namespace ", "template <", "template<", "class ", "using "})
      if (line.starts_with(word)) return true;
  }
  // C has few colons, and many an s.
  for (size_t at = text.find("::"); at != text.npos; at = text.find("::", at + 1))
    if (text.substr(0, at).ends_with("std")) return true;
  return false;
}

}  // namespace

Text text_of(std::string&& bytes) {
  Text text;
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
  static constexpr std::string_view kEndings[] = {
      ".pb.go",       ".pb.cc",    ".pb.h",          "_pb2.py",           "_pb2.pyi",
      "_pb2_grpc.py", "_pb.js",    "_pb.d.ts",       "_grpc.pb.go",       ".pb.gw.go",
      ".g.cs",        ".g.i.cs",   ".Designer.cs",   ".designer.cs",      ".generated.cs",
      ".g.dart",      ".min.js",   ".min.css",       "package-lock.json", "yarn.lock",
      "Cargo.lock",   "go.sum",    "pnpm-lock.yaml", "composer.lock",     "Gemfile.lock",
      "poetry.lock",  ".pb.swift", ".grpc.swift",    "_services_pb.rb",
  };
  for (const auto ending : kEndings) {
    if (path.ends_with(ending)) return true;
  }
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

const languages::Language* language_of(std::string_view path, std::string_view contents) {
  const auto* language = languages::of(path, contents.substr(0, contents.find('\n')));
  return is_cpp_header(path, contents) ? languages::of("header.hpp") : language;
}

}  // namespace dossier::snapshot
