import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import process from "node:process"
import { Effect, type Scope } from "effect"
import { protocolOutput } from "./Outbox.ts"

const standardOutput = 1
const standardError = 2

/** Functions of `node:fs` that write to a file descriptor. */
const descriptorWriters = ["write", "writeSync", "writev", "writevSync"] as const

const redirectWriter = (writer: (...args: Array<never>) => unknown) =>
  new Proxy(writer, {
    apply: (target, self, args: Array<unknown>) =>
      Reflect.apply(target, self, args[0] === standardOutput ? [standardError, ...args.slice(1)] : args)
  })

const guardDescriptors = () => {
  const originals = descriptorWriters.map((name) => [name, fs[name]] as const)
  for (const [name, writer] of originals) Reflect.set(fs, name, redirectWriter(writer))
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
 * Reserves standard output for the protocol until the scope closes. Redirects all other writes, by `console`, the stream, a
 * worker or `node:fs`, to standard error.
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
