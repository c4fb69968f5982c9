import type { ObjectId } from "../../../domain/ObjectId.ts"

/** One line of work for fast-import on a notes tree. */
export type TreeEdit =
  | { readonly _tag: "Write"; readonly path: string; readonly content: Uint8Array }
  | { readonly _tag: "Delete"; readonly path: string }
  | { readonly _tag: "Move"; readonly from: string; readonly to: string }

/** A notes commit to make. */
export interface NotesCommit {
  readonly parents: ReadonlyArray<ObjectId>
  /** `Name <address> <seconds> <offset>`. */
  readonly committer: string
  readonly message: string
  readonly edits: ReadonlyArray<TreeEdit>
}

/** Only fast-import ever knows it; right below `refs/`, so that not even a folder is made for it. */
const branch = "refs/ultragit-writing"
const newline = Buffer.from("\n")

const data = (content: Uint8Array): ReadonlyArray<Uint8Array> => [
  Buffer.from(`data ${content.length}\n`),
  content,
  newline
]

const edit = (work: TreeEdit): ReadonlyArray<Uint8Array> => {
  switch (work._tag) {
    case "Write":
      return [Buffer.from(`M 100644 inline ${work.path}\n`), ...data(work.content)]
    case "Delete":
      return [Buffer.from(`D ${work.path}\n`)]
    case "Move":
      return [Buffer.from(`R ${work.from} ${work.to}\n`)]
  }
}

/**
 * The input with which `git fast-import` makes a commit, prints its id and forgets the branch, so that no ref is ever
 * written: a branch that was reset and is at nothing is not stored, and none is deleted for it.
 */
export const notesStream = (commit: NotesCommit): Uint8Array => {
  const [first, ...merged] = commit.parents
  return Buffer.concat([
    Buffer.from(`feature done\ncommit ${branch}\nmark :1\ncommitter ${commit.committer}\n`),
    ...data(Buffer.from(`${commit.message}\n`)),
    Buffer.from(first === undefined ? "" : `from ${first}\n`),
    ...merged.map((parent) => Buffer.from(`merge ${parent}\n`)),
    ...commit.edits.flatMap(edit),
    Buffer.from(`\nget-mark :1\nreset ${branch}\n\ndone\n`)
  ])
}
