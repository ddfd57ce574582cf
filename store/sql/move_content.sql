-- A content stands elsewhere now.
-- params: id int, segment int, first_block int
UPDATE _content SET segment = :segment, first_block = :first_block WHERE id = :id
