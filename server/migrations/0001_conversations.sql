-- One conversation of one principal about one facility.
CREATE TABLE sessions (
    id            TEXT PRIMARY KEY,
    family        TEXT NOT NULL,
    issuer        TEXT NOT NULL,
    subject       TEXT NOT NULL,
    facility_key  TEXT NOT NULL,
    locale        TEXT NOT NULL,
    created_at    TEXT NOT NULL
);

-- One question and the run that answers it.
CREATE TABLE turns (
    run_id           TEXT PRIMARY KEY,
    session_id       TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn             INTEGER NOT NULL,
    idempotency_key  TEXT NOT NULL,
    message          TEXT NOT NULL,
    created_at       TEXT NOT NULL,
    UNIQUE (session_id, turn),
    UNIQUE (session_id, idempotency_key)
);

-- The frames of a run, as they were sent.
CREATE TABLE frames (
    run_id  TEXT NOT NULL REFERENCES turns (run_id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    event   TEXT NOT NULL,
    data    TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
) WITHOUT ROWID;
