#pragma once
// What the program remembers of its person outside of every database and work tree: which databases
// it made, what was approved, which logs it left. A file that arrives (a clone, an archive, a pull)
// can hold anything but cannot reach this folder, so nothing that widens what may run is believed
// from anywhere else.
//
// The folder is $XDG_STATE_HOME/dossier, else ~/.local/state/dossier, with mode 0700. A record is
// one file, KIND/SHA-256(key), replaced as a whole, so records need no lock and a killed process
// leaves the old one or the new one.
//
// Rejected: a database of its own, which every command would have to open and could find locked or
// damaged; extended attributes, which archives and copies carry along.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

/// The folder, made if it is missing. "" where it cannot be made or is another user's: then nothing
/// is remembered.
std::string state_folder();
/// Why nothing can be remembered, as a sentence for the person; "" where nothing speaks against it.
/// Makes no folder.
std::string why_no_state();

/// Whether the folder is the state folder, or holds it at any depth.
bool holds_state(const std::string& folder);
/// Whether a file of this path is in the state folder.
bool is_in_state(const std::string& file);

/// The record of this key; absent if there is none or it cannot be read. At most 1 MB.
std::optional<std::string> read_state(std::string_view kind, std::string_view key);
/// The records of a kind, in no order.
std::vector<std::string> all_state(std::string_view kind);
/// Keeps the record; synced, if `durable`. Returns why it could not, as a sentence for the person;
/// "" = it is kept.
std::string write_state(std::string_view kind, std::string_view key, std::string_view record,
                        bool durable = true);
/// Returns whether there was one.
bool remove_state(std::string_view kind, std::string_view key);
/// Where a kind has more than `most` records, removes those that `is_alive` denies.
void prune_state(std::string_view kind, size_t most,
                 const std::function<bool(const std::string& record)>& is_alive);

}  // namespace dossier
