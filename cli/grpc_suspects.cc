// dossier grpc suspects: which files have to follow a change of .proto files, and why.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

#include "cli/grpc.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "queries/proto/context.h"

namespace dossier::cli {
namespace {

constexpr size_t kMostListed = 500;
constexpr size_t kShownEvidence = 3;  // of a suspect in a list

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

/// "go/server.go:4  ", on a narrow terminal "…server.go:4  ": the line of code matters more.
std::string place_of(const proto::Suspect& suspect, const proto::Evidence& seen) {
  if (seen.line == 0) return {};
  std::string path = printable(suspect.path);
  const size_t most = terminal_width() / 3;
  if (const auto slash = path.rfind('/');
      most != 0 && columns_of(path) > most && slash != path.npos)
    path = "…" + path.substr(slash);
  return path + ":" + std::to_string(seen.line) + "  ";
}

void print_evidence(const proto::Suspect& suspect, const proto::Evidence& seen) {
  const std::string head = "        ";
  const std::string line = place_of(suspect, seen) + printable(seen.text);
  std::cout << head << styled(fit_line(line, head.size()), Style::dim) << "\n";
}

void print_head(const proto::Suspect& suspect, size_t rank) {
  const std::string number = std::to_string(rank);
  const std::string state = suspect.is_new ? "  new" : suspect.is_changed ? "  changed" : "";
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
  // In the order of the rules: what names the change itself says more than what is near it.
  std::vector<const proto::Evidence*> lines;
  for (const auto& rule : proto::suspect_rules())
    for (const auto& reason : suspect.reasons) {
      if (reason.rule != rule.name) continue;
      for (const auto& seen : reason.evidence) {
        const bool is_known = std::any_of(
            lines.begin(), lines.end(), [&](const auto* line) { return line->line == seen.line; });
        if (seen.line != 0 && !is_known && lines.size() < kShownEvidence) lines.push_back(&seen);
      }
    }
  for (const auto* line : lines) print_evidence(suspect, *line);
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
    for (const auto& seen : reason.evidence) print_evidence(suspect, seen);
  }
}

Json json_of(const proto::Context& context, const std::vector<proto::Suspect>& suspects) {
  Json rows = Json::array(), notes = Json::array();
  for (const auto& suspect : suspects) rows.add(proto::to_json(suspect));
  for (const auto& note : context.notes) notes.add(note);
  return Json::object({{"summary", context.summary},
                       {"before", context.before},
                       {"after", context.after},
                       {"files", context.suspects.files},
                       {"suspects", std::move(rows)},
                       {"notes", std::move(notes)}});
}

int run_suspects(const Invocation& invocation) {
  proto::ContextRequest request;
  request.suspects = grpc_number(invocation, "--top", 10, kMostListed);
  request.only = invocation.text("--explain");
  GrpcPair pair = open_pair(invocation, {});
  request.before = pair.before;
  request.after = pair.after;
  request.commit = pair.commit;
  request.notes = pair.notes;
  const Transaction reading(pair.store->database(), Transaction::reading);
  const proto::Context context = proto::make_context(*pair.store, request);
  const auto& ranked = context.suspects.ranked;
  if (invocation.json()) {
    std::cout << json_of(context, ranked).dump() << "\n";
    return 0;
  }
  for (const auto& note : context.notes) std::cerr << "dossier: " << printable(note) << "\n";
  std::cout << fit_line(printable(context.summary)) << "\n";
  if (!request.only.empty() && ranked.empty())
    std::cout << "nothing of the change concerns " << printable(request.only) << "\n";
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
      "suspects [as context]\n"
      "                   the files that have to follow, the most likely first: points by rule, "
      "and the\n"
      "                   lines that the rules saw. --explain PATH says all about one file",
      {{"--explain", "PATH", "suspects: only this file, with every rule's points and evidence"}},
      run_suspects};
}

}  // namespace dossier::cli
