// `llm`'s logs.db: conversations of responses, and since its second generation of tables threads
// whose messages hang on their parents' hashes. A foreign database has no statements of ours that
// the build could check: whole tables are read, and joined here.
#include "agent/foreign/recorder.h"
#include "engine/database.h"
#include "engine/error.h"
#include "engine/statement.h"

namespace dossier {
namespace {

using foreign::name_in;
using foreign::Recorder;
using Table = std::vector<Json>;

Json value_at(const Statement& row, int at) {
  switch (row.type(at)) {
    case Statement::Type::integer:
      return row.integer(at);
    case Statement::Type::real:
      return row.real(at);
    case Statement::Type::text:
      return row.text(at);
    default:
      return {};
  }
}

// Whether the file itself holds the rows. A view or a virtual table may run whatever whoever made
// the file liked, and without end.
bool has_table(Database& db, std::string_view name) {
  Statement found(db,
                  "SELECT 1 FROM pragma_table_list"
                  " WHERE schema = 'main' AND type = 'table' AND name = ?");
  found.bind(1, name);
  return found.step();
}

// The columns that are stored; "" where there are none. What is generated is the schema's to
// compute, as large and as slowly as it says.
std::string stored_columns(Database& db, const std::string& table) {
  std::string out;
  Statement names(db, "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0");
  names.bind(1, table);
  while (names.step()) {
    out += out.empty() ? "\"" : ", \"";
    for (const char c : std::string(names.text(0))) out.append(c == '"' ? 2 : 1, c);
    out += '"';
  }
  return out;
}

Table table(Database& db, const std::string& name) {
  Table out;
  if (!has_table(db, name)) return out;
  const std::string columns = stored_columns(db, name);
  if (columns.empty()) return out;
  Statement rows(db, "SELECT " + columns + " FROM \"" + name + "\" ORDER BY rowid");
  while (rows.step()) {
    Json row = Json::object();
    for (int i = 0; i < rows.columns(); ++i) row.set(rows.column_name(i), value_at(rows, i));
    out.push_back(std::move(row));
  }
  return out;
}

std::map<std::string, Table> by(const std::string& key, Table rows) {
  std::map<std::string, Table> out;
  for (auto& row : rows) {
    const std::string group = name_in(row, key);
    out[group].push_back(std::move(row));
  }
  return out;
}

const Table& of(const std::map<std::string, Table>& groups, const std::string& key) {
  static const Table kNone;
  const auto found = groups.find(key);
  return found != groups.end() ? found->second : kNone;
}

class Responses {
 public:
  explicit Responses(Database& db)
      : calls_(by("response_id", table(db, "tool_calls"))),
        results_(by("response_id", table(db, "tool_results"))),
        attachments_(by("response_id", table(db, "prompt_attachments"))) {}

  void record(Recorder& recorder, const Json& row, foreign::Lost& lost) const {
    const std::string id = name_in(row, "id");
    recorder.at(row.find("datetime_utc"));
    recorder.model(row.text("model"));
    recorder.say(Role::system, row.text("system"));
    // The results of the calls before were part of this prompt.
    for (const auto& result : of(results_, id))
      recorder.result(result.text("tool_call_id"), result.text("exception").empty(),
                      Json(result.text("output")), result.text("name"));
    recorder.say(Role::user, row.text("prompt"));
    std::vector<ToolCall> calls;
    for (const auto& call : of(calls_, id))
      calls.push_back(
          {call.text("tool_call_id"), call.text("name"), foreign::object_in(call["arguments"])});
    recorder.reply({row.text("response"),
                    std::move(calls),
                    {recorder.tokens(row, "input_tokens"), recorder.tokens(row, "output_tokens")},
                    row.text("reasoning")});
    if (const auto count = of(attachments_, id).size(); count > 0)
      lost["attachments"] += static_cast<int64_t>(count);
  }

 private:
  std::map<std::string, Table> calls_, results_, attachments_;
};

class Threads {
 public:
  explicit Threads(Database& db)
      : parts_(by("message_hash", table(db, "parts"))),
        turns_(by("thread_id", table(db, "turns"))) {
    for (auto& message : table(db, "messages")) {
      std::string hash = name_in(message, "hash");
      messages_.insert_or_assign(std::move(hash), std::move(message));
    }
    for (const auto& [hash, message] : messages_) left_ += size_of(hash) * kTimesTold;
  }

  void record(Recorder& recorder, const Json& thread, foreign::Lost& lost) {
    recorder.at(thread.find("datetime_utc"));
    std::map<std::string, const Json*> settled;  // a turn's last message tells its counts
    for (const auto& turn : of(turns_, name_in(thread, "id"))) {
      settled[name_in(turn, "tip_message_hash")] = &turn;
      recorder.model(turn.text("model"));
    }
    std::vector<const Json*> chain;
    size_t size = 0;
    for (auto at = messages_.find(name_in(thread, "tip_message_hash"));
         at != messages_.end() && chain.size() <= messages_.size() && size <= left_;
         at = messages_.find(name_in(at->second, "parent_hash"))) {
      chain.push_back(&at->second);
      size += size_of(at->first);
    }
    if (size > left_) {
      ++lost["threads that other threads contain"];
      return;
    }
    left_ -= size;
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
      const auto turn = settled.find(name_in(**at, "hash"));
      message(recorder, **at, turn != settled.end() ? turn->second : nullptr, lost);
    }
  }

 private:
  // Threads share the messages that they begin with, each of them told in full: a small file could
  // make a session of every message, and all of them as long as the longest.
  static constexpr size_t kTimesTold = 4;
  static constexpr size_t kMessage = 100;  // bytes, beside its parts

  size_t size_of(const std::string& hash) const {
    size_t size = kMessage;
    for (const auto& part : of(parts_, hash))
      size += part.text("text").size() + part.text("payload").size();
    return size;
  }

  void message(Recorder& recorder, const Json& message, const Json* turn,
               foreign::Lost& lost) const {
    const std::string& role = message.text("role");
    std::string reasoning;
    std::vector<std::string> texts;
    std::vector<ToolCall> calls;
    for (const auto& part : of(parts_, name_in(message, "hash"))) {
      const std::string& type = part.text("type");
      const Json payload = foreign::object_in(part["payload"]);
      const Json* arguments = payload.find("arguments");
      if (type == "text" && part["text"].string() != nullptr)
        texts.push_back(part.text("text"));
      else if (type == "reasoning")
        reasoning += part.text("text");
      else if (type == "tool_call")
        calls.push_back({payload.text("tool_call_id"), payload.text("name"),
                         arguments != nullptr ? *arguments : Json::object()});
      else if (type == "tool_result")
        recorder.result(payload.text("tool_call_id"), payload.text("exception").empty(),
                        Json(payload.text("output")), payload.text("name"));
      else
        ++lost[type == "text" ? "texts that borrow fragments" : "parts of type " + type];
    }
    const std::string text = foreign::joined_parts(texts);
    if (role == "assistant")
      recorder.reply({text, std::move(calls),
                      turn != nullptr ? Usage{recorder.tokens(*turn, "input_tokens"),
                                              recorder.tokens(*turn, "output_tokens")}
                                      : Usage{},
                      reasoning});
    else
      recorder.say(role == "system" ? Role::system : Role::user, text);
    if (turn != nullptr) recorder.at(turn->find("datetime_utc"));
  }

  std::map<std::string, Json> messages_;
  std::map<std::string, Table> parts_, turns_;
  size_t left_ = 64 << 20;  // bytes of messages that may still be told
};

}  // namespace

std::variant<Foreign, std::string> read_llm_logs(const std::string& path, int64_t at) {
  Database db = Database::open(path, OpenMode::read);
  db.execute("PRAGMA trusted_schema = OFF");
  if (!has_table(db, "responses") && !has_table(db, "threads"))
    return std::string("a database, but not one of llm's logs");
  Foreign out{"llm", {}, {}};
  const auto keep = [&](Recorder& recorder) {
    if (!recorder.empty()) out.sessions.push_back(recorder.take());
  };
  Threads threads(db);
  std::map<std::string, bool> told;  // both generations hold a conversation while llm moves over
  for (const auto& thread : table(db, "threads")) {
    Recorder recorder("llm", name_in(thread, "id"), out.lost, at);
    threads.record(recorder, thread, out.lost);
    told[name_in(thread, "id")] = !recorder.empty();
    keep(recorder);
  }
  const Responses responses(db);
  std::vector<std::string> order;
  std::map<std::string, Table> conversations;
  for (auto& row : table(db, "responses")) {
    // A response of no conversation is one of its own.
    const std::string conversation = name_in(row, "conversation_id");
    const std::string id = conversation.empty() ? name_in(row, "id") : conversation;
    if (!conversations.contains(id)) order.push_back(id);
    conversations[id].push_back(std::move(row));
  }
  for (const auto& id : order) {
    if (told[id]) continue;
    Recorder recorder("llm", id, out.lost, at);
    for (const auto& row : conversations[id]) responses.record(recorder, row, out.lost);
    keep(recorder);
  }
  return out;
}

}  // namespace dossier
