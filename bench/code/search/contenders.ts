import { Duration, Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { ReconcileTimeout } from "../../../src/codeIndex/service/ReconcileTimeout.ts"
import { MaxTitleWait } from "../../../src/evidence/files/MaxTitleWait.ts"
import { codeLayer } from "../../../src/Layers.ts"
import type { Judged, Task } from "./judged.ts"

/** Results that are looked at. */
export const maxResults = 20

const runGit = (directory: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-C", directory, ...args], { encoding: "utf8", maxBuffer: 1 << 28 })

/** Checks the judged commit out into a folder, unless it is there. `source`: a clone, or a bare repository. */
export const checkOut = (folder: string, name: string, source: string, { commit }: Judged): string => {
  const directory = join(folder, name)
  if (!existsSync(directory)) {
    execFileSync("git", ["clone", "-q", "--shared", "--no-checkout", source, directory])
    runGit(directory, "-c", "advice.detachedHead=false", "checkout", "-q", commit)
  }
  return directory
}

/** Answers tasks with the search of this program. Indexes the folder first, if needed. */
export const ours = (directory: string, tasks: ReadonlyArray<Task>) =>
  Effect.gen(function* () {
    const index = yield* CodeIndex
    return yield* Effect.forEach(tasks, ({ filters, tags }) =>
      Effect.map(index.search({ tags, limit: maxResults, ...(filters === undefined ? {} : { filters }) }), (answer) =>
        answer.results.map(({ path }) => path)
      )
    )
  }).pipe(
    Effect.provide(codeLayer),
    Effect.provideService(GitDirectory, directory),
    Effect.provideService(ReconcileTimeout, Duration.infinity),
    Effect.provideService(MaxTitleWait, Duration.infinity)
  )

/** A tag as an expression: its words, next to each other in any spelling. */
const expressionOf = (tag: string): string => (tag.match(/[\p{L}\p{N}]+/gu) ?? []).join("[ _.-]*")

const countMatches = (directory: string, tag: string, path: string): ReadonlyMap<string, number> => {
  const args = ["grep", "-c", "-I", "-i", "-E", "-e", expressionOf(tag), "--", path]
  const found = runGit(directory, "-c", "grep.fallbackToNoIndex=false", ...args)
  return new Map(
    found
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.lastIndexOf(":")), Number(line.slice(line.lastIndexOf(":") + 1))])
  )
}

const isWithoutMatch = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "status" in cause && cause.status === 1

const countOrNone = (directory: string, tag: string, path: string): ReadonlyMap<string, number> => {
  try {
    return countMatches(directory, tag, path)
  } catch (cause) {
    if (isWithoutMatch(cause)) return new Map()
    throw cause
  }
}

/** Answers a task with `git grep -c`: files with most of the tags first, then those with most lines. `accept`: which files count. */
export const gitGrep =
  (directory: string, accept: (path: string) => boolean = () => true) =>
  ({ filters, tags }: Pick<Task, "filters" | "tags">): ReadonlyArray<string> => {
    const path = filters?.path === undefined ? "." : `:(glob)${filters.path}`
    const sums = new Map<string, { tags: number; lines: number }>()
    for (const tag of tags) {
      for (const [file, lines] of countOrNone(directory, tag, path)) {
        const sum = sums.get(file) ?? { tags: 0, lines: 0 }
        sums.set(file, { tags: sum.tags + 1, lines: sum.lines + lines })
      }
    }
    return [...sums]
      .toSorted(([a, one], [b, other]) => other.tags - one.tags || other.lines - one.lines || (a < b ? -1 : 1))
      .map(([file]) => file)
      .filter(accept)
      .slice(0, maxResults)
  }
