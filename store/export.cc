#include "store/export.h"

#include "engine/digest.h"
#include "engine/error.h"
#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/json.h"
#include "engine/stored.h"
#include "store/member_word.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

class Exporter {
 public:
  Exporter(Store& store, const std::function<void(std::string_view)>& sink)
      : store_(store), sink_(sink) {}

  void write(const sql::ExportModules::Row& module) {
    JsonWriter json;
    json.begin_object()
        .field("Name", module.name)
        .field("AssemblyFullName", module.full_name)
        .field("FileName", module.path)
        .field("AssemblyPath", module.path)
        .field("ModuleFilePath", module.path);
    write_details(json, module.module);
    if (module.file) json.field("FileSha256", hex(*module.file));
    std::string head = json.end_object().take();
    head.pop_back();
    sink_(head + ",\"Types\":[");
    bool is_first = true;
    for (int64_t symbol = module.module + 1; symbol <= module.last;) {
      if (!is_first) sink_(",");
      is_first = false;
      symbol = write_type(symbol, module.sources);
    }
    sink_("]}");
  }

 private:
  void write_details(JsonWriter& json, int64_t module) {
    std::vector<std::string> references;
    for (const auto& row : store_.rows<sql::SymbolDetails>(module)) {
      if (row.kind == static_cast<int64_t>(DetailKind::mvid)) json.field("Mvid", row.text);
      if (row.kind == static_cast<int64_t>(DetailKind::reference))
        references.emplace_back(row.text);
    }
    json.key("AssemblyReferences").begin_array();
    for (const auto& reference : references) json.value(reference);
    json.end_array();
  }

  /// Writes one type; returns the symbol after its last member.
  int64_t write_type(int64_t symbol, std::optional<int64_t> sources) {
    JsonWriter json;
    int64_t last = symbol;
    {
      const auto row = first_row<sql::ExportType>(store_, symbol, sources);
      if (!row)
        throw Error(ErrorCode::corrupt, "a module has a symbol that is not a type", "_type");
      last = row->last;
      if (last < symbol) throw_damaged("a type ends before it begins (_type.last)");
      json.begin_object()
          .field("Name", row->name)
          .field("Namespace", row->name_space)
          .field("FullName", row->full_name)
          .field("BaseType", row->base_type);
      if (!row->source_path.empty()) json.field("SourceFilePath", row->source_path);
      json.field("IsPublic", (row->flags & kPublic) != 0)
          .field("IsAbstract", (row->flags & kAbstract) != 0)
          .field("IsSealed", (row->flags & kSealed) != 0);
      if (!row->kind.empty()) json.field("Kind", row->kind);
      if (row->token) json.field("MetadataToken", *row->token);
      full_name_ = row->full_name;
    }
    write_interfaces(json, symbol);
    write_members(json, symbol + 1, last);
    sink_(json.end_object().take());
    return last + 1;
  }

  void write_interfaces(JsonWriter& json, int64_t symbol) {
    bool any = false;
    for (const auto& row : store_.rows<sql::SymbolDetails>(symbol)) {
      if (row.kind != static_cast<int64_t>(DetailKind::interface_name)) continue;
      if (!any) json.key("Interfaces").begin_array();
      any = true;
      json.value(row.text);
    }
    if (any) json.end_array();
  }

  void write_members(JsonWriter& json, int64_t first, int64_t last) {
    static constexpr std::string_view kGroups[] = {"Fields", "Methods", "Properties", "Events"};
    size_t group = 0;
    json.key(kGroups[0]).begin_array();
    for (const auto& row : store_.rows<sql::ExportMembers>(first, last)) {
      const MemberKind kind = stored_member_kind(row.kind);
      while (group < static_cast<size_t>(kind))
        json.end_array().key(kGroups[++group]).begin_array();
      json.begin_object()
          .field("Name", row.name)
          .field("FullName", row.full_name ? std::string(*row.full_name)
                                           : full_name_ + "." + std::string(row.name))
          .field("Signature", row.signature)
          .field("MemberType", row.member_type.value_or(usual_word(kind, row.flags)))
          .field("IsStatic", (row.flags & kStatic) != 0)
          .field("IsPublic", (row.flags & kPublic) != 0);
      if (row.token) json.field("MetadataToken", *row.token);
      json.end_object();
    }
    while (group < std::size(kGroups) - 1) json.end_array().key(kGroups[++group]).begin_array();
    json.end_array();
  }

  Store& store_;
  const std::function<void(std::string_view)>& sink_;
  std::string full_name_;  // of the type at hand
};

}  // namespace

void export_snapshot(Store& store, int64_t snapshot,
                     const std::function<void(std::string_view)>& sink) {
  Exporter exporter(store, sink);
  sink("{\"Modules\":[");
  bool is_first = true;
  for (const auto& module : store.rows<sql::ExportModules>(snapshot)) {
    sink(is_first ? "\n" : ",\n");
    is_first = false;
    exporter.write(module);
  }
  sink("]}\n");
}

}  // namespace dossier
