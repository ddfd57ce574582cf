#include "agent/foreign/recorder.h"

#include <filesystem>

#include "agent/json_texts.h"
#include "agent/redact.h"
#include "agent/transcript.h"
#include "engine/unicode.h"

namespace dossier::foreign {
namespace {

constexpr size_t kTitle = 80;

std::string title_of(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.size() <= kTitle ? line : std::string(utf8_prefix(line, kTitle)) + "…";
}

// Where two parts meet, at most so many bytes of each are looked at.
constexpr size_t kSeam = 4096;

// Whether a secret goes from the one text into the other.
bool is_cut(std::string_view before, std::string_view after) {
  const std::string first(before.substr(before.size() - std::min(before.size(), kSeam)));
  const std::string second(after.substr(0, kSeam));
  return marks_in(redact(first + second)).size() > marks_in(redact(first + "\n" + second)).size();
}

}  // namespace

std::string joined_parts(const std::vector<std::string>& parts) {
  std::string rest, out;
  for (const auto& part : parts) rest += part;
  size_t done = 0;
  for (const auto& part : parts) {
    const bool cut = done > 0 && is_cut(out, std::string_view(rest).substr(done));
    if (!out.empty() && !cut) out += '\n';
    out += part;
    done += part.size();
  }
  return out;
}

Recorder::Recorder(std::string_view format, std::string_view id, Lost& lost, int64_t at)
    : lost_(lost), format_(format), id_(id), at_(at) {
  session_.source = format_ + ":" + id_;
}

void Recorder::at(const Json* time) {
  if (time == nullptr) return;
  if (time->string() != nullptr) at_ = time_in(*time->string()).value_or(at_);
  // Seconds since 1970, as some write them; anything far from our times is none.
  double seconds = -1;
  if (time->integer() != nullptr) seconds = static_cast<double>(*time->integer());
  if (time->real() != nullptr) seconds = *time->real();
  if (seconds > 1e8 && seconds < 1e10) at_ = static_cast<int64_t>(seconds * 1000);
}

void Recorder::folder(const std::string& path) {
  if (folder_.empty() && session_.events.empty()) folder_ = path;
}

void Recorder::model(const std::string& name) {
  if (name.empty()) return;
  model_ = name;
  if (session_.model.empty()) session_.model = name;
}

void Recorder::title(const std::string& text) {
  if (!text.empty()) session_.title = title_of(redact(text));
}

void Recorder::add(EventKind kind, std::string_view tool, const Json& body) {
  if (session_.events.empty()) {
    session_.started_at = at_;
    const Json started = Json::object({{"version", 1},
                                       {"mode", "import"},
                                       {"format", format_},
                                       {"session", id_},
                                       {"root", folder_}});
    session_.events.push_back({0, 0, at_, -1, EventKind::started, {}, redacted(started).dump()});
  }
  session_.events.push_back({0, 0, at_, -1, kind, std::string(tool), redacted(body).dump()});
  replied_last_ = false;
}

void Recorder::say(Role role, const std::string& text) {
  if (text.empty()) return;
  // Whoever speaks now has given up waiting.
  if (role == Role::user) give_up_calls();
  // `/clear` alone says nothing of the session.
  const bool is_bare = text.starts_with('/') && text.find_first_of(" \n") == text.npos;
  if (role == Role::user && (session_.title.empty() || (is_titled_by_command_ && !is_bare))) {
    session_.title = title_of(redact(text));
    is_titled_by_command_ = is_bare;
  }
  add(EventKind::message, {}, to_json(Message{role, text, {}, {}}));
}

void Recorder::reply(Reply reply) {
  if (reply.text.empty() && reply.calls.empty() && reply.reasoning.empty())
    return spent(reply.usage, reply.cost);
  Json body = Json::object(
      {{"message", to_json(Message{Role::assistant, std::move(reply.text), reply.calls, {}})}});
  if (!reply.reasoning.empty()) body.set("reasoning", std::move(reply.reasoning));
  if (reply.usage.in >= 0) body.set("tokens_in", reply.usage.in);
  if (reply.usage.out >= 0) body.set("tokens_out", reply.usage.out);
  if (reply.cost > 0) body.set("cost", reply.cost);
  if (reply.continues) body.set("continues", true);
  // The session's own row is made at its first import, which a model may not have answered yet.
  if (model_ != recorded_model_) body.set("model", recorded_model_ = model_);
  for (auto& call : reply.calls) {
    order_.push_back(call.id);
    open_[call.id] = std::move(call);
  }
  add(EventKind::model_settled, {}, body);
  replied_last_ = true;
}

void Recorder::failed(const std::string& error) {
  add(EventKind::model_settled, {},
      Json::object({{"error", error}, {"code", name_of(ErrorCode::io)}}));
}

void Recorder::result(const std::string& id, bool ok, const Json& value, const std::string& tool,
                      const std::optional<std::vector<Change>>& changes) {
  ToolCall call{id, tool, Json::object()};
  const auto made = open_.find(id);
  if (made != open_.end()) {
    call = made->second;
    open_.erase(made);
  } else {
    ++lost_["calls with a result but no request"];
  }
  add(EventKind::tool_asked, call.tool, to_json(call));
  if (ok)
    for (auto& change : changes ? *changes : changes_in(call)) edit(change);
  held_.clear();
  add(EventKind::tool_settled, call.tool, to_json(ToolResult{call, ok, -1, -1, false, {}, value}));
}

void Recorder::give_up_calls() {
  for (const auto& id : order_) {
    const auto made = open_.find(id);
    if (made == open_.end()) continue;
    ++lost_["results of calls that were never answered"];
    add(EventKind::tool_asked, made->second.tool, to_json(made->second));
    open_.erase(made);
  }
  order_.clear();
}

void Recorder::spent(const Usage& usage, double cost) {
  if (session_.events.empty()) return;
  Json body = Json::object({{"usage", true}});
  if (usage.in >= 0) body.set("tokens_in", usage.in);
  if (usage.out >= 0) body.set("tokens_out", usage.out);
  if (cost > 0) body.set("cost", cost);
  if (body.fields()->size() > 1) add(EventKind::model_settled, {}, body);
}

int64_t Recorder::tokens(const Json& counts, std::string_view key) {
  const Json* value = counts.find(key);
  if (value == nullptr || value->is_null()) return -1;
  if (const auto count = number_within(*value, kMostTokens)) return static_cast<int64_t>(*count);
  ++lost_["counts of tokens that cannot be"];
  return -1;
}

double Recorder::dollars(const Json& object, std::string_view key) {
  const Json* value = object.find(key);
  if (value == nullptr || value->is_null()) return 0;
  if (const auto cost = number_within(*value, kMostDollars)) return *cost;
  ++lost_["costs that cannot be"];
  return 0;
}

// Without "." and "..", from the folder on.
std::string Recorder::absolute(const std::string& path) const {
  const std::string& from = working_.empty() ? folder_ : working_;
  return std::filesystem::path(path.starts_with('/') || from.empty() ? path : from + "/" + path)
      .lexically_normal()
      .string();
}

void Recorder::holds(const std::string& path, Content content) {
  held_[absolute(path)] = std::move(content);
}

void Recorder::edit(Change change) {
  // A database that holds whole files of every edit would be larger than what was read by far.
  constexpr size_t kMostKept = 64 << 20;
  if (change.path.empty()) return;
  change.path = absolute(change.path);
  if (change.kind == Change::copy) change.old = absolute(change.old);
  std::optional<Content> before;
  if (const auto held = held_.find(change.path); held != held_.end()) {
    // Each change of a whole content costs as much as it holds: a small file could hold many.
    const size_t size = held->second ? held->second->size() : 0;
    const size_t cost = size + change.text.size() + 1;
    if (cost <= left_) before = held->second;
    left_ -= std::min(left_, cost);
  }
  RecordedEdit known = recorded_edit(change, before);
  // Of several changes that one call makes, the next one finds what this one left.
  if (known.has_images) held_[change.path] = known.edit.after;
  std::string path = change.path;
  const std::string root = folder_.ends_with('/') ? folder_ : folder_ + "/";
  if (path.starts_with(root)) path = path.substr(root.size());
  known.edit.path = path;
  if (const size_t at = known.edit.diff.find(change.path);
      path != change.path && at != std::string::npos) {
    // The paths of the header, and nothing of the lines.
    const size_t end = known.edit.diff.find("\n@@");
    std::string head = known.edit.diff.substr(0, end);
    for (const std::string side : {"--- a/", "+++ b/"})
      if (const size_t place = head.find(side + change.path); place != std::string::npos)
        head.replace(place + side.size(), change.path.size(), path);
    known.edit.diff = head + (end == std::string::npos ? "" : known.edit.diff.substr(end));
  }
  Json how = to_json(change);
  Json body = Json::object({{"path", path},
                            {"added", known.edit.added},
                            {"removed", known.edit.removed},
                            {"diff", known.edit.diff}});
  if (known.is_partial) body.set("partial", true);
  add(EventKind::edit, {}, body.set("how", std::move(how)));
  const size_t size = (known.edit.before ? known.edit.before->size() : 0) +
                      (known.edit.after ? known.edit.after->size() : 0);
  const bool hides = (known.edit.before && redact(*known.edit.before) != *known.edit.before) ||
                     (known.edit.after && redact(*known.edit.after) != *known.edit.after) ||
                     redact(path) != path;
  if (known.has_images && hides) {
    ++lost_["contents of edited files that hold secrets"];
    known.has_images = false;
  } else if (known.has_images && kept_ + size > kMostKept) {
    ++lost_["contents of edited files beyond 64 MB"];
    known.has_images = false;
  } else if (!known.has_images) {
    ++lost_["contents of edited files that the record does not show"];
  }
  if (known.has_images)
    kept_ += size;
  else
    known.edit.before.reset(), known.edit.after.reset();
  known.edit.path = redact(path);
  session_.edits[session_.events.size() - 1] = {redact(folder_), std::move(known.edit),
                                                known.has_images, 0};
}

void Recorder::ended(std::string_view status, const std::string& reason,
                     const std::string& submission) {
  Json body = Json::object({{"status", status}, {"reason", reason}});
  if (!submission.empty()) body.set("submission", submission);
  add(EventKind::ended, {}, body);
}

std::string Recorder::text_in(const Json* content) {
  if (content == nullptr) return {};
  if (content->string() != nullptr) return *content->string();
  std::vector<std::string> texts;
  for (const auto& part : content->each()) {
    const Json& text = part.string() != nullptr ? part : part["text"];
    if (text.string() != nullptr) {
      texts.push_back(*text.string());
    } else {
      const std::string& kind = part.text("type");
      ++lost_[kind.empty() ? "parts without a text" : "parts of type " + kind];
    }
  }
  return joined_parts(texts);
}

ForeignSession Recorder::take() {
  if (!open_.empty()) lost_["calls without a result so far"] += static_cast<int64_t>(open_.size());
  session_.title = session_.title.empty() ? format_ + " " + id_ : session_.title;
  const size_t last = folder_.find_last_not_of('/');
  const std::string path = folder_.substr(0, last == folder_.npos ? 0 : last + 1);
  session_.project = path.substr(path.rfind('/') + 1);
  return std::move(session_);
}

ForeignSession Recorder::take_whole() {
  give_up_calls();
  return take();
}

JsonBudget budget_of(size_t bytes) { return {100'000 + bytes / 8}; }

void record_messages(Recorder& recorder, const Json& messages, Lost& lost) {
  for (const auto& message : messages.each()) {
    recorder.at(message.find("timestamp"));
    const std::string& role = message.text("role");
    const std::string text = recorder.text_in(message.find("content"));
    if (role == "assistant") {
      std::vector<ToolCall> calls;
      for (const auto& call : message["tool_calls"].each()) {
        // OpenAI's shape {id, function:{name, arguments}}, or inspect's {id, function, arguments}.
        const bool nested = call["function"].fields() != nullptr;
        const Json& holder = nested ? call["function"] : call;
        const Json* input = holder.find("arguments");
        Json arguments = input != nullptr ? *input : Json::object();
        if (arguments.string() != nullptr) {
          auto parsed = parse_json(*arguments.string());
          if (Json* json = std::get_if<Json>(&parsed)) arguments = std::move(*json);
        }
        calls.push_back({call.text("id"), nested ? holder.text("name") : call.text("function"),
                         std::move(arguments)});
      }
      recorder.reply({text, std::move(calls)});
    } else if (role == "tool") {
      std::string id = message.text("tool_call_id");
      if (const auto ids = texts_in(message["tool_call_ids"]); id.empty() && !ids.empty())
        id = ids.front();
      const Json& error = message["error"];
      const bool failed = !error.is_null();
      recorder.result(
          id, !failed, Json(failed && text.empty() ? error.text("message") : text),
          message.text("function").empty() ? message.text("name") : message.text("function"));
    } else if (role == "user" || role == "system") {
      recorder.say(role == "user" ? Role::user : Role::system, text);
    } else {
      ++lost[role.empty() ? "messages without a role" : "messages of role " + role];
    }
  }
}

int64_t of_all(std::initializer_list<int64_t> counts) {
  int64_t out = -1;
  for (const int64_t count : counts)
    if (count >= 0) out = std::max<int64_t>(out, 0) + count;
  return out;
}

std::optional<double> number_within(const Json& value, double most) {
  double number = -1;
  if (value.integer() != nullptr) number = static_cast<double>(*value.integer());
  if (value.real() != nullptr) number = *value.real();
  return number >= 0 && number <= most ? std::optional(number) : std::nullopt;
}

std::string name_in(const Json& of, std::string_view key) {
  return of[key].is_null() ? std::string() : text_of_value(of[key]);
}

Json object_in(const Json& text) {
  auto parsed = parse_json(text.string() != nullptr ? *text.string() : std::string());
  Json* json = std::get_if<Json>(&parsed);
  return json != nullptr && json->fields() != nullptr ? std::move(*json) : Json::object();
}

std::string id_of(std::string_view name, const Json& first) {
  return std::string(name.substr(0, name.find('.'))) + ":" +
         hex(bytes_of(sha256({first.dump()})), 16);
}

}  // namespace dossier::foreign
