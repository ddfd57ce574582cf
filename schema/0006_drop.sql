-- The highest number that a dropped snapshot had: numbers are not given twice.
ALTER TABLE _store ADD COLUMN last_snapshot INTEGER NOT NULL DEFAULT 0;
