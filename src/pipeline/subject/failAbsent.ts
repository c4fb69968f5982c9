import { Context, type Duration, Effect, Option } from "effect"
import type { ChangedFile } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { timeoutRunning } from "../../adapters/runtime/runningTime.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { failNotFound } from "./resolveSubject.ts"
import type { Subject } from "./Subject.ts"

/** Running time for the walk, which goes through all history for a path that never existed. Read at each question. */
export const FateTimeout = Context.Reference<Duration.Input>("ultragit/pipeline/subject/failAbsent/FateTimeout", {
  defaultValue: () => "1 second"
})

/** Says what the commit that changed a path last did to it; none if it did not remove it. */
const describeFate = (path: string, commit: string, files: ReadonlyArray<ChangedFile>): Option.Option<string> => {
  const place = `in ${commit.slice(0, 12)}`
  const renamed = files.find((file) => file.status === "R" && file.oldPath === path)
  if (renamed !== undefined) return Option.some(`renamed to ${formatPath(renamed.path)} ${place}`)
  const isRemoved = ({ oldPath, path: now, status }: ChangedFile): boolean => {
    const before = status === "D" ? now : status === "R" ? oldPath : undefined
    return before !== undefined && (before === path || before.startsWith(`${path}/`))
  }
  return files.some(isRemoved) ? Option.some(`deleted ${place}`) : Option.none()
}

/** Finds what became of an absent path: `renamed to src/new.ts in 0123456789ab` or `deleted in …`. None if unknown. */
const findFate = Effect.fn("Pipeline.findFate")(
  function* ({ commit, path }: Subject) {
    const git = yield* Git
    const [last] = yield* git.walk({ from: [commit], paths: [path], maxCount: 1 })
    if (last === undefined) return Option.none<string>()
    let fate = Option.none<string>()
    yield* git.changes([last], ({ files }) => {
      fate = describeFate(path, last, files)
    })
    return fate
  },
  (found) =>
    Effect.flatMap(FateTimeout, (limit) => timeoutRunning(limit)(found)).pipe(
      Effect.map(Option.flatten),
      Effect.orElseSucceed(() => Option.none<string>())
    )
)

/** Fails for an absent path, asked about as `queried`, with what became of it. */
export const failAbsent = Effect.fnUntraced(function* (subject: Subject, queried: string) {
  return yield* failNotFound(queried, subject, yield* findFate(subject))
})
