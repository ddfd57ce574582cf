// The card of a symbol: everything the store knows about it, and for a method of an assembly that
// still lies at its path as it was, its IL.
#include <algorithm>
#include <unordered_set>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/incoming.h"
#include "queries/ops/method_code.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

constexpr int64_t kListed = 100;  // members, derived types, literals
constexpr uint32_t kMethodTable = 0x06;

// "public static sealed" of flags, in C#'s order.
std::string words_of(int64_t flags) {
  static constexpr std::pair<uint32_t, std::string_view> kWords[] = {
      {kPublic, "public"},     {kProtected, "protected"}, {kInternal, "internal"},
      {kPrivate, "private"},   {kStatic, "static"},       {kConstant, "const"},
      {kReadOnly, "readonly"}, {kAbstract, "abstract"},   {kSealed, "sealed"},
      {kOverride, "override"}, {kVirtual, "virtual"},     {kGenerated, "compiler-generated"}};
  std::string words;
  for (const auto& [flag, word] : kWords) {
    if ((flags & flag) == 0 || (flag == kVirtual && (flags & kOverride))) continue;
    if (!words.empty()) words += ' ';
    words += word;
  }
  return words;
}

class Card {
 public:
  Card(Store& store, const Scope& scope, const Definition& subject, bool is_unlimited)
      : store_(store),
        references_(store, scope),
        subject_(subject),
        code_(subject.token != 0 ? method_code(store, subject) : MethodCode{}),
        limit_(is_unlimited ? INT64_MAX : kListed) {}

  bool is_stale() const { return code_.stale; }

  void write(JsonWriter& json) {
    json.field("kind", subject_.kind).field("key", subject_.key);
    json.field("type", subject_.type);
    if (!subject_.signature.empty()) json.field("signature", subject_.signature);
    json.field("modifiers", words_of(subject_.flags));
    write_type(json);
    write_details(json);
    json.field("moduleName", subject_.module).field("assemblyPath", subject_.path);
    if (subject_.token != 0) {
      char token[24];
      std::snprintf(token, sizeof token, "0x%08llx",
                    static_cast<unsigned long long>(subject_.token));
      json.field("token", token);
      // In another build the token stands for something else.
      if (code_.stale)
        json.field("stale", true);
      else
        json.field("open", "dnSpy.exe " + subject_.path + " --select " + token);
    }
    write_notes(json);
    write_counts(json);
    if (subject_.is_type) {
      write_derived(json);
      write_members(json);
    }
    write_literals(json);
    write_il(json);
  }

 private:
  static bool has_code(const Definition& subject) {
    return !subject.is_type && subject.token >> 24 == kMethodTable;
  }

  void write_type(JsonWriter& json) {
    if (!subject_.is_type) return;
    auto rows = store_.rows<sql::TypeFacts>(subject_.symbol);
    if (const auto row = rows.next()) {
      json.field("typeKind", row->kind).field("baseType", row->base_type);
    }
  }

  void write_details(JsonWriter& json) {
    static constexpr std::pair<DetailKind, std::string_view> kLists[] = {
        {DetailKind::interface_name, "interfaces"},
        {DetailKind::generic_parameter, "genericParameters"},
        {DetailKind::attribute, "attributes"},
        {DetailKind::value, "value"},
        {DetailKind::pinvoke, "nativeImport"},
        {DetailKind::rva, "address"},
        {DetailKind::doc, "doc"}};
    std::vector<std::pair<int64_t, std::string>> details;
    for (const auto& row : store_.rows<sql::SymbolDetails>(subject_.symbol)) {
      details.emplace_back(row.kind, row.text);
    }
    for (const auto& [kind, key] : kLists) {
      const bool is_list = kind == DetailKind::interface_name ||
                           kind == DetailKind::generic_parameter || kind == DetailKind::attribute;
      bool any = false;
      for (const auto& [number, text] : details) {
        if (number != static_cast<int64_t>(kind) || (any && !is_list)) continue;
        if (!any) json.key(key);
        if (!any && is_list) json.begin_array();
        any = true;
        json.value(text);
      }
      if (any && is_list) json.end_array();
    }
  }

  /// What people and agents have noted: on the key, or on its name without parameters.
  void write_notes(JsonWriter& json) {
    std::vector<std::string> keys = keys_of(store_, subject_);
    const size_t open = subject_.key.find('(');
    if (open != std::string::npos) keys.push_back(subject_.key.substr(0, open));
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    bool any = false;
    for (const auto& key : keys) {
      for (const auto& row : store_.rows<sql::TranscriptNotesOf>(std::string_view(key))) {
        if (!any) json.key("notes").begin_array();
        any = true;
        json.value(std::string(row.text) + " (" + std::string(row.author) + ")");
      }
    }
    if (any) json.end_array();
  }

  void write_counts(JsonWriter& json) {
    std::map<int64_t, int64_t> in, out;
    for (const Incoming& one : references_.to(subject_, kEveryKind)) ++in[one.kind];
    for (const auto& row : store_.rows<sql::RefCountsFrom>(subject_.symbol, subject_.last)) {
      out[row.kind] += row.count;
    }
    const auto write = [&](std::string_view key, const std::map<int64_t, int64_t>& counts) {
      json.key(key).begin_object();
      for (const auto& [kind, count] : counts) {
        json.field(name_of(static_cast<ReferenceKind>(kind)), count);
      }
      json.end_object();
    };
    write("referencesIn", in);
    write("referencesOut", out);
  }

  void write_derived(JsonWriter& json) {
    json.key("derived").begin_array();
    int64_t count = 0;
    constexpr uint32_t kRelations = bit(ReferenceKind::base) | bit(ReferenceKind::interface);
    std::unordered_set<int64_t> seen;
    for (const Incoming& one : references_.to_type_itself(subject_, kRelations)) {
      if (!seen.insert(one.source).second || ++count > limit_) continue;
      const auto type = definition_of(store_, one.source);
      json.value(type ? type->type : "");
    }
    json.end_array();
    cut(json, "derivedMore", count);
  }

  void write_members(JsonWriter& json) {
    json.key("members").begin_array();
    int64_t count = 0;
    for (const auto& row : store_.rows<sql::MembersOf>(subject_.symbol)) {
      if (++count > limit_) continue;
      const std::string words = words_of(row.flags);
      std::string line(name_of(static_cast<MemberKind>(row.kind)));
      line += " ";
      if (!words.empty()) line += words + " ";
      line += row.signature.empty() ? row.name : row.signature;
      if (row.value) line += " = " + std::string(*row.value);
      json.value(line);
    }
    json.end_array();
    cut(json, "membersMore", count);
  }

  void write_literals(JsonWriter& json) {
    json.key("literals").begin_array();
    int64_t count = 0;
    for (const auto& row : store_.rows<sql::LiteralsOf>(subject_.symbol, subject_.last)) {
      // The numbers of a whole type would drown its strings.
      if (subject_.is_type && row.is_string == 0) continue;
      if (++count <= limit_) json.value(row.value);
    }
    json.end_array();
    cut(json, "literalsMore", count);
  }

  void cut(JsonWriter& json, std::string_view key, int64_t count) const {
    if (count > limit_) json.field(key, count - limit_);
  }

  void write_il(JsonWriter& json) {
    if (!has_code(subject_)) return;
    if (!code_.note.empty()) json.field("ilNote", code_.note);
    if (code_.listing.lines.empty()) return;
    json.field("maxStack", code_.listing.max_stack).field("bodyHash", code_.listing.hash);
    json.key("il").begin_array();
    for (const auto& line : code_.listing.lines) json.value(line);
    json.end_array();
  }

  Store& store_;
  IncomingReferences references_;
  const Definition& subject_;
  const MethodCode code_;
  int64_t limit_;
};

Answer show(Store& store, const Arguments& arguments) {
  const std::string_view wanted = normal_identifier(arguments.text("identifier"));
  if (wanted.empty()) return refusal(400, "missing 'identifier' query parameter");
  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  const auto found = find_definitions(store, scope, wanted, arguments.text("module"));
  const std::string_view status = found.empty()       ? "not_found"
                                  : found.size() == 1 ? "ok"
                                                      : "ambiguous";
  JsonWriter json;
  json.begin_object().field("status", status).field("identifier", wanted);
  Answer answer;
  if (found.size() == 1) {
    Card card(store, scope, found[0], arguments.unlimited);
    card.write(json);
    answer.complete.stale = card.is_stale();
  }
  const auto shown = std::min<size_t>(found.size(), static_cast<size_t>(kLookupCap));
  if (found.size() > 1) {
    json.key("candidates").begin_array();
    for (size_t i = 0; i < shown; ++i) {
      json.begin_object()
          .field("kind", found[i].kind)
          .field("key", found[i].key)
          .field("moduleName", found[i].module)
          .field("assemblyPath", found[i].path)
          .end_object();
    }
    json.end_array();
  }
  answer.body = json.end_object().take();
  const auto returned = static_cast<int64_t>(shown);
  answer.complete = {static_cast<int64_t>(found.size()),
                     true,
                     returned,
                     shown < found.size(),
                     scope.text(),
                     answer.complete.stale};
  answer.log = "show(): identifier=" + in_quotes(wanted) + ", status=" + std::string(status);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "A type or member, by full or short name or by key"},
    kModuleField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {{"kind", "kind"}, {"key", "symbol"}, {"moduleName", "module"}};

}  // namespace

const Op kShow = {
    "show",
    "show",
    "/api/show",
    "The card of a type or member: attributes, relations, literals, IL",
    "dossier show Game.PlayerStats.ApplyDamage",
    kFields,
    "candidates",
    kColumns,
    0,
    show,
};

}  // namespace dossier
