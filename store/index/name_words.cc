#include "store/index/name_words.h"

#include "engine/pending.h"
#include "engine/search/identifier_words.h"
#include "store/sql.h"

namespace dossier {

void index_names_again(Statements& statements) {
  statements.run<sql::DeleteAllWords>();
  PendingRows words(2);
  for (const auto& row : statements.rows<sql::ShortNames>()) {
    words.add(row.id, std::string_view(search::words_of(row.text)));
    if (words.texts().size() < kWordsTogether) continue;
    statements.run<sql::InsertWord>(words);
    words.clear();
  }
  statements.run<sql::InsertWord>(words);
}

}  // namespace dossier
