// The card of a symbol: everything the store knows about it, and for a method of an assembly that
// still lies at its path as it was, its IL.
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

#include "engine/ascii.h"
#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/machines.h"
#include "queries/graph/references.h"
#include "queries/graph/split.h"
#include "queries/graph/symbol_names.h"
#include "queries/ops/explain.h"
#include "queries/ops/filters.h"
#include "queries/ops/method_code.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

constexpr int64_t kListed = 100;  // members, derived types, literals
constexpr uint32_t kMethodTable = 0x06;

// "public static sealed" of flags, in C#'s order. A signature of a source, `said`, begins with some
// of them itself.
std::string words_of(int64_t flags, std::string_view said = {}) {
  static constexpr std::pair<uint32_t, std::string_view> kWords[] = {
      {kPublic, "public"},     {kProtected, "protected"}, {kInternal, "internal"},
      {kPrivate, "private"},   {kStatic, "static"},       {kConstant, "const"},
      {kReadOnly, "readonly"}, {kAbstract, "abstract"},   {kSealed, "sealed"},
      {kOverride, "override"}, {kVirtual, "virtual"},     {kGenerated, "compiler-generated"}};
  const auto known = split(said.substr(0, said.find('(')), ' ');
  std::string words;
  for (const auto& [flag, word] : kWords) {
    if ((flags & flag) == 0 || (flag == kVirtual && (flags & kOverride))) continue;
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    if (!words.empty()) words += ' ';
    words += word;
  }
  return words;
}

// A list that is cut, and how long it is.
struct List {
  explicit List(int64_t most) : limit(most) {}

  bool admits() { return ++count <= limit; }
  void write(Answer& answer, std::string_view key, std::string_view more) const {
    answer.field(key, Value::Texts(texts));
    if (count > limit) answer.field(more, count - limit);
  }

  int64_t limit;
  int64_t count = 0;
  std::vector<std::string> texts{};
};

void write_details(Store& store, int64_t symbol, Answer& answer) {
  static constexpr std::pair<DetailKind, std::string_view> kLists[] = {
      {DetailKind::interface_name, "interfaces"},
      {DetailKind::generic_parameter, "genericParameters"},
      {DetailKind::attribute, "attributes"},
      {DetailKind::value, "value"},
      {DetailKind::pinvoke, "nativeImport"},
      {DetailKind::rva, "address"},
      {DetailKind::doc, "doc"},
      {DetailKind::mvid, "mvid"},
      {DetailKind::reference, "references"},
      {DetailKind::resource, "resources"}};
  std::map<DetailKind, std::vector<std::string>> details;
  for (const auto& row : store.rows<sql::SymbolDetails>(symbol))
    details[static_cast<DetailKind>(row.kind)].emplace_back(row.text);
  for (const auto& [kind, key] : kLists) {
    const bool is_list = kind == DetailKind::interface_name ||
                         kind == DetailKind::generic_parameter || kind == DetailKind::attribute ||
                         kind == DetailKind::reference || kind == DetailKind::resource;
    const auto& texts = details[kind];
    if (!texts.empty()) answer.field(key, is_list ? Value(Value::Texts(texts)) : Value(texts[0]));
  }
}

class Card {
 public:
  Card(Store& store, const Scope& scope, const Definition& subject, bool is_unlimited)
      : store_(store),
        references_(store, scope),
        subject_(subject),
        code_(subject.token != 0 ? method_code(store, subject) : MethodCode{}),
        elsewhere_(code_elsewhere(store, subject)),
        limit_(is_unlimited ? INT64_MAX : kListed) {}

  bool is_stale() const { return code_.stale; }

  void write(Answer& answer) {
    answer.field("kind", subject_.kind);
    answer.field("key", subject_.key);
    answer.field("type", subject_.type);
    if (!subject_.signature.empty()) answer.field("signature", subject_.signature);
    answer.field("modifiers", words_of(subject_.flags));
    write_type(answer);
    write_details(store_, subject_.symbol, answer);
    answer.field("moduleName", subject_.module);
    answer.field("assemblyPath", subject_.path);
    if (subject_.token != 0) {
      char token[24];
      std::snprintf(token, sizeof token, "0x%08llx",
                    static_cast<unsigned long long>(subject_.token));
      answer.field("token", token);
      // In another build the token has another meaning.
      if (code_.stale)
        answer.field("stale", true);
      else
        answer.field("open", "dnSpy.exe " + subject_.path + " --select " + token);
    }
    write_notes(answer);
    write_elsewhere(answer);
    write_counts(answer);
    if (subject_.is_type) {
      write_derived(answer);
      write_members(answer);
    }
    write_literals(answer);
    write_il(answer);
  }

 private:
  /// Where else the code of a member of an assembly is: the accessors of a property or an event,
  /// and what holds the code of an iterator or an async method.
  static std::vector<Definition> code_elsewhere(Store& store, const Definition& subject) {
    std::vector<Definition> found;
    if (subject.is_type) return found;
    for (Accessor& one : accessors_of(store.statements(), subject))
      if (!one.is_field()) found.push_back(std::move(one.member));
    std::vector<int64_t> makers{subject.symbol};
    for (const Definition& one : found) makers.push_back(one.symbol);
    for (const int64_t maker : makers)
      for (const int64_t body : bodies_of(store.statements(), maker))
        if (auto method = definition_of(store, body)) found.push_back(std::move(*method));
    return found;
  }

  static bool has_code(const Definition& subject) {
    return !subject.is_type && subject.token >> 24 == kMethodTable;
  }

  void write_type(Answer& answer) {
    if (!subject_.is_type) return;
    if (const auto row = first_row<sql::TypeFacts>(store_, subject_.symbol)) {
      answer.field("typeKind", row->kind);
      answer.field("baseType", row->base_type);
    }
  }

  /// What people and agents have noted: on the key, or on its name without parameters.
  void write_notes(Answer& answer) {
    std::vector<std::string> keys = keys_of(store_, subject_), notes;
    keys.push_back(subject_.key);
    const size_t open = subject_.key.find('(');
    if (open != std::string::npos) keys.push_back(subject_.key.substr(0, open));
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (const auto& key : keys)
      for (const auto& row : store_.rows<sql::TranscriptNotesOf>(std::string_view(key)))
        notes.push_back(std::string(row.text) + " (" + std::string(row.author) + ")");
    answer.texts("notes", notes);
  }

  void write_counts(Answer& answer) {
    std::map<int64_t, int64_t> in, out;
    for (const FoundReference& one : references_.to_used(subject_, kEveryKind)) ++in[one.kind];
    each_with_code([&](const Definition& one) {
      for (const auto& row : store_.rows<sql::RefCountsFrom>(one.symbol, one.last))
        out[row.kind] += row.count;
    });
    for (const auto& [key, counts] :
         {std::pair("referencesIn", &in), std::pair("referencesOut", &out)}) {
      std::vector<Cell> cells;
      for (const auto& [kind, count] : *counts)
        cells.push_back({name_of(stored_reference_kind(kind)), count});
      answer.field(key, object_of(cells));
    }
  }

  /// The subject, then where else its code is.
  template <typename Visit>
  void each_with_code(Visit visit) const {
    visit(subject_);
    for (const Definition& one : elsewhere_) visit(one);
  }

  void write_elsewhere(Answer& answer) const {
    std::vector<std::string> keys;
    for (const Definition& one : elsewhere_) keys.push_back(one.key);
    answer.texts("codeIn", keys);
  }

  void write_derived(Answer& answer) {
    List list(limit_);
    constexpr uint32_t kRelations = bit(ReferenceKind::base) | bit(ReferenceKind::interface);
    std::unordered_set<int64_t> seen;
    for (const FoundReference& one : references_.to_type_itself(subject_, kRelations)) {
      if (!seen.insert(one.source).second || !list.admits()) continue;
      const auto type = definition_of(store_, one.source);
      list.texts.push_back(type ? type->type : "");
    }
    list.write(answer, "derived", "derivedMore");
  }

  void write_members(Answer& answer) {
    List list(limit_);
    for (const auto& row : store_.rows<sql::MembersOf>(subject_.symbol)) {
      if (!list.admits()) continue;
      const std::string_view signature = row.signature.empty() ? row.name : row.signature;
      const std::string words = words_of(row.flags, signature);
      std::string& line = list.texts.emplace_back(name_of(stored_member_kind(row.kind)));
      line += " ";
      if (!words.empty()) line += words + " ";
      line += signature;
      if (row.value) line += " = " + std::string(*row.value);
    }
    list.write(answer, "members", "membersMore");
  }

  void write_literals(Answer& answer) {
    List list(limit_);
    std::unordered_set<std::string> seen;
    each_with_code([&](const Definition& one) {
      for (const auto& row : store_.rows<sql::LiteralsOf>(one.symbol, one.last)) {
        // The numbers of a whole type would drown its strings.
        if (subject_.is_type && row.is_string == 0) continue;
        if (!seen.emplace(row.value).second) continue;
        if (list.admits()) list.texts.emplace_back(row.value);
      }
    });
    list.write(answer, "literals", "literalsMore");
  }

  void write_il(Answer& answer) {
    if (!has_code(subject_)) return;
    if (!code_.note.empty()) answer.field("ilNote", code_.note);
    if (code_.listing.lines.empty()) return;
    answer.field("maxStack", code_.listing.max_stack);
    answer.field("bodyHash", code_.listing.hash);
    answer.field("il", Value::Texts(code_.listing.lines));
  }

  Store& store_;
  References references_;
  const Definition& subject_;
  const MethodCode code_;
  const std::vector<Definition> elsewhere_;
  int64_t limit_;
};

/// The only module in scope that is called so.
std::optional<ScopeModule> module_named(Store& store, const Scope& scope, std::string_view name) {
  const std::string meant = module_meant(store, scope, name);
  std::optional<ScopeModule> found;
  for (const ScopeModule& module : store.index().modules(scope.text())->modules) {
    if (meant.empty() || !is_in_module(meant, module.name, module.path)) continue;
    if (found) return std::nullopt;
    found = module;
  }
  return found;
}

/// Symbols are numbered: the module, then its types, each followed by its members.
void write_module(Store& store, const ScopeModule& module, Answer& answer) {
  int64_t types = 0;
  for (auto rows = store.rows<sql::TypesBetween>(module.module, module.last); rows.next();) ++types;
  answer.field("kind", "module");
  answer.field("key", module.name);
  answer.field("assemblyPath", module.path);
  answer.field("types", types);
  answer.field("members", module.last - module.module - types);
  write_details(store, module.module, answer);
}

void show(Store& store, Question& question, Answer& answer) {
  const Scope& scope = question.scope();
  auto [wanted, definitions] = definitions_named(
      store, scope, question.symbol(), module_meant(store, scope, question.text("module")));
  const auto found = put_together(store, std::move(definitions));
  const auto module = found.empty() && question.text("module").empty()
                          ? module_named(store, scope, wanted)
                          : std::nullopt;
  const std::string_view status = status_of(module ? 1 : found.size());
  answer.field("status", status);
  answer.field("identifier", wanted);
  auto& [complete, refusal, is_late, log] = answer.outcome;
  log = "show(): identifier=" + in_quotes(wanted) + ", status=" + std::string(status);
  if (found.size() == 1) {
    Card card(store, scope, found[0].definition, question.is_unlimited());
    card.write(answer);
    answer.texts("alsoIn", places_of(found[0].parts));
    complete.total = complete.returned = 1;
    complete.stale = card.is_stale();
  } else if (found.size() > 1) {
    answer.begin_rows();
    for (const auto& [one, parts] : found)
      if (!answer.row({one.kind, one.key, one.module, one.path})) break;
    answer.count(static_cast<int64_t>(found.size()));
    if (const auto note = note_on_modules(found); !note.empty()) answer.note(note);
  } else if (module) {
    write_module(store, *module, answer);
    complete.total = complete.returned = 1;
  } else if (question.text("module").empty()) {
    answer.note(unknown_name(store, scope, wanted));
  }
}

constexpr OpField kFields[] = {
    {"identifier", OpField::symbol, true, "A type or member, by full or short name or by key"},
    kModuleField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"kind", 1, "kind"},
                               {"key", 2, "symbol", Column::symbol},
                               {"moduleName", 3, "module"},
                               {"assemblyPath", 0, {}, Column::path}};

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
    show,
};

}  // namespace dossier
