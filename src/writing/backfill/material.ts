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

/** A commit that there is something to say of, and what a language model gets to see of it. */
export interface Material {
  readonly change: Change
  /** These three are bounded, and lines that look like credentials left out. */
  readonly message: string
  readonly patch: string
  readonly outline: string
}

/** Bytes. */
const limits = { message: 4_000, patch: 48_000, outline: 12_000, read: 4 * 1024 * 1024 }
/** Files whose units are named. */
const outlinedFiles = 40

/** Files with lines of their own that a model may see. */
const speaking = ({ files }: Change, may: Sendable): ReadonlyArray<FileDiff> =>
  files.filter(({ hunks, kind, path }) => kind !== "deleted" && hunks.length > 0 && may(path))

/** Lines that a commit changed, as they are after it; where it only took some away, the line before. */
const touched = ({ hunks }: FileDiff): ReadonlyArray<LineRange> =>
  hunks.map(({ after }) => {
    const start = Math.max(1, after.start)
    return { start, end: Math.max(start, after.start + after.count - 1) }
  })

const shown = ({ lines, name, signature, type }: Unit): string =>
  `  ${name} (${type}, lines ${lines.start}-${lines.end})${signature === "" ? "" : `: ${signature.slice(0, 200)}`}`

const outlineOf = Effect.fnUntraced(function* (commit: ObjectId, file: FileDiff) {
  const source = yield* readSource(commit, file.path)
  const units = Result.isSuccess(source) ? source.success.outline.units : []
  const ranges = touched(file)
  const changed = units.filter(({ lines }) => ranges.some((range) => overlaps(lines, range)))
  const named = changed.length === 0 ? ["  (no units: give lines)"] : changed.map(shown)
  return [`${JSON.stringify(file.path)} (${file.kind})`, ...named].join("\n")
})

const bounded = (text: string, maxBytes: number): string =>
  Buffer.byteLength(text) <= maxBytes
    ? text
    : `${Buffer.from(text)
        .subarray(0, maxBytes)
        .toString("utf8")
        .replace(/\uFFFD+$/, "")}\n[the rest left out]`

/** Whether there is anything of a commit to be shown. */
export const hasMaterial = (commit: ObjectId, may: Sendable) =>
  Effect.map(readChange(commit), (change) => speaking(change, may).length > 0)

/** What is shown of a commit; none where all it changed is deleted, binary, excluded or not to be sent. */
export const materialOf = Effect.fn("Backfill.material")(function* (commit: ObjectId, may: Sendable) {
  const git = yield* Git
  const change = yield* readChange(commit)
  const files = speaking(change, may)
  if (files.length === 0) return Option.none<Material>()
  const outlines = yield* Effect.forEach(files.slice(0, outlinedFiles), (file) => outlineOf(commit, file))
  const more = files.length > outlinedFiles ? [`[${files.length - outlinedFiles} more files left out]`] : []
  return Option.some<Material>({
    change,
    message: bounded(maskSecrets(change.commit.message.trim()), limits.message),
    patch: boundedPatch(yield* git.patch(commit, { maxBytes: limits.read }), may, limits.patch),
    outline: bounded(maskSecrets([...outlines, ...more].join("\n")), limits.outline)
  })
})
