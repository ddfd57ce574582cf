-- Sets a setting.
-- params: name text, value text
INSERT INTO _setting(name, value) VALUES (:name, :value) ON CONFLICT(name) DO UPDATE SET value = excluded.value
