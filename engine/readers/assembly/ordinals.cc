#include "engine/readers/assembly/ordinals.h"

#include <algorithm>
#include <vector>

namespace dossier::assembly {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kEnds = ".+(),<>[]&*/` ";  // of a name
constexpr std::string_view kLambda = "$__", kMachine = "VB$StateMachine_";
constexpr std::string_view kParameter = "3__";  // what follows is a name of the source

/// Most names have none, and are long: `<` opens the arguments of a generic type where a name
/// stands before it.
bool has_none(std::string_view text) {
  if (text.find('@') != text.npos || text.find('$') != text.npos) return false;
  for (size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1))
    if (at == 0 || kEnds.find(text[at - 1]) != kEnds.npos) return false;
  return true;
}

std::string_view leading(std::string_view text, std::string_view of) {
  return text.substr(0, text.find_first_not_of(of));
}

/// "12_0" of "b__12_0" and of "g__Add|12_1": what a generated name ends in.
std::string_view trailing(std::string_view name) {
  if (name.starts_with(kParameter)) return {};
  const size_t last = name.find_last_not_of("0123456789_");
  const std::string_view run = name.substr(last == name.npos ? 0 : last + 1);
  return run.find_first_of(kDigits) == run.npos ? std::string_view() : run;
}

// Calls put(out, number) where a number is to be replaced.
template <typename Put>
void rewrite(std::string_view text, std::string& out, const Put& put) {
  constexpr size_t kArguments = std::string_view::npos;  // of a generic type, not a generated name
  std::vector<size_t> open;  // where in `out` the generated names begin that are not closed yet
  const auto take = [&](size_t count) {
    out += text.substr(0, count);
    text.remove_prefix(count);
  };
  const auto number = [&](std::string_view run) {
    if (run.empty()) return;
    put(out, run);
    text.remove_prefix(run.size());
  };
  while (!text.empty()) {
    const char at = text.front();
    if (text.starts_with(kMachine) || text.starts_with(kLambda)) {
      const bool is_lambda = text.starts_with(kLambda);
      take(is_lambda ? kLambda.size() : kMachine.size());
      number(leading(text, is_lambda ? "0123456789-" : kDigits));
      continue;
    }
    if (at == '<') {
      const bool is_name = out.empty() || kEnds.find(out.back()) != kEnds.npos;
      open.push_back(is_name ? out.size() : kArguments);
    }
    take(1);
    if (at == '@') number(leading(text, "0123456789-"));
    if (at != '>' || open.empty()) continue;
    const size_t begun = open.back();
    open.pop_back();
    if (begun == kArguments) continue;
    const auto inside = std::string_view(out).substr(begun + 1, out.size() - begun - 2);
    if (!inside.empty() && leading(inside, kDigits).size() == inside.size()) {
      const std::string run(inside);
      out.resize(begun + 1);
      put(out, run);
      out += '>';
    }
    const std::string_view rest = text.substr(0, text.find_first_of(kEnds));
    const std::string_view run = trailing(rest);
    take(rest.size() - run.size());
    number(run);
  }
}

}  // namespace

std::string_view Ordinals::replace(std::string_view text) {
  if (has_none(text)) return text;
  out_.clear();
  rewrite(text, out_, [&](std::string& out, std::string_view run) {
    const auto [at, is_new] = seen_.try_emplace(std::string(run), seen_.size());
    out += '#' + std::to_string(at->second);
  });
  return out_;
}

std::string without_ordinals(std::string_view name) {
  if (has_none(name)) return std::string(name);
  std::string out;
  rewrite(name, out, [](std::string& text, std::string_view) { text += '#'; });
  return out;
}

}  // namespace dossier::assembly
