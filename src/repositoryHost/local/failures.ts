import { Effect, Option } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import { FileNotFound, HostError, HostFailed, RepositoryNotFound, TimedOut } from "../model/HostError.ts"
import type { Folder } from "./Folder.ts"

/** Seconds that a git call may take (`GitTimeout`). */
const gitSeconds = 30

/** Makes the failure of a reason. */
export const fail = (reason: HostError["reason"]): Effect.Effect<never, HostError> =>
  Effect.fail(new HostError({ reason }))

/** Turns a failure of git into one of the host. */
export const toHostError = (error: GitError): HostError => {
  const { reason } = error
  if (reason._tag === "GitTimedOut")
    return new HostError({ reason: new TimedOut({ what: "git", seconds: gitSeconds }) })
  if (reason._tag === "PathUnsupported") return new HostError({ reason: new FileNotFound({ path: reason.path }) })
  return new HostError({ reason: new HostFailed({ detail: error.message }) })
}

/** Finds a repository by name; fails with `RepositoryNotFound`. */
export const requireRepository = Effect.fnUntraced(function* (folder: Folder, name: string) {
  const found = yield* Effect.mapError(folder.named(name), toHostError)
  return Option.isSome(found) ? found.value : yield* fail(new RepositoryNotFound({ name, suggestions: [] }))
})
