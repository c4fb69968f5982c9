/**
 * Is the commit that caused a defect among the newest ones that the history of the code names, just before the commit that
 * fixed it? Pairs of commits that developers named themselves, from the replication package of "Evaluating SZZ
 * Implementations Through a Developer-informed Oracle" (github.com/grosa1/icse2021-szz-replication-package).
 *
 *     node bench/evidence/szz.ts FOLDER [--repository OWNER/NAME] [--together] [--misses]
 *
 * `FOLDER` holds a clone of each repository in `szzPairs.json`, named `OWNER+NAME`. Compared are the answers of `history` for
 * the units that the fix changed (for the file where lines are outside of units), their line histories, the same filled up with the newest commits of the file, the
 * histories of the fixed lines, `git blame` of the fixed lines, and the last commits of each fixed file. A cause counts if it
 * is among the first ten (five) commits of any question about the fix; with `--together`, among the newest of all of them.
 */
import { NodeServices } from "@effect/platform-node"
import { Console, Duration, Effect, Layer, Option, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { DiffHunk, FileDiff } from "../../src/adapters/git/FileDiff.ts"
import { Git, GitDirectory, GitTimeout } from "../../src/adapters/git/Git.ts"
import { SettingsFlags } from "../../src/config/SettingsFlags.ts"
import { pipelineLayer } from "../../src/Layers.ts"
import { Pipeline } from "../../src/pipeline/questions/Pipeline.ts"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { type LineRange, overlaps } from "../../src/domain/LineRange.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { gitProcessAt } from "../../test/support/gitLayer.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    repository: { type: "string" },
    misses: { type: "boolean", default: false },
    together: { type: "boolean", default: false }
  }
})
const [folder = "."] = positionals

const Pairs = Schema.Record(Schema.String, Schema.Array(Schema.Struct({ fix: ObjectId, cause: ObjectId })))
const pairs = Schema.decodeSync(Schema.fromJsonString(Pairs))(
  readFileSync(new URL("szzPairs.json", import.meta.url), "utf8")
)

/** The languages of the pairs. */
const source = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|py|js|java|php|rb|cs)$/i
const maxSourceBytes = 4_000_000
/** Maximum questions about one fix, the units with most hunks first. */
const maxQuestions = 12
const limits = [10, 5] as const

/** What one method answers for one fix: a list of commits for each question, newest first. */
type Answers = ReadonlyArray<ReadonlyArray<ObjectId>>

/** A file as it was before the fix. */
interface Fixed {
  readonly parent: ObjectId
  readonly path: string
  readonly hunks: ReadonlyArray<DiffHunk>
}

/** The replaced lines; for an insertion, the lines around it. */
const linesOf = ({ before: { count, start } }: DiffHunk): LineRange =>
  count === 0 ? { start: Math.max(1, start), end: start + 1 } : { start, end: start + count - 1 }

const toFixed = (parent: ObjectId, { hunks, path, previousPath }: FileDiff): Fixed => ({
  parent,
  path: Option.getOrElse(previousPath, () => path),
  hunks
})

const readText = Effect.fnUntraced(function* ({ parent, path }: Fixed) {
  const git = yield* Git
  const entry = yield* git.entry(parent, path)
  if (Option.isNone(entry)) return undefined
  const [content] = yield* git.objects([entry.value.id], { maxBytes: maxSourceBytes })
  return content?._tag === "Found" ? content.bytes : undefined
})

/** The innermost units around the fixed lines, most hunks first; undefined for lines outside of units. */
const findUnits = Effect.fnUntraced(function* (fixed: Fixed) {
  const bytes = yield* readText(fixed)
  if (bytes === undefined) return []
  const { units } = yield* (yield* Parser).outline(fixed.path, bytes)
  const innermost = fixed.hunks.map((hunk) => units.findLast(({ lines }) => overlaps(lines, linesOf(hunk))))
  const counts = Map.groupBy(innermost, (unit) => (unit === undefined ? "" : JSON.stringify(unit.lines)))
  return Array.from(counts.values(), (same) => ({ fixed, unit: same[0], hunks: same.length }))
})

const distinct = (commits: ReadonlyArray<ObjectId>): ReadonlyArray<ObjectId> => [...new Set(commits)]

const fileHistory = Effect.fnUntraced(function* ({ parent, path }: Fixed) {
  const changes = yield* (yield* Git).fileHistory(parent, path, 2 * limits[0])
  return distinct(changes.map((change) => change.commit))
})

const lineHistory = Effect.fnUntraced(function* ({ parent, path }: Fixed, lines: LineRange) {
  const changes = yield* (yield* Git).lineHistory({ commit: parent, path, lines })
  return distinct(changes.filter(({ ranges }) => ranges.length > 0).map((change) => change.commit))
})

/** Sorts commits by committer time, newest first. */
const sortByTime = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const read = yield* (yield* Git).commits(commits)
  const times = new Map(read.flatMap(Option.toArray).map(({ committerTime, id }) => [id, committerTime]))
  return commits.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
})

/** The commits that `ultragit history` names, annotated or quoted, newest first. */
const askHistory = Effect.fnUntraced(function* ({ parent, path }: Fixed, anchor: string | undefined) {
  const query = { path, rev: parent, limit: limits[0], ...(anchor === undefined ? {} : { anchor }) }
  const pipeline = yield* Pipeline
  const { evidence = [], timeline } = yield* pipeline
    .history(query)
    .pipe(Effect.tapError((error) => Console.error(`${path} ${anchor ?? ""} at ${parent}: ${error.message}`)))
  return yield* sortByTime(distinct([...timeline, ...evidence].map(({ commit }) => ObjectId.make(commit))))
})

/** What is answered of each unit, the newest commits of it, and those of its file. */
const askUnitsAndFiles = Effect.fnUntraced(function* (files: ReadonlyArray<Fixed>) {
  const units = (yield* Effect.forEach(files, findUnits)).flat().toSorted((a, b) => b.hunks - a.hunks)
  return yield* Effect.forEach(units.slice(0, maxQuestions), ({ fixed, unit }) =>
    Effect.all({
      answer: askHistory(fixed, unit?.name),
      unit: unit === undefined ? fileHistory(fixed) : lineHistory(fixed, unit.lines),
      file: fileHistory(fixed)
    })
  )
})

const askLines = (files: ReadonlyArray<Fixed>) =>
  Effect.forEach(
    files.flatMap((fixed) => fixed.hunks.map((hunk) => ({ fixed, lines: linesOf(hunk) }))).slice(0, maxQuestions),
    ({ fixed, lines }) => lineHistory(fixed, lines)
  )

const askBlame = (files: ReadonlyArray<Fixed>) =>
  Effect.forEach(files, ({ hunks, parent, path }) =>
    Effect.gen(function* () {
      const git = yield* Git
      const replaced = hunks.filter(({ before }) => before.count > 0).map(linesOf)
      const blamed = yield* git.blame({ commit: parent, path, contents: Option.none() })
      const own = blamed.filter((hunk) => replaced.some((lines) => overlaps(lines, hunk.lines)))
      return distinct(own.flatMap(({ commit }) => Option.toArray(commit)))
    })
  )

const readFixed = Effect.fnUntraced(function* (fix: ObjectId) {
  const git = yield* Git
  const parent = yield* git.resolveCommit(`${fix}^`)
  const files = yield* git.diff({ from: Option.some(parent), to: fix })
  return files
    .filter(({ hunks, kind, path }) => kind !== "added" && hunks.length > 0 && source.test(path))
    .map((file) => toFixed(parent, file))
})

/** The answers of each method for the files of a fix. */
const askAll = Effect.fnUntraced(function* (files: ReadonlyArray<Fixed>) {
  const units = yield* askUnitsAndFiles(files)
  const answers: Readonly<Record<(typeof names)[number], Answers>> = {
    history: units.map(({ answer }) => answer),
    units: units.map(({ unit }) => unit),
    filled: units.map(({ file, unit }) => distinct([...unit, ...file])),
    lines: yield* askLines(files),
    blame: yield* Effect.flatMap(askBlame(files), (all) => Effect.forEach(all, sortByTime)),
    file: yield* Effect.forEach(files, fileHistory)
  }
  return answers
})
const names = ["history", "units", "filled", "lines", "blame", "file"] as const

/** Whether the cause is among the first commits, for each limit. */
const score = Effect.fnUntraced(function* (answers: Answers, cause: ObjectId) {
  const first = (limit: number) => answers.map((commits) => commits.slice(0, limit))
  if (!values.together) return limits.map((limit) => first(limit).flat().includes(cause))
  const all = yield* sortByTime(distinct(first(limits[0]).flat()))
  return limits.map((limit) => all.slice(0, limit).includes(cause))
})

type Pair = (typeof Pairs.Type)[string][number]

const measurePair = Effect.fnUntraced(function* ({ cause, fix }: Pair) {
  const files = yield* readFixed(fix)
  const answers = yield* askAll(files)
  const scores = yield* Effect.forEach(names, (name) => score(answers[name], cause))
  return files.length === 0 ? undefined : scores.flat()
})

const sum = (rows: ReadonlyArray<ReadonlyArray<boolean>>): ReadonlyArray<number> =>
  names.flatMap((_, method) =>
    limits.map((__, limit) => rows.filter((row) => row[method * limits.length + limit] === true).length)
  )

const layerAt = (directory: string) =>
  Layer.mergeAll(gitProcessAt(directory, {}), Parser.layer, pipelineLayer).pipe(
    Layer.provide([Layer.succeed(GitDirectory)(directory), Layer.succeed(SettingsFlags)({ evidence: "always" })]),
    Layer.provideMerge(NodeServices.layer)
  )

const measureRepository = Effect.fnUntraced(function* (name: string) {
  const directory = join(folder, name.replace("/", "+"))
  const own = pairs[name] ?? []
  if (!existsSync(directory)) return []
  // Clones may lack large objects.
  const rows = yield* Effect.forEach(own, (pair) => Effect.option(measurePair(pair))).pipe(
    Effect.provide(layerAt(directory), { local: true })
  )
  const missed = own.filter((_, at) => Option.getOrUndefined(rows[at] ?? Option.none())?.[0] === false)
  if (values.misses) for (const { cause, fix } of missed) yield* Console.log(`  missed ${name} ${fix} ${cause}`)
  const found = rows.map(Option.getOrUndefined).filter((row) => row !== undefined)
  yield* Console.log(`${name} | ${found.length} | ${sum(found).join(" | ")}`)
  return found
})

const measure = Effect.gen(function* () {
  const heads = names.flatMap((name) => limits.map((limit) => `${name} ${limit}`))
  yield* Console.log(["repository", "pairs", ...heads].join(" | "))
  const wanted = Object.keys(pairs).filter((name) => values.repository === undefined || values.repository === name)
  const rows = (yield* Effect.forEach(wanted, measureRepository, { concurrency: 2 })).flat()
  const shares = sum(rows).map((count) => (count / rows.length).toFixed(2))
  yield* Console.log(`all | ${rows.length} | ${shares.join(" | ")}`)
})

await Effect.runPromise(Effect.provideService(measure, GitTimeout, Duration.minutes(5)))
