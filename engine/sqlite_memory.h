#pragma once
// The memory of SQLite: blocks of up to 512 bytes come from lists of each thread, without a lock
// and in a third of malloc's steps. Reading the schema takes some nine thousand of them, which was
// a fifth of what a quick question costs. What is freed waits for the next one of its size; a
// thread's lists go on to the next thread when it ends. Rejected: SQLite's lookaside, which CREATE
// statements switch off.

namespace dossier {

/// Before anything else is asked of SQLite in this process; without effect afterwards, and where a
/// sanitizer has to see each block.
void use_own_sqlite_memory();

}  // namespace dossier
