-- What is referred to by its whole text: `refs` WHERE target = 'X' looked at every reference, 6 s on Linux 6.1.
CREATE INDEX _target_text ON _target(text);
