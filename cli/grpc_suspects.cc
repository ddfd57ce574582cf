// dossier grpc suspects: which files have to follow a change of .proto files, and why.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "cli/grpc.h"
#include "cli/sql_output.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/path_text.h"
#include "queries/proto/context.h"
#include "queries/proto/schema_words.h"
#include "queries/proto/suspect_rules.h"
#include "store/sql.h"

namespace dossier::cli {
namespace {

constexpr size_t kMostListed = 500;
constexpr size_t kShownEvidence = 3;  // of a suspect in a list
constexpr size_t kShownChanges = 3;

std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string bar_of(double points, double most, size_t width) {
  if (points <= 0 || most <= 0) return {};
  const auto eighths =
      static_cast<size_t>(std::lround(points / most * static_cast<double>(width) * 8));
  constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  std::string bar;
  for (size_t i = 0; i < eighths / 8; ++i) bar += "█";
  return bar + kParts[eighths % 8];
}

/// "go/server.go:4  ", on a terminal "4  ", since the path stands above.
std::string place_of(const proto::Suspect& suspect, const proto::Evidence& seen) {
  if (seen.line == 0) return {};
  const std::string line = std::to_string(seen.line) + "  ";
  return terminal_width() != 0 ? line : printable(suspect.path) + ":" + line;
}

/// The line so that its name is seen: from where it fits, if it is long.
std::string seen_text(const proto::Evidence& seen, size_t taken) {
  const size_t width = terminal_width();
  if (width == 0 || seen.at == 0) return printable(seen.text);
  const size_t room = width - std::min(width, taken);
  const std::string before = printable(std::string_view(seen.text).substr(0, seen.at));
  if (columns_of(before) + seen.name.size() + 1 < room) return printable(seen.text);
  return "…" + printable(std::string_view(seen.text).substr(seen.at));
}

void print_evidence(const proto::Suspect& suspect, const proto::Evidence& seen) {
  const std::string head = "        ";
  const std::string place = place_of(suspect, seen);
  const std::string line = place + seen_text(seen, head.size() + columns_of(place));
  std::cout << head << styled(fit_line(line, head.size()), Style::dim) << "\n";
}

/// The lines below what of the change they come from; last those that come from none of its parts.
void print_lines(const proto::Suspect& suspect, size_t most) {
  std::vector<std::pair<std::string, std::vector<const proto::Evidence*>>> parts;
  std::vector<const proto::Evidence*> around;
  for (size_t i = 0; i < std::min(most, suspect.lines.size()); ++i) {
    const proto::Evidence& seen = suspect.lines[i];
    const auto part = std::find_if(parts.begin(), parts.end(),
                                   [&](const auto& known) { return known.first == seen.change; });
    if (seen.change.empty())
      around.push_back(&seen);
    else if (part == parts.end())
      parts.push_back({seen.change, {&seen}});
    else
      part->second.push_back(&seen);
  }
  if (!around.empty()) parts.emplace_back("around the change", std::move(around));
  for (const auto& [change, lines] : parts) {
    std::cout << "     " << fit_line(printable(change), 5) << "\n";
    for (const auto* seen : lines) print_evidence(suspect, *seen);
  }
}

void print_head(const proto::Suspect& suspect, size_t rank) {
  const std::string number = std::to_string(rank);
  std::string state;
  if (suspect.state() != "same") state = "  " + std::string(suspect.state());
  if (!suspect.moved_to.empty()) state += "  to " + printable(suspect.moved_to);
  const std::string head = std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number +
                           "  " + two_digits(suspect.score) + "  ";
  std::cout << head
            << styled(fit_line(printable(suspect.path), head.size() + state.size()), Style::bold)
            << styled(state, Style::yellow) << "\n";
}

/// The rules that gave it most on one line, and the lines of the program that they saw.
void print_short(const proto::Suspect& suspect) {
  std::string rules;
  for (const auto& reason : suspect.reasons)
    if (std::fabs(reason.points) >= 0.005)
      rules +=
          (rules.empty() ? "" : ", ") + std::string(reason.rule) + " " + two_digits(reason.points);
  std::cout << "     " << fit_line(rules, 5) << "\n";
  print_lines(suspect, kShownEvidence);
}

std::string_view meaning_of(std::string_view rule) {
  for (const auto& known : proto::suspect_rules())
    if (known.name == rule) return known.meaning;
  return {};
}

/// Every rule with a bar of its points, and all that it saw.
void print_whole(const proto::Suspect& suspect) {
  double most = 0;
  size_t names = 0;
  for (const auto& reason : suspect.reasons) {
    most = std::max(most, reason.points);
    names = std::max(names, reason.rule.size());
  }
  const size_t width = terminal_width() != 0 && terminal_width() < 80 ? 10 : 20;
  for (const auto& reason : suspect.reasons) {
    const std::string points = two_digits(reason.points);
    const std::string bar = bar_of(reason.points, most, width);
    const std::string head =
        "     " + std::string(reason.rule) + std::string(names - reason.rule.size() + 2, ' ') +
        std::string(points.size() < 5 ? 5 - points.size() : 0, ' ') + points + "  ";
    const size_t pad = width - std::min(width, columns_of(bar));
    const std::string meaning(meaning_of(reason.rule));
    std::cout << head << styled(bar, Style::cyan) << std::string(pad + 2, ' ')
              << fit_line(meaning, head.size() + width + 2) << "\n";
    for (const auto& seen : reason.evidence)
      if (seen.line == 0) print_evidence(suspect, seen);
  }
  print_lines(suspect, suspect.lines.size());
}

/// The changes on one line, those that break something first.
std::string changes_line(const proto::Context& context) {
  std::vector<const proto::SchemaChange*> order;
  for (const auto& change : context.changes) order.push_back(&change);
  std::stable_sort(order.begin(), order.end(), [](const auto* one, const auto* other) {
    return !one->rules.empty() && other->rules.empty();
  });
  std::string text;
  for (size_t i = 0; i < std::min(order.size(), kShownChanges); ++i)
    text += (text.empty() ? "" : "; ") + proto::in_words(*order[i]);
  if (order.size() > kShownChanges)
    text += "; and " + std::to_string(order.size() - kShownChanges) + " more";
  return text;
}

void print_sides(const proto::Context& context) {
  const auto line = [](std::string_view name, const std::string& text) {
    if (!text.empty()) std::cout << name << fit_line(printable(text), name.size()) << "\n";
  };
  line("before   ", context.earlier.in_words());
  line("after    ", context.later.in_words());
  line("changes  ", changes_line(context));
}

/// A path as somebody types it: as seen from here, from where the versions were imported, or as the
/// tree itself has it.
std::string asked_path(Store& store, const GrpcPair& pair, const std::string& text) {
  namespace fs = std::filesystem;
  const std::string word = path_meant(text);
  std::vector<std::string> paths;
  std::error_code none;
  const fs::path whole = fs::weakly_canonical(fs::absolute(word, none), none);
  for (const int64_t id : {pair.before, pair.after}) {
    auto rows = store.rows<sql::SnapshotOrigin>(id);
    const auto row = rows.next();
    if (!row) continue;
    const fs::path below = whole.lexically_relative(fs::weakly_canonical(row->source, none));
    if (!below.empty() && *below.begin() != "..") paths.push_back(below.generic_string());
  }
  paths.push_back(fs::path(word).lexically_normal().generic_string());
  return proto::one_of_the_files(store, pair.before, pair.after, paths);
}

void print_nothing(Store& store, const proto::Context& context, const std::string& path) {
  const auto why = proto::why_no_suspect(store, context.before, context.after, path);
  if (why.empty())
    std::cout << "nothing of the change concerns " << printable(path) << "\n";
  else
    std::cout << printable(path) << " is left out: " << why << "\n";
}

/// One row a suspect, with the line that says most.
void print_csv(const std::vector<proto::Suspect>& suspects) {
  std::cout << "rank,score,path,state,rules,line,text,change\n";
  for (size_t i = 0; i < suspects.size(); ++i) {
    const auto& suspect = suspects[i];
    std::string rules;
    for (const auto& reason : suspect.reasons)
      rules +=
          (rules.empty() ? "" : "; ") + std::string(reason.rule) + " " + two_digits(reason.points);
    const proto::Evidence seen = suspect.lines.empty() ? proto::Evidence() : suspect.lines.front();
    std::cout << i + 1 << "," << two_digits(suspect.score) << "," << csv_field(suspect.path) << ","
              << suspect.state() << "," << csv_field(rules) << ","
              << (seen.line == 0 ? "" : std::to_string(seen.line)) << "," << csv_field(seen.text)
              << "," << csv_field(seen.change) << "\n";
  }
}

Json json_of(const proto::Context& context, const std::vector<proto::Suspect>& suspects) {
  Json rows = Json::array(), notes = Json::array();
  for (const auto& suspect : suspects) rows.add(proto::to_json(suspect));
  for (const auto& note : context.notes) notes.add(note);
  return Json::object({{"summary", context.summary},
                       {"before", proto::to_json(context.earlier)},
                       {"after", proto::to_json(context.later)},
                       {"files", context.suspects.files},
                       {"total", context.suspects.concerned},
                       {"suspects", std::move(rows)},
                       {"notes", std::move(notes)}});
}

int run_suspects(const Invocation& invocation) {
  proto::ContextRequest request;
  request.suspects = grpc_number(invocation, "--top", 10, kMostListed);
  GrpcPair pair = open_pair(invocation, {});
  request.before = pair.before;
  request.after = pair.after;
  request.commit = pair.commit;
  request.notes = pair.notes;
  const Transaction reading(pair.store->database(), Transaction::reading);
  if (invocation.has("--explain"))
    request.only = asked_path(*pair.store, pair, invocation.text("--explain"));
  const proto::Context context = proto::make_context(*pair.store, request);
  const auto& ranked = context.suspects.ranked;
  if (invocation.json()) {
    std::cout << json_of(context, ranked).dump() << "\n";
    return 0;
  }
  if (invocation.has("--csv")) {
    print_csv(ranked);
    return 0;
  }
  for (const auto& note : context.notes) std::cerr << "dossier: " << printable(note) << "\n";
  std::cout << fit_line(printable(context.summary)) << "\n";
  print_sides(context);
  if (!request.only.empty() && ranked.empty()) print_nothing(*pair.store, context, request.only);
  for (size_t i = 0; i < ranked.size(); ++i) {
    print_head(ranked[i], i + 1);
    if (request.only.empty())
      print_short(ranked[i]);
    else
      print_whole(ranked[i]);
  }
  return 0;
}

}  // namespace

GrpcAction grpc_suspects_action() {
  return {
      "suspects",
      "  suspects [as context]\n"
      "                     the files that have to follow, the most likely first: points by rule, "
      "and the\n"
      "                     lines that the rules saw. --explain PATH says all about one file",
      {{"--explain", "PATH", "suspects: only this file, with every rule's points and evidence"},
       {"--csv", "", "suspects: as CSV with a header"}},
      run_suspects};
}

}  // namespace dossier::cli
