import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileDiff } from "../../../adapters/git/FileDiff.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { unchangedParts } from "./followLines.ts"

/** Maximum size of a file that is searched for carried code. */
const maxSourceBytes = 8 * 1024 * 1024
/** Maximum files searched in one commit, those with the most added lines first. */
const maxFiles = 200

/** The lines that a commit added to a file. */
export interface AddedFile {
  readonly path: string
  readonly previousPath: Option.Option<string>
  /** Added line numbers, counted from 1. */
  readonly lines: ReadonlySet<number>
  /** All lines of the file; index 0 is line 1. */
  readonly texts: ReadonlyArray<string>
}

/** Weight of a line: its letters, digits and non-ASCII bytes. Brackets and blanks do not distinguish lines. */
export const weightOf = (line: string): number => line.match(/[\w\u0080-\u00ff]/g)?.length ?? 0

/** Reads the lines of a blob as Latin-1; empty if it is missing, too large or not a blob. */
export const readBlobLines = Effect.fnUntraced(function* (blob: ObjectId) {
  const git = yield* Git
  const [content] = yield* git.objects([blob], { maxBytes: maxSourceBytes })
  return content?._tag === "Found" && content.type === "blob"
    ? Buffer.from(content.bytes).toString("latin1").split("\n")
    : []
})

const addedLines = ({ hunks }: FileDiff): ReadonlySet<number> =>
  new Set(hunks.flatMap(({ after }) => Array.from({ length: after.count }, (_, at) => after.start + at)))

/** Finds the lines that a commit added to each file, largest change first. Omits files without added lines. */
export const findAddedLines = Effect.fnUntraced(function* (commit: ObjectId, files: ReadonlyArray<FileDiff>) {
  const git = yield* Git
  const grown = files
    .filter(({ kind }) => kind !== "deleted")
    .map((file) => ({ file, lines: addedLines(file) }))
    .filter(({ lines }) => lines.size > 0)
    .toSorted((a, b) => b.lines.size - a.lines.size)
    .slice(0, maxFiles)
  return yield* Effect.forEach(grown, ({ file: { path, previousPath }, lines }) =>
    Effect.gen(function* () {
      const entry = yield* git.entry(commit, path)
      const texts = Option.isNone(entry) ? [] : yield* readBlobLines(entry.value.id)
      return { path, previousPath, lines, texts } satisfies AddedFile
    })
  )
})

/** Maps line numbers of one version to the unchanged lines of another. */
export const mapUnchangedLines = Effect.fnUntraced(function* (from: ObjectId, to: ObjectId, length: number) {
  const git = yield* Git
  const changes = from === to ? [] : yield* git.blobDiff(from, to)
  const pairs = unchangedParts({ start: 1, end: length }, changes).flatMap(({ lines, start }) =>
    Array.from({ length: lines.end - lines.start + 1 }, (_, at) => [lines.start + at, start + at] as const)
  )
  return new Map(pairs)
})
