import { Effect, Fiber } from "effect"
import type { Git, NoteEntry, ObjectContent } from "../adapters/git/Git.ts"
import { maxNoteBytes } from "./format/decode.ts"

/**
 * Note contents requested from git at once. Git reads the next batch while this one is parsed. Small enough to bound
 * memory and to let other calls run every few milliseconds.
 */
const batchSize = 64
/** Larger notes are read one at a time: a few of them would dominate memory. */
const usualBytes = 64 * 1024

/** Reads notes and calls `use` with the content of each, in order. */
export const forEachContent = Effect.fnUntraced(function* (
  git: Git["Service"],
  entries: ReadonlyArray<NoteEntry>,
  use: (entry: NoteEntry, content: ObjectContent | undefined) => void
) {
  /** Starts reading a batch without waiting for it. */
  const ask = (start: number) =>
    Effect.forkChild(
      git.objects(
        entries.slice(start, start + batchSize).map((entry) => entry.blob),
        { maxBytes: usualBytes }
      ),
      { startImmediately: true }
    )
  if (entries.length === 0) return
  let coming = yield* ask(0)
  for (let start = 0; start < entries.length; start += batchSize) {
    const contents = yield* Fiber.join(coming)
    const next = start + batchSize
    if (next < entries.length) coming = yield* ask(next)
    for (const [position, entry] of entries.slice(start, next).entries()) {
      const content = contents[position]
      const isLarge = content?._tag === "TooLarge" && content.size <= maxNoteBytes
      use(entry, isLarge ? (yield* git.objects([entry.blob], { maxBytes: maxNoteBytes }))[0] : content)
    }
  }
})
