#include "agent/redact.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "agent/redact/line.h"
#include "agent/redact/rules.h"
#include "tests/unit/places.h"

using namespace dossier;

namespace {

struct Example {
  std::string rule, text, expected;
  bool secret = false;
};

// Letters and digits that no one wrote: the same ones each time.
std::string random_text(char kind, size_t size, uint32_t& state) {
  const std::string lower = "abcdefghijklmnopqrstuvwxyz", digits = "0123456789";
  const std::string upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string alphabet = kind == 'a'   ? lower + digits + upper
                               : kind == 'h' ? digits + "abcdef"
                               : kind == 'u' ? upper + digits
                               : kind == 'l' ? lower + digits
                                             : digits;
  std::string out;
  for (; out.size() < size; state = state * 1664525 + 1013904223)
    out += alphabet[state / 65536 % alphabet.size()];
  return out;
}

// As the head of secrets.txt says.
std::string expanded(std::string_view written) {
  std::string out;
  uint32_t state = 1;
  for (size_t at = 0; at < written.size(); ++at) {
    const char next = at + 1 < written.size() ? written[at + 1] : '\0';
    const size_t end = written.find('>', at);
    if (written[at] == '~') {
      if (next == '~') out += '~', ++at;
    } else if (written[at] == '\\' && next == 'n') {
      out += '\n';
      ++at;
    } else if (written[at] == '<' && std::string_view("ahuld").find(next) != written.npos &&
               end != written.npos && end > at + 2 &&
               written.substr(at + 2, end - at - 2).find_first_not_of("0123456789") ==
                   written.npos) {
      out += random_text(next, std::stoul(std::string(written.substr(at + 2))), state);
      at = end;
    } else {
      out += written[at];
    }
  }
  return out;
}

Example example_of(const std::string& line) {
  const size_t blank = line.find(' ');
  Example out{line.substr(0, blank), expanded(line.substr(blank + 3)), {}, line[blank + 1] == '+'};
  out.expected = out.text;
  if (!out.secret) return out;
  const std::string open = "«", close = "»";
  size_t begin = out.text.find(open), end = out.text.find(close);
  if (begin == std::string::npos) {
    begin = out.text.find_last_of(" \"'=") + 1;
    end = out.text.size();
  } else {
    out.text.erase(end, close.size());
    out.text.erase(begin, open.size());
    end -= open.size();
  }
  const std::string secret = out.text.substr(begin, end - begin);
  out.expected =
      out.text.substr(0, begin) + "[redacted:" + out.rule + "]" +
      std::string(static_cast<size_t>(std::count(secret.begin(), secret.end(), '\n')), '\n') +
      out.text.substr(end);
  return out;
}

std::vector<Example> examples() {
  std::ifstream file(std::string(test::kSource) + "/tests/unit/agent/secrets.txt");
  std::vector<Example> out;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') out.push_back(example_of(line));
  return out;
}

// What tools put before the lines of a file; "#" is the line's number.
constexpr std::string_view kBefore[] = {
    "     #→",
    "     #\t",
    "#: ",
    "#:",
    "#-",
    "# | ",
    "a.yml:#:",
    "a.yml-#-",
    "x/a-1.yml-#-",
    "a.yml:",
    "some/folder/whose/name/is/long/enough/to/be/longer/than/a/line/of/source/a.yml:#:",
    "> ",
    "> > ",
    "| ",
    "+",
    "-",
    " ",
    "     #→+",
    "a.yml:#:> ",
    "C:\\x\\a.yml:#:"};

// Each line of the text as a tool shows it.
std::string shown_by(std::string_view before, std::string_view text, std::string_view newline) {
  std::string out;
  int number = 9;
  for (size_t at = 0; at <= text.size(); ++number) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (number > 9) out += newline;
    for (const char c : before)
      if (c == '#')
        out += std::to_string(number);
      else if (c == '\t' && newline != "\n")
        out += "\\t";
      else
        out += c;
    out += text.substr(at, end - at);
    at = end + 1;
  }
  return out;
}

}  // namespace

TEST_CASE("each rule finds its examples and leaves its counterexamples") {
  std::set<std::string> found, left;
  for (const auto& example : examples()) {
    INFO(example.rule << ": " << example.text);
    CHECK(redact(example.text) == example.expected);
    CHECK(redact(example.expected) == example.expected);
    (example.secret ? found : left).insert(example.rule);
  }
  for (const auto& name : secret_names()) {
    INFO(name);
    CHECK(found.contains(name));
    CHECK(left.contains(name));
  }
}

TEST_CASE("a secret is found wherever it stands") {
  for (const auto& example : examples()) {
    if (!example.secret || example.text.find('\n') != std::string::npos) continue;
    INFO(example.rule << ": " << example.text);
    // Among other lines, in a diff, and as the text of a JSON value.
    CHECK(redact("x = 1\n" + example.text + "\ny = 2\n") ==
          "x = 1\n" + example.expected + "\ny = 2\n");
    CHECK(redact("+" + example.text) == "+" + example.expected);
    const Json value = Json::object({{"list", Json::Array{example.text}}});
    CHECK(redacted(value) == Json::object({{"list", Json::Array{example.expected}}}));
    CHECK(redacted(redacted(value)) == redacted(value));
  }
}

TEST_CASE(
    "a value is found in the element or the line after its name, and what stands in is none") {
  const std::string mark = "[redacted:assigned-secret]";
  const std::pair<std::string, std::string> rows[] = {
      {"<password>hunter2horse9</password>", "<password>" + mark + "</password>"},
      {"<password>what it is for 9</password>", "<password>what it is for 9</password>"},
      {"<name>password</name>\n<value>hunter2horse9</value>",
       "<name>password</name>\n<value>" + mark + "</value>"},
      {"<name>password</name><value>hunter2horse9</value>",
       "<name>password</name><value>" + mark + "</value>"},
      {R"({"name": "password", "value": "hunter2horse9"})",
       R"({"name": "password", "value": ")" + mark + R"("})"},
      {R"({"name": "password", "values", "hunter2horse9"})",
       R"({"name": "password", "values", "hunter2horse9"})"},
      {R"({"name": "password", "value" - "hunter2horse9"})",
       R"({"name": "password", "value" - "hunter2horse9"})"},
      {R"(password = "hunter2horse9")", R"(password = ")" + mark + R"(")"},
      {"<password>hunter2horse9 x8Kq2</password>", "<password>hunter2horse9 x8Kq2</password>"},
      {R"(password = "{hunter2!horse9@cow}")", R"(password = "{hunter2!horse9@cow}")"},
      {R"(password = "hunter2!horse9@cow")", R"(password = ")" + mark + R"(")"},
      {R"(password = "{hunter2horse9}")", R"(password = "{hunter2horse9}")"},
      {R"(password = "<hunter2horse9>")", R"(password = "<hunter2horse9>")"},
      {R"(password = "[hunter2horse9]")", R"(password = "[hunter2horse9]")"},
      {"password = \"(hunter2horse9)\"", "password = \"(hunter2horse9)\""},
      {R"(password = "%hunter2horse9%")", R"(password = "%hunter2horse9%")"},
  };
  for (const auto& [text, expected] : rows) CHECK(redact(text) == expected);
}

TEST_CASE("places are found without case, up to the last byte") {
  redaction::Places places;
  places.add("abc", 1);
  places.add("Bcd", 2);
  places.add("abcde", 3);
  std::vector<uint32_t> owners;
  const auto next = [&](std::string_view text, size_t at) {
    const size_t found = places.next(text, at, owners);
    return std::pair(found, owners);
  };
  using Owners = std::vector<uint32_t>;
  CHECK(next("xxABC", 0) == std::pair(size_t{2}, Owners{1}));
  CHECK(next("abcde", 0) == std::pair(size_t{0}, Owners{1, 3}));
  CHECK(next("abcde", 1) == std::pair(size_t{1}, Owners{2}));
  CHECK(next("abcde", 2) == std::pair(std::string::npos, Owners{}));
  for (const std::string_view text : {"", "ab", "xab", "a-b-c"})
    CHECK(next(text, 0) == std::pair(std::string::npos, Owners{}));
}

TEST_CASE("a line begins behind a newline, which may be written as an escape") {
  CHECK(redaction::line_begin("\\npassword", 5) == 2);
  CHECK(redaction::line_begin("\npassword", 5) == 1);
  CHECK(redaction::line_begin("npassword", 5) == 0);
  CHECK(redaction::line_begin("a\\npassword", 6) == 3);
  const std::string mark = "[redacted:assigned-secret]";
  for (const std::string newline : {"\n", "\r\n", "\\n", "\\\\n", "\\r\\n", "\\\\\\\\r\\\\\\\\n"}) {
    INFO(newline);
    const std::string text = "name: DB_PASSWORD" + newline + "value: hunter2" + newline + "x: 1";
    CHECK(redact(text) == "name: DB_PASSWORD" + newline + "value: " + mark + newline + "x: 1");
  }
}

TEST_CASE("a secret is found whatever a tool puts before its line") {
  const std::string mark = "[redacted:assigned-secret]";
  const std::pair<std::string, std::string> kTexts[] = {
      {"password: hunter2", "password: " + mark},
      {"  password: hunter2", "  password: " + mark},
      {"storePassword=android1", "storePassword=" + mark},
      {"export DB_PASSWORD=hunter2", "export DB_PASSWORD=" + mark},
      {"x: 1\n  password: hunter2\ny: 2", "x: 1\n  password: " + mark + "\ny: 2"},
      {"  - name: DB_PASSWORD\n    value: KvY2oNzN2m1",
       "  - name: DB_PASSWORD\n    value: " + mark},
      {"machine x login bob\npassword pass123", "machine x login bob\npassword " + mark},
      {"machine x\n  login bob\n  password pass123", "machine x\n  login bob\n  password " + mark}};
  for (const std::string_view before : kBefore)
    for (const auto& [text, expected] : kTexts) {
      const std::string shown = shown_by(before, text, "\n"),
                        wanted = shown_by(before, expected, "\n");
      INFO(shown);
      // The name of the rule is of no interest.
      std::string found = redact(shown);
      if (const size_t at = found.find("netrc-password"); at != found.npos)
        found.replace(at, 14, "assigned-secret");
      CHECK(found == wanted);
      CHECK(redact(redact(shown)) == redact(shown));
      for (const std::string_view newline : {"\\n", "\\r\\n"}) {
        const std::string open = R"({"stdout":")", close = R"(","code":0})";
        const std::string json = open + shown_by(before, text, newline) + close;
        INFO(json);
        found = redact(json);
        if (const size_t at = found.find("netrc-password"); at != found.npos)
          found.replace(at, 14, "assigned-secret");
        CHECK(found == open + shown_by(before, expected, newline) + close);
      }
    }
}

TEST_CASE("a diff shows neither the secret before a change nor the one behind it") {
  const std::string mark = "[redacted:assigned-secret]";
  const std::string diff = "   - name: DB_PASSWORD\n-    value: hunter2\n+    value: KvY2oNzN2m1\n";
  const std::string expected =
      "   - name: DB_PASSWORD\n-    value: " + mark + "\n+    value: " + mark + "\n";
  CHECK(redact(diff) == expected);
  CHECK(redact(expected) == expected);
  CHECK(redact("-password: hunter2\n+password: hunter3\n") ==
        "-password: " + mark + "\n+password: " + mark + "\n");
  const std::string apart = "name: DB_PASSWORD\n+\nvalue: hunter2\n";
  for (const auto& text : {diff, apart})
    for (size_t step = 1; step < 12; ++step) {
      RedactedStream stream;
      std::string shown;
      for (size_t at = 0; at < text.size(); at += step) shown += stream.feed(text.substr(at, step));
      shown += stream.finish();
      CHECK(shown == redact(text));
      CHECK(shown.find("hunter2") == shown.npos);
    }
}

TEST_CASE("a secret that arrives in pieces is never shown") {
  for (const auto& example : examples()) {
    if (!example.secret) continue;
    const std::string text = "Here it is:\n" + example.text + "\nThat was it.";
    for (size_t step = 1; step < 12; ++step) {
      INFO(step << " of " << text);
      RedactedStream stream;
      std::string shown;
      for (size_t at = 0; at < text.size(); at += step) shown += stream.feed(text.substr(at, step));
      shown += stream.finish();
      CHECK(shown == redact(text));
    }
  }
}

// What it shows of a text that arrives in two pieces, and in pieces of one byte.
std::string streamed(const std::string& text, size_t cut) {
  RedactedStream stream;
  std::string shown;
  if (cut > 0) {
    shown += stream.feed(text.substr(0, cut));
    shown += stream.feed(text.substr(cut));
  } else {
    for (const char c : text) shown += stream.feed(std::string(1, c));
  }
  return shown + stream.finish();
}

TEST_CASE("keys of several lines and members are never shown, wherever the text is cut") {
  uint32_t state = 7;
  const auto secret = [&](size_t size) {  // an S begins one, and stands nowhere else
    std::string text = random_text('a', size, state);
    std::replace(text.begin(), text.end(), 'S', 's');
    return text;
  };
  const auto member = [&](const std::string& name) {
    return "\"" + name + "\": \"S" + secret(60) + "\"";
  };
  const std::string rsa = "{\n  \"kty\": \"RSA\",\n  \"n\": \"" + secret(60) + "\",\n  " +
                          member("d") + ",\n  " + member("p") + ",\n  " + member("q") + ",\n  " +
                          member("dp") + ",\n  " + member("dq") + ", " + member("qi") + "\n}\n";
  const std::string late =
      "It is\n{\n  " + member("d") + ",\n  \"crv\": \"P-256\",\n  \"kty\": \"EC\"\n}\nand more.\n";
  const std::string ppk = "Encryption: none\nPrivate-Lines: 2\nS" + secret(63) + "\nS" +
                          secret(20) + "\nPrivate-MAC: 1\n";
  const std::string ssh = "---- BEGIN SSH2 ENCRYPTED PRIVATE" +
                          std::string(" KEY ----\nComment: \"me\"\nS") + secret(69) + "\nS" +
                          secret(30) + "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\nthat was it\n";
  const std::string inline_key =
      "The key {\"kty\": \"EC\", " + member("d") + "} is one, {" + member("k") +
      ", \"kty\": \"oct\"} another and --- BEGIN is none ---- BEGIN neither\n";
  for (const std::string& text :
       {rsa, late, ppk, ssh, inline_key, Json(rsa).dump(), Json(ppk).dump()}) {
    INFO(text);
    const std::string whole = redact(text);
    for (size_t at = 0; (at = text.find('S', at)) != text.npos; ++at)
      if (at + 21 <= text.size() && text.find_first_of(" \"\n\\", at) >= at + 21)
        CHECK(whole.find(text.substr(at, 21)) == whole.npos);
    CHECK(marks_in(whole).size() >= 1);
    CHECK(redact(whole) == whole);
    for (size_t cut = 0; cut < text.size(); ++cut) {
      INFO(cut);
      CHECK(streamed(text, cut) == whole);
    }
  }
  CHECK(marks_in(redact(rsa)).size() == 6);
  CHECK(marks_in(redact(Json(rsa).dump())).size() == 6);
}

TEST_CASE("a name above the line of a key that has begun is held back with it") {
  const std::string text = "<name>DB_PASSWORD</name>\n<value>horse</value> -----BEGIN RSA PRIVATE" +
                           std::string(" KEY----- is how it begins");
  CHECK(redact(text).find("horse") == std::string::npos);
  for (size_t cut = 0; cut < text.size(); ++cut) {
    INFO(cut);
    CHECK(streamed(text, cut) == redact(text));
  }
}

TEST_CASE("a secret before a key on its line does not move what a stream shows of them") {
  const std::string text = "password=hunter2horse9 -----BEGIN RSA PRIVATE" +
                           std::string(" KEY-----\n") + std::string(64, 'A') +
                           "\n-----END RSA PRIVATE KEY-----\nthat was it\n";
  for (size_t cut = 0; cut < text.size(); ++cut) {
    INFO(cut);
    CHECK(streamed(text, cut) == redact(text));
  }
}

TEST_CASE("a field of a JSON Web Key is a secret by its name and form") {
  const Json key = Json::object({{"kty", "oct"}, {"k", "AyM1SysPpbyDfgZld3umj1qzKObwVMko"}});
  CHECK(redacted(key).dump() == R"({"kty":"oct","k":"[redacted:web-key]"})");
  const Json other = Json::object({{"k", "a key of the map"}, {"d", "M10 20L30 40"}});
  CHECK(redacted(other) == other);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += key.dump() + "\n";
  CHECK(marks_in(redact(many)).size() == 1000);
}

TEST_CASE("a stream shows words as soon as no secret can follow from them") {
  RedactedStream stream;
  CHECK(stream.feed("The answer i") == "The answer ");
  CHECK(stream.feed("s 42.\nThe pass") == "is 42.\n");
  CHECK(stream.feed("word: hunter") == "");
  CHECK(stream.feed("22 ok") == "");
  CHECK(stream.finish() == "The password: [redacted:assigned-secret] ok");
  CHECK(stream.finish() == "");
}

TEST_CASE("a stream of one line without end takes time in proportion to it") {
  // Looked at from its beginning for every piece, this takes minutes.
  const std::string piece = std::string(880, 'x') + " password=Xk29fjQ8 ";
  RedactedStream stream;
  std::string text, shown;
  for (int i = 0; i < 8000; ++i) {
    text += piece;
    shown += stream.feed(piece);
  }
  CHECK((shown + stream.finish() == redact(text)));
  CHECK(stream.feed("And then ") == "And then ");
}

TEST_CASE("redaction takes time in proportion to the text") {
  // What each rule has to look at again and again; a quadratic one would take minutes. A sanitizer
  // makes each step many times as dear.
#ifdef DOSSIER_SANITIZED
  constexpr size_t kSize = 64 << 10;
#else
  constexpr size_t kSize = 256 << 10;
#endif
  for (const std::string_view piece : {"password",
                                       "password=",
                                       "-----BEGIN PRIVATE KEY-----_",
                                       "sk-",
                                       "eyJ",
                                       "://a:",
                                       "<password>",
                                       "\"password\", ",
                                       "password: \"",
                                       "key='",
                                       "-----END ",
                                       "Private-Lines: 1\n",
                                       "login a ",
                                       "{\"password\":{",
                                       "curl ",
                                       "\\",
                                       "1:",
                                       "a.b-1-",
                                       "1:password: ",
                                       "name: password\n1- ",
                                       "\nvalue: ",
                                       "\"password\", \"value\": \"changeme\", ",
                                       "a.b:",
                                       "1-",
                                       "\n",
                                       "1\\tpassword \\n",
                                       "key=",
                                       "pass:",
                                       "key=a1B2c3D4",
                                       "key[0",
                                       "\"key</",
                                       ":AA",
                                       "-us",
                                       "1Q~ ",
                                       ".atlasv1.",
                                       "llx-",
                                       "NRAK-",
                                       "---- BEGIN PRIVATE KEY ----_",
                                       "{\"kty\":\"d\":\"",
                                       "\"kty\":}{",
                                       "machine a login ",
                                       "secret%3Da%21",
                                       "%3A%2F%2Fa%3A",
                                       ":\\/\\/a:",
                                       "pre-shared-key ",
                                       " psk=\""}) {
    std::string text;
    while (text.size() < kSize) text += piece;
    INFO(piece);
    const std::string once = redact(text);
    CHECK(redact(once) == once);
  }
}

TEST_CASE("a field's value is held against its key too") {
  const Json value = Json::object({{"password", "correct-horse"},
                                   {"name", "correct-horse"},
                                   {"list", Json::Array{"postgres://bob:hunter22@db/x"}}});
  CHECK(redacted(value).dump() ==
        R"({"password":"[redacted:assigned-secret]","name":"correct-horse",)"
        R"("list":["postgres://bob:[redacted:url-password]@db/x"]})");
  CHECK(redacted(redacted(value)) == redacted(value));
}

TEST_CASE("keys are redacted, and no field loses its place to another") {
  const std::string one =
                        "gh"
                        "p_" +
                        std::string(36, 'a'),
                    two =
                        "gh"
                        "p_" +
                        std::string(36, 'b');
  const Json value = Json::object({{one, 1},
                                   {two, 2},
                                   {"passwords", Json::Array{"horse", "cow"}},
                                   {"pwd", 123456},
                                   {"token", 123456}});
  CHECK(redacted(value).dump() ==
        R"({"[redacted:github-token]":1,"[redacted:github-token] 2":2,)"
        R"("passwords":["[redacted:assigned-secret]","[redacted:assigned-secret]"],)"
        R"("pwd":"[redacted:assigned-secret]","token":123456})");
  CHECK(redacted(redacted(value)) == redacted(value));
  // The name of a mark is no name of a secret.
  const Json marked = redacted(Json::object({{"Server=x;Password=abcd)", "correct-horse"}}));
  CHECK(marked.dump() == R"-({"Server=x;Password=[redacted:assigned-secret])":"correct-horse"})-");
  CHECK(redacted(marked) == marked);
}

TEST_CASE("a token that begins before its place is found behind an escape") {
  uint32_t state = 1;
  const std::pair<std::string, std::string> tokens[] = {
      {"telegram-token", "123456789:A" + ("A" + random_text('a', 33, state))},
      {"azure-devops-token", random_text('a', 52, state) +
                                 ("JQQ"
                                  "J99") +
                                 random_text('u', 18, state) + "AZDO" +
                                 random_text('a', 4, state)}};
  for (const auto& [rule, token] : tokens) {
    const std::string mark = "[redacted:" + rule + "]";
    for (const std::string before : {R"(\n)", R"(\t)", R"(\\n)", R"(\u003c)", R"(\x3d)", R"(\075)",
                                     "%3D", "%20", "=3D", "\x1b[1;31m"}) {
      INFO(rule << " behind " << before);
      CHECK(redact("x" + before + token + "\"") == "x" + before + mark + "\"");
      CHECK(redact(before + token) == before + mark);
    }
    for (const std::string before : {"n", "u003c", "\\q", "_"})
      CHECK(redact(before + token) == before + token);
  }
}

TEST_CASE("a private key in base64 is found whole, however its lines end and however long it is") {
  const std::string mark = "[redacted:private-key-base64]";
  for (const size_t lines : {3, 400}) {
    for (const std::string end : {"\n", "\r\n", R"(\n)", R"(\r\n)", R"(\\n)", R"(\\r\\n)"}) {
      uint32_t state = 1;
      std::string key =
          "LS0tLS1CRUdJ" + ("TiBSU0EgUFJJVkFURSBLRVktLS0tLQ" + random_text('a', 22, state));
      for (size_t i = 0; i < lines; ++i) key += end + random_text('a', 64, state);
      key += end + random_text('a', 18, state) + "==";
      INFO(lines << " lines, " << end);
      const auto breaks = static_cast<size_t>(std::count(key.begin(), key.end(), '\n'));
      const std::string expected = "x \"" + mark + std::string(breaks, '\n') + "\"";
      CHECK((redact("x \"" + key + "\"") == expected));
    }
  }
}

TEST_CASE("a private key in base64 that arrives in pieces is never shown") {
  uint32_t state = 1;
  for (const size_t lines : {1, 2, 30}) {
    std::string text =
        "x:\nLS0tLS1CRUdJ" + ("TiBSU0EgUFJJVkFURSBLRVktLS0tLQ" + random_text('a', 22, state));
    for (size_t i = 0; i < lines; ++i) text += "\n" + random_text('a', 64, state);
    text += "\n" + random_text('a', 18, state) + "==\nThat was it.\n";
    for (const size_t step : {1, 7, 64, 65, 200}) {
      INFO(lines << " lines, " << step << " at once");
      RedactedStream stream;
      std::string shown;
      for (size_t at = 0; at < text.size(); at += step) shown += stream.feed(text.substr(at, step));
      CHECK((shown + stream.finish() == redact(text)));
    }
  }
}

TEST_CASE("code is left as it is") {
  for (const std::string_view text :
       {"Game.Player::TakeDamage(System.Int32)", "string password = GetPassword();",
        "https://example.org/a:b@c", "d41d8cd98f00b204e9800998ecf8427e", "task-force-one-two-three",
        "\xFF\xFE bytes", "     1→  password: String,", "a.ts:3:  password: string;",
        "a.py-3-    password=password,", "public const int MaxTokens = 4096;", ""})
    CHECK(redact(text) == text);
}

TEST_CASE("the documentation lists exactly the patterns that are built in") {
  std::ifstream file(std::string(test::kSource) + "/docs/security.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string names, documented;
  for (const auto& name : secret_names()) names += name + "\n";
  // Its first table.
  for (std::string line; std::getline(text, line) && (documented.empty() || !line.empty());)
    if (line.starts_with("| `")) documented += line.substr(3, line.find('`', 3) - 3) + "\n";
  CHECK(documented == names);
}
