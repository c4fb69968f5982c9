import { Context, Semaphore } from "effect"
import { availableParallelism } from "node:os"
import { type FairSemaphore, makeFairSemaphore } from "./FairSemaphore.ts"

/** What limits the git processes of a program. */
export interface Pool {
  /** Limits the processes that run at the same time, shared fairly among callers. */
  readonly withPermit: FairSemaphore
  /** Limits the processes that start at the same time to one. */
  readonly starting: Semaphore.Semaphore
}

/**
 * Concurrent processes, not counting the two long-lived ones of a repository. Walks of git use a core each; small calls wait
 * for files.
 */
export const maxProcesses = Math.max(4, availableParallelism() + 2)

export const makePool = (): Pool => ({
  withPermit: makeFairSemaphore(maxProcesses),
  starting: Semaphore.makeUnsafe(1)
})

/** The pool of git processes: one for all repositories that this process has open. Read when a runner is made. */
export const GitPool = Context.Reference<Pool>("ultragit/adapters/git/process/GitPool", { defaultValue: makePool })
