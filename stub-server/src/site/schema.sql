CREATE TABLE facilities (
    key TEXT PRIMARY KEY, short TEXT NOT NULL, name TEXT NOT NULL, review_key TEXT NOT NULL,
    bim_id TEXT NOT NULL, photo_index TEXT NOT NULL, entry TEXT NOT NULL, ordinal INTEGER NOT NULL
);
CREATE TABLE reviews (
    key TEXT PRIMARY KEY, facility_key TEXT NOT NULL REFERENCES facilities (key), name TEXT NOT NULL,
    bim_id TEXT NOT NULL, first_record_id TEXT, last_record_id TEXT
);
CREATE TABLE levels (
    id TEXT PRIMARY KEY, facility_key TEXT NOT NULL REFERENCES facilities (key), name TEXT NOT NULL,
    ordinal INTEGER NOT NULL, elevation REAL NOT NULL, ceiling REAL NOT NULL,
    ground INTEGER NOT NULL, outline TEXT NOT NULL
);
CREATE TABLE records (
    id TEXT PRIMARY KEY, facility_key TEXT NOT NULL REFERENCES facilities (key),
    number INTEGER NOT NULL, captured_at TEXT NOT NULL
);
CREATE TABLE panoramas (
    id TEXT PRIMARY KEY, facility_key TEXT NOT NULL REFERENCES facilities (key),
    level_id TEXT NOT NULL REFERENCES levels (id), record_id TEXT NOT NULL REFERENCES records (id),
    spot_id TEXT NOT NULL, captured_at TEXT NOT NULL,
    x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
    qx REAL NOT NULL, qy REAL NOT NULL, qz REAL NOT NULL, qw REAL NOT NULL,
    title TEXT NOT NULL, summary TEXT NOT NULL, scene TEXT NOT NULL
);
CREATE TABLE tiles (
    id INTEGER PRIMARY KEY, pano_id TEXT NOT NULL REFERENCES panoramas (id),
    facility_key TEXT NOT NULL, scene TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL,
    detail TEXT NOT NULL,
    look_x REAL NOT NULL, look_y REAL NOT NULL, look_z REAL NOT NULL,
    dir_x REAL NOT NULL, dir_y REAL NOT NULL, dir_z REAL NOT NULL, embedding BLOB NOT NULL
);
CREATE TABLE findings (
    id TEXT PRIMARY KEY, facility_key TEXT NOT NULL REFERENCES facilities (key),
    number INTEGER NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL, status TEXT NOT NULL,
    priority TEXT NOT NULL, kind TEXT NOT NULL, trade TEXT NOT NULL, hazard TEXT NOT NULL,
    assignee TEXT NOT NULL, due_on TEXT NOT NULL, raised_at TEXT NOT NULL, level_id TEXT NOT NULL,
    record_id TEXT NOT NULL, pano_id TEXT NOT NULL, x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL
);
CREATE TABLE elements (
    id TEXT PRIMARY KEY, facility_key TEXT NOT NULL REFERENCES facilities (key), bim_id TEXT NOT NULL,
    element_guid TEXT NOT NULL, category TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
    level_id TEXT NOT NULL, x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL
);
CREATE INDEX levels_of_facility ON levels (facility_key, ordinal);
CREATE INDEX records_of_facility ON records (facility_key, number);
CREATE INDEX panoramas_of_facility ON panoramas (facility_key, level_id);
CREATE INDEX panoramas_of_record ON panoramas (record_id);
CREATE INDEX tiles_of_facility ON tiles (facility_key);
CREATE INDEX tiles_of_panorama ON tiles (pano_id);
CREATE INDEX findings_of_facility ON findings (facility_key, number);
CREATE INDEX findings_of_panorama ON findings (pano_id);
CREATE INDEX elements_of_facility ON elements (facility_key, level_id);
