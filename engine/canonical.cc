#include "engine/canonical.h"

#include <nettle/sha2.h>

#include <bit>
#include <cstring>
#include <string_view>

#include "engine/in_source.h"

namespace dossier {
namespace {

static_assert(std::endian::native == std::endian::little, "canonical integers are little-endian");

class Hasher {
 public:
  Hasher() { sha256_init(&context_); }

  template <typename Integer>
  void integer(Integer value) {
    static_assert(sizeof(Integer) == 1 || sizeof(Integer) == 4 || sizeof(Integer) == 8);
    bytes(&value, sizeof value);
  }
  void count(size_t size) { integer(static_cast<uint32_t>(size)); }
  void text(std::string_view value) {
    count(value.size());
    bytes(value.data(), value.size());
  }

  ContentHash finish() {
    flush();
    ContentHash hash;
    sha256_digest(&context_, hash.size(), hash.data());
    return hash;
  }

 private:
  // One call into the library per field would cost more than the hashing.
  void bytes(const void* data, size_t size) {
    if (size > sizeof buffer_ - used_) {
      flush();
      if (size > sizeof buffer_) {
        sha256_update(&context_, size, static_cast<const uint8_t*>(data));
        return;
      }
    }
    if (size > 0) std::memcpy(buffer_ + used_, data, size);
    used_ += size;
  }
  void flush() {
    sha256_update(&context_, used_, buffer_);
    used_ = 0;
  }

  sha256_ctx context_;
  size_t used_ = 0;
  uint8_t buffer_[64 * 1024];
};

void add(Hasher& hash, const Member& member) {
  hash.integer(static_cast<uint8_t>(member.kind));
  hash.text(member.member_type);
  hash.text(member.name);
  hash.text(member.full_name);
  hash.text(member.signature);
  hash.integer(member.flags);
  hash.integer(member.token);
  hash.integer(member.line);
  hash.integer(member.end_line);
}

void add(Hasher& hash, const Type& type) {
  hash.text(type.name);
  hash.text(type.name_space);
  hash.text(type.full_name);
  hash.text(type.base_type);
  hash.text(type.kind);
  hash.integer(type.flags);
  hash.integer(type.token);
  hash.integer(type.line);
  hash.integer(type.end_line);
  hash.count(type.members.size());
  for (const auto& member : type.members) add(hash, member);
}

void add(Hasher& hash, const Reference& reference) {
  hash.integer(reference.source);
  hash.integer(static_cast<uint8_t>(reference.kind));
  hash.text(reference.target);
  hash.text(reference.target_type);
  hash.text(reference.target_scope);
  hash.text(reference.target_key);
  hash.integer(static_cast<uint8_t>(reference.in_module));
  hash.integer(static_cast<uint8_t>(reference.by_name));
  hash.integer(reference.il_offset);
  hash.integer(reference.line);
  hash.integer(reference.column);
}

void add(Hasher& hash, const Literal& literal) {
  hash.integer(literal.source);
  hash.integer(static_cast<uint8_t>(literal.is_string));
  hash.text(literal.value);
  hash.integer(literal.il_offset);
  hash.integer(literal.line);
}

void add(Hasher& hash, const Detail& detail) {
  hash.integer(detail.source);
  hash.integer(static_cast<uint8_t>(detail.kind));
  hash.text(detail.text);
}

// Whatever has no such methods keeps the hash that it had before these were known.
void add_code(Hasher& hash, const Module& module) {
  uint32_t count = 0;
  const auto each = [&](const auto& visit) {
    uint32_t ordinal = 0;
    for (const auto& type : module.types) {
      ++ordinal;
      for (const auto& member : type.members)
        if (++ordinal; member.rva != 0 || member.body != 0) visit(ordinal - 1, member);
    }
  };
  each([&](uint32_t, const Member&) { ++count; });
  if (count == 0) return;
  hash.count(count);
  each([&](uint32_t ordinal, const Member& member) {
    hash.integer(ordinal);
    hash.integer(member.rva);
    hash.integer(member.body);
  });
}

template <typename Fact>
void add_facts(Hasher& hash, const std::vector<Fact>& facts) {
  hash.count(facts.size());
  for (const uint32_t at : by_source(facts)) add(hash, facts[at]);
}

}  // namespace

ContentHash content_hash(const Module& module) {
  Hasher hash;
  hash.text("dossier module 2");
  hash.integer(static_cast<uint8_t>(module.kind));
  hash.text(module.name);
  hash.text(module.full_name);
  hash.text(module.language);
  hash.count(module.types.size());
  for (const auto& type : module.types) add(hash, type);
  add_facts(hash, module.references);
  add_facts(hash, module.literals);
  add_facts(hash, module.details);
  add_code(hash, module);
  return hash.finish();
}

}  // namespace dossier
