/**
 * Measures the program against what its parts cost without it, side by side in one run.
 *
 *     npm run bench [-- --repo PATH] [--notes 3000] [--rounds 20] [--writes 1000] [--slot NAME]... [--json]
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { cpus } from "node:os"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeProgram } from "../.build/program.ts"
import type { Annotation } from "../src/domain/Annotation.ts"
import { makeFolder } from "../test/support/TemporaryRepository.ts"
import type { Findings } from "./measure.ts"
import { markdown, ratioOf } from "./report.ts"
import { contest } from "./slots/contest.ts"
import { hookCost } from "./slots/hookCost.ts"
import { noteWrite } from "./slots/noteWrite.ts"
import { operationsKept } from "./slots/operationsKept.ts"
import { readCommand } from "./slots/readCommand.ts"
import { readTool } from "./slots/readTool.ts"
import { startUp } from "./slots/startUp.ts"
import type { Place, Subject } from "./Subject.ts"
import { syntheticNotes } from "./syntheticNotes.ts"

const root = join(import.meta.dirname, "..")
const { values } = parseArgs({
  options: {
    repo: { type: "string", default: root },
    notes: { type: "string", default: "3000" },
    rounds: { type: "string", default: "20" },
    writes: { type: "string", default: "1000" },
    slot: { type: "string", multiple: true },
    json: { type: "boolean", default: false }
  }
})

const linesOf = (directory: string, path: string): number | undefined => {
  try {
    return readFileSync(join(directory, path), "utf8").split("\n").length - 1
  } catch {
    return undefined
  }
}

/** A dozen annotated files that HEAD still has, spread over all sizes, the largest last. */
const placesIn = (directory: string, annotations: ReadonlyArray<Annotation>): ReadonlyArray<Place> => {
  const found = new Map<string, Place & { readonly size: number }>()
  for (const { ast_anchor, file, lines } of annotations.flatMap(({ regions }) => regions)) {
    const size = linesOf(directory, file)
    if (size === undefined || lines.end > size || lines.end - lines.start > 60) continue
    found.set(file, { path: file, anchor: ast_anchor.name, lines: `${lines.start}:${lines.end}`, size })
  }
  const sorted = [...found.values()].toSorted((a, b) => a.size - b.size)
  const wanted = 13
  return sorted.filter((_, at) => (sorted.length - 1 - at) % Math.max(1, Math.floor(sorted.length / wanted)) === 0)
}

const prepare = Effect.gen(function* () {
  const scratch = yield* makeFolder
  const directory = join(scratch, "repository")
  const annotations = yield* syntheticNotes({ source: values.repo, directory, commits: Number(values.notes) })
  const floor = join(scratch, "floor")
  yield* Effect.promise(() => makeProgram({ entries: { program: "bench/floor.ts" }, outDir: floor, version: "0" }))
  execFileSync("npm", ["run", "--silent", "build"], { cwd: root })
  const node = process.execPath
  return {
    directory,
    notes: annotations.length,
    places: placesIn(directory, annotations),
    program: [node, join(root, "dist", "main.js")],
    floor: [node, join(floor, "main.js")],
    node,
    rounds: Number(values.rounds)
  } satisfies Subject
})

const circumstances = ({ directory, notes }: Subject): ReadonlyArray<string> => {
  const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim()
  const commits = execFileSync("git", ["-C", directory, "rev-list", "--count", "HEAD"], { encoding: "utf8" }).trim()
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${git}`
  const asked = process.argv.slice(2).join(" ")
  return [
    `${machine}; repository of ${commits} commits with ${notes} notes.`,
    `Again: \`npm run bench${asked === "" ? "" : ` -- ${asked}`}\` (${resolve(values.repo)})`
  ]
}

/** What is measured, by name, one after the other. */
const slots: Readonly<Record<string, (subject: Subject) => Effect.Effect<Findings>>> = {
  startUp,
  readTool,
  readCommand,
  hookCost,
  noteWrite: (subject) => Effect.orDie(noteWrite(subject)),
  contest: () => Effect.orDie(contest(Number(values.writes))),
  operationsKept
}

const main = Effect.gen(function* () {
  const subject = yield* prepare
  const wanted = Object.entries(slots).filter(([name]) => values.slot?.includes(name) ?? true)
  const found = yield* Effect.forEach(wanted, ([, slot]) => slot(subject))
  const findings = { rows: found.flatMap(({ rows }) => rows), facts: found.flatMap(({ facts }) => facts) }
  const notes = circumstances(subject)
  const ratios = findings.rows.map((row) => ({ ...row, ratio: ratioOf(row) }))
  const report = { rows: ratios, facts: findings.facts, notes }
  process.stdout.write(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : markdown(findings, notes))
}).pipe(Effect.scoped)

await Effect.runPromise(main)
