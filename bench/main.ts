/**
 * Measures the program against git and an SDK-only server, side by side in one run. See `--help`.
 *
 *     npm run bench [-- --repo PATH] [--slot NAME]... [--runs N] [--notes N] [--json FILE]
 *     npm run bench -- --full [--repo PLACE]... [--rivals] [--profile]
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Result } from "effect"
import { mkdir, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import process from "node:process"
import { makeFolder } from "../test/support/TemporaryRepository.ts"
import { countsOf, formatHeader, repositoryOf, formatFooter } from "./reportText.ts"
import { progress, slotFinding } from "./finding.ts"
import { runFull } from "./full/runFull.ts"
import { help, type Options, readOptions } from "./options.ts"
import { makePrograms, prepare } from "./prepare.ts"
import { Environment, plainEnvironment } from "./processes.ts"
import { closing, json, opening, tableRows } from "./report.ts"
import { Missing } from "./Slot.ts"
import { slots } from "./slots.ts"

const print = (text: string) => Effect.sync(() => void process.stdout.write(text))

/** Writes a file. Fails with `Missing`. */
const writeTo = (file: string, text: string) =>
  Effect.tryPromise({
    try: () => writeFile(file, text),
    catch: (error) => new Missing({ what: `Cannot write ${file}: ${String(error)}` })
  })

const run = Effect.fnUntraced(function* (given: Options) {
  const started = performance.now()
  const [place = "."] = given.repos
  const repo = yield* repositoryOf(resolve(place))
  const { json: file, ...options } = given
  if (file !== undefined) yield* writeTo(file, "")
  const above = formatHeader(repo, yield* countsOf(repo))
  const scratch = yield* makeFolder
  const cache = join(scratch, "cache")
  yield* Effect.promise(() => mkdir(cache))
  yield* print(opening(above))
  yield* progress("building")
  const chosen = slots.filter(({ name }) => options.slot.length === 0 || options.slot.includes(name))
  const { findings, subject } = yield* Effect.gen(function* () {
    const bench = yield* prepare(yield* makePrograms(scratch), { ...options, repo }, join(scratch, "repository"))
    const found = yield* Effect.forEach(chosen, (slot, at) =>
      Effect.andThen(progress(`${at + 1} of ${chosen.length}: ${slot.name}`), slotFinding(slot, bench)).pipe(
        Effect.tap(progress("")),
        Effect.tap((finding) => print(tableRows(finding)))
      )
    )
    return { findings: found, subject: bench.createdSubject() }
  }).pipe(
    Effect.provideService(Environment, { ...plainEnvironment, XDG_CACHE_HOME: cache }),
    Effect.ensuring(progress(""))
  )
  const seconds = (performance.now() - started) / 1000
  const below = formatFooter({ seconds, subject, args: process.argv.slice(2) })
  if (file !== undefined) yield* writeTo(file, json(findings, { above, below }))
  yield* print(closing(findings, below))
  if (findings.some(({ failed }) => failed === true)) process.exitCode = 1
}, Effect.scoped)

const runWhole = Effect.fnUntraced(function* (options: Options) {
  const scratch = yield* makeFolder
  const cache = join(scratch, "cache")
  yield* Effect.promise(() => mkdir(cache))
  const environment = { ...plainEnvironment, XDG_CACHE_HOME: cache }
  const chapters = yield* runFull(options, scratch).pipe(
    Effect.provideService(Environment, environment),
    Effect.ensuring(progress(""))
  )
  yield* print(`${options.out}\n`)
  if (chapters.some(({ findings }) => findings.some(({ failed }) => failed === true))) process.exitCode = 1
}, Effect.scoped)

const complain = (text: string): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

const main = Effect.suspend(() => {
  const options = readOptions(process.argv.slice(2))
  if (Result.isFailure(options)) return Effect.sync(() => complain(`${options.failure} See --help.`))
  if (options.success === "help") return Effect.sync(() => void process.stdout.write(help))
  const { json: file, out, ...others } = options.success
  const absolute = { ...others, out: resolve(out), json: file === undefined ? undefined : resolve(file) }
  return Effect.catchTag(absolute.full ? runWhole(absolute) : run(absolute), "Missing", ({ what }) =>
    Effect.sync(() => complain(what))
  )
})

NodeRuntime.runMain(main)
