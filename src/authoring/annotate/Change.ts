import { Effect, Option, Result } from "effect"
import { countLines, isBinary } from "../../annotations/lines.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { type CommitFacts, type FileDiff, Git } from "../../git/Git.ts"
import { Parser } from "../../parser/Parser.ts"
import type { SourceFile } from "./anchors.ts"

/** Source files larger than this have no lines to annotate. */
const maxSourceBytes = 16 * 1024 * 1024

/** A commit with what it changed against its first parent. */
export interface Change {
  readonly commit: CommitFacts
  readonly files: ReadonlyArray<FileDiff>
}

/** What a commit changed; everything where it has no parent here. */
export const changeOf = Effect.fnUntraced(function* (id: ObjectId) {
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

/** A file as it is in a commit, parsed; or why it has no lines. */
export const sourceAt = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const git = yield* Git
  const parser = yield* Parser
  const entry = yield* git.entry(commit, path)
  if (Option.isNone(entry)) return Result.fail("It is not there at this commit.")
  const { id, kind } = entry.value
  if (kind !== "file" && kind !== "executable") return Result.fail(`It is a ${kind}, not a file with lines.`)
  const [content] = yield* git.objects([id], { maxBytes: maxSourceBytes })
  if (content?._tag !== "Found") return Result.fail("It is too large, or not in this clone.")
  if (isBinary(content.bytes)) return Result.fail("It is a binary file.")
  const outline = yield* parser.outline(path, content.bytes)
  const source: SourceFile = { path, outline, length: countLines(content.bytes) }
  return Result.succeed({ ...source, content: content.bytes })
})
