import { Effect } from "effect"
import { cp, symlink } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { type Command, outputOf, timeOf } from "./processes.ts"
import { type Bench, Missing } from "./Slot.ts"
import type { Subject } from "./Subject.ts"

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
  yield* timeOf([process.execPath, join(root, "bench", "buildFloor.ts"), outDir], root)
  return [process.execPath, join(outDir, "main.js")] satisfies Command
}, Effect.uninterruptible)

/** What slots measure with: the program, the floor. */
export type Programs = Pick<Bench, "program" | "floor" | "node" | "cores">

/** Builds the programs into a folder that exists and may be written to. */
export const makePrograms = Effect.fnUntraced(function* (scratch: string) {
  return {
    program: yield* makeOurs(scratch),
    floor: yield* makeFloor(scratch),
    node: process.execPath,
    cores: availableParallelism()
  } satisfies Programs
})

/** What is measured, and how often. */
export interface Measured {
  readonly repo: string
  readonly notes: number
  /** So many notes in all, most of them on commits beside the history. */
  readonly total?: number
  readonly runs: number
  readonly writes: number
}

/** Everything that slots need; the clone with notes becomes `directory` when the first slot asks for it. */
export const prepare = Effect.fnUntraced(function* (programs: Programs, measured: Measured, directory: string) {
  const { notes, repo, runs, total = 0, writes } = measured
  let made: Subject | undefined
  const flags = ["--repo", repo, "--into", directory, "--commits", `${notes}`, "--total", `${total}`]
  const makeSubject = Effect.gen(function* () {
    const said = yield* outputOf([process.execPath, join(root, "bench", "makeSubject.ts"), ...flags], root)
    const found: Subject | { readonly missing: string } = JSON.parse(said.toString("utf8"))
    if ("missing" in found) return yield* new Missing({ what: found.missing })
    made = found
    return found
  })
  const subject = yield* Effect.cached(makeSubject)
  return { ...programs, writes, rounds: runs, subject, made: () => made } satisfies Bench
})
