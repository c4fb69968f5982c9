import { Context, Effect, Layer, Option } from "effect"
import { LRUCache } from "lru-cache"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { type BlameHunk, Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { Blame } from "../../lineage/Blame.ts"
import type { CommitTimes } from "../../lineage/CommitTimes.ts"
import type { Merges } from "../../lineage/Merges.ts"
import { storeIfUnchanged } from "../../lineage/storeIfUnchanged.ts"
import type { Place } from "../finding/findOrigins.ts"
import { findEvidence, type FoundEvidence } from "./findEvidence.ts"
import type { KeptOrigins } from "./KeptOrigins.ts"

/** Entries in memory, of all lines together: some megabytes. */
const maxKeptEntries = 4_000

/**
 * What history and other tools' notes say of lines, in memory for lines of committed content that were asked about before. The key is
 * the commit, the path, the lines, the tips of notes, and what else decides how git shows history.
 */
export class KeptEvidence extends Context.Service<
  KeptEvidence,
  {
    /** As {@link findEvidence}. */
    find(
      place: Place,
      hunks: ReadonlyArray<BlameHunk>,
      ranges: ReadonlyArray<LineRange>,
      refs: ReadonlyArray<RefTip>
    ): Effect.Effect<FoundEvidence, GitError>
  }
>()("ultragit/evidence/quotes/KeptEvidence") {
  static readonly layerNoDeps = Layer.effect(
    KeptEvidence,
    Effect.gen(function* () {
      const services = yield* Effect.context<Blame | CommitTimes | Git | KeptOrigins | Merges>()
      const git = Context.get(services, Git)
      const kept = new LRUCache<string, FoundEvidence>({
        maxSize: maxKeptEntries,
        sizeCalculation: ({ entries }) => entries.length + 1
      })
      const find = Effect.fn("Evidence.findKept")(function* (
        place: Place,
        hunks: ReadonlyArray<BlameHunk>,
        ranges: ReadonlyArray<LineRange>,
        refs: ReadonlyArray<RefTip>
      ) {
        const search = Effect.provideContext(findEvidence(place, hunks, ranges, refs), services)
        if (Option.isSome(place.contents)) return yield* search
        const context = yield* git.blameContext
        const key = JSON.stringify([context, place.commit, place.path, ranges, refs])
        const known = kept.get(key)
        if (known !== undefined) return known
        const found = yield* search
        const keep = Effect.sync(() => void kept.set(key, found))
        if (Option.isNone(found.missing)) yield* storeIfUnchanged(git, context, keep)
        return found
      })
      return KeptEvidence.of({ find })
    })
  )
}
