/**
 * Measures the program against what its parts cost without it, side by side in one run. All about it: `--help`.
 *
 *     npm run bench [-- --repo PATH] [--slot NAME]... [--runs N] [--notes N] [--json FILE]
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Result } from "effect"
import { mkdir, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import process from "node:process"
import { Parser } from "../src/parser/Parser.ts"
import { makeFolder } from "../test/support/TemporaryRepository.ts"
import { countsOf, machineAnd, repositoryOf, runWith } from "./circumstances.ts"
import { help, type Options, readOptions } from "./options.ts"
import { prepare } from "./prepare.ts"
import { Environment, plainEnvironment } from "./processes.ts"
import { closing, type Finding, json, opening, tableRows } from "./report.ts"
import { type Bench, Missing, type Slot } from "./Slot.ts"
import { slots } from "./slots.ts"

const print = (text: string) => Effect.sync(() => void process.stdout.write(text))

/** Where the run is, for those who watch; each text in place of the one before. */
const progress = (text: string) =>
  Effect.sync(() => void (process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`)))

const shortened = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 400)

/** What a slot found. One that fails takes nothing from the others. */
const findingOf = ({ measure, name }: Slot, bench: Bench): Effect.Effect<Finding> =>
  measure(bench).pipe(
    Effect.map((rows): Finding => ({ slot: name, rows })),
    Effect.catchTag("Missing", ({ what }) => Effect.succeed({ slot: name, rows: [], missing: what })),
    Effect.catchDefect((defect) =>
      Effect.succeed({ slot: name, rows: [], failed: true, missing: shortened(String(defect)) })
    )
  )

/** Writes the file, and says so at once when that cannot be. */
const writeTo = (file: string, text: string) =>
  Effect.tryPromise({
    try: () => writeFile(file, text),
    catch: (error) => new Missing({ what: `${file} cannot be written: ${String(error)}` })
  })

const run = Effect.fnUntraced(function* (given: Options) {
  const started = performance.now()
  const options = { ...given, repo: yield* repositoryOf(given.repo) }
  const { json: file } = options
  if (file !== undefined) yield* writeTo(file, "")
  const above = machineAnd(options.repo, yield* countsOf(options.repo))
  const scratch = yield* makeFolder
  const cache = join(scratch, "cache")
  yield* Effect.promise(() => mkdir(cache))
  yield* print(opening(above))
  yield* progress("building")
  const chosen = slots.filter(({ name }) => options.slot.length === 0 || options.slot.includes(name))
  const { findings, subject } = yield* Effect.gen(function* () {
    const bench = yield* prepare(options, scratch)
    const found = yield* Effect.forEach(chosen, (slot, at) =>
      Effect.andThen(progress(`${at + 1} of ${chosen.length}: ${slot.name}`), findingOf(slot, bench)).pipe(
        Effect.tap(progress("")),
        Effect.tap((finding) => print(tableRows(finding)))
      )
    )
    return { findings: found, subject: bench.made() }
  }).pipe(
    Effect.provideService(Environment, { ...plainEnvironment, XDG_CACHE_HOME: cache }),
    Effect.provide(Parser.layer),
    Effect.ensuring(progress(""))
  )
  const seconds = (performance.now() - started) / 1000
  const below = runWith({ seconds, subject, asked: process.argv.slice(2) })
  if (file !== undefined) yield* writeTo(file, json(findings, { above, below }))
  yield* print(closing(findings, below))
  if (findings.some(({ failed }) => failed === true)) process.exitCode = 1
}, Effect.scoped)

const complain = (text: string): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

const main = Effect.suspend(() => {
  const options = readOptions(process.argv.slice(2))
  if (Result.isFailure(options)) return Effect.sync(() => complain(`${options.failure} See --help.`))
  if (options.success === "help") return Effect.sync(() => void process.stdout.write(help))
  const { json: file, repo, ...others } = options.success
  const absolute = { ...others, repo: resolve(repo), json: file === undefined ? undefined : resolve(file) }
  return Effect.catchTag(run(absolute), "Missing", ({ what }) => Effect.sync(() => complain(what)))
})

NodeRuntime.runMain(main)
