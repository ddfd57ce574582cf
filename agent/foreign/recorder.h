#pragma once
// Shared by the readers of foreign transcripts: turns messages, replies and results into the events
// of one session, redacted, with each call beside its result.
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/foreign/foreign.h"
#include "agent/foreign/recorded_edit.h"
#include "agent/model.h"
#include "engine/json_budget.h"

namespace dossier::foreign {

using Lost = std::map<std::string, int64_t>;

/// What a model said at once, or a part of it.
struct Reply {
  std::string text;
  std::vector<ToolCall> calls = {};
  Usage usage = {};
  std::string reasoning = {};
  double cost = 0;
  bool continues = false;  // of a reply whose first part came before: it counts once
};

class Recorder {
 public:
  /// `id` identifies the session among those of `format`.
  Recorder(std::string_view format, std::string_view id, Lost& lost, int64_t at);

  /// Sets the time of the following events; an unreadable time is ignored.
  void at(const Json* time);
  void folder(const std::string& path);
  /// The model that the next replies come from. A reply records it where it is another than before.
  void model(const std::string& name);
  /// The title that a person gave the session; without one its first message is.
  void title(const std::string& text);
  void parent(std::string source) { session_.parent = std::move(source); }
  /// The folder that relative paths of calls start from; the session's unless it is told.
  void in(const std::string& path) { working_ = path; }

  void say(Role role, const std::string& text);
  /// model_settled {message[, reasoning][, tokens_in][, tokens_out][, cost][, continues][, model]};
  /// of a reply without content only what it took, as spent() records it.
  void reply(Reply reply);
  /// A model that did not answer, and why.
  void failed(const std::string& error);
  /// The result of the call with this id; `tool` is the tool's name if there was no such call. The
  /// changes of files that a call made which is `ok` are edits: those given, or what it asked for.
  void result(const std::string& id, bool ok, const Json& value, const std::string& tool = {},
              const std::optional<std::vector<Change>>& changes = std::nullopt);
  /// A file held this before the changes that the next result tells of.
  void holds(const std::string& path, Content content);
  /// Tokens, and dollars if they are more than none, that no single reply accounts for.
  void spent(const Usage& usage, double cost = 0);
  /// A count of tokens; -1 if the field is absent. One that no session has (negative, or over
  /// kMostTokens) is counted as lost; so are dollars, which are none then.
  int64_t tokens(const Json& counts, std::string_view key);
  double dollars(const Json& object, std::string_view key);
  /// The calls that have no result get none any more.
  void give_up_calls();
  /// `submission` is the diff that the program handed in, if any.
  void ended(std::string_view status, const std::string& reason,
             const std::string& submission = {});
  /// The text of a message's content, a string or a list of parts. Parts other than text are
  /// counted as lost.
  std::string text_in(const Json* content);

  bool empty() const { return session_.events.empty(); }
  /// Whether a reply was recorded last, so that another one without a word between is its part.
  bool replied_last() const { return replied_last_; }
  ForeignSession take();
  /// The session of a file that is whole: its open calls will get no result.
  ForeignSession take_whole();

 private:
  void add(EventKind kind, std::string_view tool, const Json& body);
  std::string absolute(const std::string& path) const;
  void edit(Change change);

  ForeignSession session_;
  Lost& lost_;
  std::map<std::string, ToolCall> open_;  // calls without a result yet, by id
  std::vector<std::string> order_;        // of the calls that were made, by id
  std::map<std::string, Content> held_;   // by absolute path, where the folder is known
  size_t left_ = 64 << 20;                // bytes of files' contents that changes may be made on
  size_t kept_ = 0;                       // bytes of files' contents
  std::string format_, id_, folder_, working_;
  std::string model_, recorded_model_;
  bool replied_last_ = false;
  bool is_titled_by_command_ = false;  // by one without arguments, until something is asked
  int64_t at_;
};

/// The parts of one message as one text, one per line. A secret that was split between parts is
/// joined, so that redaction finds it.
std::string joined_parts(const std::vector<std::string>& parts);

/// The number of JSON values that a transcript of this size may have, so that memory is
/// proportional to the file's size.
JsonBudget budget_of(size_t bytes);

/// Records a chat's messages in the common form: {role, content[, tool_calls][, tool_call_id]}.
void record_messages(Recorder& recorder, const Json& messages, Lost& lost);

/// Tokens, and dollars, that no session has more of; sums of them fit into 64 bits.
inline constexpr double kMostTokens = 1e12, kMostDollars = 1e9;

/// The sum of those counts that are known; -1 if none is.
int64_t of_all(std::initializer_list<int64_t> counts);
/// The number if it lies between 0 and `most`, else nothing.
std::optional<double> number_within(const Json& value, double most);

/// What names something: a text, or a number; "" where the field is absent or null.
std::string name_in(const Json& of, std::string_view key);
/// An object that was written as a text; an empty one for anything else.
Json object_in(const Json& text);

/// "NAME:16 digits of the text's hash": the id of a session in a format without ids.
std::string id_of(std::string_view name, const Json& first);

/// A command of Claude Code as it was typed, "/review price.py", if the text is one; else "".
std::string typed_command(const std::string& text);

// The readers, one function per file.
Foreign read_claude_code(const std::vector<Json>& lines, Lost lost, int64_t at);
Foreign read_codex(const std::vector<Json>& lines, Lost lost, std::string_view name, int64_t at);
Foreign read_swe_agent(const Json& file, std::string_view name, int64_t at);
Foreign read_mini_swe_agent(const Json& file, std::string_view name, int64_t at);
Foreign read_inspect_ai(const Json& file, int64_t at);
/// A packed log: the same, one entry a sample.
std::variant<Foreign, std::string> read_eval(std::string_view bytes, int64_t at,
                                             const ForeignLimits& limits);
Foreign read_openhands(const Json& events, std::string_view name, int64_t at);
/// Lines of results, each with the events of one session.
Foreign read_openhands_results(const std::vector<Json>& lines, Lost lost, std::string_view name,
                               int64_t at);
std::variant<Foreign, std::string> read_own(const std::vector<Json>& lines, Lost lost);

}  // namespace dossier::foreign
