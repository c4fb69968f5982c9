import { Effect, Option, Schema, Scope, Semaphore } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import { findCommonDirectory } from "../../adapters/git/process/StateProbe.ts"
import type { Repository } from "../../adapters/git/Repository.ts"
import { SqlError } from "../../adapters/sql/SqlError.ts"
import { makeThreadClient, type ThreadClient, type ThreadFailed } from "../../adapters/threads/ThreadClient.ts"
import { CodeError, IndexUnavailable } from "../model/CodeError.ts"
import { writtenDatabasePath } from "./codeDatabase.ts"
import { makeLimitFirst } from "./firstTime.ts"
import type { IndexingError, Reconciler } from "./Reconciler.ts"
import type { IndexerRequests } from "./threadRequests.ts"

/** The script: `code-indexer.js` next to the built program, or the source file. */
const script = new URL(import.meta.url.endsWith(".ts") ? "../../codeIndexer.ts" : "./code-indexer.js", import.meta.url)

/** Heap limits: linking holds what other files can see of each file. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 16 }

/** A thread that watches a work tree need not look at all of it again. A server of bare repositories may have many, which know only HEAD. */
const idleTimeToLive = { ofWorkTree: "10 minutes", ofBare: "1 minute" } as const

/** Encodes every expected failure, for the way between threads. */
export const indexingError = Schema.Union([CodeError, SqlError, GitError])

const toIndexingError = (error: IndexingError | ThreadFailed): IndexingError =>
  error._tag === "ThreadFailed"
    ? new CodeError({ reason: new IndexUnavailable({ detail: `its thread ended: ${error.detail}` }) })
    : error

/**
 * Says where a thread opens the repository: its folder, and its git directory where git would not find that from there, as
 * with `core.worktree` or `GIT_WORK_TREE`.
 */
const placeOf = Effect.fnUntraced(function* ({ commonDirectory, gitDirectory, workTree }: Repository) {
  if (Option.isNone(workTree)) return [gitDirectory, ""] as const
  const found = yield* findCommonDirectory(workTree.value)
  const isFound = Option.exists(found, (path) => path === commonDirectory)
  return [workTree.value, isFound ? "" : gitDirectory] as const
})

/** Makes `Indexer.layerApart`. The thread starts with the first request and ends when idle. */
export const makeThreadIndexer = Effect.gen(function* () {
  const git = yield* Git
  const scope = yield* Effect.scope
  const limitFirst = yield* makeLimitFirst
  const permit = yield* Semaphore.make(1)
  let client: ThreadClient<IndexerRequests, IndexingError> | undefined
  const open = Effect.gen(function* () {
    if (client !== undefined) return client
    const repository = yield* git.repository
    const path = yield* Effect.provideService(writtenDatabasePath, Git, git)
    const opening = makeThreadClient<IndexerRequests, IndexingError>({
      script,
      arguments: [...(yield* placeOf(repository)), path],
      resourceLimits,
      error: indexingError,
      idleTimeToLive: Option.isSome(repository.workTree) ? idleTimeToLive.ofWorkTree : idleTimeToLive.ofBare
    })
    client = yield* Scope.provide(opening, scope)
    return client
  })
  const request = <Name extends keyof IndexerRequests>(name: Name, input: IndexerRequests[Name]["input"]) =>
    permit
      .withPermits(1)(open)
      .pipe(
        Effect.flatMap((opened) => opened.request(name, input)),
        Effect.mapError(toIndexingError)
      )
  const indexer: Reconciler = {
    reconcile: (force) => limitFirst(request("reconcile", { force })),
    reconcileFolder: (root) => request("reconcileFolder", { root })
  }
  return indexer
})
