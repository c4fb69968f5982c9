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

/** Reads the ids that {@link ignoreRevsFile} of a commit lists; empty if there is no such file or it is too large. */
export const readIgnoredRevs = Effect.fn("Evidence.readIgnoredRevs")(function* (commit: ObjectId) {
  const git = yield* Git
  const entry = yield* git.entry(commit, ignoreRevsFile)
  if (Option.isNone(entry) || !["file", "executable"].includes(entry.value.kind)) return new Set<string>()
  const [content] = yield* git.objects([entry.value.id], { maxBytes: maxFileBytes })
  return content?._tag === "Found" ? parseIds(Buffer.from(content.bytes).toString("latin1")) : new Set<string>()
})
