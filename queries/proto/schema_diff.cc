#include "queries/proto/schema_diff.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace dossier::proto {
namespace {

using What = SchemaChange::What;

std::string_view kind_of(const Declaration& declaration) {
  constexpr std::string_view kNames[] = {"message",    "field",   "oneof", "enum",
                                         "enum value", "service", "rpc"};
  return kNames[static_cast<size_t>(declaration.kind)];
}

bool is_type(const Declaration& declaration) {
  return declaration.kind == Definition::message || declaration.kind == Definition::service ||
         declaration.kind == Definition::enumeration;
}

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool last_lower = false;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (c == '_' || c == '.') {
      last_lower = false;
      words.emplace_back();
      continue;
    }
    if (words.empty() || (upper && last_lower)) words.emplace_back();
    words.back() += upper ? static_cast<char>(c - 'A' + 'a') : c;
    last_lower = !upper;
  }
  std::erase(words, "");
  return words;
}

/// Twice what both have over what each has.
template <typename Item>
double dice(std::vector<Item> one, std::vector<Item> other) {
  if (one.empty() || other.empty()) return 0;
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  std::vector<Item> both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                        std::back_inserter(both));
  return 2.0 * static_cast<double>(both.size()) / static_cast<double>(one.size() + other.size());
}

/// A type's simple name, or a type's as another package may write it.
std::string_view last_part(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

std::string list_of(const std::vector<Option>& options) {
  std::string text;
  for (const auto& [name, value] : options)
    text += (text.empty() ? "[" : ", ") + name + " = " + value;
  return text.empty() ? text : text + "]";
}

class Diff {
 public:
  Diff(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
       std::span<const SchemaFile> rest)
      : before_files_(before), after_files_(after), rest_(rest) {}

  std::vector<SchemaChange> run() {
    gather(before_files_, before_);
    gather(after_files_, after_);
    pair_types();
    for (const SchemaFile& file : after_files_) later_file(file);
    for (const SchemaFile& file : before_files_) earlier_file(file);
    add_breaches();
    std::stable_sort(changes_.begin(), changes_.end(), [](const auto& one, const auto& other) {
      return std::tie(one.path, one.order) < std::tie(other.path, other.order);
    });
    std::vector<SchemaChange> changes;
    for (auto& change : changes_) changes.push_back(std::move(change));
    return changes;
  }

 private:
  struct Placed {
    const SchemaFile* file = nullptr;
    const Declaration* it = nullptr;
    std::vector<const Declaration*> members;
    const Placed* pair = nullptr;
    std::string full_name;
  };
  struct Ordered : SchemaChange {
    int order = 0;  // in its file: what the file says of itself, declarations, what is gone
  };
  struct Side {
    std::vector<Placed> types;
    std::unordered_map<std::string, size_t> by_name;
    // Members outside of all types: extensions.
    std::vector<std::pair<const SchemaFile*, const Declaration*>> extensions;
  };

  static void gather(std::span<const SchemaFile> files, Side& side) {
    for (const SchemaFile& file : files)
      for (const Declaration& declaration : file.schema.declarations)
        if (is_type(declaration)) {
          std::string full = declaration.full_name();
          if (side.by_name.try_emplace(full, side.types.size()).second)
            side.types.push_back({&file, &declaration, {}, nullptr, std::move(full)});
        }
    for (const SchemaFile& file : files)
      for (const Declaration& declaration : file.schema.declarations) {
        if (is_type(declaration)) continue;
        const auto owner = side.by_name.find(declaration.owner);
        if (!declaration.extends.empty() || owner == side.by_name.end())
          side.extensions.emplace_back(&file, &declaration);
        else
          side.types[owner->second].members.push_back(&declaration);
      }
  }

  void pair(Placed& was, Placed& is) {
    was.pair = &is;
    is.pair = &was;
  }

  Placed* unpaired(Side& side, const std::string& name, Definition kind) {
    const auto found = side.by_name.find(name);
    if (found == side.by_name.end()) return nullptr;
    Placed& type = side.types[found->second];
    return type.pair == nullptr && type.it->kind == kind ? &type : nullptr;
  }

  void pair_types() {
    for (Placed& was : before_.types)
      if (Placed* is = unpaired(after_, was.full_name, was.it->kind)) pair(was, *is);
    pair_in_renamed_packages();
    pair_inside_of_pairs();
    // By what they hold and how they are called, the likest first.
    std::vector<std::tuple<double, size_t, size_t>> pairs;
    size_t work = 0;
    for (size_t i = 0; i < before_.types.size(); ++i)
      for (size_t k = 0; k < after_.types.size(); ++k) {
        if (before_.types[i].pair != nullptr || after_.types[k].pair != nullptr) continue;
        if (++work > kMostPairs) break;
        const double score = type_likeness(before_.types[i], after_.types[k]);
        if (score > 0) pairs.emplace_back(-score, i, k);
      }
    std::sort(pairs.begin(), pairs.end());
    for (const auto& [score, i, k] : pairs)
      if (before_.types[i].pair == nullptr && after_.types[k].pair == nullptr)
        pair(before_.types[i], after_.types[k]);
    pair_inside_of_pairs();
  }

  /// The same name inside of a package that changed its own.
  void pair_in_renamed_packages() {
    for (Placed& was : before_.types) {
      if (was.pair != nullptr) continue;
      const auto& package = was.file->schema.package;
      const auto later =
          std::find_if(after_files_.begin(), after_files_.end(), [&](const auto& file) {
            return file.path == was.file->path && file.schema.package != package;
          });
      if (later == after_files_.end()) continue;
      std::string name = was.full_name.substr(package.empty() ? 0 : package.size() + 1);
      if (!later->schema.package.empty()) name = later->schema.package + "." + name;
      if (Placed* is = unpaired(after_, name, was.it->kind)) pair(was, *is);
    }
  }

  /// The same name inside of a message that was renamed or moved.
  void pair_inside_of_pairs() {
    for (Placed& was : before_.types) {
      if (was.pair != nullptr) continue;
      const auto outer = before_.by_name.find(was.it->owner);
      if (outer == before_.by_name.end()) continue;
      const Placed* renamed = before_.types[outer->second].pair;
      if (renamed == nullptr) continue;
      if (Placed* is = unpaired(after_, renamed->full_name + "." + was.it->name, was.it->kind))
        pair(was, *is);
    }
  }

  static double type_likeness(const Placed& was, const Placed& is) {
    if (was.it->kind != is.it->kind) return 0;
    const auto held = [](const Placed& type) {
      std::vector<std::string> items;
      for (const auto* member : type.members)
        items.push_back(member->name + " " + std::to_string(member->number));
      return items;
    };
    const double shared = dice(held(was), held(is));
    const double names = likeness(was.it->name, is.it->name);
    if (was.it->name == is.it->name && (shared > 0 || was.members.empty())) return 2 + shared;
    if (shared >= 0.5 || (shared >= 0.3 && names >= 0.5) ||
        (was.members.empty() && is.members.empty() && names >= 0.7))
      return shared + names;
    return 0;
  }

  /// What a reference inside of `was` means in the later version, where that was renamed.
  bool same_type_name(const std::string& was, const std::string& is) const {
    if (was == is) return true;
    const auto without_dot = [](std::string_view name) {
      return name.starts_with('.') ? name.substr(1) : name;
    };
    const std::string_view one = without_dot(was), other = without_dot(is);
    return last_part(one) == last_part(other) && (one.ends_with(other) || other.ends_with(one));
  }

  std::vector<std::string_view> differences(const Declaration& was, const Declaration& is) const {
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
    const auto numbers = [](const std::vector<Range>& ranges) {
      std::string text;
      for (const Range& range : ranges)
        text += std::to_string(range.first) + "-" + std::to_string(range.last) + " ";
      return text;
    };
    note(numbers(was.reserved) == numbers(is.reserved) && was.reserved_names == is.reserved_names,
         "reserved");
    note(numbers(was.extension_ranges) == numbers(is.extension_ranges), "extensions");
    return aspects;
  }

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
    const bool options_differ = was != nullptr && is != nullptr && was->options != is->options;
    const auto text = [&](const Declaration* declaration) {
      if (declaration == nullptr) return std::string();
      std::string line = text_of(*declaration);
      if (options_differ && !declaration->options.empty())
        line += " " + list_of(declaration->options);
      return line;
    };
    change.before = text(was);
    change.after = text(is);
    if (what == What::renamed) change.from = was->full_name();
    if (was != nullptr && is != nullptr) change.aspects = differences(*was, *is);
  }

  void compare(const SchemaFile& file, const Declaration& was, const Declaration& is) {
    const bool is_renamed = was.name != is.name;
    if (is_renamed || !differences(was, is).empty())
      add_declaration(is_renamed ? What::renamed : What::changed, file, &was, &is);
  }

  void later_file(const SchemaFile& file) {
    const auto earlier =
        std::find_if(before_files_.begin(), before_files_.end(),
                     [&](const SchemaFile& other) { return other.path == file.path; });
    if (earlier == before_files_.end()) {
      add(What::added, "file", file.path, file, 0);
    } else {
      file_pair(*earlier, file);
    }
    for (const Declaration& declaration : file.schema.declarations) {
      if (!is_type(declaration)) continue;
      const Placed& type = after_.types[after_.by_name.at(declaration.full_name())];
      if (type.it != &declaration) continue;  // a name that is declared twice counts once
      type_change(type);
    }
    for (const auto& [holder, extension] : after_.extensions) {
      if (holder != &file) continue;
      const Declaration* was = extension_called(before_, *extension);
      if (was == nullptr)
        add_declaration(What::added, file, nullptr, extension);
      else
        compare(file, *was, *extension);
    }
  }

  void type_change(const Placed& type) {
    if (type.pair == nullptr) {
      add_declaration(What::added, *type.file, nullptr, type.it);
      for (const auto* member : type.members)
        add_declaration(What::added, *type.file, nullptr, member);
      return;
    }
    compare(*type.file, *type.pair->it, *type.it);
    members(*type.file, *type.pair, type);
  }

  void earlier_file(const SchemaFile& file) {
    const bool stays =
        std::any_of(after_files_.begin(), after_files_.end(),
                    [&](const SchemaFile& other) { return other.path == file.path; });
    if (!stays) add(What::removed, "file", file.path, file, 0);
    for (const Placed& type : before_.types) {
      if (type.file != &file || type.pair != nullptr) continue;
      add_declaration(What::removed, file, type.it, nullptr);
      for (const auto* member : type.members) add_declaration(What::removed, file, member, nullptr);
    }
    for (const auto& [holder, extension] : before_.extensions)
      if (holder == &file && extension_called(after_, *extension) == nullptr)
        add_declaration(What::removed, file, extension, nullptr);
  }

  static const Declaration* extension_called(const Side& side, const Declaration& wanted) {
    for (const auto& [file, extension] : side.extensions)
      if (extension->full_name() == wanted.full_name() && extension->kind == wanted.kind)
        return extension;
    return nullptr;
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
    changed("syntax", is.path, was.schema.syntax, is.schema.syntax);
    changed("package", is.schema.package, was.schema.package, is.schema.package);
    std::map<std::string, std::pair<std::string, std::string>> imports, options;
    for (const auto& path : was.schema.imports) imports[path].first = path;
    for (const auto& path : is.schema.imports) imports[path].second = path;
    for (const auto& [name, value] : was.schema.options) options[name].first = value;
    for (const auto& [name, value] : is.schema.options) options[name].second = value;
    for (const auto& [path, sides] : imports) changed("import", path, sides.first, sides.second);
    for (const auto& [name, sides] : options) changed("option", name, sides.first, sides.second);
  }

  void members(const SchemaFile& file, const Placed& was, const Placed& is) {
    std::unordered_set<const Declaration*> paired;
    std::vector<const Declaration*> left;
    // What does not compile may declare a name twice: the first left of them is last here.
    std::map<std::pair<std::string_view, Definition>, std::vector<const Declaration*>> named;
    for (auto member = is.members.rbegin(); member != is.members.rend(); ++member)
      named[{(*member)->name, (*member)->kind}].push_back(*member);
    const auto find = [&](const Declaration& wanted) -> const Declaration* {
      const auto found = named.find({wanted.name, wanted.kind});
      if (found == named.end() || found->second.empty()) return nullptr;
      const Declaration* member = found->second.back();
      found->second.pop_back();
      return member;
    };
    std::unordered_map<const Declaration*, const Declaration*> earlier;
    for (const auto* member : was.members) {
      if (const auto* found = find(*member)) {
        paired.insert(found);
        earlier[found] = member;
      } else {
        left.push_back(member);
      }
    }
    std::vector<std::tuple<double, size_t, size_t>> pairs;
    size_t work = 0;
    std::vector<const Declaration*> unpaired;
    for (const auto* member : is.members)
      if (!paired.contains(member)) unpaired.push_back(member);
    const auto weigh = [&](size_t i, size_t k) {
      ++work;
      const double score = member_likeness(*left[i], *unpaired[k]);
      if (score > 0) pairs.emplace_back(-score, i, k);
    };
    // Those of one number first, which many thousands of members leave within the bound.
    std::unordered_multimap<int64_t, size_t> by_number;
    for (size_t k = 0; k < unpaired.size(); ++k) by_number.emplace(unpaired[k]->number, k);
    for (size_t i = 0; i < left.size() && work < kMostPairs; ++i)
      for (auto [at, end] = by_number.equal_range(left[i]->number); at != end && work < kMostPairs;
           ++at)
        weigh(i, at->second);
    for (size_t i = 0; i < left.size() && work < kMostPairs; ++i)
      for (size_t k = 0; k < unpaired.size() && work < kMostPairs; ++k)
        if (left[i]->number != unpaired[k]->number) weigh(i, k);
    std::sort(pairs.begin(), pairs.end());
    std::unordered_set<const Declaration*> renamed;
    for (const auto& [score, i, k] : pairs) {
      if (renamed.contains(left[i]) || !paired.insert(unpaired[k]).second) continue;
      renamed.insert(left[i]);
      earlier[unpaired[k]] = left[i];
    }
    for (const auto* member : is.members) {
      const auto found = earlier.find(member);
      if (found == earlier.end())
        add_declaration(What::added, file, nullptr, member);
      else
        compare(file, *found->second, *member);
    }
    for (const auto* member : left)
      if (!renamed.contains(member)) add_declaration(What::removed, *was.file, member, nullptr);
  }

  double member_likeness(const Declaration& was, const Declaration& is) const {
    if (was.kind != is.kind) return 0;
    const double names = likeness(was.name, is.name);
    if (was.kind == Definition::rpc) {
      const bool same =
          same_type_name(was.request, is.request) && same_type_name(was.response, is.response);
      return (same && names >= 0.4) || names >= 0.75 ? names + (same ? 1 : 0) : 0;
    }
    if (was.kind == Definition::oneof) return names >= 0.5 ? names : 0;
    const bool same_number = was.number == is.number;
    const bool same_type = was.kind == Definition::enum_value || same_type_name(was.type, is.type);
    const double least = same_number && same_type ? 0.2 : same_number ? 0.6 : same_type ? 0.8 : 2;
    return names >= least ? names + (same_number ? 2 : 0) + (same_type ? 1 : 0) : 0;
  }

  void add_breaches() {
    std::unordered_map<const Declaration*, size_t> at;
    std::map<std::pair<std::string, std::string>, size_t> of_file;  // path, option
    for (size_t i = 0; i < changes_.size(); ++i) {
      const auto& change = changes_[i];
      if (change.was != nullptr) at.try_emplace(change.was, i);
      if (change.line != 0) continue;
      const bool is_option = change.kind == "option";
      const std::string about = is_option ? change.name : std::string(change.kind);
      of_file.try_emplace({change.path, about}, i);
    }
    for (const Breach& breach : breaches(before_files_, after_files_, rest_)) {
      size_t index = changes_.size();
      if (breach.declaration == nullptr) {
        const auto found =
            of_file.find({breach.file->path, breach.option.empty() ? "file" : breach.option});
        if (found != of_file.end()) index = found->second;
      } else if (const auto found = at.find(breach.declaration); found != at.end()) {
        index = found->second;
      }
      if (index == changes_.size()) {
        // The declaration is as it was, and what stands around it is not: its file's syntax, the
        // enum that it names, or the file that it is declared in.
        if (breach.declaration == nullptr) {
          add(What::changed, "file", breach.file->path, *breach.file, 0);
        } else {
          const Declaration& was = *breach.declaration;
          Ordered& change =
              add(What::changed, kind_of(was), was.full_name(), *breach.file, was.line);
          change.before = change.after = text_of(was);
          change.was = &was;
          // Inside of a message that was renamed.
          const auto placed = before_.by_name.find(change.name);
          if (placed != before_.by_name.end() && before_.types[placed->second].it == &was)
            if (const Placed* pair = before_.types[placed->second].pair;
                pair != nullptr && pair->full_name != change.name) {
              change.what = What::renamed;
              change.from = std::exchange(change.name, pair->full_name);
              change.path = pair->file->path;
              change.line = pair->it->line;
              change.is = pair->it;
            }
          at.try_emplace(&was, index);
        }
      }
      changes_[index].rules.push_back(breach.rule);
    }
  }

  static constexpr size_t kMostPairs = 200'000;  // of types, and of members of one type

  std::span<const SchemaFile> before_files_, after_files_, rest_;
  Side before_, after_;
  std::vector<Ordered> changes_;
};

}  // namespace

std::string_view name_of(SchemaChange::What what) {
  constexpr std::string_view kNames[] = {"added", "removed", "changed", "renamed"};
  return kNames[what];
}

double likeness(std::string_view one, std::string_view other) {
  const auto letters = [](std::string_view name) {
    std::string text;
    for (const auto& word : words_of(name)) text += word;
    std::vector<std::string> pairs;
    for (size_t i = 0; i + 1 < text.size(); ++i) pairs.push_back(text.substr(i, 2));
    return pairs;
  };
  return std::max(dice(words_of(one), words_of(other)), dice(letters(one), letters(other)));
}

std::string text_of(const Declaration& declaration) {
  const std::string& name = declaration.name;
  switch (declaration.kind) {
    case Definition::field: {
      std::string text = declaration.label.empty() ? "" : declaration.label + " ";
      text += declaration.type + " " + name + " = " + std::to_string(declaration.number);
      if (!declaration.extends.empty()) text = "extend " + declaration.extends + ": " + text;
      if (!declaration.oneof.empty()) text = "oneof " + declaration.oneof + ": " + text;
      return text;
    }
    case Definition::enum_value:
      return name + " = " + std::to_string(declaration.number);
    case Definition::rpc: {
      const auto side = [](bool streams, const std::string& type) {
        return (streams ? "(stream " : "(") + type + ")";
      };
      return "rpc " + name + side(declaration.client_streaming, declaration.request) + " returns " +
             side(declaration.server_streaming, declaration.response);
    }
    default:
      return std::string(kind_of(declaration)) + " " + name;
  }
}

std::string in_words(const SchemaChange& change) {
  std::string text = std::string(name_of(change.what)) + " " + std::string(change.kind) + " ";
  if (change.what == SchemaChange::renamed) {
    // The name alone where nothing else of it is another.
    const auto scope = [](std::string_view name) {
      return name.substr(0, name.size() - last_part(name).size());
    };
    const bool is_here = scope(change.from) == scope(change.name);
    return text + change.from + " to " +
           (is_here ? std::string(last_part(change.name)) : change.name);
  }
  text += change.name.empty() ? change.path : change.name;
  if (change.what == SchemaChange::changed && change.before != change.after)
    text += ": " + change.before + " → " + change.after;
  return text;
}

std::vector<SchemaChange> schema_changes(std::span<const SchemaFile> before,
                                         std::span<const SchemaFile> after,
                                         std::span<const SchemaFile> rest) {
  return Diff(before, after, rest).run();
}

}  // namespace dossier::proto
