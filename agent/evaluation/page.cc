#include "agent/evaluation/page.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "agent/evaluation/page_data.h"
#include "agent/evaluation/page_parts.h"
#include "agent/evaluation/table.h"
#include "agent/json_texts.h"

namespace dossier::evaluation {
namespace {

constexpr size_t kMostSuspects = 15;
constexpr size_t kMostTurns = 500;
constexpr size_t kColours = 8;  // r0 to r7 of page.css; the last is shared by all further rules

std::string cell(std::string_view text) { return "<td>" + escaped(text) + "</td>"; }

// A path, or the id of a case, that may be broken behind each slash.
std::string path_of(std::string_view path) {
  std::string out;
  for (const char c : escaped(path)) {
    out += c;
    if (c == '/') out += "<wbr>";
  }
  return out;
}

std::string status_of(const Outcome& outcome) {
  return std::string("<b class=\"") + (outcome.is_fixed() ? "good" : "bad") + "\">" +
         escaped(outcome.status) + "</b>";
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

double real_of(const Json& value) {
  if (value.real() != nullptr) return *value.real();
  return value.integer() != nullptr ? static_cast<double>(*value.integer()) : 0;
}

// The rules of a case's suspects, the most telling first, each with its colour.
std::map<std::string, size_t> colours_of(const Json& suspects) {
  std::map<std::string, double> points;
  for (const auto& suspect : suspects.each())
    for (const auto& reason : suspect["reasons"].each())
      points[reason.text("rule")] += real_of(reason["points"]);
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [rule, sum] : points) order.emplace_back(-sum, rule);
  std::sort(order.begin(), order.end());
  std::map<std::string, size_t> out;
  for (size_t i = 0; i < order.size(); ++i) out[order[i].second] = std::min(i, kColours - 1);
  return out;
}

std::string key_of(const std::map<std::string, size_t>& colours) {
  std::vector<std::string> names(kColours);
  for (const auto& [rule, colour] : colours)
    names[colour] += (names[colour].empty() ? "" : ", ") + rule;
  std::string out = "<p class=\"key\">";
  for (size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty())
      out += "<span><i class=\"r" + std::to_string(i) + "\"></i>" + escaped(names[i]) + "</span>";
  return out + "</p>\n";
}

// A rule's points, and what it knows of the file as a whole.
std::string rule_of(const Json& reason, size_t colour) {
  std::string out = "<span><i class=\"r" + std::to_string(colour) + "\"></i>" +
                    escaped(reason.text("rule")) + " " + number_text(real_of(reason["points"]));
  for (const auto& seen : reason["evidence"].each()) {
    if (seen.number("line") != 0) continue;
    const std::string& name = seen.text("name");
    out += " <span class=\"quiet\">" + (name.empty() ? "" : escaped(name) + " ") +
           escaped(seen.text("text")) + "</span>";
    break;
  }
  return out + "</span>";
}

// The lines that the rules saw, each once, below what of the change they come from.
std::string lines_of(const Json& suspect) {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const auto& seen : suspect["lines"].each()) {
    const std::string& change = seen.text("change");
    auto part = std::find_if(parts.begin(), parts.end(),
                             [&](const auto& known) { return known.first == change; });
    if (part == parts.end()) part = parts.insert(parts.end(), {change, {}});
    part->second += std::to_string(seen.number("line")) + ": " + seen.text("text") + "\n";
  }
  std::string out;
  for (const auto& [change, lines] : parts)
    out += "<p>" + (change.empty() ? "around the change" : escaped(change)) + "</p>" +
           shown_text(lines);
  return out;
}

std::string reasons_of(const Json& suspect, const std::map<std::string, size_t>& colours) {
  std::string out = "<div><p class=\"key\">";
  for (const auto& reason : suspect["reasons"].each())
    out += rule_of(reason, colours.at(reason.text("rule")));
  return out + "</p>\n" + lines_of(suspect) + "</div>";
}

// Whether people changed the file, and the fix.
std::string followed(const PageCase& one, const std::string& path) {
  const bool had_to = one.truth.contains(path), does = one.fix.contains(path);
  if (had_to && does) return " <b class=\"good\">had to follow, and does</b>";
  if (had_to) return " <b class=\"bad\">had to follow, missed</b>";
  return does ? " <span class=\"quiet\">changed by the fix alone</span>" : "";
}

std::string suspects_of(const PageCase& one) {
  const Json& suspects = one.context["suspected_files"];
  if (suspects.each().empty()) return {};
  const auto colours = colours_of(suspects);
  double most = 1;
  for (const auto& suspect : suspects.each()) most = std::max(most, real_of(suspect["score"]));
  std::string out =
      "<h3>Suspected files</h3>\n" + key_of(colours) + "<ul class=\"plain suspects\">\n";
  size_t shown = 0;
  for (const auto& suspect : suspects.each()) {
    if (++shown > kMostSuspects) break;
    const std::string& path = suspect.text("path");
    out += "<li><details><summary><span class=\"points\">" +
           number_text(real_of(suspect["score"])) + "</span><span><code>" + path_of(path) +
           "</code>";
    out += followed(one, path) + "</span><span class=\"bar\">";
    for (const auto& reason : suspect["reasons"].each()) {
      const double share = std::clamp(real_of(reason["points"]) / most * 100, 0.0, 100.0);
      out += "<i class=\"r" + std::to_string(colours.at(reason.text("rule"))) +
             "\" style=\"width:" + number_text(share) + "%\" title=\"" +
             escaped(reason.text("rule")) + " " + number_text(real_of(reason["points"])) +
             "\"></i>";
    }
    out += "</span></summary>" + reasons_of(suspect, colours) + "</details></li>\n";
  }
  return out + "</ul>\n";
}

std::string files_of(const PageCase& one) {
  std::set<std::string> paths;
  for (const auto* side : {&one.truth, &one.fix})
    for (const auto& [path, change] : *side) paths.insert(path);
  if (paths.empty()) return {};
  std::string out = "<h3>The fix, and the change that people made</h3>\n";
  for (const auto& path : paths) {
    const auto truth = one.truth.find(path), fix = one.fix.find(path);
    const bool both = truth != one.truth.end() && fix != one.fix.end();
    const bool same = both && truth->second.after == fix->second.after;
    out += "<details><summary><code>" + path_of(path) + "</code> " +
           (same                   ? "<span class=\"good\">the same</span>"
            : both                 ? "<span>differs</span>"
            : fix == one.fix.end() ? "<span class=\"bad\">missed</span>"
                                   : "<span class=\"bad\">only the fix</span>") +
           "</summary><div class=\"sides\">";
    if (fix != one.fix.end())
      out += "<div><span class=\"quiet\">" + std::string(same ? "both" : "the fix") + "</span>" +
             diff_of(fix->second) + "</div>";
    if (truth != one.truth.end() && !same)
      out += "<div><span class=\"quiet\">people</span>" + diff_of(truth->second) + "</div>";
    out += "</div></details>\n";
  }
  return out;
}

std::string changes_of(const Json& context) {
  std::string out;
  if (context["proto_changes"].fields() == nullptr) return out;
  for (const auto& [what, changes] : *context["proto_changes"].fields())
    for (const auto& change : changes.each()) {
      if (change.fields() == nullptr) continue;
      out += "<li>" + escaped(what) + " " + escaped(change.text("kind")) + " <code>" +
             escaped(change.text("name")) + "</code>";
      if (!change.text("from").empty())
        out += ", was <code>" + escaped(change.text("from")) + "</code>";
      for (const auto& rule : texts_in(change["breaks"]))
        out += " <span class=\"bad\">" + escaped(rule) + "</span>";
      out += "</li>\n";
    }
  if (out.empty()) return out;
  return "<details><summary>What changed in the .proto files</summary><ul>\n" + out + "</ul>" +
         shown_diff(context.text("proto_diff")) + "</details>\n";
}

// What was done with a reply, a line for each call. What came of it stands in the next message.
std::string done_of(const Json& details) {
  std::string out;
  for (const auto& call : details["calls"].each()) {
    out += "<li><code>" + escaped(call.text("tool")) + "</code> ";
    out += call.flag("ok") ? "done"
                           : "<span class=\"bad\">refused</span> " + escaped(call.text("result"));
    out += "</li>";
  }
  if (out.empty() && !details.text("message").empty())
    out = "<li>" + escaped(details.text("message")) + "</li>";
  return out.empty() ? out : "<ul class=\"said\">" + out + "</ul>\n";
}

std::string dialogue_of(const Json& log) {
  const auto turns = log["interaction_log"].each();
  if (turns.empty()) return {};
  std::string out = "<h3>Dialogue</h3>\n";
  size_t shown = 0;
  for (const auto& turn : turns) {
    if (++shown > kMostTurns) {
      out += "<p class=\"quiet\">" + std::to_string(turns.size() - kMostTurns) +
             " further turns</p>\n";
      break;
    }
    const Json& asked = turn["llm_request"];
    const Json& said = turn["llm_response"];
    const Json& did = turn["system_action"];
    out += "<details><summary>" + std::to_string(turn.number("turn")) +
           " · <span class=\"quiet\">" + escaped(asked.text("prompt_template")) + " →</span> " +
           escaped(did.text("type")) + "</summary>\n" +
           "<details><summary class=\"quiet\">the message to the model</summary>" +
           shown_text(asked.text("full_prompt_content")) + "</details>\n" +
           shown_text(said.text("raw_content")) + done_of(did["details"]);
    out += "</details>\n";
  }
  return out;
}

}  // namespace

std::string page_head(const RunRecord& run, const std::vector<PageRow>& rows) {
  const std::string name = run.dataset.filename().string();
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Fixes of " +
      escaped(name) + "</title>\n<style>\n" + std::string(page_data::files().front().text) +
      "</style>\n</head>\n<body>\n<h1>Fixes of " + escaped(name) + "</h1>\n<p class=\"quiet\">";
  for (const auto& [option, value] : *run.options.fields())
    out += escaped(option) + " <code>" + escaped(text_of_value(value)) + "</code> ";
  out += "</p>\n<div class=\"wide\"><table class=\"sums\">\n<thead><tr>";
  for (const auto& title : score_titles()) out += "<th>" + escaped(title) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    const auto cells = score_cells(row.outcome, row.score);
    out += "<tr><td><a href=\"#" + anchor_of(row.outcome.id) + "\">" + path_of(cells[0]) +
           "</a></td><td>" + status_of(row.outcome) + "</td>";
    for (size_t i = 2; i < cells.size(); ++i) out += cell(cells[i]);
    out += "</tr>\n";
  }
  out += "</tbody>\n<tfoot><tr>";
  for (const auto& text : mean_cells(rows)) out += cell(text);
  return out + "</tr></tfoot>\n</table></div>\n";
}

std::string page_of(const PageCase& one) {
  std::string out =
      "<section id=\"" + anchor_of(one.outcome.id) + "\">\n<header><h2>" + escaped(one.outcome.id) +
      "</h2>" + status_of(one.outcome) + "<span class=\"quiet\">" +
      std::to_string(one.outcome.turns) + " turns, " + one.outcome.tokens_text() + " tokens, " +
      number_text(static_cast<double>(one.outcome.ms) / 1000) + " s</span></header>\n";
  if (!one.outcome.error.empty())
    out += "<p class=\"bad\">" + escaped(one.outcome.error) + "</p>\n";
  for (const auto& problem : one.problems)
    if (problem != one.outcome.error) out += "<p class=\"bad\">" + escaped(problem) + "</p>\n";
  if (!one.context.text("summary").empty())
    out += "<p>" + escaped(one.context.text("summary")) + "</p>\n";
  return out + changes_of(one.context) + suspects_of(one) + files_of(one) + dialogue_of(one.log) +
         "</section>\n";
}

std::string page_foot() { return "</body>\n</html>\n"; }

}  // namespace dossier::evaluation
