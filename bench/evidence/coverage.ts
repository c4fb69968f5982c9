/**
 * What part of a repository's lines has a statement with a source, where nobody has left a note?
 *
 *     node bench/evidence/coverage.ts PATH [--files 200] [--missing]
 *
 * Asks `read` about a sample of the tracked text files, the first in the order of the hashes of their paths, and rates each
 * line by the best quote that is about it. `--missing` lists the files with lines that no quote is about.
 */
import { NodeServices } from "@effect/platform-node"
import { Console, Duration, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { basename, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Git, GitDirectory, GitTimeout } from "../../src/adapters/git/Git.ts"
import { SettingsFlags } from "../../src/config/SettingsFlags.ts"
import type { Evidence } from "../../src/domain/Evidence.ts"
import type { LineRange } from "../../src/domain/LineRange.ts"
import { pipelineLayer } from "../../src/Layers.ts"
import { Pipeline } from "../../src/pipeline/questions/Pipeline.ts"
import { gitProcessAt } from "../../test/support/gitLayer.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string", default: "200" }, missing: { type: "boolean", default: false } }
})
const directory = resolve(positionals[0] ?? ".")

/** Qualities of a line, best first; undefined for lines that no quote is about. */
const qualities = ["states_reason", "describes", "names_only", undefined] as const

const maxFileBytes = 1_000_000
/** No quote is left out for its length. */
const maxTokens = 10_000_000

const hash = (path: string): string => createHash("sha256").update(path).digest("hex")

/** The number of lines of a text file; none for a binary, empty, large or missing one. */
const countLines = Effect.fnUntraced(function* (id: Parameters<Git["Service"]["objects"]>[0][number]) {
  const [content] = yield* (yield* Git).objects([id], { maxBytes: maxFileBytes })
  if (content?._tag !== "Found" || content.bytes.length === 0 || content.bytes.includes(0)) return 0
  return Buffer.from(content.bytes).toString("latin1").replace(/\n$/, "").split("\n").length
})

/** Draws files in an order that depends on nothing but their paths. */
const drawFiles = Effect.gen(function* () {
  const git = yield* Git
  const files = yield* git.files(yield* git.resolveCommit("HEAD"), "")
  const ordered = files.filter(({ kind }) => kind === "file" || kind === "executable")
  const drawn: Array<{ readonly path: string; readonly lines: number }> = []
  for (const { id, path } of ordered.toSorted((a, b) => (hash(a.path) < hash(b.path) ? -1 : 1))) {
    if (drawn.length === Number(values.files)) break
    const lines = yield* countLines(id)
    if (lines > 0) drawn.push({ path, lines })
  }
  return drawn
})

/** Rates each line of a range by the best quote that is about it. */
const rateLines = (evidence: ReadonlyArray<Evidence>, { end, start }: LineRange): ReadonlyArray<number> => {
  const best = Array.from({ length: end - start + 1 }, () => qualities.length - 1)
  for (const entry of evidence) {
    const rank = qualities.indexOf(entry.quality)
    for (const range of entry.lines) {
      for (let line = Math.max(start, range.start); line <= Math.min(end, range.end); line += 1) {
        best[line - start] = Math.min(best[line - start] ?? rank, rank)
      }
    }
  }
  return best
}

/**
 * Rates the lines of a range. An answer quotes at most two hundred commits, so where it leaves some out, each half is asked about
 * by itself.
 */
const rateRange = (path: string, lines: LineRange): Effect.Effect<ReadonlyArray<number>, never, Pipeline> =>
  Effect.gen(function* () {
    const query = { path, lines: `${lines.start}-${lines.end}`, max_tokens: maxTokens }
    const answer = yield* Effect.option((yield* Pipeline).read(query))
    const evidence = Option.match(answer, { onNone: () => [], onSome: ({ evidence: found = [] }) => found })
    const rated = rateLines(evidence, lines)
    if (lines.start === lines.end || evidence.length === 0 || !rated.includes(qualities.length - 1)) return rated
    const middle = Math.floor((lines.start + lines.end) / 2)
    const halves = [
      { start: lines.start, end: middle },
      { start: middle + 1, end: lines.end }
    ]
    return (yield* Effect.forEach(halves, (half) => rateRange(path, half))).flat()
  })

const measureFile = Effect.fnUntraced(function* ({ lines, path }: { readonly path: string; readonly lines: number }) {
  const best = yield* rateRange(path, { start: 1, end: lines })
  const rated = qualities.map((_, rank) => best.filter((each) => each === rank).length)
  const without = rated.at(-1) ?? 0
  if (values.missing && without > 0) yield* Console.log(`  ${without} of ${lines} lines: ${path}`)
  return rated
})

const measure = Effect.gen(function* () {
  const files = yield* drawFiles
  const rated = yield* Effect.forEach(files, measureFile, { concurrency: 2 })
  const lines = files.reduce((sum, file) => sum + file.lines, 0)
  const sums = qualities.map((_, rank) => rated.reduce((sum, each) => sum + (each[rank] ?? 0), 0))
  const shares = sums.map((sum) => ((100 * sum) / lines).toFixed(2))
  yield* Console.log("repository | files | lines | states_reason % | describes % | names_only % | nothing %")
  yield* Console.log(`${basename(directory)} | ${files.length} | ${lines} | ${shares.join(" | ")}`)
})

const layer = Layer.mergeAll(gitProcessAt(directory, {}), pipelineLayer).pipe(
  Layer.provide([Layer.succeed(GitDirectory)(directory), Layer.succeed(SettingsFlags)({ evidence: "auto" })]),
  Layer.provideMerge(NodeServices.layer)
)

await Effect.runPromise(
  measure.pipe(Effect.provide(layer), Effect.provideService(GitTimeout, Duration.minutes(5)), Effect.scoped)
)
