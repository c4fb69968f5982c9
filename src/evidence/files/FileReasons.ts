import { Effect, Fiber, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitCaller } from "../../adapters/git/GitCaller.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { CommitReason } from "../../domain/CommitReason.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { findReasons, type ReadReasons } from "./findReasons.ts"
import { type ListedChanges, listChanges } from "./listChanges.ts"
import { MaxReasonWait } from "./MaxReasonWait.ts"

/** What is known of the history of one commit. */
interface History {
  readonly head: ObjectId
  readonly changes: Fiber.Fiber<ListedChanges, GitError>
  readonly read: ReadReasons
}

/** Questions about the history of one commit. */
export interface FileReasons {
  /** Finds for each file the reason of the newest commit about few files that gives one. */
  readonly find: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, CommitReason>>
}

const noReasons: ReadonlyMap<string, CommitReason> = new Map()

/**
 * Makes questions for the reasons that recent history gives for files. What was read is kept in memory while HEAD stays. An
 * answer waits at most `MaxReasonWait`; what takes longer is absent, goes on in the background, and is there for the next one.
 */
export const makeFileReasons = Effect.gen(function* () {
  const services = yield* Effect.context<Git>()
  const git = yield* Git
  const scope = yield* Effect.scope
  let kept: History | undefined

  /** A failure is not kept, so that the next question tries again. */
  const forget = Effect.sync(() => {
    kept = undefined
  })

  const readHistory = Effect.gen(function* () {
    const head = yield* git.resolveCommit("HEAD")
    if (kept?.head === head) return kept
    const changes = yield* listChanges(head).pipe(
      Effect.onError(() => forget),
      Effect.forkIn(scope)
    )
    kept = { head, changes, read: new Map() }
    return kept
  }).pipe(Effect.provideService(GitCaller, {}), Effect.provideContext(services))

  const read = Effect.fnUntraced(function* (history: History, paths: ReadonlyArray<string>) {
    const { changes } = yield* Fiber.join(history.changes)
    return yield* findReasons(new Map(paths.map((path) => [path, changes.get(path) ?? []])), history.read)
  }, Effect.provideContext(services))

  const find = Effect.fn("Evidence.fileReasons")(function* (history: History, paths: ReadonlyArray<string>) {
    if (paths.length === 0) return noReasons
    const reading = yield* read(history, paths).pipe(Effect.provideService(GitCaller, {}), Effect.forkIn(scope))
    const found = yield* Fiber.join(reading).pipe(Effect.timeoutOption(yield* MaxReasonWait), Effect.option)
    return Option.getOrElse(Option.flatten(found), () => noReasons)
  })

  /** Starts to read the history of HEAD, so that it is there when reasons are asked for. */
  const start = Effect.match(readHistory, {
    onSuccess: (history): FileReasons => ({ find: (paths) => find(history, paths) }),
    onFailure: (): FileReasons => ({ find: () => Effect.succeed(noReasons) })
  })

  return { start }
})
