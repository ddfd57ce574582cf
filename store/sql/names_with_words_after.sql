-- Names beyond an id whose words the import under way has put into the ranked index: those of its symbols.
-- params: after int
-- row: id int, text text
SELECT n.id, n.text FROM _name n WHERE n.id > :after AND n.id <= (SELECT last_word FROM _store)
  AND (EXISTS (SELECT 1 FROM _member e WHERE e.name = n.id) OR EXISTS (SELECT 1 FROM _type t WHERE t.name = n.id)
       OR EXISTS (SELECT 1 FROM _module m WHERE m.name = n.id))
