-- What a member of a source holds or gives, as its file says it: types of receivers are worked out with it.
-- _target.type: the type that is meant or has the member; of a call on a value what the receiver is, as far as its file says
INSERT INTO _kind(family, number, name) VALUES ('detail', 12, 'result');
