import { Context, Effect, Option, Semaphore } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Git, NoteEntry, NotesChange } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { maxNoteBytes } from "../format/decode.ts"
import type { KeptNotes } from "../KeptNotes.ts"
import { LayeredNotes } from "./LayeredNotes.ts"
import { forContents } from "../noteContents.ts"
import { NotesError, NotesUnreadable } from "../NotesError.ts"
import { Packer } from "./packing.ts"
import { inSlices } from "./slices.ts"
import { gone, isDamage, tooLarge } from "../StandingNotes.ts"

/** The notes of a notes commit. */
interface Known {
  readonly tip: ObjectId
  readonly index: LayeredNotes
}

/** The notes ref, and a key that names it and what else git's answers depend on. */
interface Place {
  readonly ref: string
  readonly key: string
}

/** Notes that must be there for their index to be kept on disk: of few it takes longer to write than to make. */
export const LeastKept = Context.Reference<number>("ultragit/notes/lookup/indexing/LeastKept", {
  defaultValue: () => 256
})

const unreadable = (ref: string) =>
  Effect.mapError((error: GitError) => new NotesError({ reason: new NotesUnreadable({ ref, detail: error.message }) }))

/** Reads these notes and packs what they speak of. */
const packed = Effect.fnUntraced(function* (git: Git["Service"], entries: ReadonlyArray<NoteEntry>) {
  const packer = new Packer()
  const last = new Map(entries.map((entry) => [entry.commit, entry]))
  yield* forContents(git, [...last.values()], ({ blob, commit }, content) => {
    if (content?._tag === "Found") packer.put(commit, blob, content.bytes)
    else packer.fail(commit, blob, content?._tag === "TooLarge" ? tooLarge : gone)
  })
  return yield* inSlices(packer.pack())
})

/** The notes whose text was not here when they were indexed. */
const absentFrom = ({ index }: Known): ReadonlyArray<NoteEntry> => index.entries(({ detail }) => detail === gone.detail)

/** Makes indexes of notes: from what is kept on disk and what changed since, or from all notes. */
const makeMaker = (git: Git["Service"], shelf: KeptNotes, least: number) => {
  const keep = (key: string, { index, tip }: Known) =>
    index.packed === undefined || index.size < least ? Effect.void : shelf.put(key, { tip, pack: index.packed })

  const anew = Effect.fnUntraced(function* ({ key, ref }: Place, tip: ObjectId) {
    const entries = yield* git.notes(tip).pipe(unreadable(ref))
    const known = { tip, index: new LayeredNotes(yield* packed(git, entries)) }
    yield* keep(key, known)
    return known
  })

  /** What is known with these changes; kept where all was packed anew. */
  const changed = Effect.fnUntraced(function* (key: string, { index }: Known, tip: ObjectId, change: NotesChange) {
    const fresh = yield* packed(git, change.upserted)
    const known = { tip, index: yield* inSlices(index.changed(fresh, change.removed)) }
    yield* keep(key, known)
    return known
  })

  /** With the notes that were not in the repository then and are now: one of them tells of all. */
  const lookAgain = Effect.fnUntraced(function* (key: string, known: Known) {
    const upserted = absentFrom(known)
    const [first] = upserted
    if (first === undefined) return known
    const [content] = yield* git.objects([first.blob], { maxBytes: maxNoteBytes })
    if (content?._tag === "Missing") return known
    return yield* changed(key, known, known.tip, { upserted, removed: [] })
  })

  const kept = (key: string) =>
    Effect.map(
      shelf.get(key),
      Option.map(({ pack, tip }): Known => ({ tip, index: new LayeredNotes(pack) }))
    )

  const upTo = Effect.fnUntraced(function* (place: Place, tip: ObjectId, before: Known | undefined) {
    const known = before === undefined ? yield* kept(place.key) : Option.some(before)
    if (Option.isNone(known)) return yield* anew(place, tip)
    if (known.value.tip === tip) return known.value
    // The notes commit of then may be gone.
    const change = yield* git.notesChange(known.value.tip, tip).pipe(
      Effect.asSome,
      Effect.catchIf(isDamage, () => Effect.succeedNone),
      unreadable(place.ref)
    )
    return Option.isNone(change) ? yield* anew(place, tip) : yield* changed(place.key, known.value, tip, change.value)
  })

  return (place: Place, tip: ObjectId, before: Known | undefined) =>
    Effect.flatMap(upTo(place, tip, before), (known) => lookAgain(place.key, known))
}

/** Knows the index of the notes commit asked for last, and brings it to the next. */
export const makeIndexing = Effect.fnUntraced(function* (git: Git["Service"], shelf: KeptNotes) {
  const make = makeMaker(git, shelf, yield* LeastKept)
  const lock = yield* Semaphore.make(1)
  let state: { readonly key: string; readonly known: Known } | undefined
  const refresh = Effect.fnUntraced(function* (place: Place, tip: ObjectId) {
    const known = yield* make(place, tip, state?.key === place.key ? state.known : undefined)
    state = { key: place.key, known }
    return known.index
  })
  return (place: Place, tip: ObjectId) =>
    Effect.suspend(() =>
      state?.key === place.key && state.known.tip === tip && absentFrom(state.known).length === 0
        ? Effect.succeed(state.known.index)
        : lock.withPermits(1)(refresh(place, tip))
    )
})
