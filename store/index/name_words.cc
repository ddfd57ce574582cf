#include "store/index/name_words.h"

#include "engine/pending.h"
#include "engine/search/identifier_words.h"
#include "store/sql.h"

namespace dossier {

void index_names_again(Statements& statements) {
  statements.run<sql::DeleteAllWords>();
  PendingRows words(2);
  for (const auto& row : statements.rows<sql::ShortNames>()) {
    words.clear();
    words.add(row.id, std::string_view(search::words_of(row.text)));
    statements.run<sql::InsertWord>(words);
  }
}

}  // namespace dossier
