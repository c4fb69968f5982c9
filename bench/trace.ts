import { Effect, Predicate } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder } from "../test/support/TemporaryRepository.ts"
import { Environment } from "./processes.ts"

/** Parses the arguments of each git process from a trace. */
export const commandsIn = (trace: string): ReadonlyArray<ReadonlyArray<string>> =>
  trace.split("\n").flatMap((line): ReadonlyArray<ReadonlyArray<string>> => {
    if (!line.includes('"event":"start"')) return []
    const event: unknown = JSON.parse(line)
    if (!Predicate.hasProperty(event, "argv") || !Array.isArray(event.argv)) return []
    return [event.argv.map(String)]
  })

/** Runs an effect and returns the git commands that it and its child processes started. */
export const tracing = Effect.fnUntraced(function* <E, R>(effect: Effect.Effect<unknown, E, R>) {
  const folder = yield* makeFolder
  const configuration = join(folder, "gitconfig")
  const trace = join(folder, "trace")
  yield* Effect.promise(() => writeFile(configuration, `[trace2]\n\teventTarget = ${JSON.stringify(trace)}\n`))
  yield* Effect.promise(() => writeFile(trace, ""))
  const environment = yield* Environment
  yield* Effect.provideService(effect, Environment, { ...environment, GIT_CONFIG_GLOBAL: configuration })
  return commandsIn(yield* Effect.promise(() => readFile(trace, "utf8")))
}, Effect.scoped)
