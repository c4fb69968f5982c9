import { Effect, Option } from "effect"
import * as Path from "node:path"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { inspectPath } from "../../adapters/git/process/FileFingerprint.ts"
import type { WorkTreeFile } from "./WorkTreeFiles.ts"

/**
 * Finds the file of a commit from which an untracked one was moved without git: the only one with the same content that is
 * not in the work tree. None for files in the index, whose renames blame follows, and for empty files.
 */
export const findMovedFrom = Effect.fn("Pipeline.findMovedFrom")(function* (
  commit: ObjectId,
  path: string,
  { blob, content }: WorkTreeFile
) {
  const git = yield* Git
  const { workTree } = yield* git.repository
  if (content.length === 0 || Option.isNone(workTree)) return Option.none<string>()
  // A listing of HEAD takes longer than to see that git has no such content, as for most new files.
  const [known] = yield* git.objects([ObjectId.make(blob)], { maxBytes: 0 })
  if (known === undefined || known._tag === "Missing") return Option.none<string>()
  const same = (yield* git.files(commit, "")).filter(({ id }) => id === blob)
  const gone: Array<string> = []
  for (const { path: other } of same) {
    if (Option.isNone(yield* inspectPath(Path.join(workTree.value, other)))) gone.push(other)
  }
  const [only, ...others] = gone
  if (only === undefined || others.length > 0) return Option.none<string>()
  return (yield* git.indexPaths).includes(path) ? Option.none<string>() : Option.some(only)
})
