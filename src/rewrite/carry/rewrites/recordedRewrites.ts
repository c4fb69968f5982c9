import { Effect, Option, Schema } from "effect"
import { Git } from "../../../adapters/git/Git.ts"
import { privateFiles } from "../../../adapters/git/PrivateFiles.ts"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { Pair } from "./groupRewrites.ts"

const rewriteKinds = ["amend", "rebase", "map"] as const
const copyKinds = ["cherry-pick", "squash"] as const

/** How commits were rewritten. */
export type RewriteKind = (typeof rewriteKinds)[number]

/** How commits were copied into one commit. */
export type CopyKind = (typeof copyKinds)[number]

/** A rewrite of commits that was carried out in this repository, or a copy of commits into one. */
export interface RecordedRewrite {
  readonly kind: RewriteKind | CopyKind
  /** For a copy, each source with the commit, in the order of the sources. */
  readonly pairs: ReadonlyArray<Pair>
  /** Commits made while a rebase had stopped. */
  readonly made: ReadonlyArray<ObjectId>
}

/** File in the private folder: JSON lines, oldest first. */
const fileName = "rewrites"
/** File with the ids of commits whose notes arrived and are not carried yet, a line each. */
const waitingName = "received"
/** Bytes of rewrites that are kept: some 12,000 commits. The oldest are forgotten once there are twice as many bytes. */
const keptBytes = 1024 * 1024
/** Commits of one rewrite that are recorded, the last ones: more would not fit where ids are SHA-256. */
const maxPairs = 7_000
const maxBytes = 2 * keptBytes
/** Bytes that are read: several processes may have added a line to a file that was nearly full. */
const maxReadBytes = 2 * maxBytes

const Line = Schema.fromJsonString(
  Schema.Struct({
    kind: Schema.Literals([...rewriteKinds, ...copyKinds]),
    pairs: Schema.Array(Schema.Tuple([ObjectId, ObjectId])),
    made: Schema.Array(ObjectId)
  })
)
const decodeLine = Schema.decodeUnknownOption(Line)

const formatLine = ({ kind, made, pairs }: RecordedRewrite): string =>
  JSON.stringify({ kind, pairs: pairs.slice(-maxPairs).map(({ from, to }) => [from, to]), made })

const openFiles = Effect.gen(function* () {
  const { commonDirectory } = yield* (yield* Git).repository
  return privateFiles(commonDirectory)
})

const readLines = Effect.gen(function* () {
  const text = yield* (yield* openFiles).readText(fileName, maxReadBytes)
  return Option.getOrElse(text, () => "")
    .split("\n")
    .filter((line) => line !== "")
})

/** Keeps the newest lines that fit. */
const keepNewest = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  let left = keptBytes
  const first = lines.findLastIndex((line) => {
    left -= line.length + 1
    return left < 0
  })
  return lines.slice(first + 1)
}

/** Logs why rewrites are not recorded or known. Notes that arrive later then stay on the commits that were replaced. */
const orLog =
  <B>(fallback: B) =>
  <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | B, never, R> =>
    effect.pipe(
      Effect.catch((error) =>
        Effect.as(Effect.logDebug("Rewrites of commits are not recorded", error.message), fallback)
      )
    )

/** Records a rewrite, so that notes of the replaced commits can follow that arrive later. */
export const recordRewrite = Effect.fn("carry.record")(function* (rewrite: RecordedRewrite) {
  const line = formatLine(rewrite)
  const record = Effect.gen(function* () {
    const lines = yield* Effect.orElseSucceed(readLines, (): ReadonlyArray<string> => [])
    if (lines.at(-1) === line) return
    const files = yield* openFiles
    const size = Option.match(yield* files.stat(fileName), { onNone: () => 0, onSome: (stats) => stats.size })
    // A process that records at the same time loses nothing by what is appended.
    if (size + line.length < maxBytes) return yield* files.append(fileName, `${line}\n`)
    yield* files.write(fileName, `${keepNewest([...lines, line]).join("\n")}\n`)
  })
  yield* record.pipe(orLog(undefined))
})

/** Reads the recorded rewrites, oldest first. */
export const readRewrites = readLines.pipe(
  Effect.map((lines) =>
    lines.flatMap((line) =>
      Option.match(decodeLine(line), {
        onNone: (): ReadonlyArray<RecordedRewrite> => [],
        onSome: ({ kind, made, pairs }) => [{ kind, made, pairs: pairs.map(([from, to]) => ({ from, to })) }]
      })
    )
  ),
  orLog<ReadonlyArray<RecordedRewrite>>([])
)

const decodeId = Schema.decodeUnknownOption(ObjectId)

/** Reads the commits whose notes arrived and were not carried yet, as an earlier try failed or was stopped. */
export const readWaiting = Effect.gen(function* () {
  const text = yield* (yield* openFiles).readText(waitingName, maxBytes)
  return Option.getOrElse(text, () => "")
    .split("\n")
    .flatMap((line) => Option.toArray(decodeId(line)))
}).pipe(orLog<ReadonlyArray<ObjectId>>([]))

/** Records which commits wait; none removes the record. */
export const recordWaiting = Effect.fn("carry.wait")(function* (commits: ReadonlyArray<ObjectId>) {
  const record = Effect.gen(function* () {
    const files = yield* openFiles
    yield* commits.length === 0 ? files.remove(waitingName) : files.write(waitingName, `${commits.join("\n")}\n`)
  })
  yield* record.pipe(orLog(undefined))
})
