#pragma once
// A store lent for one request: whatever runs on it keeps the request's deadline and takes turns.
#include "server/http/context.h"
#include "server/routes.h"

namespace dossier {

class LentStore {
 public:
  LentStore(StorePool& stores, RequestContext& context) : loan_(stores.borrow(context.deadline())) {
    loan_->database().set_checkpoint([&context] { context.checkpoint(); });
  }
  ~LentStore() { loan_->database().set_checkpoint({}); }
  LentStore(const LentStore&) = delete;
  LentStore& operator=(const LentStore&) = delete;

  Store& operator*() { return *loan_; }

 private:
  StorePool::Loan loan_;
};

}  // namespace dossier
