// The page of a run: whatever texts hold, it stays text.
#include <catch2/catch.hpp>

#include "agent/evaluation/page.h"

using namespace dossier;
using namespace dossier::evaluation;

namespace {

const std::string kHostile =
    "</pre><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\x1b[2J"
    "\xe2\x80\xae"
    "\xff&amp;";

Json hostile_context() {
  const Json evidence = Json::object({{"line", 3}, {"text", kHostile}, {"name", kHostile}});
  const Json reason = Json::object(
      {{"rule", kHostile}, {"points", 7.5}, {"evidence", Json(Json::Array{evidence})}});
  const Json suspect = Json::object({{"path", kHostile},
                                     {"score", 7.5},
                                     {"reasons", Json(Json::Array{reason, reason})},
                                     {"lines", Json(Json::Array{evidence})}});
  const Json change = Json::object({{"kind", kHostile},
                                    {"name", kHostile},
                                    {"from", kHostile},
                                    {"breaks", Json(Json::Array{Json(kHostile)})}});
  return Json::object({{"summary", kHostile},
                       {"proto_changes", Json::object({{kHostile, Json(Json::Array{change})}})},
                       {"proto_diff", "+" + kHostile + "\n"},
                       {"suspected_files", Json(Json::Array{suspect})}});
}

Json hostile_log() {
  const Json turn = Json::object(
      {{"turn", 1},
       {"llm_request",
        Json::object({{"prompt_template", kHostile}, {"full_prompt_content", kHostile}})},
       {"llm_response", Json::object({{"raw_content", kHostile}})},
       {"system_action",
        Json::object({{"type", kHostile}, {"details", Json::object({{kHostile, kHostile}})}})}});
  return Json::object({{"interaction_log", Json(Json::Array{turn})}});
}

PageCase hostile_case() {
  PageCase one;
  one.outcome.id = kHostile;
  one.outcome.status = kHostile;
  one.outcome.error = kHostile;
  one.problems = {kHostile};
  one.context = hostile_context();
  one.log = hostile_log();
  one.truth = {{kHostile, {kHostile + "\n", "x\n"}}, {"missed", {kHostile, std::nullopt}}};
  one.fix = {{kHostile, {kHostile + "\n", kHostile + "\n" + kHostile + "\n"}}};
  one.score = score(one.truth, one.fix);
  return one;
}

// Every name of an element in the page.
std::string elements_of(std::string_view page) {
  std::string names;
  for (size_t at = page.find('<'); at != page.npos; at = page.find('<', at + 1)) {
    const size_t end = page.find_first_of(" >", at);
    const std::string name(page.substr(at + 1, end - at - 1));
    if (!name.starts_with('/') && names.find(" " + name + " ") == names.npos)
      names += (names.empty() ? " " : "") + name + " ";
  }
  return names;
}

}  // namespace

TEST_CASE("text is escaped for content and for attributes") {
  CHECK(escaped("<a href=\"x\" title='y'>&") ==
        "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
  CHECK(escaped("a\tb\nc") == "a\tb\nc");
  CHECK(escaped(std::string("\0\x1b\x7f", 3)) == "\\u{0}\\u{1b}\\u{7f}");
  CHECK(escaped("\xe2\x80\xae\xe2\x80\x8b\xff") == "\\u{202e}\\u{200b}\\xff");
}

TEST_CASE("no text of a case becomes markup") {
  const PageCase one = hostile_case();
  RunRecord run;
  run.dataset = "/data/" + std::string("<script>");
  run.options = Json::object({{kHostile, kHostile}});
  const std::string page =
      page_head(run, {{one.outcome, one.score, one.problems}}) + page_of(one) + page_foot();
  CHECK(page.find("<script") == page.npos);
  CHECK(page.find("<img") == page.npos);
  CHECK(page.find('\x1b') == page.npos);
  CHECK(page.find("\xe2\x80\xae") == page.npos);
  CHECK(page.find("&lt;script&gt;") != page.npos);
  CHECK(
      elements_of(page) ==
      " !doctype html head meta title style body h1 p code div table thead tr th tbody td a wbr b "
      "tfoot section header h2 span details summary ul li pre h3 i ");
  // It asks for nothing from outside.
  for (const char* way : {"src=", "url(", "@import", "http:", "https:"})
    CHECK(page.find(way) == (std::string_view(way) == "src=" ? page.find("src=x") : page.npos));
}

TEST_CASE("a suspect shows its rules, each line once, and whether the fix followed") {
  const auto line = [](int number, const char* text, const char* change) {
    return Json::object({{"line", number}, {"text", text}, {"change", change}});
  };
  const Json seen = line(3, "use(b)", "removed field A.b");
  const Json removed =
      Json::object({{"rule", "removed"}, {"points", 2.0}, {"evidence", Json(Json::Array{seen})}});
  const Json large =
      Json::object({{"rule", "large"},
                    {"points", 1.0},
                    {"evidence", Json(Json::Array{Json::object({{"text", "75 lines"}})})}});
  const auto suspect = [&](const char* path) {
    return Json::object({{"path", path},
                         {"score", 3.0},
                         {"reasons", Json(Json::Array{removed, removed, large})},
                         {"lines", Json(Json::Array{seen, line(9, "import a", "")})}});
  };
  PageCase one;
  one.outcome.id = "p/issue/a";
  one.context = Json::object(
      {{"suspected_files",
        Json(Json::Array{suspect("a/b.go"), suspect("c.go"), suspect("d.go"), suspect("e.go")})}});
  one.truth = {{"a/b.go", {"x\n", "y\n"}}, {"c.go", {"x\n", "y\n"}}};
  one.fix = {{"a/b.go", {"x\n", "y\n"}}, {"d.go", {"x\n", "y\n"}}};
  const std::string page = page_of(one);
  const auto count = [&](std::string_view text) {
    size_t found = 0;
    for (size_t at = page.find(text); at != page.npos; at = page.find(text, at + 1)) ++found;
    return found;
  };
  CHECK(count("use(b)") == 4);  // of each suspect one line, whatever the rules that saw it
  CHECK(count("<p>removed field A.b</p><pre class=\"text\">3: use(b)\n</pre>") == 4);
  CHECK(count("<p>around the change</p><pre class=\"text\">9: import a\n</pre>") == 4);
  CHECK(count("large 1.0 <span class=\"quiet\">75 lines</span>") == 4);
  CHECK(count("a/<wbr>b.go</code> <b class=\"good\">had to follow, and does</b>") == 1);
  CHECK(count("c.go</code> <b class=\"bad\">had to follow, missed</b>") == 1);
  CHECK(count("d.go</code> <span class=\"quiet\">changed by the fix alone</span>") == 1);
  CHECK(count("e.go</code></span>") == 1);
}

TEST_CASE("what is long is cut, and says so") {
  PageCase one;
  one.outcome.id = "p/issue/a";
  one.log = hostile_log();
  Json turn = one.log["interaction_log"].each()[0];
  turn.set("llm_response", Json::object({{"raw_content", std::string(100'000, 'x')}}));
  one.log = Json::object({{"interaction_log", Json(Json::Array(600, turn))}});
  const std::string page = page_of(one);
  CHECK(page.find("… 34464 more bytes") != page.npos);
  CHECK(page.find("100 further turns") != page.npos);
}
