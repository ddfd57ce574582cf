#pragma once
// What the export tests share: sources of odd chunk sizes, and facts as text.
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "engine/json.h"
#include "engine/readers/export_json.h"
#include "tests/unit/places.h"

namespace dossier::test {

/// Hands out a borrowed text in pieces of the sizes that `next_size` says.
class Chunks final : public ByteInput {
 public:
  Chunks(std::string_view text, std::function<size_t()> next_size)
      : text_(text), next_size_(std::move(next_size)) {}

  size_t read(char* buffer, size_t size) override {
    const size_t wanted = std::max<size_t>(1, next_size_());
    const size_t got = text_.copy(buffer, std::min(size, wanted), at_);
    at_ += got;
    return got;
  }
  uint64_t consumed() const override { return at_; }
  std::optional<uint64_t> total() const override { return text_.size(); }
  const std::string& name() const override { return name_; }

 private:
  std::string_view text_;
  std::function<size_t()> next_size_;
  std::string name_ = "chunks.json";
  size_t at_ = 0;
};

inline void append_fields(std::string& out, std::initializer_list<std::string_view> fields) {
  for (const auto field : fields) {
    out += ' ';
    append_json_string(out, field);
  }
}

/// Everything a module holds, a line for each fact.
inline std::string dump(const Module& module) {
  std::string out = "module";
  append_fields(out, {module.name, module.full_name, module.path});
  for (const auto& type : module.types) {
    out += "\ntype " + std::to_string(type.flags) + ' ' + std::to_string(type.token);
    append_fields(out, {type.name, type.name_space, type.full_name, type.base_type, type.kind,
                        type.source_path});
    for (const auto& member : type.members) {
      out += "\n  " + std::string(name_of(member.kind)) + ' ' + std::to_string(member.flags) + ' ' +
             std::to_string(member.token);
      append_fields(out, {member.member_type, member.name, member.full_name, member.signature});
    }
  }
  for (const auto& reference : module.references) {
    out += "\nreference " + std::to_string(reference.source) + ' ' +
           std::string(name_of(reference.kind)) + (reference.in_module ? " here" : "") +
           (reference.by_name ? " by-name" : "");
    append_fields(out, {reference.target, reference.target_type, reference.target_scope,
                        reference.target_key});
  }
  for (const auto& detail : module.details) {
    out += "\ndetail " + std::to_string(detail.source) + ' ' +
           std::to_string(static_cast<int>(detail.kind));
    append_fields(out, {detail.text});
  }
  return out + '\n';
}

/// What reading `input` comes to: the dumps of the modules that count, or the error's text.
struct Outcome {
  std::string facts;
  std::string error;  // "invalid: …"
  ExportSummary summary;
  int restarts = 0;
};

inline Outcome read_all(ByteInput& input, PathMap path_map = {}) {
  Outcome outcome;
  ExportOptions options;
  options.path_map = std::move(path_map);
  options.restart = [&] {
    outcome.facts.clear();
    ++outcome.restarts;
  };
  try {
    outcome.summary = read_export(input, options, [&](Fact&& fact) {
      const Module module = std::get<Module>(std::move(fact));
      outcome.facts += dump(module);
    });
  } catch (const Error& error) {
    outcome.facts.clear();
    outcome.error = std::string(name_of(error.code())) + ": " + error.what();
  }
  return outcome;
}

inline Outcome read_text(std::string_view json, PathMap path_map = {}) {
  const auto input = memory_bytes(json, "x.json");
  return read_all(*input, std::move(path_map));
}

/// The shared data's folder, or "" when it is not there.
inline std::string shared_path() {
  const char* named = std::getenv("DOSSIER_SHARED");
  return named != nullptr ? named : std::string(test::kSource) + "/../shared";
}

}  // namespace dossier::test
