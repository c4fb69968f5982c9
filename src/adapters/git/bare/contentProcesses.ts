import { Effect, Exit, Scope } from "effect"
import { type BatchProcess, makeBatchProcess } from "../batch/BatchProcess.ts"
import type { GitCall } from "../process/GitRunner.ts"

/** Most processes that are kept, of those used last. */
const maxProcesses = 8

interface Kept {
  readonly process: BatchProcess
  readonly scope: Scope.Closeable
  users: number
}

/** What a process reads from, and the call of `git cat-file --batch` that starts it. */
export interface ContentSource {
  /** Equal for the same repositories only. */
  readonly key: string
  readonly call: Pick<GitCall, "args" | "env">
}

/** Keeps processes that read contents, so that a second file of the same repositories costs no process. */
export const makeContentProcesses = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const outer = yield* Effect.scope
  /** Least recently used first. */
  const kept = new Map<string, Kept>()

  const closeSurplus = Effect.suspend(() => {
    const unused = [...kept].filter(([, { users }]) => users === 0)
    const surplus = unused.slice(0, Math.max(0, kept.size - maxProcesses))
    for (const [key] of surplus) kept.delete(key)
    return Effect.forEach(surplus, ([, { scope }]) => Scope.close(scope, Exit.void), { discard: true })
  })

  const open = Effect.fnUntraced(function* ({ args, env: more }: ContentSource["call"]) {
    const scope = yield* Scope.fork(outer)
    const command = { args, env: { ...env, ...more }, mode: "contents" } as const
    const { contents } = yield* Scope.provide(makeBatchProcess(command), scope)
    const opened: Kept = { process: contents, scope, users: 0 }
    return opened
  })

  const start = Effect.fnUntraced(function* ({ call, key }: ContentSource) {
    const found = kept.get(key) ?? (yield* open(call))
    kept.delete(key)
    kept.set(key, found)
    found.users += 1
    return found
  })

  const end = (used: Kept) =>
    Effect.suspend(() => {
      used.users -= 1
      return closeSurplus
    })

  /** Reads by the process of a source, which its first request starts. */
  return <A, E>(source: ContentSource, read: (process: BatchProcess) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(start(source), ({ process }) => read(process), end)
})

/** Reads by a process that is kept. */
export type ReadBy = Effect.Success<ReturnType<typeof makeContentProcesses>>
