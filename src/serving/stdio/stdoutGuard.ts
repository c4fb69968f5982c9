import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import process from "node:process"
import { Effect, type Scope } from "effect"
import { protocolOutput } from "./Outbox.ts"

const standardOutput = 1
const standardError = 2

/** Writers of `node:fs` that take a file descriptor first. */
const descriptorWriters = ["write", "writeSync", "writev", "writevSync"] as const

const redirected = (writer: (...args: Array<never>) => unknown) =>
  new Proxy(writer, {
    apply: (target, self, args: Array<unknown>) =>
      Reflect.apply(target, self, args[0] === standardOutput ? [standardError, ...args.slice(1)] : args)
  })

const guardDescriptors = () => {
  const originals = descriptorWriters.map((name) => [name, fs[name]] as const)
  for (const [name, writer] of originals) Reflect.set(fs, name, redirected(writer))
  syncBuiltinESMExports()
  return () => {
    for (const [name, writer] of originals) Reflect.set(fs, name, writer)
    syncBuiltinESMExports()
  }
}

const guardStream = () => {
  const original = process.stdout.write
  Reflect.set(process.stdout, "write", process.stderr.write.bind(process.stderr))
  return () => void Reflect.set(process.stdout, "write", original)
}

/**
 * Keeps standard output for the protocol while the scope lasts: what anybody else writes there, by `console`, by the
 * stream, from a worker or through `node:fs`, goes to standard error.
 */
export const reserveStdout: Effect.Effect<
  ReturnType<typeof protocolOutput>,
  never,
  Scope.Scope
> = Effect.acquireRelease(
  Effect.sync(() => {
    const output = protocolOutput(process.stdout)
    const releases = [guardStream(), guardDescriptors()]
    return { output, release: () => releases.forEach((release) => release()) }
  }),
  ({ release }) => Effect.sync(release)
).pipe(Effect.map(({ output }) => output))
