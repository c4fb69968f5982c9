import { Effect, Option, Result } from "effect"
import { countLines, isBinary } from "../../domain/lines.ts"
import { intersect, type LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import type { DiffHunk, FileDiff } from "../../adapters/git/FileDiff.ts"
import { Git } from "../../adapters/git/Git.ts"
import { joinOverloads } from "../../adapters/parser/joinOverloads.ts"
import { Parser } from "../../adapters/parser/Parser.ts"
import type { SourceFile } from "./anchors.ts"

/** Larger source files are treated as having no lines. */
const maxSourceBytes = 16 * 1024 * 1024

/** A commit with its diff against its first parent. */
export interface Change {
  readonly commit: CommitMetadata
  readonly files: ReadonlyArray<FileDiff>
}

/** Reads a commit and its diff. Without a parent in this clone, the diff has all files. */
export const readChange = Effect.fnUntraced(function* (id: ObjectId) {
  const git = yield* Git
  const [commit] = yield* git.commits([id])
  if (commit === undefined || Option.isNone(commit)) {
    return yield* Effect.die(new Error(`${id} is resolved and not there`))
  }
  const first = commit.value.parents[0]
  const [parent] = first === undefined ? [] : yield* git.commits([first])
  const from = parent === undefined ? Option.none<ObjectId>() : Option.map(parent, (found) => found.id)
  return { commit: commit.value, files: yield* git.diff({ from, to: id }) } satisfies Change
})

/** The lines that a hunk added, at most one range. */
export const linesAfter = ({ after }: DiffHunk): ReadonlyArray<LineRange> =>
  after.count === 0 ? [] : [{ start: after.start, end: after.start + after.count - 1 }]

/** Intersects the added lines of two diffs of a file. */
const intersectHunks = (ours: ReadonlyArray<DiffHunk>, others: ReadonlyArray<DiffHunk>): ReadonlyArray<DiffHunk> => {
  const ranges = others.flatMap(linesAfter)
  return ours.flatMap((hunk) =>
    linesAfter(hunk).flatMap((lines) =>
      ranges.flatMap((range) =>
        Option.match(intersect(lines, range), {
          onNone: () => [],
          onSome: ({ end, start }) => [{ before: hunk.before, after: { start, count: end - start + 1 } }]
        })
      )
    )
  )
}

/** Reduces the diff of a merge to the lines that no parent has, as `git show --cc` does. */
export const ownChange = Effect.fnUntraced(function* (change: Change) {
  const git = yield* Git
  const [, ...others] = change.commit.parents
  let { files } = change
  for (const parent of others) {
    const paths = files.map((file) => file.path)
    const found = paths.length === 0 ? [] : yield* git.diff({ from: Option.some(parent), to: change.commit.id, paths })
    const known = new Map(found.map((file) => [file.path, file]))
    files = files.flatMap((file) => {
      const other = known.get(file.path)
      return other === undefined ? [] : [{ ...file, hunks: intersectHunks(file.hunks, other.hunks) }]
    })
  }
  return { ...change, files } satisfies Change
})

/** Reads and parses a file of a commit. Fails with a sentence for a file without lines. */
export const readSource = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const git = yield* Git
  const parser = yield* Parser
  const entry = yield* git.entry(commit, path)
  if (Option.isNone(entry)) return Result.fail("It does not exist at this commit.")
  const { id, kind } = entry.value
  if (kind !== "file" && kind !== "executable") return Result.fail(`It is a ${kind}, not a file with lines.`)
  const [content] = yield* git.objects([id], { maxBytes: maxSourceBytes })
  if (content?._tag !== "Found") return Result.fail("It is too large, or not in this clone.")
  if (isBinary(content.bytes)) return Result.fail("It is a binary file.")
  const outline = joinOverloads(yield* parser.outline(path, content.bytes), content.bytes)
  const source: SourceFile = { path, outline, length: countLines(content.bytes) }
  return Result.succeed({ ...source, content: content.bytes })
})

/** Makes a reader for the files of a commit that reads each once. */
export const makeSourceReader = (commit: ObjectId) => {
  const known = new Map<string, Effect.Success<ReturnType<typeof readSource>>>()
  return Effect.fnUntraced(function* (path: string) {
    const found = known.get(path) ?? (yield* readSource(commit, path))
    known.set(path, found)
    return found
  })
}
