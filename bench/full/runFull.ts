import { Effect } from "effect"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describeSubject } from "../reportText.ts"
import { findingOf, progress, slotFinding } from "../finding.ts"
import type { Options } from "../options.ts"
import { makePrograms, prepare, type Programs } from "../prepare.ts"
import { measureRival, orWhy } from "../rivals/measureRival.ts"
import { rivals } from "../rivals/rivals.ts"
import { type Bench, Missing } from "../Slot.ts"
import { slots } from "../slots.ts"
import { machineFacts } from "./machine.ts"
import { profileOf } from "./profile.ts"
import { findRepository, type Measurable } from "./repositories.ts"
import { type Chapter, type Report, reportText, sizeWords } from "./report.ts"

/** Slots with their own small repository. */
const onSmall = ["readCommand", "noteWrite", "packageSize"]
/** Slots that run on each repository. */
const onEach = [
  "startUp",
  "readTool",
  "deps",
  "history",
  "fileHistory",
  "summary",
  "concurrency",
  "memory",
  "answers",
  "hookCost",
  "gitAids"
]
/** Slots that run with very many notes. */
const onMany = ["startUp", "readTool", "deps", "memory"]

/** Number of calls in a profile of warm answers. */
const warmTimes = 200

const measureSlots = (options: Options, names: ReadonlyArray<string>, bench: Bench, where: string) =>
  Effect.forEach(
    slots.filter(({ name }) => names.includes(name) && (options.slot.length === 0 || options.slot.includes(name))),
    (slot) => Effect.andThen(progress(`${where}: ${slot.name}`), slotFinding(slot, bench))
  )

/** Profiles many warm reads, and the first read with an empty cache. */
const profiles = Effect.fnUntraced(function* (bench: Bench) {
  const subject = yield* bench.subject
  const { lines, path } = subject.files.at(-1) ?? subject.long
  const warm = { tool: "read", args: { path, lines } } as const
  const first = { tool: "read", args: { path: subject.long.path } } as const
  return [
    {
      title: `Profile: ${warmTimes} reads of \`${path}\` in one server, including its start`,
      text: yield* profileOf(bench, subject, warm, { times: warmTimes, forget: false })
    },
    {
      title: `Profile: start and first read of \`${subject.long.path}\`, empty cache`,
      text: yield* profileOf(bench, subject, first, { times: 1, forget: true })
    }
  ]
})

const textsOf = (options: Options, bench: Bench) =>
  options.profile
    ? profiles(bench).pipe(
        orWhy,
        Effect.catchTag("Missing", ({ what }) => Effect.succeed([{ title: "Profile", text: `Not measured: ${what}` }]))
      )
    : Effect.succeed([])

const chapterOf = Effect.fnUntraced(function* (
  options: Options,
  repository: Measurable,
  bench: Bench,
  names: ReadonlyArray<string>,
  title: string
) {
  const findings = yield* measureSlots(options, names, bench, title)
  const texts = names === onEach ? yield* textsOf(options, bench) : []
  const made = bench.createdSubject()
  const about = [
    `${repository.name} at ${repository.head}: ${sizeWords(repository)}.`,
    ...(made === undefined ? [] : [describeSubject(made).join(" ")])
  ]
  return { title, about, findings, texts } satisfies Chapter
})

const rivalChapters = Effect.fnUntraced(function* (bench: Bench, repository: Measurable, cache: string) {
  return yield* Effect.forEach(
    rivals,
    Effect.fnUntraced(function* (rival) {
      yield* progress(rival.package)
      const measured = yield* findingOf(rival.package, orWhy(measureRival(bench, rival, cache)))
      const about = [
        `On ${repository.name}, from npm, unchanged except for the environment ${JSON.stringify(rival.environment)}.`
      ]
      return { title: `Compared with ${rival.package} ${rival.version}`, about, findings: [measured] } satisfies Chapter
    })
  )
})

const againFor = (options: Options, repositories: ReadonlyArray<Measurable>): string => {
  const places = repositories.map(({ name }) => `--repo ${name.includes("/") ? `https://github.com/${name}` : name}`)
  const words = [
    ...places,
    `--notes ${options.notes} --many ${options.many} --runs ${options.runs}`,
    ...(options.rivals ? ["--rivals"] : []),
    ...(options.profile ? ["--profile"] : [])
  ]
  return `\`npm run bench -- --full ${words.join(" ")}\``
}

/** Measures everything and rewrites the report after each chapter, so that an aborted run leaves a partial report. */
export const runFull = Effect.fnUntraced(function* (options: Options, scratch: string) {
  const started = performance.now()
  yield* Effect.promise(() => mkdir(options.cache, { recursive: true }))
  const repositories = yield* Effect.forEach(options.repos, (given) => findRepository(given, options.cache))
  const machine = machineFacts(options.rivals)
  const limits = yield* Effect.promise(() => readFile(join(import.meta.dirname, "..", "LIMITS.md"), "utf8"))
  const chapters: Array<Chapter> = []
  const add = (...found: ReadonlyArray<Chapter>) => {
    chapters.push(...found)
    const minutes = ((performance.now() - started) / 60_000).toFixed(0)
    const again = [`${againFor(options, repositories)} (took ${minutes} min)`]
    const report: Report = { machine, chapters, again, limits }
    return Effect.tryPromise({
      try: () => writeFile(options.out, reportText(report)),
      catch: (error) => new Missing({ what: `Cannot write ${options.out}: ${String(error)}` })
    })
  }
  yield* add()
  yield* progress("building")
  const programs: Programs = yield* makePrograms(scratch)
  const { notes, runs, writes } = options
  const benchFor = (repository: Measurable, at: string, total = 0) =>
    prepare(programs, { repo: repository.directory, notes, total, runs, writes }, join(scratch, at))
  const benches = yield* Effect.forEach(repositories, (repository, at) =>
    Effect.map(benchFor(repository, `repository${at}`), (bench) => ({ repository, bench }))
  )
  const [main] = benches
  const deepest = repositories.toSorted((a, b) => b.commits - a.commits)[0]
  if (main === undefined || deepest === undefined) return chapters
  const small = "A small repository"
  yield* add({ title: small, about: [], findings: yield* measureSlots(options, onSmall, main.bench, small) })
  for (const { bench, repository } of benches) {
    const counted = `${notes.toLocaleString("en-GB")} notes or fewer`
    yield* add(yield* chapterOf(options, repository, bench, onEach, `${repository.name}, ${counted}`))
  }
  if (options.many > 0) {
    const bench = yield* benchFor(deepest, "many", options.many)
    const title = `${deepest.name}, ${options.many.toLocaleString("en-GB")} notes`
    yield* add(yield* chapterOf(options, deepest, bench, onMany, title))
  }
  if (options.rivals) yield* add(...(yield* rivalChapters(main.bench, main.repository, options.cache)))
  return chapters
})
