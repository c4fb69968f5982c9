import type { FileFormat } from "../../adapters/sql/Connection.ts"

/**
 * Version 1. Object ids are bytes; times are Unix seconds. `commits.id` is also the rowid of the contentless table `search`,
 * which indexes subject, body, annotation, paths, parts of identifiers, and changed lines. `messages` indexes the same
 * without the patch, so that the length of a patch does not affect the rank, and message queries do not read patch words.
 * `beside` is the fingerprint of the upstream's commits, which are excluded.
 */
const version1 = `
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
 * Version 2. Unit vectors of commit texts as little-endian 32-bit floats, with the model that made them. Dimension 0 marks a
 * text that the model rejects.
 */
const version2 = `
CREATE TABLE vectors (
  "commit" INTEGER PRIMARY KEY REFERENCES commits,
  repository INTEGER NOT NULL REFERENCES repositories,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX vectors_by_model ON vectors (repository, model, dimension);
`

/** Version 3. The notes ref of a repository, and the notes commit that its annotations were read from; null if it had none. */
const version3 = `
CREATE TABLE indexed_notes (
  repository INTEGER PRIMARY KEY REFERENCES repositories,
  ref TEXT NOT NULL,
  tip BLOB
);
`

/** Application id (`gcix`) and migrations of the index file. */
export const indexFormat: FileFormat = { applicationId: 0x67636978, migrations: [version1, version2, version3] }

/** Values of `commits.patch_state`. */
export const patchStates = {
  /** Not indexed yet. */
  missing: 0,
  /** Stored in `patches`. */
  kept: 1,
  /** A merge, which has one patch per parent; read from the repository. */
  merge: 2,
  /** Larger than `maxStoredBytes`: words are indexed, text is read from the repository. */
  oversize: 3,
  /** Changes binary files only. */
  binary: 4,
  /** Changes nothing, or only excluded files. */
  empty: 5,
  /** Not known: the commit is at the boundary of a shallow clone. */
  unknown: 6
} as const
