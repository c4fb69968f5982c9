import type { FileFormat } from "../../adapters/sql/Connection.ts"

/**
 * Version 1. Object ids are bytes; times are seconds since 1970. `commits.id` is also the row of `search`, which keeps no
 * text of its own: words of the subject, the body, the reasons in its annotation, the paths, the parts of identifiers
 * anywhere in them, and the lines that the patch adds and removes. `messages` has the same without the patch: what a
 * commit says of itself ranks it, however long its patch, and is found without reading what patches say.
 */
const first = `
CREATE TABLE repositories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  directory TEXT NOT NULL,
  url TEXT,
  options TEXT NOT NULL,
  commit_count INTEGER NOT NULL DEFAULT 0,
  synced_at INTEGER,
  last_error TEXT,
  git_directory TEXT,
  basis TEXT,
  beside TEXT,
  is_unfinished INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE refs (
  repository INTEGER NOT NULL REFERENCES repositories,
  name TEXT NOT NULL,
  tip BLOB NOT NULL,
  PRIMARY KEY (repository, name)
) WITHOUT ROWID;
CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  UNIQUE (name, email)
);
CREATE TABLE paths (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE
);
CREATE TABLE commits (
  id INTEGER PRIMARY KEY,
  repository INTEGER NOT NULL REFERENCES repositories,
  oid BLOB NOT NULL,
  parents BLOB NOT NULL,
  author INTEGER NOT NULL REFERENCES people,
  committer INTEGER NOT NULL REFERENCES people,
  author_time INTEGER NOT NULL,
  commit_time INTEGER NOT NULL,
  subject TEXT NOT NULL,
  body TEXT,
  patch_state INTEGER NOT NULL,
  UNIQUE (repository, oid)
);
CREATE INDEX commits_by_time ON commits (author_time, id);
CREATE INDEX commits_without_patch ON commits (repository, id) WHERE patch_state = 0;
CREATE TABLE changes (
  path INTEGER NOT NULL REFERENCES paths,
  "commit" INTEGER NOT NULL REFERENCES commits,
  status TEXT NOT NULL,
  old_path INTEGER REFERENCES paths,
  PRIMARY KEY (path, "commit")
) WITHOUT ROWID;
CREATE INDEX changes_by_commit ON changes ("commit");
CREATE TABLE patches (
  "commit" INTEGER PRIMARY KEY REFERENCES commits,
  bytes INTEGER NOT NULL,
  compressed BLOB NOT NULL
);
CREATE TABLE annotations (
  "commit" INTEGER PRIMARY KEY REFERENCES commits,
  note BLOB NOT NULL,
  intent TEXT NOT NULL,
  why TEXT NOT NULL
);
CREATE VIRTUAL TABLE search USING fts5 (
  subject, body, why, paths, parts, patch,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE messages USING fts5 (
  subject, body, why, paths, parts,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
`

/**
 * Version 2. What similarity is measured by: of each commit the vector of its text, of length one, as little-endian
 * 32-bit numbers, and the model that made it. One of no dimension stands for a text of which the model makes none.
 */
const second = `
CREATE TABLE vectors (
  "commit" INTEGER PRIMARY KEY REFERENCES commits,
  repository INTEGER NOT NULL REFERENCES repositories,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX vectors_by_model ON vectors (repository, model, dimension);
`

/** What the file of an index is: `gcix`, and how it came to be what it is. */
export const indexFormat: FileFormat = { applicationId: 0x67636978, migrations: [first, second] }

/** What became of a commit's patch. */
export const patchStates = {
  /** Not yet read. */
  missing: 0,
  /** Kept in `patches`. */
  kept: 1,
  /** A merge, which has one patch for each parent. */
  merge: 2,
  /** Larger than `largestKept`: its words are indexed, its text is asked of the repository. */
  oversize: 3,
  /** Nothing but binary files. */
  binary: 4,
  /** Changes nothing, or nothing but what is left out. */
  empty: 5
} as const
