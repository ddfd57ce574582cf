#include "queries/ops/query_scope.h"

#include "engine/error.h"
#include "engine/first_row.h"
#include "queries/lang/regex_of_text.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

using lang::Condition;

struct Session {
  int64_t id = 0;
  std::string uid;
};

Session session_called(Store& store, const std::string& name) {
  if (name == "last") {
    if (const auto row = first_row<sql::TranscriptSessionBack>(store, int64_t{1}))
      return {row->id, std::string(row->uid)};
    throw Error(ErrorCode::not_found, "there is no session yet");
  }
  std::string above = name;
  ++above.back();
  const auto row = first_row<sql::TranscriptSessionByUid>(store, name, above);
  if (!row) throw Error(ErrorCode::not_found, "no session '" + name + "'");
  return {row->id, std::string(row->uid)};
}

[[noreturn]] void gone(const std::string& what) {
  throw Error(ErrorCode::not_found, "the cursor is about " + what + ", which is gone");
}

void check(Store& store, int64_t snapshot) {
  auto rows = store.rows<sql::SnapshotById>(snapshot);
  if (!rows.next()) gone("snapshot " + std::to_string(snapshot));
}

// Looks names up, or takes the ids that they were bound to for the first page.
class NameBinder {
 public:
  NameBinder(Store& store, std::string_view project, const std::vector<int64_t>* known)
      : store_(store), project_(project), known_(known) {}

  void run(Condition& condition) {
    for (auto& part : condition.parts) run(part);
    if (condition.kind == Condition::session && !condition.pattern.empty())
      condition.pattern = session(condition.pattern);
    if (condition.kind != Condition::range || condition.subject == lang::Subject::dated) return;
    condition.pattern = snapshot(condition.pattern);
    condition.until = snapshot(condition.until);
    const auto& about =
        condition.subject == lang::Subject::removed ? condition.pattern : condition.until;
    if (!scope_.empty() && scope_ != about)
      throw Error(ErrorCode::invalid,
                  "a query asks about one snapshot: removed: about the older one, changed:, added: "
                  "and moved: about the newer one");
    scope_ = about;
  }
  const std::string& scope() const { return scope_; }
  std::vector<int64_t> take_named() { return std::move(named_); }

 private:
  // The next known id; 0 if names are to be looked up.
  int64_t next_known() {
    if (!known_) return 0;
    if (named_.size() >= known_->size())
      throw Error(ErrorCode::invalid, "the cursor belongs to another query");
    return (*known_)[named_.size()];
  }
  std::string session(const std::string& name) {
    if (const int64_t id = next_known()) {
      named_.push_back(id);
      if (const auto row = first_row<sql::TranscriptSession>(store_, id))
        return std::string(row->uid);
      gone("a session");
    }
    Session found = session_called(store_, name);
    named_.push_back(found.id);
    return std::move(found.uid);
  }
  std::string snapshot(const std::string& name) {
    int64_t id = next_known();
    if (id)
      check(store_, id);
    else
      id = store_.scope(project_, name).snapshots.front();
    named_.push_back(id);
    return std::to_string(id);
  }

  Store& store_;
  std::string_view project_;
  const std::vector<int64_t>* known_;
  std::vector<int64_t> named_;
  std::string scope_;
};

// Whether a symbol has such a full name, in such a project where one is given.
bool is_defined(Store& store, const std::string& scope, const std::string& pattern,
                const Condition* project) {
  std::string sql = "SELECT 1 FROM symbols WHERE scope = ?1 AND full_name REGEXP ?2";
  if (project) sql += project->exact ? " AND project = ?3" : " AND project REGEXP ?3";
  const StatementRun statement = store.written().run(sql + " LIMIT 1");
  statement->bind(1, std::string_view(scope));
  statement->bind(2, std::string_view(pattern));
  if (project) statement->bind(3, std::string_view(project->pattern));
  return statement->step();
}

// What the names mean from which relations start.
class SeedBinder {
 public:
  SeedBinder(Store& store, const std::string& scope) : store_(store), scope_(scope) {}

  void run(Condition& condition, const Condition* project) {
    if (condition.kind == Condition::all_of)
      for (const auto& part : condition.parts)
        if (part.kind == Condition::text && part.subject == lang::Subject::project) project = &part;
    const bool keeps_project = condition.kind == Condition::all_of;
    for (auto& part : condition.parts) run(part, keeps_project ? project : nullptr);
    if (condition.kind != Condition::relation || condition.written.empty()) return;
    Condition named = condition;
    named.kind = Condition::text;
    named.subject = lang::Subject::full;
    named.pattern = lang::with_case(condition.pattern);
    named.written.clear();
    if (is_defined(store_, scope_, named.pattern, project)) condition.pattern = named.pattern;
    if (condition.subject != lang::Subject::overrides || project == nullptr) return;
    named.pattern = condition.pattern;
    if (!is_defined(store_, scope_, named.pattern, project)) return;
    Condition seeds;
    seeds.parts = {std::move(named), *project};
    condition.parts = {std::move(seeds)};
  }

 private:
  Store& store_;
  const std::string& scope_;
};

}  // namespace

QueryScope bind_names(Store& store, lang::Resolved& query, std::string_view project,
                      std::string_view snapshot) {
  NameBinder binder(store, project, nullptr);
  binder.run(query.where);
  std::string scope = binder.scope();
  if (scope.empty())
    scope = store.scope(project, query.at.empty() ? snapshot : std::string_view(query.at)).text();
  SeedBinder(store, scope).run(query.where, nullptr);
  return {std::move(scope), binder.take_named()};
}

void rebind_names(Store& store, lang::Resolved& query, const QueryScope& before) {
  NameBinder binder(store, {}, &before.named);
  binder.run(query.where);
  for (const int64_t id : parse_scope(before.scope).snapshots) check(store, id);
  SeedBinder(store, before.scope).run(query.where, nullptr);
}

}  // namespace dossier
