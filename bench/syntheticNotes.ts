import { Effect } from "effect"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import type { Annotation } from "../src/domain/Annotation.ts"
import { ObjectId } from "../src/domain/ObjectId.ts"
import { encodeNote } from "../src/notes/format/encode.ts"
import { historyStream, notesStream } from "../test/support/history.ts"
import { runGitChecked } from "../test/support/runGit.ts"
import { readChanges } from "./notes/changes.ts"
import { invent } from "./notes/invent.ts"

export interface SyntheticOptions {
  /** A repository or its git directory; never written. */
  readonly source: string
  /** New folder for the clone of `source` with the notes. */
  readonly directory: string
  /** Maximum number of commits with a note, spread evenly over the history of HEAD. */
  readonly commits: number
  /** Total number of notes. The rest are copies on commits outside of that history, which are fast to make. */
  readonly total?: number
  /** Full name of the notes ref (default: `refs/notes/ultragit`). */
  readonly ref?: string
}

/** Picks `count` items, evenly spread, in their order. */
const spread = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  count >= items.length
    ? items
    : items.filter((_, at) => Math.floor(((at + 1) * count) / items.length) > Math.floor((at * count) / items.length))

/** Makes a chain of commits outside all branches, each with a copy of another commit's note. */
const makeDetachedCommits = Effect.fnUntraced(function* (
  directory: string,
  annotations: ReadonlyArray<Annotation>,
  count: number
) {
  const history = Array.from({ length: count }, (_, at) => ({ message: `Detached ${at}` }))
  const { stream } = historyStream(history, { ref: "refs/detached/history", from: undefined, startDate: 1_700_000_000 })
  const ids = (yield* runGitChecked(directory, ["fast-import", "--quiet", "--done"], { stdin: stream })).split("\n")
  return ids.flatMap((id, at): ReadonlyArray<Annotation> => {
    const echoed = annotations[at % Math.max(1, annotations.length)]
    return echoed === undefined || id === "" ? [] : [{ ...echoed, commit: ObjectId.make(id) }]
  })
})

/**
 * Clones a repository with shared objects and adds notes to `commits` of its commits with one `git fast-import`. Skips
 * merges and commits that add no lines. Returns the notes, oldest commit first.
 */
export const syntheticNotes = Effect.fn("syntheticNotes")(function* (options: SyntheticOptions) {
  const { commits, directory } = options
  const source = resolve(options.source)
  const ref = options.ref ?? "refs/notes/ultragit"
  yield* runGitChecked(source, ["clone", "--quiet", "--shared", "--template=", "--", source, directory])
  const all = (yield* runGitChecked(directory, ["rev-list", "--reverse", "--no-merges", "HEAD"])).split("\n")
  const changes = yield* readChanges(directory, spread(all, Math.ceil(commits * 1.3) + 10))
  const usable = changes.filter((change) => change.hunks.length > 0)
  const annotations: ReadonlyArray<Annotation> = invent(spread(usable, commits))
  const missing = (options.total ?? 0) - annotations.length
  const copies = missing > 0 ? yield* makeDetachedCommits(directory, annotations, missing) : []
  const notes = [...annotations, ...copies].map((annotation) => [annotation.commit, encodeNote(annotation)] as const)
  const stdin = notesStream(notes, { ref, from: undefined, date: 1_767_225_600 })
  yield* runGitChecked(directory, ["fast-import", "--quiet", "--done"], { stdin })
  return [...annotations, ...copies]
})

const main = () => {
  const { values } = parseArgs({
    options: { repo: { type: "string" }, into: { type: "string" }, commits: { type: "string", default: "3000" } }
  })
  if (values.repo === undefined || values.into === undefined) {
    process.stderr.write("node bench/syntheticNotes.ts --repo PATH --into NEW_FOLDER [--commits 3000]\n")
    process.exitCode = 2
    return
  }
  const directory = resolve(values.into)
  Effect.runPromise(syntheticNotes({ source: values.repo, directory, commits: Number(values.commits) })).then(
    (annotations) => process.stdout.write(`${annotations.length} notes in ${join(directory, ".git")}\n`),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exitCode = 1
    }
  )
}

if (import.meta.main) main()
