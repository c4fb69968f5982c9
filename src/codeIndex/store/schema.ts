import type { FileFormat } from "../../adapters/sql/Connection.ts"

/**
 * Version 1. Facts belong to a blob in a language and are shared by all views; `facts` is compressed JSON, null where there
 * are none. A file of a view is a path with its blob and its links. Links belong to a blob at a path and refer to names, not
 * rows, so that they outlive changes of what they refer to. Words of contents are by blob (`rowid` is `blobs.id`), words of
 * paths by path.
 */
const version1 = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE views (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  revision TEXT NOT NULL DEFAULT '',
  pending INTEGER NOT NULL DEFAULT 0,
  is_linked INTEGER NOT NULL DEFAULT 1,
  indexed_at INTEGER
);
CREATE TABLE paths (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE
);
CREATE TABLE blobs (
  id INTEGER PRIMARY KEY,
  oid BLOB NOT NULL,
  language TEXT NOT NULL,
  state INTEGER NOT NULL,
  detail TEXT,
  is_generated INTEGER NOT NULL,
  has_exports INTEGER NOT NULL,
  facts BLOB,
  shape BLOB,
  shape_digest TEXT,
  package TEXT,
  names TEXT,
  UNIQUE (oid, language)
);
CREATE TABLE definitions (
  blob INTEGER NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  qualified_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  signature TEXT NOT NULL,
  documentation TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  line INTEGER NOT NULL,
  is_exported INTEGER NOT NULL,
  PRIMARY KEY (blob, number)
) WITHOUT ROWID;
CREATE INDEX definitions_by_name ON definitions (name COLLATE NOCASE, blob);
CREATE INDEX definitions_by_qualified_name ON definitions (qualified_name COLLATE NOCASE, blob);
CREATE TABLE links (
  id INTEGER PRIMARY KEY,
  blob INTEGER NOT NULL,
  path INTEGER NOT NULL,
  modules BLOB NOT NULL,
  trace BLOB NOT NULL
);
CREATE INDEX links_by_file ON links (blob, path);
CREATE TABLE names (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
CREATE TABLE edges (
  links INTEGER NOT NULL,
  target_path INTEGER NOT NULL,
  target_name INTEGER NOT NULL,
  within INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  how INTEGER NOT NULL,
  line INTEGER NOT NULL,
  "column" INTEGER NOT NULL
);
CREATE INDEX edges_by_target ON edges (target_name, target_path);
CREATE INDEX edges_by_links ON edges (links);
CREATE TABLE files (
  view INTEGER NOT NULL,
  path INTEGER NOT NULL,
  blob INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  links INTEGER,
  is_marked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (view, path)
) WITHOUT ROWID;
CREATE INDEX files_by_blob ON files (blob, view);
CREATE INDEX files_by_links ON files (links, view);
CREATE VIRTUAL TABLE words USING fts5 (
  definitions, signatures, imports, symbols, documentation, body,
  content = '', contentless_delete = 1, detail = column, prefix = '3',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE path_words USING fts5 (
  filename, folders,
  content = '', contentless_delete = 1, detail = column, prefix = '3',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
`

/**
 * Version 2: what is measured of definitions, and which files import which. Everything is extracted again.
 */
const version2 = `
ALTER TABLE definitions ADD COLUMN cyclomatic INTEGER NOT NULL DEFAULT 0;
ALTER TABLE definitions ADD COLUMN cognitive INTEGER NOT NULL DEFAULT 0;
ALTER TABLE definitions ADD COLUMN nesting INTEGER NOT NULL DEFAULT 0;
ALTER TABLE definitions ADD COLUMN parameters INTEGER NOT NULL DEFAULT 0;
CREATE TABLE imports (
  links INTEGER NOT NULL,
  target_path INTEGER NOT NULL,
  form INTEGER NOT NULL,
  line INTEGER NOT NULL
);
CREATE INDEX imports_by_target ON imports (target_path);
CREATE INDEX imports_by_links ON imports (links);
DELETE FROM files;
DELETE FROM edges;
DELETE FROM links;
DELETE FROM definitions;
DELETE FROM blobs;
INSERT INTO words (words) VALUES ('delete-all');
UPDATE views SET indexed_at = NULL, revision = '', is_linked = 0;
`

/** Version 3: contents are known by what extracted from them, too. Everything is extracted again. */
const version3 = `
DROP TABLE blobs;
CREATE TABLE blobs (
  id INTEGER PRIMARY KEY,
  oid BLOB NOT NULL,
  language TEXT NOT NULL,
  extractor TEXT NOT NULL,
  state INTEGER NOT NULL,
  detail TEXT,
  is_generated INTEGER NOT NULL,
  has_exports INTEGER NOT NULL,
  facts BLOB,
  shape BLOB,
  shape_digest TEXT,
  package TEXT,
  names TEXT,
  UNIQUE (oid, language, extractor)
);
DELETE FROM files;
DELETE FROM edges;
DELETE FROM imports;
DELETE FROM links;
DELETE FROM definitions;
INSERT INTO words (words) VALUES ('delete-all');
UPDATE views SET indexed_at = NULL, revision = '', is_linked = 0;
`

/** Version 4: facts, shapes and links are packed in another way. Everything is extracted again. */
const version4 = `
DELETE FROM files;
DELETE FROM edges;
DELETE FROM imports;
DELETE FROM links;
DELETE FROM definitions;
DELETE FROM blobs;
INSERT INTO words (words) VALUES ('delete-all');
UPDATE views SET indexed_at = NULL, revision = '', is_linked = 0;
`

/** Version 5: which files have edges to which, which is asked after each change and takes long to find among all edges. */
const version5 = `
CREATE TABLE file_edges (
  links INTEGER NOT NULL,
  target_path INTEGER NOT NULL,
  PRIMARY KEY (links, target_path)
) WITHOUT ROWID;
INSERT INTO file_edges SELECT DISTINCT links, target_path FROM edges;
`

/** Version 6: contents of files that are in no folder, by blob, for views that are made of them. */
const version6 = `
CREATE TABLE contents (
  blob INTEGER PRIMARY KEY,
  packed BLOB NOT NULL
);
ALTER TABLE views ADD COLUMN has_contents INTEGER NOT NULL DEFAULT 0;
`

/** Version 7: whether a work tree has only a part of the files. */
const version7 = `
ALTER TABLE views ADD COLUMN is_sparse INTEGER NOT NULL DEFAULT 0;
`

/** Version 8: views of repositories are named by the path from the common git directory. */
const version8 = `
DELETE FROM files;
DELETE FROM views;
`

/** Application id (`ugcd`) and migrations of the code index. */
export const codeFormat: FileFormat = {
  applicationId: 0x75676364,
  migrations: [version1, version2, version3, version4, version5, version6, version7, version8]
}

/** Name of the database in the private folder of the repository. */
export const databaseName = "code.db"

/** Values of `blobs.state`. */
export const blobStates = {
  /** All of the file was parsed. */
  parsed: 0,
  /** Parts of the file could not be parsed; the facts are of the others. */
  partial: 1,
  /** No grammar for the language: words only. */
  unsupported: 2,
  /** Binary, or larger than what is indexed: found by its path only. */
  skipped: 3,
  /** Parsing failed: words only. */
  failed: 4
} as const
