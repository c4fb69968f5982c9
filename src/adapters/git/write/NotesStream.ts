import type { ObjectId } from "../../../domain/ObjectId.ts"

/** An edit of a notes tree for fast-import. */
export type TreeEdit =
  | { readonly _tag: "Write"; readonly path: string; readonly content: Uint8Array }
  | { readonly _tag: "Delete"; readonly path: string }
  | { readonly _tag: "Move"; readonly from: string; readonly to: string }

/** A notes commit to create. */
export interface NotesCommit {
  readonly parents: ReadonlyArray<ObjectId>
  /** `Name <address> <seconds> <offset>`. */
  readonly committer: string
  /** The same of the author, if it is another. */
  readonly author?: string | undefined
  readonly message: string
  readonly edits: ReadonlyArray<TreeEdit>
}

/** A temporary branch that only fast-import sees. Directly below `refs/`, so that no folder is created for it. */
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
 * Builds the input for `git fast-import` that creates a commit, prints its id and resets the branch. No ref is written,
 * because fast-import does not store a branch that was reset to nothing.
 */
export const notesStream = (commit: NotesCommit): Uint8Array => {
  const [first, ...merged] = commit.parents
  const author = commit.author === undefined ? "" : `author ${commit.author}\n`
  return Buffer.concat([
    Buffer.from(`feature done\ncommit ${branch}\nmark :1\n${author}committer ${commit.committer}\n`),
    ...data(Buffer.from(`${commit.message}\n`)),
    Buffer.from(first === undefined ? "" : `from ${first}\n`),
    ...merged.map((parent) => Buffer.from(`merge ${parent}\n`)),
    ...commit.edits.flatMap(edit),
    Buffer.from(`\nget-mark :1\nreset ${branch}\n\ndone\n`)
  ])
}
