#include "queries/ops/method_code.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/digest.h"
#include "engine/error.h"
#include "engine/first_row.h"
#include "engine/readers/assembly/bundle.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/reserved.h"
#include "queries/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

constexpr int64_t kMaxFile = int64_t{1} << 30;

// What is known of the file that a module was read from.
struct Origin {
  std::vector<std::string> files;  // hashes: the same module may have been read from several
  std::string mvid;
  std::optional<int64_t> body;

  bool is_known() const { return !files.empty() || !mvid.empty(); }
};

Origin origin_of(Store& store, const Definition& method) {
  Origin origin;
  const auto module = first_row<sql::ModuleOfSymbol>(store, method.symbol);
  if (!module) return origin;
  for (const auto& row : store.rows<sql::MethodOrigin>(method.symbol, module->id, method.snapshot,
                                                       std::string_view(method.path))) {
    if (row.file) origin.files.emplace_back(*row.file);
    if (row.mvid) origin.mvid = *row.mvid;
    origin.body = row.body;
  }
  return origin;
}

// What lies there, read once. Absent: no regular file does, or it is too large.
std::optional<std::string> bytes_at(const std::string& path) {
  const Descriptor file(open_unreserved(AT_FDCWD, path, O_RDONLY | O_NONBLOCK));
  struct stat now {};
  if (file.number() < 0 || ::fstat(file.number(), &now) != 0 || !S_ISREG(now.st_mode))
    return std::nullopt;
  std::string bytes = snapshot::read_up_to(file.number(), now.st_size, kMaxFile);
  if (static_cast<int64_t>(bytes.size()) > kMaxFile) return std::nullopt;
  return bytes;
}

// The bytes of an assembly: of a file, or of one in a single-file program ("App!Lib.dll").
std::optional<std::string> assembly_at(const std::string& path) {
  if (auto bytes = bytes_at(path)) return bytes;
  for (size_t mark = path.find('!'); mark != path.npos; mark = path.find('!', mark + 1)) {
    const auto program = bytes_at(path.substr(0, mark));
    if (!program) continue;
    const auto bundle = assembly::read_bundle(std::as_bytes(std::span(*program)));
    if (!bundle) continue;
    const auto inner = std::string_view(path).substr(mark + 1);
    const auto file = std::find_if(bundle->begin(), bundle->end(),
                                   [&](const auto& one) { return one.path == inner; });
    if (file == bundle->end()) continue;
    if (file->is_compressed) return assembly::unpacked(*file);
    return std::string(assembly::text_of(file->stored));
  }
  return std::nullopt;
}

bool is_method(const Definition& subject) {
  constexpr int64_t kMethodTable = 0x06;
  return subject.token >> 24 == kMethodTable;
}

// By what can be told before the file is taken for an assembly.
bool has_other_bytes(const Origin& origin, std::string_view bytes) {
  if (origin.files.empty()) return false;
  const Digest hash = sha256({bytes});
  return std::find(origin.files.begin(), origin.files.end(), bytes_of(hash)) == origin.files.end();
}

bool is_other_build(const Origin& origin, const assembly::Listing& listing) {
  if (!origin.mvid.empty() && listing.mvid != origin.mvid) return true;
  return origin.body && listing.body != static_cast<uint64_t>(*origin.body);
}

MethodCode changed(const Definition& method) {
  MethodCode code;
  code.stale = true;
  code.note = "the file is not the one of snapshot " + std::to_string(method.snapshot) +
              ", so its IL is not shown; import the file for the IL of what it is now";
  return code;
}

}  // namespace

MethodCode method_code(Store& store, const Definition& subject) {
  MethodCode code;
  const Origin origin = origin_of(store, subject);
  try {
    const auto bytes = assembly_at(subject.path);
    if (!bytes) {
      code.note = "the file is not at its path, so its IL cannot be shown";
      return code;
    }
    if (!origin.is_known()) {
      code.note =
          "the export does not say which build it is of, so its IL is not shown; import the "
          "assembly itself";
      return code;
    }
    if (has_other_bytes(origin, *bytes)) return changed(subject);
    const auto file = std::as_bytes(std::span(*bytes));
    if (is_method(subject))
      code.listing =
          assembly::disassemble(file, static_cast<uint32_t>(subject.token), subject.path);
    else if (origin.files.empty())
      code.listing.mvid = assembly::mvid_of(file, subject.path);
    else
      return code;
  } catch (const Error& error) {
    // Where the bytes are those that were imported, this is their defect; otherwise they are
    // others.
    if (origin.files.empty()) return changed(subject);
    code.note = "its IL cannot be shown: " + error.message();
    return code;
  }
  if (is_other_build(origin, code.listing)) return changed(subject);
  if (origin.files.empty() && !origin.body && !code.listing.lines.empty())
    code.note = "the export knows the file by its Mvid only, which a patched copy keeps";
  return code;
}

}  // namespace dossier
