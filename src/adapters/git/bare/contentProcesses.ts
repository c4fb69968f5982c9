import { Effect, Exit, Scope } from "effect"
import { type BatchProcess, makeBatchProcess } from "../batch/BatchProcess.ts"
import { statOrUndefined } from "../process/FileFingerprint.ts"
import { bareCall } from "./bareCall.ts"

/** Most processes that are kept: one a repository, of those read last. */
const maxProcesses = 8

interface Kept {
  readonly process: BatchProcess
  readonly scope: Scope.Closeable
  users: number
}

/** Identifies a repository: another may take its place. */
const identify = (directory: string): string => {
  const status = statOrUndefined(directory)
  return `${directory}\0${status?.dev ?? ""} ${status?.ino ?? ""}`
}

/** Keeps processes that read contents, so that a second file of a repository costs no process. */
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

  const open = Effect.fnUntraced(function* (directory: string) {
    const scope = yield* Scope.fork(outer)
    const { args } = bareCall(directory, "cat-file", ["--batch"])
    const { contents } = yield* Scope.provide(makeBatchProcess({ args, env, mode: "contents" }), scope)
    const opened: Kept = { process: contents, scope, users: 0 }
    return opened
  })

  const start = Effect.fnUntraced(function* (directory: string) {
    const key = identify(directory)
    const found = kept.get(key) ?? (yield* open(directory))
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

  /** Reads by the process of a repository, which its first request starts. */
  return <A, E>(directory: string, read: (process: BatchProcess) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(start(directory), ({ process }) => read(process), end)
})
