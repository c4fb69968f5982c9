import type { FileFormat } from "../../adapters/sql/Connection.ts"

/**
 * Version 1. All of it is derived from contents and named by their ids, so that nothing in it can be out of date: blobs with
 * their words, and for each indexed commit its files as JSON. The postings of a word are divided into segments, one for
 * each bulk of blobs, which are merged from time to time.
 */
const version1 = `
CREATE TABLE blobs (
  id INTEGER PRIMARY KEY,
  oid BLOB NOT NULL UNIQUE,
  state INTEGER NOT NULL
);
CREATE TABLE words (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
);
CREATE TABLE postings (
  word INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (word, segment)
) WITHOUT ROWID;
CREATE TABLE commits (
  id BLOB PRIMARY KEY,
  files TEXT NOT NULL
) WITHOUT ROWID;
`

/** Version 2 has executable files, too: the commits are listed again. */
const version2 = `
DELETE FROM commits;
`

/** The format of an index of files. */
export const fileIndexFormat: FileFormat = { applicationId: 0x75676669, migrations: [version1, version2] }

/** What is known of a blob: its words, or why it has none. */
export const blobStates = { text: 0, binary: 1, tooLarge: 2 } as const
export type BlobState = (typeof blobStates)[keyof typeof blobStates]

/** The bytes of an object id. */
export const toIdBytes = (id: string): Uint8Array => Buffer.from(id, "hex")
