-- Records that an import is under way, and how far each table reached before it.
-- params: snapshot int, project int, name int, sig int, symbol int, segment int, target int, source_set int, content int, content_segment int, indexes text
INSERT INTO _import(id, snapshot, project, name, sig, symbol, segment, target, source_set, content, content_segment,
                    indexes)
VALUES (1, :snapshot, :project, :name, :sig, :symbol, :segment, :target, :source_set, :content,
        :content_segment, :indexes)
