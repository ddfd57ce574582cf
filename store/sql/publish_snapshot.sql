-- Makes a snapshot visible.
-- params: id int, hash blob, modules int, types int, members int, references int, files int
UPDATE _snapshot SET visible = 1, hash = :hash, modules = :modules, types = :types, members = :members,
  "references" = :references, files = :files WHERE id = :id
