-- A page of long posting lists of the content index.
-- params: id int, data blob
INSERT INTO _content_posting_page(id, data) VALUES (:id, :data)
