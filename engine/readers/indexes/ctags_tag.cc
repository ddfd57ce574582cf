#include "engine/readers/indexes/ctags_tag.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

#include "engine/readers/json_cursor.h"

namespace dossier::indexes {
namespace {

/// One line, as the parser wants it: without the buffers that a file deserves.
class LineBytes final : public ByteInput {
 public:
  LineBytes(std::string_view line, const std::string& name) : rest_(line), name_(name) {}
  size_t read(char* buffer, size_t size) override {
    const size_t taken = rest_.copy(buffer, size);
    rest_.remove_prefix(taken);
    return taken;
  }
  uint64_t consumed() const override { return 0; }
  std::optional<uint64_t> total() const override { return std::nullopt; }
  const std::string& name() const override { return name_; }

 private:
  std::string_view rest_;
  const std::string& name_;
};

class Anonymous {
 public:
  explicit Anonymous(std::vector<Tag>& tags) {
    for (const Tag& tag : tags) {
      if (tag.extras.find("anonymous") != std::string::npos)
        names_[tag.name] = "<" + tag.kind + ":" + std::to_string(tag.line) + ">";
    }
    if (names_.empty()) return;
    std::erase_if(tags, [&](const Tag& tag) { return tag.kind == "typedef" && adopts(tag); });
    for (Tag& tag : tags)
      for (std::string* text : {&tag.name, &tag.scope, &tag.typeref}) *text = named(*text);
  }

 private:
  bool adopts(const Tag& tag) {
    const auto found = names_.find(tag.typeref.substr(tag.typeref.find(':') + 1));
    if (found == names_.end() || !found->second.starts_with('<')) return false;
    found->second = tag.name;
    return true;
  }

  /// The text with the names in it replaced.
  std::string named(std::string_view text) const {
    std::string out;
    while (!text.empty()) {
      size_t size = 0;
      while (size < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[size])) || text[size] == '_'))
        ++size;
      const std::string word(text.substr(0, std::max<size_t>(size, 1)));
      const auto found = names_.find(word);
      out += found == names_.end() ? word : found->second;
      text.remove_prefix(word.size());
    }
    return out;
  }

  std::unordered_map<std::string, std::string> names_;
};

}  // namespace

Tag parse_tag(std::string_view line, const std::string& name) {
  static const std::unordered_map<std::string_view, std::string Tag::*> kTexts = {
      {"_type", &Tag::type},          {"name", &Tag::name},
      {"path", &Tag::path},           {"pattern", &Tag::pattern},
      {"language", &Tag::language},   {"kind", &Tag::kind},
      {"scope", &Tag::scope},         {"scopeKind", &Tag::scope_kind},
      {"signature", &Tag::signature}, {"typeref", &Tag::typeref},
      {"access", &Tag::access},       {"inherits", &Tag::inherits},
      {"roles", &Tag::roles},         {"extras", &Tag::extras},
  };
  LineBytes input(line, name);
  JsonCursor json(input, {}, line.size() + 1);
  Tag tag;
  if (json.peek() != '{') json.fail("a tag is a JSON object");
  json.open();
  json.path.push("");
  while (const auto key = json.key()) {
    const std::string field(*key);
    const auto text = kTexts.find(field);
    if (text != kTexts.end() && json.peek() == '"') {
      tag.*text->second = json.string();
    } else if ((field == "line" || field == "end") && json.peek() >= '0' && json.peek() <= '9') {
      (field == "line" ? tag.line : tag.end) = json.number().value_or(0);
    } else {
      json.skip();
    }
  }
  json.finish();
  return tag;
}

void name_anonymous(std::vector<Tag>& tags) { const Anonymous renamed(tags); }

}  // namespace dossier::indexes
