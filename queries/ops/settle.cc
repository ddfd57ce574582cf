#include "queries/ops/settle.h"

#include "engine/error.h"

namespace dossier {
namespace {

using lang::Condition;

std::string session_of(Store& store, const std::string& name) {
  if (name.empty()) return {};
  if (name == "last") {
    auto rows = store.rows<sql::TranscriptSessionBack>(int64_t{0});
    if (const auto row = rows.next()) return std::string(row->uid);
    throw Error(ErrorCode::not_found, "there is no session yet");
  }
  std::string above = name;
  ++above.back();
  auto rows = store.rows<sql::TranscriptSessionByUid>(name, above);
  const auto row = rows.next();
  if (!row) throw Error(ErrorCode::not_found, "no session '" + name + "'");
  return std::string(row->uid);
}

class Settling {
 public:
  Settling(Store& store, std::string_view project) : store_(store), project_(project) {}

  void run(Condition& condition) {
    for (auto& part : condition.parts) run(part);
    if (condition.kind == Condition::session)
      condition.pattern = session_of(store_, condition.pattern);
    if (condition.kind != Condition::range) return;
    condition.pattern = store_.scope(project_, condition.pattern).text();
    condition.until = store_.scope(project_, condition.until).text();
    const auto& about =
        condition.subject == lang::Subject::removed ? condition.pattern : condition.until;
    if (!scope_.empty() && scope_ != about)
      throw Error(ErrorCode::invalid,
                  "an answer is about one snapshot: removed: about the older one, changed: and "
                  "added: about the newer");
    scope_ = about;
  }
  const std::string& scope() const { return scope_; }

 private:
  Store& store_;
  std::string_view project_;
  std::string scope_;
};

}  // namespace

std::string settle(Store& store, lang::Resolved& query, std::string_view project,
                   std::string_view snapshot) {
  Settling settling(store, project);
  settling.run(query.where);
  if (!settling.scope().empty()) return settling.scope();
  return store.scope(project, query.at.empty() ? snapshot : std::string_view(query.at)).text();
}

}  // namespace dossier
