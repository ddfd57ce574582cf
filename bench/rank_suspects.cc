// Prints what every rule of suspected files (queries/proto/suspects.h) gives every file, for
// bench/fit_suspects.py: rank_suspects DATABASE... takes databases of two snapshots each, the one
// before a change of .proto files and the one after it. A line is the database, a path and the
// values in the order of weights.txt; the first line names the rules.
#include <cstdio>
#include <map>
#include <string>

#include "queries/open.h"
#include "queries/proto/suspect_rules.h"
#include "queries/proto/suspects.h"
#include "store/store.h"

int main(int argc, char** argv) {
  using namespace dossier;
  if (argc < 2) return 2;
  std::printf("database\tpath");
  for (const auto& rule : proto::suspect_rules())
    std::printf("\t%s", std::string(rule.name).c_str());
  std::printf("\n");
  for (int i = 1; i < argc; ++i) {
    Store store = open_to_read(argv[i]);
    const Transaction transaction(store.database(), Transaction::reading);
    const auto moves = proto::moves_in(proto::changed_paths(store, 1, 2));
    const auto versions = proto::changed_schemas(store, 1, 2, moves);
    const auto changes = proto::schema_changes(versions.before, versions.after, versions.imported);
    proto::SuspectOptions options;
    options.most = SIZE_MAX;
    options.evidence = 0;
    for (const auto& suspect :
         proto::find_suspects(store, 1, 2, versions, changes, options).ranked) {
      std::map<std::string_view, double> values;
      for (const auto& reason : suspect.reasons) values[reason.rule] = reason.value;
      std::printf("%s\t%s", argv[i], suspect.path.c_str());
      for (const auto& rule : proto::suspect_rules()) std::printf("\t%.4f", values[rule.name]);
      std::printf("\n");
    }
  }
}
