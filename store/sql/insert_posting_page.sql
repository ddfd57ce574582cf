-- A page of long posting lists.
-- params: id int, data blob
INSERT INTO _posting_page(id, data) VALUES (:id, :data)
