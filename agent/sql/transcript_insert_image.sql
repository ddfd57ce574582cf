-- Adds the bytes of a file that are not stored yet.
-- params: hash blob, data blob
INSERT INTO _image(hash, data) VALUES (:hash, :data)
