import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileDiff } from "../../../adapters/git/FileDiff.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { kept } from "./followLines.ts"

/** Files larger than this are not searched for carried code. */
const maxSourceBytes = 8 * 1024 * 1024
/** Files of one commit that are searched, those with most added lines first. */
const maxFiles = 200

/** The lines that a commit itself put into a file. */
export interface AddedFile {
  readonly path: string
  readonly previousPath: Option.Option<string>
  /** Added line numbers, counted from 1. */
  readonly lines: ReadonlySet<number>
  /** All lines of the file; index 0 is line 1. */
  readonly texts: ReadonlyArray<string>
}

/** Letters, digits and whatever is not ASCII: what tells lines apart. Brackets and blanks are everywhere. */
export const weightOf = (line: string): number => line.match(/[\w\u0080-\u00ff]/g)?.length ?? 0

/** The lines of a blob, each byte one character; none where it is missing, too large or no blob. */
export const linesOfBlob = Effect.fnUntraced(function* (blob: ObjectId) {
  const git = yield* Git
  const [content] = yield* git.objects([blob], { maxBytes: maxSourceBytes })
  return content?._tag === "Found" && content.type === "blob"
    ? Buffer.from(content.bytes).toString("latin1").split("\n")
    : []
})

const addedLines = ({ hunks }: FileDiff): ReadonlySet<number> =>
  new Set(hunks.flatMap(({ after }) => Array.from({ length: after.count }, (_, at) => after.start + at)))

/** What a commit put into its files, largest change first; files that it only cut are left out. */
export const addedIn = Effect.fnUntraced(function* (commit: ObjectId, files: ReadonlyArray<FileDiff>) {
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
      const texts = Option.isNone(entry) ? [] : yield* linesOfBlob(entry.value.id)
      return { path, previousPath, lines, texts } satisfies AddedFile
    })
  )
})

/** From lines of one version to those of another that are the same. */
export const sameLines = Effect.fnUntraced(function* (from: ObjectId, to: ObjectId, length: number) {
  const git = yield* Git
  const changes = from === to ? [] : yield* git.blobDiff(from, to)
  const pairs = kept({ start: 1, end: length }, changes).flatMap(({ lines, start }) =>
    Array.from({ length: lines.end - lines.start + 1 }, (_, at) => [lines.start + at, start + at] as const)
  )
  return new Map(pairs)
})
