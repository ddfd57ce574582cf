// Fifty dialogues in tags, each of another mixture: models that ask, write diffs that fit and diffs
// that do not, contradict themselves, break off, fail and finish; programs that are killed anywhere
// and go on. Each replays to its end with no tool at hand.
#include <catch2/catch.hpp>

#include "agent/fix/fix.h"
#include "agent/fix/resume.h"
#include "agent/fix/tools.h"
#include "agent/sessions.h"
#include "store/import/import.h"
#include "tests/unit/agent/random.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

namespace {

std::string tags_diff(const std::string& from, const std::string& to) {
  return "%_Modified_%\n--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,2 @@\n one\n-" + from + "\n+" + to +
         "\n";
}

class WildInTags final : public Model {
 public:
  explicit WildInTags(Random& random) : random_(random) {}
  std::string name() const override { return "wild"; }
  bool native_calls() const override { return false; }
  ModelReply reply(const ModelRequest&, const ModelListener&, std::stop_token) override {
    const std::string thinking = "%_Thought_%\nt\n%_Plan_%\np\n";
    const std::string report =
        "%_Verification_Report_%\n[{\"goal\":\"it builds\",\"status\":\"Achieved\","
        "\"evidence\":\"e\",\"reasoning\":\"r\"}]\n%%_Fin_%%\n";
    const std::string replies[] = {
        thinking + "%_Reply Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}]",
        thinking + "%_Reply Required_%\n[{\"type\":\"DIRECTORY_LISTING\",\"path\":\"\"}]",
        thinking + "%_Reply Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"none.go\"}]",
        thinking + tags_diff("two", "2"),
        thinking + tags_diff("two", "2"),
        thinking + tags_diff("three", "3"),
        thinking + "%_Ready_For_Final_Check_%\n",
        thinking + "%_Ready_For_Final_Check_%\n",
        report,
        report,
        thinking + tags_diff("two", "2") + "%%_Fin_%%",
        thinking + "%_Modified_%\n--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,",
        "Let me think about it.",
    };
    const size_t which = random_.below(std::size(replies) + 1);
    if (which == std::size(replies)) throw Error(ErrorCode::io, "the connection broke");
    return {{Role::assistant, replies[which], {}, {}}, {7, 3}, {}};
  }

 private:
  Random& random_;
};

struct WildDialogue {
  Random random;
  Scratch scratch;
  FixedClock clock;
  FixedEntropy entropy;
  Store store = open_to_write(scratch / "d.db");
  FixOptions options;
  std::string said;  // what was done, for a failure's message

  explicit WildDialogue(uint64_t seed) : random(seed) {
    scratch.write("tree/a.go", "one\ntwo\n");
    scratch.write("tree/x.proto", "old\n");
    ImportOptions chosen;
    chosen.path = scratch / "tree";
    chosen.project = "T";
    import(store, chosen);
    options.model = "wild";
    options.snapshot = "1";
    options.protos = "--- a/x.proto\n+++ b/x.proto\n@@ -1,1 +1,1 @@\n-old\n+new\n";
    options.limits.calls = 8;
    if (random.below(3) == 0) options.permit = "write=deny", said += " denied";
  }

  // From the beginning, or on from a record.
  Journal run(SessionInfo info, const std::vector<SessionEvent>& record, const Journal* before) {
    FixPlace place(store, options, nullptr, std::stop_token());
    if (before != nullptr) restore_edits(store, *before, record.back().seq, place.tree().files());
    Journal own = Journal::begin(store, info, entropy);
    WildInTags model(random);
    Policy policy(permissions_of(kFixMode, options.permit));
    Transcript transcript(own, {&model, &place.tools(), &policy, &clock, "snapshot:1"}, record);
    Setup setup = record.empty() ? set_up_fix(place.tools(), options)
                                 : set_up_again(place.tools(), record, 0, {});
    const FixResult result =
        run_fix(transcript, std::move(setup), "begin", {}, {}, record.empty() ? nullptr : &options);
    said += " " + std::string(result.outcome());
    return own;
  }

  Journal whole() {
    SessionInfo info;
    info.mode = kFixMode;
    info.model = "wild";
    return run(info, {}, nullptr);
  }

  // What a program leaves that is killed after so many events, and another one goes on with; or
  // `whole` where it stops before anything was said.
  Journal killed(const Journal& whole) {
    const auto& all = whole.events();
    const size_t size = 1 + random.below(all.size() - 1);
    const std::vector<SessionEvent> left(all.begin(),
                                         all.begin() + static_cast<std::ptrdiff_t>(size));
    if (std::none_of(left.begin(), left.end(),
                     [](const auto& event) { return event.kind == EventKind::message; }))
      return whole;
    said += " killed after " + std::to_string(size);
    const size_t kept = kept_events(whole.info(), left);
    SessionInfo info = whole.info();
    info.uid.clear();
    info.parent = info.id;
    info.parent_event = left[kept - 1].id;
    return run(info, {left.begin(), left.begin() + static_cast<std::ptrdiff_t>(kept)}, &whole);
  }
};

}  // namespace

TEST_CASE("fifty generated dialogues in tags replay") {
  size_t events = 0, fixed = 0, killed = 0;
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    WildDialogue made(seed);
    Journal journal = made.whole();
    if (made.random.below(2) == 0) journal = made.killed(journal);
    INFO("seed " << seed << made.said);
    const Replayed replayed = replay_strictly(journal.events(), Toolbox(), "");
    if (replayed.divergence) UNSCOPED_INFO(replayed.divergence->what());
    CHECK_FALSE(replayed.divergence.has_value());
    CHECK(replayed.events == journal.events().size());
    CHECK(verify_sessions(made.store).empty());
    events += journal.events().size();
    fixed += made.said.ends_with("fixed");
    killed += made.said.find("killed") != std::string::npos;
  }
  // The mixture holds what it is there for.
  CHECK(events > 500);
  CHECK(fixed > 3);
  CHECK(killed > 10);
}
