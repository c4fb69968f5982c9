import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readLoreNote } from "./commitLore.ts"
import type { ForeignQuote, ForeignQuotes } from "./ForeignQuote.ts"
import { pullsRef } from "../../notes/pulls/PullsNote.ts"
import { entireRefs, isEntire } from "./entire.ts"
import { readGitAi } from "./gitAi.ts"
import { readPullsNote } from "./pulls.ts"
import { readAppraise, readGerrit } from "./reviews.ts"

/** Notes over this size are counted as not understood. */
const maxNoteBytes = 4 * 1024 * 1024

type Reader = (note: string, today: string) => ForeignQuotes

interface NotesSource {
  /** Whose notes they are, for messages. */
  readonly tool: string
  readonly read: Reader
}

/** How the notes of each ref are read. */
const sources: ReadonlyMap<string, NotesSource> = new Map<string, NotesSource>([
  ["refs/notes/ai", { tool: "git-ai", read: readGitAi }],
  ["refs/notes/commitlore", { tool: "CommitLore", read: readLoreNote }],
  [pullsRef, { tool: "ultragit import", read: readPullsNote }],
  ["refs/notes/review", { tool: "Gerrit", read: readGerrit }],
  ["refs/notes/devtools/reviews", { tool: "git-appraise", read: (note) => readAppraise(note, "reviews") }],
  ["refs/notes/devtools/discuss", { tool: "git-appraise", read: (note) => readAppraise(note, "discuss") }]
])

/** Returns whose notes a ref of {@link findForeignRefs} holds. */
export const toolOf = (ref: string): string => sources.get(ref)?.tool ?? "Entire"

/** A quote with the commit it is about and the ref it is from. */
interface NotedQuote {
  readonly commit: ObjectId
  readonly ref: string
  readonly quote: ForeignQuote
}

/** Lists the refs of other tools' notes, of checkpoints and of imported pull requests that this repository has, in one listing. */
export const findForeignRefs = Effect.fn("Evidence.findForeignRefs")(function* () {
  const git = yield* Git
  const found = yield* git.refs([...sources.keys(), ...entireRefs])
  return found.filter((ref) => sources.has(ref.name) || isEntire(ref))
})

const readRef = Effect.fnUntraced(function* (
  { commit: tip, name }: RefTip,
  commits: ReadonlyArray<ObjectId>,
  today: string
) {
  const git = yield* Git
  const read = sources.get(name)?.read
  const found: Array<NotedQuote> = []
  const blobs = [...(yield* git.noteBlobs(tip, commits))]
  const contents = yield* git.objects(
    blobs.map(([, blob]) => blob),
    { maxBytes: maxNoteBytes }
  )
  let skipped = 0
  for (const [index, [commit]] of blobs.entries()) {
    const content = contents[index]
    if (content?._tag !== "Found" || read === undefined) skipped += 1
    else {
      const { quotes, skipped: odd } = read(Buffer.from(content.bytes).toString("utf8"), today)
      found.push(...quotes.map((quote) => ({ commit, ref: name, quote })))
      skipped += odd
    }
  }
  return { found, skipped }
})

/**
 * Reads what other tools noted about commits, in place. Notes that do not decode or are over 4 MiB are counted, never a
 * failure. `today`: `2026-01-31`, to leave out records that have expired.
 */
export const readForeignNotes = Effect.fn("Evidence.readForeignNotes")(function* (
  refs: ReadonlyArray<RefTip>,
  commits: ReadonlyArray<ObjectId>,
  today: string
) {
  const notes = refs.filter(({ name }) => sources.has(name))
  const read = yield* Effect.forEach(notes, (ref) => readRef(ref, commits, today))
  return {
    quotes: read.flatMap(({ found }) => found),
    skipped: read.reduce((sum, { skipped }) => sum + skipped, 0)
  }
})
