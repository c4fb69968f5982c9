import { Context, Effect, Layer, Option, Schema } from "effect"
import { type BlameHunk, Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { LineRange } from "../../domain/LineRange.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import type { Blame } from "../../lineage/Blame.ts"
import { LastChanges } from "../../lineage/LastChanges.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { storeIfUnchanged } from "../../lineage/storeIfUnchanged.ts"
import * as TypedCache from "../../store/TypedCache.ts"
import type { BroadCommits } from "../finding/BroadCommits.ts"
import { findOrigins, type Place } from "../finding/findOrigins.ts"
import { ifThere } from "../finding/ifThere.ts"
import { findIgnoreRevs, readIgnoredRevs } from "../finding/ignoreRevs.ts"
import { CommitDocument, readDocuments } from "./readDocuments.ts"

/** Maximum commits that are quoted, the largest share of lines first. */
const maxCommits = 200

const Ranges = Schema.Array(LineRange)

/** The commits behind lines, with the documents that they added or changed. */
const ExplainedLines = Schema.Struct({
  /** The largest share first. */
  origins: Schema.Array(
    Schema.Struct({
      commit: ObjectId,
      path: Schema.String,
      lines: Ranges,
      originLines: Ranges,
      share: Schema.Finite
    })
  ),
  /** Commits that were passed on the way. */
  passed: Schema.ReadonlyMap(ObjectId, Schema.Literals(["whitespace", "formatting", "renaming", "listed"])),
  /** Commits with smaller shares of the lines that were left out. */
  omittedCommits: Schema.Natural,
  /** Whether lines are as old as the boundary of a shallow clone, or older: what changed them is unknown. */
  isCutOff: Schema.Boolean,
  documents: Schema.Array(CommitDocument)
})

/** What was found, and which object a partial clone lacks for the rest. */
interface FoundLines extends Schema.Schema.Type<typeof ExplainedLines> {
  readonly missing: Option.Option<string>
}

const formatRanges = (ranges: ReadonlyArray<LineRange>): string =>
  ranges.map(({ end, start }) => `${start}:${end}`).join(" ")

/**
 * Finds the commits behind lines, cached on disk for committed content. As for a blame, the key is the last change of the
 * path, and in addition the lines and the list of revisions to ignore.
 */
export class KeptOrigins extends Context.Service<
  KeptOrigins,
  {
    /** `hunks`: the blame of the file. */
    find(
      place: Place,
      hunks: ReadonlyArray<BlameHunk>,
      ranges: ReadonlyArray<LineRange>
    ): Effect.Effect<FoundLines, GitError>
  }
>()("ultragit/evidence/quotes/KeptOrigins") {
  static readonly layerNoDeps = Layer.effect(
    KeptOrigins,
    Effect.gen(function* () {
      const services = yield* Effect.context<Git | Blame | BroadCommits>()
      const git = Context.get(services, Git)
      const changes = yield* LastChanges
      const cache = yield* TypedCache.make("evidence-6", Schema.fromJsonString(Schema.toCodecJson(ExplainedLines)))

      const search = Effect.fnUntraced(function* (
        place: Place,
        hunks: ReadonlyArray<BlameHunk>,
        ranges: ReadonlyArray<LineRange>,
        ignored: Option.Option<ObjectId>
      ) {
        const listed = Option.isNone(ignored) ? new Set<string>() : yield* readIgnoredRevs(ignored.value)
        const { missing, origins, passed } = yield* findOrigins(place, hunks, ranges, listed)
        const boundary = yield* readBoundary
        const known = origins.filter(({ commit }) => !boundary.has(commit))
        const quoted = known.slice(0, maxCommits)
        const documents = yield* ifThere(readDocuments(quoted.map(({ commit }) => commit)), [])
        const found: FoundLines = {
          origins: quoted,
          passed,
          omittedCommits: known.length - quoted.length,
          isCutOff: known.length < origins.length,
          documents: documents.value,
          missing: Option.orElse(missing, () => documents.missing)
        }
        return found
      }, Effect.provideContext(services))

      const find = Effect.fn("Evidence.findKeptOrigins")(function* (
        place: Place,
        hunks: ReadonlyArray<BlameHunk>,
        ranges: ReadonlyArray<LineRange>
      ) {
        const ignored = yield* Effect.provideContext(findIgnoreRevs(place.commit), services)
        if (Option.isSome(place.contents)) return yield* search(place, hunks, ranges, ignored)
        const context = yield* git.blameContext
        const { commit, path } = place
        const changed = Option.getOrElse(yield* changes.get({ commit, path, context }), () => commit)
        const key = [context, changed, path, Option.getOrElse(ignored, () => ""), formatRanges(ranges)].join("\0")
        const known = yield* cache.get(key)
        if (Option.isSome(known)) return { ...known.value, missing: Option.none<string>() }
        const found = yield* search(place, hunks, ranges, ignored)
        if (Option.isNone(found.missing)) yield* storeIfUnchanged(git, context, cache.put(key, found))
        return found
      })
      return KeptOrigins.of({ find })
    })
  )
}
