#include "agent/settings.h"

#include <catch2/catch.hpp>

#include "agent/auto/auto_settings.h"
#include "engine/error.h"
#include "tests/unit/state_home.h"

using namespace dossier;

TEST_CASE("settings have the defaults and bounds that the page documents") {
  struct Row {
    const char *name, *otherwise, *least, *most, *beyond;
  };
  const Row rows[] = {
      {"enableAutoTools", "false", "true", "false", "yes"},
      {"maxResults", "10", "1", "50", "51"},
      {"defaultTimeout", "30000", "1", "60000", "60001"},
      {"parallelLimit", "5", "1", "10", "11"},
      {"autoApproveRead", "true", "true", "false", "1"},
      {"debugMode", "false", "true", "false", ""},
      {"allowedCategories", "null", "code", "filesystem,code,mcp", "code,files"},
      {"forceTraditionalMode", "false", "true", "false", "TRUE"},
  };
  CHECK(settings().size() == std::size(rows));
  const test::StateHome home;
  const std::string database = home / "d.db";
  for (const auto& [name, otherwise, least, most, beyond] : rows) {
    INFO(name);
    const Setting& one = setting_named(name);
    CHECK(setting(database, one).dump() == otherwise);
    for (const char* text : {least, most}) {
      set_setting(database, one, parse_setting(one, text));
      CHECK(setting(database, one) == parse_setting(one, text));
    }
    for (const char* text : {beyond, "", "0", "-1", "null", "5 ", "code,", ",code"})
      CHECK_THROWS_AS(parse_setting(one, text), Error);
    unset_setting(database, one);
    CHECK(setting(database, one).dump() == otherwise);
  }
  CHECK_THROWS_AS(setting_named("maxresults"), Error);
}

TEST_CASE("settings are of the folder of the database, and of nobody where nothing is kept") {
  const test::StateHome home;
  home.write("one/x", "");
  std::filesystem::create_directory_symlink("one", home / "link");
  const Setting& one = setting_named("maxResults");
  set_setting(home / "one/a.db", one, Json(20));
  CHECK(setting(home / "one/b.db", one) == Json(20));
  CHECK(setting(home / "link/a.db", one) == Json(20));
  CHECK(setting(home / "a.db", one) == Json(10));
  CHECK(setting("", one) == Json(10));
  CHECK_THROWS_AS(set_setting("", one, Json(20)), Error);
}

TEST_CASE("a setting that another version kept does not count beyond the bounds") {
  const test::StateHome home;
  const std::string database = home / "d.db";
  for (const char* value : {"51", "0", "\"5\"", "true"}) {
    set_setting(database, setting_named("maxResults"), read_json(value));
    CHECK(setting(database, "maxResults") == Json(10));
  }
  for (const char* value : {"[]", "[\"files\"]", "[1]", "\"code\"", "true"}) {
    set_setting(database, setting_named("allowedCategories"), read_json(value));
    CHECK(setting(database, "allowedCategories").is_null());
  }
}

TEST_CASE("settings reach the scripts") {
  const test::StateHome home;
  const std::string database = home / "d.db";
  const AutoSettings before = auto_settings(database);
  CHECK_FALSE(before.enabled);
  CHECK(before.max_results == 10);
  CHECK(before.auto_approve_read);
  CHECK(before.categories.empty());
  const std::pair<const char*, const char*> values[] = {
      {"enableAutoTools", "true"},         {"maxResults", "7"},
      {"defaultTimeout", "1500"},          {"parallelLimit", "2"},
      {"autoApproveRead", "false"},        {"debugMode", "true"},
      {"allowedCategories", "code,agent"}, {"forceTraditionalMode", "true"}};
  for (const auto& [name, value] : values)
    set_setting(database, setting_named(name), parse_setting(setting_named(name), value));
  const AutoSettings after = auto_settings(database);
  CHECK((after.enabled && after.debug && after.forced_traditional));
  CHECK_FALSE(after.auto_approve_read);
  CHECK(after.max_results == 7);
  CHECK(after.timeout_ms == 1500);
  CHECK(after.parallel_limit == 2);
  CHECK(after.categories == std::vector<std::string>{"code", "agent"});
}

TEST_CASE("a script's calls are asked about as the settings say") {
  AutoSettings settings;
  const auto shown = [&](const char* mode, const char* permit) {
    std::string out;
    for (const auto one : script_permissions(mode, permit, settings))
      out += (out.empty() ? "" : " ") + std::string(name_of(one));
    return out;
  };
  CHECK(shown("agent", "") == "allow allow ask ask");
  CHECK(shown("agent", "write=allow,execute=deny") == "allow allow allow deny");
  CHECK(shown("ask", "write=allow") == "allow deny deny deny");
  settings.auto_approve_read = false;
  CHECK(shown("agent", "") == "allow ask ask ask");
  CHECK(shown("agent", "lookup=ask,read=allow") == "ask allow ask ask");
  CHECK(shown("ask", "") == "allow deny deny deny");
}
