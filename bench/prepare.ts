import { Effect } from "effect"
import { cp, symlink } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { type Command, outputOf, timeOf } from "./processes.ts"
import { type Bench, Missing } from "./Slot.ts"
import type { Subject } from "./Subject.ts"

const root = join(import.meta.dirname, "..")

/** Builds the program and copies it, so that a later build does not affect the run. */
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
  yield* timeOf([process.execPath, join(root, "bench", "buildFloor.ts"), outDir], root)
  return [process.execPath, join(outDir, "main.js")] satisfies Command
}, Effect.uninterruptible)

/** The programs that slots run. */
export type Programs = Pick<Bench, "program" | "floor" | "node" | "cores">

/** Builds the programs into an existing folder. */
export const makePrograms = Effect.fnUntraced(function* (scratch: string) {
  return {
    program: yield* makeOurs(scratch),
    floor: yield* makeFloor(scratch),
    node: process.execPath,
    cores: availableParallelism()
  } satisfies Programs
})

/** What to measure, and how often. */
export interface Measured {
  readonly repo: string
  readonly notes: number
  /** Total number of notes; the rest are on commits outside the history. */
  readonly total?: number
  readonly runs: number
  readonly writes: number
}

/** Makes the inputs of slots. The clone with notes is created at `directory` when the first slot needs it. */
export const prepare = Effect.fnUntraced(function* (programs: Programs, measured: Measured, directory: string) {
  const { notes, repo, runs, total = 0, writes } = measured
  let made: Subject | undefined
  const flags = ["--repo", repo, "--into", directory, "--commits", `${notes}`, "--total", `${total}`]
  const makeSubject = Effect.gen(function* () {
    const output = yield* outputOf([process.execPath, join(root, "bench", "makeSubject.ts"), ...flags], root)
    const found: Subject | { readonly missing: string } = JSON.parse(output.toString("utf8"))
    if ("missing" in found) return yield* new Missing({ what: found.missing })
    made = found
    return found
  })
  const subject = yield* Effect.cached(makeSubject)
  return { ...programs, writes, rounds: runs, subject, createdSubject: () => made } satisfies Bench
})
