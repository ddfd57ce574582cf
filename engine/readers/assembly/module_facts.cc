// Facts of the module itself.
#include <nettle/sha1.h>

#include "engine/digest.h"
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {
namespace {

/// The last eight bytes of the key's SHA-1, last first (II.6.2.1.3).
std::string key_token(Bytes key) {
  sha1_ctx context;
  sha1_init(&context);
  sha1_update(&context, key.size(), reinterpret_cast<const uint8_t*>(key.data()));
  uint8_t digest[SHA1_DIGEST_SIZE];
  sha1_digest(&context, sizeof digest, digest);
  std::byte token[8];
  for (size_t i = 0; i < 8; ++i) token[i] = static_cast<std::byte>(digest[sizeof digest - 1 - i]);
  return hex(text_of(token));
}

/// "Name, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null".
template <typename Columns>
std::string full_name(Reading& reading, uint32_t rid, bool has_whole_key) {
  constexpr uint32_t kRetargetable = 0x100;
  const Tables& tables = reading.tables();
  std::string text(reading.names.name(Columns::name, rid));
  text += ", Version=";
  text += std::to_string(tables.cell(Columns::major, rid)) + ".";
  text += std::to_string(tables.cell(Columns::minor, rid)) + ".";
  text += std::to_string(tables.cell(Columns::build, rid)) + ".";
  text += std::to_string(tables.cell(Columns::revision, rid)) + ", Culture=";
  const std::string_view culture = reading.names.name(Columns::culture, rid);
  text += culture.empty() ? "neutral" : culture;
  text += ", PublicKeyToken=";
  const Bytes key = reading.metadata.blob(Columns::key, rid).value_or(Bytes{});
  text += key.empty() ? "null" : has_whole_key ? key_token(key) : hex(text_of(key));
  if (tables.cell(Columns::flags, rid) & kRetargetable) text += ", Retargetable=Yes";
  return text;
}

}  // namespace

void read_module_facts(Reading& reading) {
  constexpr uint32_t kWholeKey = 0x1;
  const Tables& tables = reading.tables();
  reading.module.name = reading.names.module();
  if (tables.rows(Table::assembly) > 0) {
    reading.module.full_name = reading.interner.intern(full_name<Assembly>(reading, 1, true));
  }
  if (const auto mvid = reading.metadata.guid(tables.cell(ModuleRow::mvid, 1)); !mvid.empty()) {
    reading.detail(0, DetailKind::mvid, mvid);
  }
  for (uint32_t rid = 1; rid <= tables.rows(Table::assembly_ref); ++rid) {
    const bool has_whole_key = (tables.cell(AssemblyRef::flags, rid) & kWholeKey) != 0;
    reading.detail(0, DetailKind::reference, full_name<AssemblyRef>(reading, rid, has_whole_key));
  }
  for (uint32_t rid = 1; rid <= tables.rows(Table::manifest_resource); ++rid) {
    reading.detail(0, DetailKind::resource, reading.names.name(ManifestResource::name, rid));
  }
}

}  // namespace dossier::assembly
