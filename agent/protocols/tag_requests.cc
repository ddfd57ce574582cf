#include "agent/protocols/tag_requests.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "agent/json_texts.h"
#include "engine/ascii.h"

namespace dossier {
namespace {

// An operation of the store that a model may ask for, and its tool's fields. `snapshot` is not
// among them: the later version holds the answer.
struct StoreOp {
  std::string_view op, query, limit;
};
constexpr std::array<StoreOp, 4> kStoreOps = {{{"find", "q", "limit"},
                                               {"refs", "identifier", "maxResults"},
                                               {"callers", "identifier", "maxResults"},
                                               {"grep", "pattern", "maxResults"}}};

std::string relative(std::string_view path) {
  path = trimmed(path);
  while (path.starts_with('/') || path.starts_with("./"))
    path.remove_prefix(path[0] == '/' ? 1 : 2);
  return path.empty() ? "." : std::string(path);
}

// Reads the JSON array of %_Reply Required_%.
class Requests {
 public:
  Requests(const TagBlock& block, bool has_store, Turn& turn)
      : block_(block), has_store_(has_store), turn_(turn) {}

  void read() {
    const std::string body = unfenced_block(block_.text);
    auto parsed = parse_peer_json(body);
    // Prose around the array.
    if (std::holds_alternative<JsonFault>(parsed)) {
      const size_t first = body.find('['), last = body.rfind(']');
      if (first != body.npos && last != body.npos && first < last) {
        auto inner = parse_peer_json(std::string_view(body).substr(first, last - first + 1));
        if (std::holds_alternative<Json>(inner)) parsed = std::move(inner);
      }
    }
    if (const auto* problem = std::get_if<JsonFault>(&parsed))
      return fault("the requests are no JSON array: " + problem->message);
    const Json& root = std::get<Json>(parsed);
    if (root.fields() != nullptr) return item(root, "the request");
    const auto requests = root.each();
    if (requests.empty()) return fault("the requests must be a JSON array of at least one request");
    for (size_t i = 0; i < requests.size(); ++i)
      item(requests[i], "request " + std::to_string(i + 1));
  }

 private:
  void fault(std::string message) {
    turn_.faults.push_back({block_.line, "%_Reply Required_%: " + std::move(message)});
  }

  void item(const Json& json, const std::string& at) {
    if (json.fields() == nullptr)
      return fault(at + " must be an object, not " + std::string(json.type_name()));
    std::string type = json.text("type");
    for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (type == "FILE_CONTENT") return file(json, at, "read_file", true);
    if (type == "DIRECTORY_LISTING") return file(json, at, "list_tree", false);
    if (type == "STORE" && has_store_) return store(json, at);
    fault(at + " has no known type" + (type.empty() ? "" : " (" + json.text("type") + ")") +
          "; the types are FILE_CONTENT" +
          (has_store_ ? ", DIRECTORY_LISTING and STORE" : " and DIRECTORY_LISTING"));
  }

  // False at a field that the type does not have; why something is wanted may always be said.
  bool has_only(const Json& json, const std::string& at,
                std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : *json.fields())
      if (key != "type" && key != "reason" &&
          std::find(known.begin(), known.end(), key) == known.end()) {
        fault(at + " has a field that is not its type's: " + key);
        return false;
      }
    return true;
  }

  bool number(const Json& json, const std::string& at, std::string_view key, std::string_view into,
              Json& input) {
    const Json* value = json.find(key);
    if (value == nullptr || value->is_null()) return true;
    if (value->integer() == nullptr || *value->integer() < 0) {
      fault(at + ": " + std::string(key) + " must be a whole number");
      return false;
    }
    input.set(into, *value->integer());
    return true;
  }

  void file(const Json& json, const std::string& at, std::string_view tool, bool ranged) {
    const Json* path = json.find("path");
    if (path == nullptr || path->string() == nullptr || (ranged && path->string()->empty()))
      return fault(at + ": path must be a path relative to the root of the tree");
    Json input = Json::object({{"path", relative(*path->string())}});
    if (ranged ? !has_only(json, at, {"path", "offset", "limit"}) : !has_only(json, at, {"path"}))
      return;
    if (ranged && (!number(json, at, "offset", "offset", input) ||
                   !number(json, at, "limit", "limit", input)))
      return;
    turn_.calls.push_back({{}, std::string(tool), std::move(input)});
  }

  void store(const Json& json, const std::string& at) {
    if (!has_only(json, at, {"op", "query", "limit"})) return;
    const std::string& op = json.text("op");
    const auto known = std::find_if(kStoreOps.begin(), kStoreOps.end(),
                                    [&](const StoreOp& row) { return row.op == op; });
    if (known == kStoreOps.end()) return fault(at + ": op must be find, refs, callers or grep");
    const std::string& query = json.text("query");
    if (query.empty()) return fault(at + ": query must be the text to look for");
    Json input = Json::object({{std::string(known->query), query}});
    if (!number(json, at, "limit", known->limit, input)) return;
    turn_.calls.push_back({{}, op, std::move(input)});
  }

  const TagBlock& block_;
  const bool has_store_;
  Turn& turn_;
};

}  // namespace

void read_requests(const TagBlock& block, bool has_store, Turn& turn) {
  Requests(block, has_store, turn).read();
}

Json request_of(const ToolCall& call) {
  const auto file = [&](std::string_view type) {
    Json out = Json::object({{"type", type}});
    for (const auto& [key, value] : *call.input.fields()) out.set(key, value);
    return out;
  };
  if (call.input.fields() == nullptr) return {};
  if (call.tool == "read_file") return file("FILE_CONTENT");
  if (call.tool == "list_tree") return file("DIRECTORY_LISTING");
  for (const auto& row : kStoreOps) {
    if (row.op != call.tool) continue;
    Json out =
        Json::object({{"type", "STORE"}, {"op", row.op}, {"query", call.input.text(row.query)}});
    if (const Json* limit = call.input.find(row.limit)) out.set("limit", *limit);
    return out;
  }
  return {};
}

std::string title_of(const ToolCall& call) {
  const Json request = request_of(call);
  const std::string& type = request.text("type");
  if (type.empty()) return call.tool;
  if (type == "STORE") return type + " " + request.text("op") + " " + request["query"].dump();
  return type + " " + request.text("path");
}

}  // namespace dossier
