#include "queries/proto/schema_diff.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/path_text.h"
#include "queries/proto/schema_pairs.h"
#include "queries/proto/schema_words.h"

namespace dossier::proto {
namespace {

using What = SchemaChange::What;

std::string numbers(const std::vector<Range>& ranges) {
  std::string text;
  for (const Range& range : ranges)
    text += std::to_string(range.first) + "-" + std::to_string(range.last) + " ";
  return text;
}

bool same_reserved(const Declaration& was, const Declaration& is) {
  return numbers(was.reserved) == numbers(is.reserved) && was.reserved_names == is.reserved_names;
}

std::vector<std::string_view> differences(const Declaration& was, const Declaration& is) {
  std::vector<std::string_view> aspects;
  const auto note = [&](bool same, std::string_view aspect) {
    if (!same) aspects.push_back(aspect);
  };
  note(was.number == is.number, "number");
  note(same_type_name(was.type, is.type), "type");
  note(was.label == is.label, "label");
  note(was.oneof == is.oneof, "oneof");
  note(same_type_name(was.extends, is.extends), "extends");
  note(same_type_name(was.request, is.request), "request");
  note(same_type_name(was.response, is.response), "response");
  note(was.client_streaming == is.client_streaming, "client streaming");
  note(was.server_streaming == is.server_streaming, "server streaming");
  note(was.options == is.options, "options");
  note(same_reserved(was, is), "reserved");
  note(numbers(was.extension_ranges) == numbers(is.extension_ranges), "extensions");
  return aspects;
}

class Diff {
 public:
  Diff(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
       std::span<const SchemaFile> rest)
      : pairs_(before, after), rest_(rest) {}

  std::vector<SchemaChange> run() {
    for (const SchemaFile& file : pairs_.after().files) later_file(file);
    for (const SchemaFile& file : pairs_.before().files) earlier_file(file);
    add_breaches();
    std::stable_sort(changes_.begin(), changes_.end(), [](const auto& one, const auto& other) {
      return std::tie(one.path, one.order) < std::tie(other.path, other.order);
    });
    std::vector<SchemaChange> changes;
    for (auto& change : changes_) changes.push_back(std::move(change));
    return changes;
  }

 private:
  struct Ordered : SchemaChange {
    int order = 0;  // in its file: what the file says of itself, declarations, what is gone
  };

  Ordered& add(What what, std::string_view kind, std::string name, const SchemaFile& file,
               uint32_t line) {
    Ordered& change = changes_.emplace_back();
    change.what = what;
    change.kind = kind;
    change.name = std::move(name);
    change.path = file.path;
    change.line = line;
    change.order = line == 0 ? 0 : what == What::removed ? 2 : 1;
    return change;
  }

  void add_declaration(What what, const SchemaFile& file, const Declaration* was,
                       const Declaration* is) {
    const Declaration& at = is != nullptr ? *is : *was;
    Ordered& change = add(what, kind_of(at), at.full_name(), file, at.line);
    change.was = was;
    change.is = is;
    const bool is_pair = was != nullptr && is != nullptr;
    const bool options_differ = is_pair && was->options != is->options;
    const bool reserved_differ = is_pair && !same_reserved(*was, *is);
    const auto text = [&](const Declaration* declaration) {
      if (declaration == nullptr) return std::string();
      std::string line = text_of(*declaration);
      if (options_differ && !declaration->options.empty())
        line += " " + list_of(declaration->options);
      const std::string reserved = reserved_differ ? reserved_text(*declaration) : std::string();
      if (!reserved.empty()) line += " { " + reserved + "; }";
      return line;
    };
    change.before = text(was);
    change.after = text(is);
    if (what == What::renamed) change.from = was->full_name();
    if (is_pair) change.aspects = differences(*was, *is);
  }

  void compare(const SchemaFile& file, const Declaration& was, const Declaration& is) {
    const bool is_renamed = was.name != is.name;
    if (is_renamed || !differences(was, is).empty())
      add_declaration(is_renamed ? What::renamed : What::changed, file, &was, &is);
  }

  void later_file(const SchemaFile& file) {
    const SchemaFile* earlier = pairs_.earlier_of(file);
    if (earlier == nullptr) {
      add(What::added, "file", path_text(file.path), file, 0);
    } else {
      if (earlier->path != file.path)
        add(What::renamed, "file", path_text(file.path), file, 0).from = path_text(earlier->path);
      file_pair(*earlier, file);
    }
    const SchemaSide& after = pairs_.after();
    for (const Declaration& declaration : file.schema.declarations) {
      if (!is_type(declaration)) continue;
      const PlacedType& type = after.types[after.by_name.at(declaration.full_name())];
      if (type.it != &declaration) continue;  // a name that is declared twice counts once
      type_change(type);
    }
    for (const auto& [holder, extension] : after.extensions) {
      if (holder != &file) continue;
      const Declaration* was = pairs_.earlier_extension(file, *extension);
      if (was == nullptr)
        add_declaration(What::added, file, nullptr, extension);
      else
        compare(file, *was, *extension);
    }
  }

  void type_change(const PlacedType& type) {
    if (type.pair == nullptr) {
      add_declaration(What::added, *type.file, nullptr, type.it);
      for (const auto* member : type.members)
        add_declaration(What::added, *type.file, nullptr, member);
      return;
    }
    compare(*type.file, *type.pair->it, *type.it);
    const MemberPairs members = pair_members(*type.pair, type);
    for (const auto& [was, is] : members.later)
      if (was == nullptr)
        add_declaration(What::added, *type.file, nullptr, is);
      else
        compare(*type.file, *was, *is);
    for (const auto* member : members.gone)
      add_declaration(What::removed, *type.pair->file, member, nullptr);
  }

  void earlier_file(const SchemaFile& file) {
    if (pairs_.later_of(file) == nullptr) add(What::removed, "file", path_text(file.path), file, 0);
    for (const PlacedType& type : pairs_.before().types) {
      if (type.file != &file || type.pair != nullptr) continue;
      add_declaration(What::removed, file, type.it, nullptr);
      for (const auto* member : type.members) add_declaration(What::removed, file, member, nullptr);
    }
    for (const auto& [holder, extension] : pairs_.before().extensions)
      if (holder == &file && pairs_.later_extension(file, *extension) == nullptr)
        add_declaration(What::removed, file, extension, nullptr);
  }

  void file_pair(const SchemaFile& was, const SchemaFile& is) {
    const auto changed = [&](std::string_view kind, std::string name, std::string before,
                             std::string after) {
      if (before == after) return;
      const What what = before.empty()  ? What::added
                        : after.empty() ? What::removed
                                        : What::changed;
      Ordered& change = add(what, kind, std::move(name), is, 0);
      change.before = std::move(before);
      change.after = std::move(after);
    };
    changed("syntax", path_text(is.path), was.schema.syntax, is.schema.syntax);
    const auto& package = is.schema.package.empty() ? was.schema.package : is.schema.package;
    changed("package", package, was.schema.package, is.schema.package);
    std::map<std::string, std::pair<std::string, std::string>> imports, options;
    for (const auto& path : was.schema.imports) imports[path].first = path;
    for (const auto& path : is.schema.imports) imports[path].second = path;
    for (const auto& [name, value] : was.schema.options) options[name].first = value;
    for (const auto& [name, value] : is.schema.options) options[name].second = value;
    for (const auto& [path, sides] : imports) changed("import", path, sides.first, sides.second);
    for (const auto& [name, sides] : options) changed("option", name, sides.first, sides.second);
  }

  /// The change that a breach belongs to; the count of changes: none of them.
  size_t change_of(const Breach& breach) const {
    if (breach.declaration != nullptr) {
      const auto found = at_.find(breach.declaration);
      return found == at_.end() ? changes_.size() : found->second;
    }
    const auto found =
        of_file_.find({breach.file->path, breach.option.empty() ? "file" : breach.option});
    return found == of_file_.end() ? changes_.size() : found->second;
  }

  void index_changes() {
    std::unordered_map<std::string, std::string> moved;
    for (const SchemaFile& file : pairs_.after().files)
      if (!file.from.empty()) moved.emplace(file.path, file.from);
    for (size_t i = 0; i < changes_.size(); ++i) {
      const auto& change = changes_[i];
      if (change.was != nullptr) at_.try_emplace(change.was, i);
      if (change.line != 0) continue;
      const bool is_option = change.kind == "option";
      const std::string about = is_option ? change.name : std::string(change.kind);
      const auto from = moved.find(change.path);
      of_file_.try_emplace({from == moved.end() ? change.path : from->second, about}, i);
    }
  }

  /// The declaration is as it was, and what stands around it is not: its file's syntax, the enum
  /// that it names, or the file that it is declared in.
  void add_around(const Breach& breach) {
    if (breach.declaration == nullptr) {
      add(What::changed, "file", path_text(breach.file->path), *breach.file, 0);
      return;
    }
    const Declaration& was = *breach.declaration;
    at_.try_emplace(&was, changes_.size());
    Ordered& change = add(What::changed, kind_of(was), was.full_name(), *breach.file, was.line);
    change.before = change.after = text_of(was);
    change.was = &was;
    // Inside of a message that was renamed.
    const SchemaSide& before = pairs_.before();
    const auto placed = before.by_name.find(change.name);
    if (placed == before.by_name.end() || before.types[placed->second].it != &was) return;
    const PlacedType* pair = before.types[placed->second].pair;
    if (pair == nullptr || pair->full_name == change.name) return;
    change.what = What::renamed;
    change.from = std::exchange(change.name, pair->full_name);
    change.path = pair->file->path;
    change.line = pair->it->line;
    change.is = pair->it;
  }

  void add_breaches() {
    index_changes();
    for (const Breach& breach : breaches(pairs_.before().files, pairs_.after().files, rest_)) {
      const size_t index = change_of(breach);
      if (index == changes_.size()) add_around(breach);
      changes_[index].rules.push_back(breach.rule);
    }
  }

  SchemaPairs pairs_;
  std::span<const SchemaFile> rest_;
  std::vector<Ordered> changes_;
  std::unordered_map<const Declaration*, size_t> at_;              // earlier, in changes_
  std::map<std::pair<std::string, std::string>, size_t> of_file_;  // earlier path, option
};

}  // namespace

std::vector<SchemaChange> schema_changes(std::span<const SchemaFile> before,
                                         std::span<const SchemaFile> after,
                                         std::span<const SchemaFile> rest) {
  return Diff(before, after, rest).run();
}

}  // namespace dossier::proto
