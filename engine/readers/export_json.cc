#include "engine/readers/export_json.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "engine/error.h"
#include "engine/readers/json_cursor.h"
#include "engine/readers/open_type.h"

namespace dossier {
namespace {

// A known field of wrong shape. It counts only if nothing later in the document overrides it.
struct Fault {
  uint64_t offset;
  std::string path;
  std::string message;
};
constexpr size_t kMaxFaults = 64;

// Which of an object's known keys were seen, one bit each.
using Seen = uint32_t;

class ExportReader {
 public:
  ExportReader(ByteSource& source, const ExportOptions& options, const FactSink& sink)
      : json_(source, options.progress), options_(options), sink_(sink) {}

  ExportSummary run() {
    if (json_.peek() != '{') {
      json_.fail(std::string("not a project export: expected an object, found ") +
                 json_.describe());
    }
    json_.path.push("");
    json_.open();
    while (const auto key = json_.key()) {
      root_field(*key);
      json_.path.set("");
    }
    json_.path.pop();
    json_.finish();
    conclude();
    return std::move(summary_);
  }

 private:
  enum class Source { none, project, top };

  // ---- shapes ----

  void fault(const char* wanted) {
    Fault found{json_.offset(), json_.path.text(),
                std::string("expected ") + wanted + ", found " + json_.describe()};
    found.offset = json_.offset();
    faults_.push_back(std::move(found));
    if (faults_.size() >= kMaxFaults) refuse();
    json_.skip();
  }

  [[noreturn]] void refuse() {
    const Fault& first = faults_.front();
    std::string at = json_.name() + ": byte " + std::to_string(first.offset);
    if (!first.path.empty()) at += ": " + first.path;
    throw Error(ErrorCode::invalid, first.message, std::move(at));
  }

  // What stood at the current path, and below it, is overridden.
  void forget_faults(const std::string& path) {
    std::erase_if(faults_, [&](const Fault& fault) {
      if (!fault.path.starts_with(path)) return false;
      return fault.path.size() == path.size() || fault.path[path.size()] == '.' ||
             fault.path[path.size()] == '[';
    });
  }

  // Enters the known field `key`; true if the object held it before.
  bool enter(const char* key, Seen& seen, unsigned bit) {
    json_.path.set(key);
    const bool repeated = (seen & (1u << bit)) != 0;
    seen |= 1u << bit;
    if (repeated && !faults_.empty()) forget_faults(json_.path.text());
    return repeated;
  }

  // Enters a key that nothing asks for, and passes its value.
  void skip_unknown(std::string_view key) {
    constexpr size_t kShown = 80;
    size_t shown = std::min(key.size(), kShown);
    while (shown < key.size() && (key[shown] & 0xC0) == 0x80) --shown;
    unknown_.assign(key.substr(0, shown));
    for (char& c : unknown_) {
      if (static_cast<unsigned char>(c) < 0x20) c = '?';  // a message stays one line
    }
    json_.path.set(unknown_.c_str());
    json_.skip();
  }

  // Runs `field(key)` for each key of the object ahead; false, with a fault, if it is something
  // else.
  template <typename Field>
  bool object(Field&& field) {
    if (json_.peek() != '{') {
      fault("an object");
      return false;
    }
    json_.open();
    json_.path.push("");
    while (const auto key = json_.key()) {
      field(*key);
      json_.path.set("");
    }
    json_.path.pop();
    return true;
  }

  // Runs `element()` for each element of the array ahead. A null is an empty array if `nullable`.
  template <typename Element>
  bool array(bool nullable, Element&& element) {
    const char c = json_.peek();
    if (c != '[') {
      if (nullable && c == 'n') {
        json_.null();
        return true;
      }
      fault("an array");
      return false;
    }
    json_.open();
    json_.path.push(uint64_t{0});
    for (uint64_t i = 0; json_.element(); ++i) {
      json_.path.set(i);
      element();
    }
    json_.path.pop();
    return true;
  }

  std::string_view raw_text() {
    const uint64_t before = json_.lone_surrogates();
    const uint64_t offset = before == 0 ? json_.offset() : 0;
    const std::string_view text = json_.string();
    if (before == 0 && json_.lone_surrogates() != 0) first_surrogate_ = json_.origin(offset);
    return text;
  }

  // A string, or null for "".
  std::string_view text() {
    const char c = json_.peek();
    if (c == '"') return module_.text.keep(raw_text());
    if (c == 'n') {
      json_.null();
    } else {
      fault("a string");
    }
    return {};
  }

  // A field that only some exporters write: anything but a string counts as absent.
  std::string_view extra_text() {
    if (json_.peek() == '"') return module_.text.keep(raw_text());
    json_.skip();
    return {};
  }
  uint32_t extra_number() {
    const char c = json_.peek();
    if (c == '-' || (c >= '0' && c <= '9')) return json_.number().value_or(0);
    json_.skip();
    return 0;
  }
  void extra_texts(std::vector<std::string_view>& out) {
    out.clear();
    if (json_.peek() != '[') {
      json_.skip();
      return;
    }
    array(false, [&] {
      if (const auto one = extra_text(); !one.empty()) out.push_back(one);
    });
  }

  void flag(uint32_t& flags, Flag bit) {
    flags &= ~static_cast<uint32_t>(bit);
    const char c = json_.peek();
    if (c == 't' || c == 'f') {
      flags |= json_.boolean() ? bit : 0u;
    } else if (c == 'n') {
      json_.null();
    } else {
      fault("true or false");
    }
  }

  // ---- the document ----

  void root_field(std::string_view key) {
    if (key == "Modules") {
      json_.path.set("Modules");
      begin_modules(Source::top, "Project");
      modules(Source::top);
    } else if (key == "Project" && source_ != Source::top && !saw_top_) {
      json_.path.set("Project");
      begin_modules(Source::none, nullptr);
      object([&](std::string_view inner) {
        if (inner != "Modules") return skip_unknown(inner);
        json_.path.set("Modules");
        begin_modules(Source::project, nullptr);
        modules(Source::project);
      });
    } else {
      skip_unknown(key);
    }
  }

  // Whatever came from an earlier Modules does not count.
  void begin_modules(Source next, const char* also) {
    saw_top_ = saw_top_ || next == Source::top;
    forget_faults(json_.path.text());
    if (also != nullptr) forget_faults(also);
    source_ = Source::none;
    if (summary_.modules == 0) return;
    if (!options_.restart) json_.fail("modules are listed twice, and the first were used already");
    options_.restart();
    summary_.modules = summary_.types = summary_.members = summary_.references = 0;
  }

  void modules(Source source) {
    if (array(false, [&] { module(); })) source_ = source;
  }

  void conclude() {
    if (!faults_.empty()) refuse();
    if (source_ == Source::none) {
      throw Error(ErrorCode::invalid,
                  "not a project export: no Modules array, neither at the top nor in Project",
                  json_.name() + ": byte 0");
    }
    summary_.bytes = json_.offset();
    if (const uint64_t count = json_.lone_surrogates(); count > 0) {
      summary_.warnings.push_back(first_surrogate_ + ": a lone surrogate became U+FFFD (" +
                                  std::to_string(count) + " in all)");
    }
  }

  // ---- a module ----

  void module() {
    module_ = Module{};
    references_.clear();
    assembly_references_.clear();
    mvid_ = {};
    reset_types();
    std::array<std::string_view, 3> paths;
    Seen seen = 0;
    const bool whole = object([&](std::string_view key) {
      if (key == "Name") {
        enter("Name", seen, 0);
        module_.name = text();
      } else if (key == "AssemblyFullName") {
        enter("AssemblyFullName", seen, 1);
        module_.full_name = text();
      } else if (key == "AssemblyPath") {
        enter("AssemblyPath", seen, 2);
        paths[0] = text();
      } else if (key == "ModuleFilePath") {
        enter("ModuleFilePath", seen, 3);
        paths[1] = text();
      } else if (key == "FileName") {
        enter("FileName", seen, 4);
        paths[2] = text();
      } else if (key == "Types") {
        if (enter("Types", seen, 5)) reset_types();
        array(true, [&] { type(); });
      } else if (key == "AssemblyReferences") {
        enter("AssemblyReferences", seen, 6);
        assembly_references_.clear();
        array(true, [&] { assembly_references_.push_back(text()); });
      } else if (key == "References") {
        json_.path.set("References");
        extra_texts(references_);
      } else if (key == "Mvid") {
        json_.path.set("Mvid");
        mvid_ = extra_text();
      } else {
        skip_unknown(key);
      }
    });
    if (!whole || !faults_.empty()) return;
    const auto path = std::find_if(paths.begin(), paths.end(), [](auto p) { return !p.empty(); });
    if (path != paths.end()) module_.path = mapped(*path);
    emit();
  }

  void reset_types() {
    module_.types.clear();
    module_.references.clear();
    type_details_.clear();
    next_ordinal_ = 1;
    member_count_ = 0;
  }

  std::string_view mapped(std::string_view path) {
    if (options_.path_map.empty() || path.empty()) return path;
    return module_.text.keep(rewrite_path(path, options_.path_map));
  }

  void emit() {
    if (!mvid_.empty()) module_.details.push_back({0, DetailKind::mvid, mvid_});
    for (const auto name : assembly_references_.empty() ? references_ : assembly_references_) {
      if (!name.empty()) module_.details.push_back({0, DetailKind::reference, name});
    }
    module_.details.insert(module_.details.end(), type_details_.begin(), type_details_.end());
    resolve_in_module();
    summary_.modules += 1;
    summary_.types += module_.types.size();
    summary_.members += member_count_;
    summary_.references += module_.references.size();
    sink_(std::move(module_));
  }

  void resolve_in_module() {
    std::unordered_set<std::string_view> defined;
    defined.reserve(module_.types.size());
    for (const auto& one : module_.types) defined.insert(one.full_name);
    for (auto& reference : module_.references) {
      if (!defined.contains(reference.target_type)) continue;
      reference.in_module = true;
      reference.target_scope = module_.name;
    }
  }

  // ---- a type ----

  void type() {
    Type one;
    interfaces_.clear();
    for (auto& group : groups_) group.clear();
    Seen seen = 0;
    const bool whole = object([&](std::string_view key) { type_field(one, key, seen); });
    if (!whole) return;
    size_t count = 0;
    for (const auto& group : groups_) count += group.size();
    one.members.reserve(count);
    for (const auto& group : groups_) {
      one.members.insert(one.members.end(), group.begin(), group.end());
    }
    one.source_path = mapped(one.source_path);
    inherit(one);
    next_ordinal_ += 1 + static_cast<uint32_t>(count);
    member_count_ += count;
    module_.types.push_back(std::move(one));
  }

  void type_field(Type& one, std::string_view key, Seen& seen) {
    if (key == "Name") {
      enter("Name", seen, 0);
      one.name = text();
    } else if (key == "Namespace") {
      enter("Namespace", seen, 1);
      one.name_space = text();
    } else if (key == "FullName") {
      enter("FullName", seen, 2);
      one.full_name = text();
    } else if (key == "BaseType") {
      enter("BaseType", seen, 3);
      one.base_type = text();
    } else if (key == "SourceFilePath") {
      enter("SourceFilePath", seen, 4);
      one.source_path = text();
    } else if (key == "IsPublic") {
      enter("IsPublic", seen, 5);
      flag(one.flags, kPublic);
    } else if (key == "IsAbstract") {
      enter("IsAbstract", seen, 6);
      flag(one.flags, kAbstract);
    } else if (key == "IsSealed") {
      enter("IsSealed", seen, 7);
      flag(one.flags, kSealed);
    } else if (key == "Fields") {
      members("Fields", MemberKind::field, seen, 8);
    } else if (key == "Methods") {
      members("Methods", MemberKind::method, seen, 9);
    } else if (key == "Properties") {
      members("Properties", MemberKind::property, seen, 10);
    } else if (key == "Events") {
      members("Events", MemberKind::event, seen, 11);
    } else if (key == "Interfaces") {
      json_.path.set("Interfaces");
      extra_texts(interfaces_);
    } else if (key == "MetadataToken") {
      json_.path.set("MetadataToken");
      one.token = extra_number();
    } else if (key == "Kind") {
      json_.path.set("Kind");
      one.kind = extra_text();
    } else {
      skip_unknown(key);
    }
  }

  void inherit(const Type& one) {
    if (!one.base_type.empty()) refer(ReferenceKind::base, one.base_type);
    for (const auto name : interfaces_) {
      type_details_.push_back({next_ordinal_, DetailKind::interface_name, name});
      refer(ReferenceKind::interface, name);
    }
  }

  void refer(ReferenceKind kind, std::string_view target) {
    Reference reference;
    reference.source = next_ordinal_;
    reference.kind = kind;
    reference.target = target;
    reference.target_type = reference.target_key = open_type(target);
    reference.by_name = true;
    module_.references.push_back(reference);
  }

  // ---- a member ----

  void members(const char* key, MemberKind kind, Seen& seen, unsigned bit) {
    enter(key, seen, bit);
    auto& group = groups_[static_cast<size_t>(kind)];
    group.clear();
    array(true, [&] { member(group, kind); });
  }

  void member(std::vector<Member>& group, MemberKind kind) {
    Member& one = group.emplace_back();
    one.kind = kind;
    Seen seen = 0;
    object([&](std::string_view key) { member_field(one, key, seen); });
    if (one.member_type == "Constructor") one.flags |= kConstructor;
  }

  void member_field(Member& one, std::string_view key, Seen& seen) {
    if (key == "Name") {
      enter("Name", seen, 0);
      one.name = text();
    } else if (key == "FullName") {
      enter("FullName", seen, 1);
      one.full_name = text();
    } else if (key == "Signature") {
      enter("Signature", seen, 2);
      one.signature = text();
    } else if (key == "MemberType") {
      enter("MemberType", seen, 3);
      one.member_type = member_type();
    } else if (key == "IsStatic") {
      enter("IsStatic", seen, 4);
      flag(one.flags, kStatic);
    } else if (key == "IsPublic") {
      enter("IsPublic", seen, 5);
      flag(one.flags, kPublic);
    } else if (key == "MetadataToken") {
      json_.path.set("MetadataToken");
      one.token = extra_number();
    } else {
      skip_unknown(key);
    }
  }

  // Nearly always one of five words, which need no copy.
  std::string_view member_type() {
    if (json_.peek() != '"') return text();
    const auto word = raw_text();
    static constexpr std::string_view kWords[] = {"Field", "Method", "Constructor", "Property",
                                                  "Event"};
    for (const auto known : kWords) {
      if (word == known) return known;
    }
    return module_.text.keep(word);
  }

  JsonCursor json_;
  const ExportOptions& options_;
  const FactSink& sink_;
  ExportSummary summary_;
  std::vector<Fault> faults_;
  std::string first_surrogate_;
  std::string unknown_;
  Source source_ = Source::none;  // where the Modules that count come from
  bool saw_top_ = false;

  Module module_;
  std::vector<std::string_view> assembly_references_;
  std::vector<std::string_view> references_;
  std::vector<Detail> type_details_;
  std::string_view mvid_;
  uint32_t next_ordinal_ = 1;
  uint64_t member_count_ = 0;
  std::array<std::vector<Member>, 4> groups_;  // of the type at hand, by MemberKind
  std::vector<std::string_view> interfaces_;
};

}  // namespace

ExportSummary read_export(ByteSource& source, const ExportOptions& options, const FactSink& sink) {
  return ExportReader(source, options, sink).run();
}

}  // namespace dossier
