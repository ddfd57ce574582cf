// Secrets that are declared in one place and given in another, and what only looks like them.
#include "agent/redact/declared.h"

#include <catch2/catch.hpp>

#include "agent/redact.h"

using namespace dossier;

namespace {

const std::string kMark = "[redacted:assigned-secret]";

struct Row {
  const char* text;
  const char* secret;  // nullptr: none
};

const Row kRows[] = {
    {"variable \"db_password\" {\n  type    = string\n  default = \"kuGel7!fisch\"\n}\n",
     "kuGel7!fisch"},
    {"variable \"db_password\" { default = \"kuGel7!fisch\" }\n", "kuGel7!fisch"},
    {"main.tf:3:variable \"db_password\" {\nmain.tf-4-  default = \"kuGel7!fisch\"\nmain.tf-5-}\n",
     "kuGel7!fisch"},
    {"variable \"admin_password\" {\n  validation {\n    condition = true\n  }\n"
     "  default = \"kuGel7!fisch\"\n}\n",
     "kuGel7!fisch"},
    {"variable \"db_password\" {\n  default = \"kuGel7!fisch", nullptr},
    {"variable \"password_length\" {\n  default = \"12\"\n}\n", nullptr},
    {"variable \"password_length\" {\n  default = 12\n}\n", nullptr},
    {"variable \"db_password\" {\n  default = \"\"\n}\nvariable \"region\" {\n"
     "  default = \"eu-central-1\"\n}\n",
     nullptr},
    {"variable \"db_password\" {\n  type = string\n}\n\nvariable \"user_name\" {\n"
     "  default = \"kugelfisch9\"\n}\n",
     nullptr},
    {"user,password\nbob,kuGel7!fisch\n", "kuGel7!fisch"},
    {"user,password\r\nbob,kuGel7!fisch\r\n", "kuGel7!fisch"},
    {"\"user\";\"password\";\"role\"\n\"bob\";\"kuGel7!fisch\";\"admin\"\n", "kuGel7!fisch"},
    {"id\tdb_password\n1\tkuGel7!fisch\n", "kuGel7!fisch"},
    {"     1\tuser,password\n     2\tbob,kuGel7!fisch\n", "kuGel7!fisch"},
    {"users.csv:1:user,password\nusers.csv:2:bob,kuGel7!fisch\n", "kuGel7!fisch"},
    {"user,password_hint_count\nbob,31415926\n", nullptr},
    {"user,password\nbob,changeme\n", nullptr},
    {"user,password\n\nbob,kuGel7!fisch\n", nullptr},
    {"select(user,password)\nwith bob,kuGel7!fisch\n", nullptr},
};

}  // namespace

TEST_CASE("secrets are found that are named on another line") {
  for (const Row& row : kRows) {
    INFO(row.text);
    const std::string text = row.text, shown = redact(text);
    if (row.secret == nullptr) {
      CHECK(shown == text);
      continue;
    }
    std::string expected = text;
    expected.replace(text.find(row.secret), std::string_view(row.secret).size(), kMark);
    CHECK(shown == expected);
    CHECK(redact(shown) == shown);
    // In pieces of every size, too.
    for (size_t size = 1; size < text.size(); ++size) {
      INFO("in pieces of " << size);
      RedactedStream stream;
      std::string out;
      for (size_t at = 0; at < text.size(); at += size) out += stream.feed(text.substr(at, size));
      CHECK(out + stream.finish() == expected);
    }
  }
}

TEST_CASE("all rows of a table are redacted, and nothing behind it") {
  std::string text = "user,password\n", expected = text;
  for (int row = 0; row < 1000; ++row) {
    const std::string user = "user" + std::to_string(row) + ",";
    text += user + "kuGel7!fisch" + std::to_string(row) + "\n";
    expected += user + kMark + "\n";
  }
  CHECK(redact(text + "\nbob,kuGel7!fisch\n") == expected + "\nbob,kuGel7!fisch\n");
}
