import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"

/** The file in which projects list the commits that blame should look past. */
const ignoreRevsFile = ".git-blame-ignore-revs"

const maxFileBytes = 1024 * 1024

const parseIds = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split("\n")
      .map((line) => line.replace(/#.*$/, "").trim().toLowerCase())
      .filter((line) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line))
  )

/** Finds the blob of {@link ignoreRevsFile} in a commit. */
export const findIgnoreRevs = Effect.fn("Evidence.findIgnoreRevs")(function* (commit: ObjectId) {
  const git = yield* Git
  const entry = yield* git.entry(commit, ignoreRevsFile)
  return Option.flatMap(entry, ({ id, kind }) =>
    kind === "file" || kind === "executable" ? Option.some(id) : Option.none()
  )
})

/** Reads the ids that the file lists; empty if it is too large. */
export const readIgnoredRevs = Effect.fn("Evidence.readIgnoredRevs")(function* (blob: ObjectId) {
  const git = yield* Git
  const [content] = yield* git.objects([blob], { maxBytes: maxFileBytes })
  return content?._tag === "Found" ? parseIds(Buffer.from(content.bytes).toString("latin1")) : new Set<string>()
})
