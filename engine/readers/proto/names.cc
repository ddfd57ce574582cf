#include "engine/readers/proto/names.h"

#include <algorithm>
#include <optional>

#include "engine/ascii.h"

namespace dossier::proto {
namespace {

std::string lower(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

std::string camel(std::string_view name) {
  std::string out = pascal(name);
  if (!out.empty()) out[0] = to_lower(out[0]);
  return out;
}

/// Go keeps an underscore before a digit, and a leading one becomes X.
std::string go_name(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const char next = i + 1 < name.size() ? name[i + 1] : '\0';
    if (i == 0 && name[i] == '_') {
      out += 'X';
    } else if (name[i] == '_' && is_lower(next)) {
      continue;  // the letter behind it is upper-cased
    } else if (is_lower(name[i]) && (i == 0 || name[i - 1] == '_')) {
      out += to_upper(name[i]);
    } else {
      out += name[i];
    }
  }
  return out;
}

/// GetPrices → get_prices.
std::string snake(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool starts_word =
        is_upper(name[i]) && i > 0 && name[i - 1] != '_' &&
        (!is_upper(name[i - 1]) || (i + 1 < name.size() && is_lower(name[i + 1])));
    if (starts_word) out += '_';
    out += to_lower(name[i]);
  }
  return out;
}

std::string shouted(std::string_view name) {
  std::string out = snake(name);
  std::transform(out.begin(), out.end(), out.begin(), to_upper);
  return out;
}

/// Swift's generator spells some words in capitals: product_id is productID, http_url httpURL.
std::string swift_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const auto word = name.substr(0, name.find('_'));
    name.remove_prefix(std::min(name.size(), word.size() + 1));
    const bool capitals = word == "id" || word == "url" || word == "http" || word == "https";
    if (out.empty()) {
      out += word;
    } else if (capitals) {
      std::transform(word.begin(), word.end(), std::back_inserter(out), to_upper);
    } else {
      out += pascal(word);
    }
  }
  return out;
}

std::string in_case(std::string_view name, Case letters) {
  switch (letters) {
    case Case::own:
      break;
    case Case::pascal:
      return pascal(name);
    case Case::camel:
      return camel(name);
    case Case::snake:
      return snake(name);
    case Case::shouted:
      return shouted(name);
    case Case::go:
      return go_name(name);
    case Case::swift:
      return swift_name(name);
    case Case::swift_pascal: {
      std::string out = swift_name(name);
      if (!out.empty()) out[0] = to_upper(out[0]);
      return out;
    }
    case Case::lower_pascal:
      return pascal(lower(name));
    case Case::lower_camel:
      return camel(lower(name));
    case Case::snake_pascal:
      return pascal(snake(name));
  }
  return std::string(name);
}

std::vector<std::string> distinct(std::vector<std::string>&& names) {
  std::vector<std::string> kept;
  for (auto& one : names) {
    if (std::find(kept.begin(), kept.end(), one) == kept.end()) kept.push_back(std::move(one));
  }
  return kept;
}

/// The name in each of the ways that were asked for.
class Written {
 public:
  explicit Written(std::string_view name) : name_(name) {}
  /// The form with the name for its '*' and what is around for its '^'.
  std::string fill(std::string_view form, Case letters, std::string_view around) {
    auto& written = by_case_[static_cast<size_t>(letters)];
    if (!written) written = in_case(name_, letters);
    std::string out;
    for (const char c : form) {
      if (c == '*') {
        out += *written;
      } else if (c == '^') {
        out += around;
      } else {
        out += c;
      }
    }
    return out;
  }

 private:
  std::string_view name_;
  std::array<std::optional<std::string>, 11> by_case_;
};

}  // namespace

Spellings::Spellings(std::span<const Generated* const> generators) {
  for (const Generated* one : generators) {
    for (const Spelling& spelling : one->names) {
      for (auto forms = spelling.forms; !forms.empty();) {
        const auto form = forms.substr(0, forms.find(' '));
        forms.remove_prefix(std::min(forms.size(), form.size() + 1));
        const auto is_same = [&](const Form& known) {
          return known.of == spelling.of && known.around == spelling.around &&
                 known.letters == spelling.letters && known.form == form;
        };
        if (std::none_of(forms_.begin(), forms_.end(), is_same))
          forms_.push_back({spelling.of, spelling.around, spelling.letters, form});
      }
    }
  }
}

std::vector<std::string> Spellings::of(Definition definition, std::string_view name) const {
  std::vector<std::string> names{std::string(name)};
  Written written(name);
  for (const Form& one : forms_) {
    if (one.of == definition && one.around == Around::nothing)
      names.push_back(written.fill(one.form, one.letters, {}));
  }
  return distinct(std::move(names));
}

std::vector<std::string> Spellings::within(Around around, Definition definition,
                                           std::string_view outer, std::string_view name) const {
  std::vector<std::string> names;
  Written written(name);
  for (const Form& one : forms_) {
    if (one.of != definition || one.around != around) continue;
    std::string made = written.fill(one.form, one.letters, outer);
    const bool is_bare = outer.empty() && made == name && around == Around::package;
    if (!is_bare) names.push_back(std::move(made));
  }
  return distinct(std::move(names));
}

std::vector<PlacedName> Spellings::placed(Definition definition, std::string_view name,
                                          const Place& place) const {
  std::vector<PlacedName> names;
  const auto add = [&](Around around, std::string_view outer, std::string_view inner) {
    for (auto& text : within(around, definition, outer, inner))
      names.push_back({std::move(text), around});
  };
  const bool is_type = definition == Definition::message || definition == Definition::service ||
                       definition == Definition::enumeration;
  if (!place.outer.empty()) {
    const auto path = [](std::string_view types) {
      std::string joined(types);
      std::replace(joined.begin(), joined.end(), '.', '_');
      return joined;
    };
    add(Around::outer, path(place.outer), name);
    const auto cut = place.outer.rfind('.');
    if (cut != place.outer.npos) add(Around::beyond, path(place.outer.substr(0, cut)), name);
  } else if (is_type) {
    add(Around::package, package_prefix(place.package), name);
  }
  if (definition == Definition::enum_value) {
    const auto rest = value_without_prefix(place.outer.substr(place.outer.rfind('.') + 1), name);
    if (!rest.empty()) add(Around::prefix, {}, rest);
  }
  if (place.in_oneof) add(Around::choice, {}, name);
  return names;
}

std::string pascal(std::string_view name) {
  std::string out;
  bool up = true;
  for (const char c : name) {
    if (c == '_') {
      up = true;
      continue;
    }
    out += up ? to_upper(c) : c;
    up = is_digit(c);
  }
  return out;
}

std::string package_prefix(std::string_view package) {
  std::string prefix;
  while (!package.empty()) {
    const auto part = package.substr(0, package.find('.'));
    package.remove_prefix(std::min(package.size(), part.size() + 1));
    prefix += pascal(part) + "_";
  }
  return prefix;
}

std::string_view value_without_prefix(std::string_view enumeration, std::string_view value) {
  const std::string prefix = shouted(enumeration) + "_";
  return value.starts_with(prefix) ? value.substr(prefix.size()) : std::string_view();
}

}  // namespace dossier::proto
