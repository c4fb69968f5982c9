import { Effect, Option, Result } from "effect"
import { type LineRange, overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { FileDiff } from "../../adapters/git/FileDiff.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { type Change, readChange, readSource } from "../annotate/Change.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import { boundedPatch } from "./patchText.ts"
import type { Sendable } from "./sendable.ts"

/** The parts of a commit that are sent to a language model. */
export interface Material {
  readonly change: Change
  /** Message, patch and outline are truncated, without lines that look like credentials. */
  readonly message: string
  readonly patch: string
  readonly outline: string
}

/** Maximum sizes in bytes. */
const limits = { message: 4_000, patch: 48_000, outline: 12_000, read: 4 * 1024 * 1024 }
/** Maximum number of files in the outline. */
const maxOutlinedFiles = 40

/** Returns the changed files that may be sent and have hunks. */
const selectSendable = ({ files }: Change, may: Sendable): ReadonlyArray<FileDiff> =>
  files.filter(({ hunks, kind, path }) => kind !== "deleted" && hunks.length > 0 && may(path))

/** Returns the changed lines after the commit; for a pure deletion, the line before it. */
const listChangedRanges = ({ hunks }: FileDiff): ReadonlyArray<LineRange> =>
  hunks.map(({ after }) => {
    const start = Math.max(1, after.start)
    return { start, end: Math.max(start, after.start + after.count - 1) }
  })

const formatUnit = ({ lines, name, signature, type }: Unit): string =>
  `  ${name} (${type}, lines ${lines.start}-${lines.end})${signature === "" ? "" : `: ${signature.slice(0, 200)}`}`

const outlineOf = Effect.fnUntraced(function* (commit: ObjectId, file: FileDiff) {
  const source = yield* readSource(commit, file.path)
  const units = Result.isSuccess(source) ? source.success.outline.units : []
  const ranges = listChangedRanges(file)
  const changed = units.filter(({ lines }) => ranges.some((range) => overlaps(lines, range)))
  const named = changed.length === 0 ? ["  (no units: give lines)"] : changed.map(formatUnit)
  return [`${JSON.stringify(file.path)} (${file.kind})`, ...named].join("\n")
})

const truncate = (text: string, maxBytes: number): string =>
  Buffer.byteLength(text) <= maxBytes
    ? text
    : `${Buffer.from(text)
        .subarray(0, maxBytes)
        .toString("utf8")
        .replace(/\uFFFD+$/, "")}\n[the rest left out]`

/** Whether a commit has material to send. */
export const hasMaterial = (commit: ObjectId, may: Sendable) =>
  Effect.map(readChange(commit), (change) => selectSendable(change, may).length > 0)

/** Collects the material of a commit. None if all its changes are deleted, binary, excluded or must not be sent. */
export const materialOf = Effect.fn("Backfill.material")(function* (commit: ObjectId, may: Sendable) {
  const git = yield* Git
  const change = yield* readChange(commit)
  const files = selectSendable(change, may)
  if (files.length === 0) return Option.none<Material>()
  const outlines = yield* Effect.forEach(files.slice(0, maxOutlinedFiles), (file) => outlineOf(commit, file))
  const more = files.length > maxOutlinedFiles ? [`[${files.length - maxOutlinedFiles} more files left out]`] : []
  return Option.some<Material>({
    change,
    message: truncate(maskSecrets(change.commit.message.trim()), limits.message),
    patch: boundedPatch(yield* git.patch(commit, { maxBytes: limits.read }), may, limits.patch),
    outline: truncate(maskSecrets([...outlines, ...more].join("\n")), limits.outline)
  })
})
