#include "agent/offline/rank_tool.h"

#include "agent/offline/gather.h"
#include "agent/selection.h"

namespace dossier {
namespace {

constexpr size_t kFindings = 10;

Json row_of(const offline::Candidate& candidate, const offline::Question& question) {
  Json said = Json::array();
  for (const auto& term : offline::terms_said(candidate, question)) said.add(term);
  return Json::object({{"kind", candidate.kind},
                       {"name", candidate.name},
                       {"fullName", candidate.full_name},
                       {"moduleName", candidate.module},
                       {"assemblyPath", candidate.path},
                       {"signature", candidate.signature},
                       {"says", std::move(said)}});
}

offline::Nearness nearness_in(const Json* near) {
  offline::Nearness out;
  if (near != nullptr && near->fields() != nullptr)
    for (const auto& [name, factor] : *near->fields())
      out[name] = static_cast<double>(near->number(name)) / 10;
  return out;
}

}  // namespace

void add_rank_tool(Toolbox& tools, Store& store, std::string project, std::string snapshot) {
  const SchemaField fields[] = {
      {"question", "string", "What is asked"},
      {"near?", "object", "Full names that count more, with how much in tenths"}};
  tools.add(
      {{std::string(kRankTool), "Types and members that answer a question, by its words",
        schema_of(fields)},
       Capability::lookup,
       true,
       [&store, project, snapshot](const Json& input, const EditListener&, ToolResult& result) {
         const auto question = offline::question_of(input.text("question"));
         const auto found = offline::gather(store, store.scope(project, snapshot), question,
                                            nearness_in(input.find("near")), kFindings);
         result.result = Json::array();
         for (const auto& candidate : found.candidates)
           result.result.add(row_of(candidate, question));
         result.total = found.looked_at;
         result.returned = static_cast<int64_t>(found.candidates.size());
       }});
}

Json rank_input(const std::string& question, const Selection& selection) {
  // How much more what stands near the selection counts, in tenths.
  constexpr int64_t kSelected = 50, kOwner = 40, kSibling = 35, kCaller = 30;
  Json input = Json::object({{"question", question}});
  if (!selection.is_known()) return input;
  Json near = Json::object();
  for (const auto& name : selection.callers) near.set(name, kCaller);
  for (const auto& name : selection.siblings) near.set(name, kSibling);
  if (!selection.owner.empty()) near.set(selection.owner, kOwner);
  if (!selection.symbol.empty()) near.set(selection.symbol, kSelected);
  return input.set("near", std::move(near));
}

}  // namespace dossier
