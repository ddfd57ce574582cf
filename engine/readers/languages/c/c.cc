// C and C++, whose headers look alike.
#include <algorithm>
#include <cctype>

#include "engine/ascii.h"
#include "engine/canonical.h"
#include "engine/parameter_text.h"
#include "engine/readers/languages/c/cpp_signs.h"
#include "engine/readers/languages/c/obstacles.h"
#include "engine/readers/languages/definers.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"

extern "C" {
const TSLanguage* tree_sitter_c();
const TSLanguage* tree_sitter_cpp();
}

namespace dossier::languages {
namespace {

using namespace parameters;
using proto::Around;
using proto::Case;

/// Where the parameter's name begins in a declarator without its array bounds; its end where it has
/// none.
size_t c_name_begin(std::string_view head) {
  size_t begin = head.size();
  while (begin > 0 && in_name(head[begin - 1])) --begin;
  const auto rest = trimmed(head.substr(0, begin));
  const auto unqualified = without_words(
      rest, {"const", "volatile", "struct", "enum", "union", "class", "typename", "register"});
  const bool is_type =
      unqualified.empty() || rest.ends_with(':') ||
      is_word(head.substr(begin), {"int", "char", "long", "short", "double", "float", "void",
                                   "bool", "unsigned", "signed", "const", "volatile", "auto"});
  return is_type ? head.size() : begin;
}

std::string c_type(std::string_view parameter, const ParameterRules& rules) {
  parameter = without_attributes(without_default(parameter), rules.attributes);
  std::string type;
  const size_t pointer = std::min(parameter.find("(*"), parameter.find("(&"));
  if (pointer != std::string_view::npos) {  // void (*done)(int)
    const size_t begin = pointer + 2;
    size_t end = begin;
    while (end < parameter.size() && in_name(parameter[end])) ++end;
    type.append(parameter.substr(0, begin)).append(parameter.substr(end));
  } else {
    const size_t bounds = std::min(
        find_outside(parameter, [&](size_t i) { return parameter[i] == '['; }), parameter.size());
    const auto head = trimmed(parameter.substr(0, bounds));
    type.append(trimmed(head.substr(0, c_name_begin(head)))).append(parameter.substr(bounds));
  }
  std::string tight;  // `char *const p` and `char * const p` are one
  for (const char c : type) {
    const bool is_mark = c == '*' || c == '&' || c == '[';
    while (is_mark && tight.ends_with(' ')) tight.pop_back();
    if (c == ' ' && (tight.ends_with('*') || tight.ends_with('&'))) continue;
    if (in_name(c) && (tight.ends_with('*') || tight.ends_with('&'))) tight += ' ';
    tight += c;
  }
  return tight;
}

std::vector<std::string> c_types(const Parameters& parameters, const ParameterRules& rules) {
  if (parameters.size() == 1 && parameters[0] == "void") return {};
  return each<c_type>(parameters, rules);
}

/// Gives const its meaning: it may be that of what a pointer points at.
void refine_value(Member& member) {
  const auto star = member.signature.rfind('*');
  const bool pointee = star != member.signature.npos &&
                       member.signature.find("const", star) == member.signature.npos;
  if (member.member_type == "Field" || pointee) member.flags &= ~uint32_t{kConstant};
}

/// Where `operator` begins in "Price::operator ==", which is no part of a longer word.
size_t operator_at(std::string_view written) {
  constexpr std::string_view kWord = "operator";
  for (size_t at = written.find(kWord); at != written.npos; at = written.find(kWord, at + 1)) {
    const auto is_part = [&](size_t i) {
      return i < written.size() &&
             (std::isalnum(static_cast<unsigned char>(written[i])) != 0 || written[i] == '_');
    };
    if (!is_part(at - 1) && !is_part(at + kWord.size())) return at;
  }
  return written.npos;
}

constexpr Definer kDefiners[] = {
    {"TEST TEST_F TEST_P TYPED_TEST TYPED_TEST_P BENCHMARK_F BENCHMARK_DEFINE_F PHP_METHOD "
     "ZEND_METHOD",
     Definer::suite},
    {"TEST_CASE SCENARIO TEST_CASE_METHOD TEST_CASE_FIXTURE TEST_CASE_PERSISTENT_FIXTURE "
     "TEST_CASE_TEMPLATE "
     "TEMPLATE_TEST_CASE* TEMPLATE_PRODUCT_TEST_CASE* TEMPLATE_LIST_TEST_CASE*",
     Definer::title},
    {"SYSCALL_DEFINE* COMPAT_SYSCALL_DEFINE* BPF_CALL_* DEFINE_IDTENTRY* BOOST_AUTO_TEST_CASE* "
     "BOOST_FIXTURE_TEST_CASE BOOST_DATA_TEST_CASE START_TEST ATF_TC_BODY ATF_TC_HEAD PHP_FUNCTION "
     "ZEND_FUNCTION PHP_MINIT_FUNCTION PHP_RINIT_FUNCTION PHP_MSHUTDOWN_FUNCTION"},
};

Names names_of_macros(const Site& site) {
  auto name = defined_by_macro(site.language, site.text, site.definition.node.begin);
  return name.empty() ? common_names(site) : Names{std::move(name), {}};
}

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// "operator Map<int(int)> const&" of "operator Map<int(int)> const &() const".
std::string conversion(std::string_view written) {
  std::string name;
  for (const char c :
       written.substr(0, find_outside(written, [&](size_t i) { return written[i] == '('; }))) {
    if ((c == '*' || c == '&') && name.ends_with(' ')) name.pop_back();
    name += c;
  }
  while (name.ends_with(' ')) name.pop_back();
  return name;
}

/// "operator==" of "operator ==", "operator bool" of "operator bool() const": one name, however it
/// is spaced.
Names names_of_operators(const Site& site) {
  const auto written = site.of(site.definition.name);
  const auto at = operator_at(written);
  // The title of a test may speak of an operator.
  const bool is_macro =
      at != written.npos &&
      !defined_by_macro(site.language, site.text, site.definition.node.begin).empty();
  if (at == written.npos || is_macro) return names_of_macros(site);
  Names names;
  without_owner(written, at, names.owner);
  names.name = collapse(written.substr(at));
  const auto space = names.name.find(' ');
  if (space == names.name.npos || space + 1 == names.name.size()) return names;
  if (begins_word(names.name[space + 1])) {
    names.name = conversion(names.name);
  } else {
    names.name.erase(space, 1);
  }
  return names;
}

/// `class Price final : …`
uint32_t type_flags(const Site& site) {
  const auto behind = site.text.substr(site.definition.name.end, 8);
  const bool is_final = behind.starts_with(" final") &&
                        (behind.size() < 7 || !std::isalnum(static_cast<unsigned char>(behind[6])));
  return is_final ? uint32_t{kSealed} : 0u;
}

/// `virtual void changed() = 0;`
bool is_pure(const Site& site) {
  if (site.definition.kind != "method") return false;
  const std::string_view blank = " \t\r\n;";
  auto head = site.of(site.definition.node);
  head = head.substr(0, head.find_last_not_of(blank) + 1);
  if (!head.ends_with('0')) return false;
  head.remove_suffix(1);
  head = head.substr(0, head.find_last_not_of(blank) + 1);
  return head.ends_with('=');
}

/// The parameters' types, by which a declaration and a definition are known to be one.
std::string parameters_of(const Type& type, const Member& member, std::string_view language) {
  const auto key = member_key(type, member, language);
  return key.substr(std::min(key.size(), key.find('(')));
}

/// What a definition outside of its class is said to be stands where it is declared: in this file,
/// or where nothing here can see it.
void take_declared(Member& member, const Type& type, std::string_view language) {
  constexpr uint32_t kSaid =
      kPublic | kPrivate | kProtected | kInternal | kStatic | kVirtual | kOverride;
  constexpr size_t kMost = 5000;  // members of one class: each is looked for among all
  if (type.members.size() > kMost) return;
  const Member* found = nullptr;
  bool is_exact = false;
  for (const Member& one : type.members) {
    if (one.kind != member.kind || one.name != member.name) continue;
    const bool same = parameters_of(type, one, language) == parameters_of(type, member, language);
    if (found && (is_exact || !same)) continue;
    found = &one;
    is_exact = same;
  }
  if (found) member.flags = (member.flags & ~kSaid) | (found->flags & kSaid);
}

void refine(Member& member, Type& type, const Site& site) {
  if (is_pure(site)) {
    member.flags |= kAbstract;
    type.flags |= kAbstract;
  }
  const bool names_owner = site.of(site.definition.name).find("::") != std::string_view::npos;
  if (names_owner) take_declared(member, type, site.language.name);  // void Price::round() {…}
}

/// A file that is included keeps its name, whatever stands in it; `using std::string`.
std::string imported(const ImportSite& site) {
  if (site.written.find("::") != std::string_view::npos) return dotted(site.written);
  std::string path(site.written);
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

constexpr proto::Spelling kSpellings[] = {
    {proto::Definition::message, Case::own, "^_*", Around::outer},
    {proto::Definition::enumeration, Case::own,
     "*_Name *_Parse *_IsValid *_MIN *_MAX *_ARRAYSIZE *_descriptor"},
    {proto::Definition::enumeration, Case::own, "^_*", Around::outer},
    {proto::Definition::enum_value, Case::own, "^_*", Around::outer},
    {proto::Definition::enum_value, Case::own, "^_*", Around::beyond},
    {proto::Definition::field, Case::own,
     "set_* has_* clear_* mutable_* add_* release_* set_allocated_* *_size "
     "unsafe_arena_set_allocated_* unsafe_arena_release_*"},
    {proto::Definition::field, Case::pascal, "k* k*FieldNumber"},
    {proto::Definition::oneof, Case::own, "*_case clear_* has_*"},
    {proto::Definition::oneof, Case::pascal, "*Case"},
    {proto::Definition::oneof, Case::pascal, "^_*Case", Around::outer},
    {proto::Definition::service, Case::own, "*Stub Mock*Stub"},
    {proto::Definition::rpc, Case::own,
     "Async* PrepareAsync* Request* Streamed* WithAsyncMethod_* WithCallbackMethod_*"},
};

const Language* cpp_of_header(std::string_view path, std::string_view text);

constexpr Language kC = {
    .name = "C",
    .extensions = ".c .h",
    .by_contents = cpp_of_header,
    .family = "C",
    .grammar = tree_sitter_c,
    .queries = "c.scm",
    .strings = {.raw_delimited = true},
    .conditionals = true,
    .attribute_macros = true,
    .definers = kDefiners,
    .obstacles = obstacles_of_c,
    .headers = ".h .hpp .hh",
    .names = names_of_macros,
    .parameters = {.types = c_types, .attributes = "["},
    .static_hides = true,
    .refine_value = refine_value,
    .own_types =
        "NULL EOF true false stdin stdout stderr errno __func__ __FILE__ __LINE__ struct "
        "union enum char int void long unsigned const size_t",
    .addresses = "&",
    .implicit_receiver = true,
    .open_enums = true,
    .files_share_names = true,
    .imported = imported,
};

bool is_field_name(std::string_view name) {
  return name.size() > 2 &&
         (name.starts_with("m_") || (name.ends_with('_') && name.front() != '_'));
}

constexpr Language cpp() {
  Language row = kC;
  row.name = "C++";
  row.also = "cplusplus";
  row.extensions = ".cc .cpp .cxx .c++ .hpp .hh .hxx .h++ .ipp .inl .tpp";
  row.by_contents = nullptr;
  row.generated = ".pb.cc .pb.h";
  row.grammar = tree_sitter_cpp;
  row.queries = "cpp.scm c.scm";
  row.naming = Naming::package;
  row.names = names_of_operators;
  row.access_labels = AccessLabels::closed;
  row.constructor_named_like_type = true;
  row.own_types = {};
  row.files_share_names = false;  // of a namespace or a base, where it is none of its file
  row.is_field_name = is_field_name;
  row.wrappers = "unique_ptr shared_ptr weak_ptr optional";
  row.collections = "vector list deque set unordered_set multiset span initializer_list";
  row.type_flags = type_flags;
  row.refine = refine;
  row.infers_variables = true;
  row.generated_code = {.names = kSpellings, .modules = ".pb.h .grpc.pb.h"};
  return row;
}

constexpr Language kRows[] = {kC, cpp()};

const Language* cpp_of_header(std::string_view path, std::string_view text) {
  return path.ends_with(".h") && has_cpp_signs(text) ? &kRows[1] : nullptr;
}

}  // namespace

std::span<const Language> rows_of_c() { return kRows; }

}  // namespace dossier::languages
