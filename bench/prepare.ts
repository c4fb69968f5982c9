import { Effect } from "effect"
import { cp, symlink } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { makeProgram } from "../.build/program.ts"
import { Parser } from "../src/parser/Parser.ts"
import { choose } from "./choose.ts"
import type { Options } from "./options.ts"
import { type Command, timeOf } from "./processes.ts"
import type { Bench } from "./Slot.ts"
import type { Subject } from "./Subject.ts"
import { syntheticNotes } from "./syntheticNotes.ts"

const root = join(import.meta.dirname, "..")

/** Builds the program and takes a copy, so that a build meanwhile changes nothing. */
const makeOurs = Effect.fnUntraced(function* (scratch: string) {
  yield* timeOf([process.execPath, join(root, ".build", "build.ts")], root)
  const copy = join(scratch, "program")
  yield* Effect.promise(() => cp(join(root, "dist"), join(copy, "dist"), { recursive: true }))
  yield* Effect.promise(() => cp(join(root, "package.json"), join(copy, "package.json")))
  yield* Effect.promise(() => symlink(join(root, "node_modules"), join(copy, "node_modules"), "junction"))
  return [process.execPath, join(copy, "dist", "main.js")] satisfies Command
}, Effect.uninterruptible)

const makeFloor = Effect.fnUntraced(function* (scratch: string) {
  const outDir = join(scratch, "floor")
  yield* Effect.promise(() => makeProgram({ entries: { program: "bench/floor.ts" }, outDir, version: "0" }))
  return [process.execPath, join(outDir, "main.js")] satisfies Command
}, Effect.uninterruptible)

/** Everything that slots need, in a folder that exists and may be written to. */
export const prepare = Effect.fnUntraced(function* (options: Options, scratch: string) {
  const parser = yield* Parser
  const directory = join(scratch, "repository")
  let made: Subject | undefined
  const makeSubject = Effect.gen(function* () {
    const annotations = yield* syntheticNotes({ source: options.repo, directory, commits: options.notes })
    made = yield* choose(directory, annotations, parser)
    return made
  })
  return {
    program: yield* makeOurs(scratch),
    floor: yield* makeFloor(scratch),
    node: process.execPath,
    writes: options.writes,
    rounds: options.runs,
    cores: availableParallelism(),
    subject: yield* Effect.cached(makeSubject),
    made: () => made
  } satisfies Bench
})
