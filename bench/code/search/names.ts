/**
 * Searches for names of definitions, as agents do that have read a name, and prints how well the files that define it are found:
 * the share of names whose first hit is one of them, mean reciprocal rank, and the size of the answers.
 *
 *     npm run build && node bench/code/search/names.ts NAME=PATH ... [--count 150] [--each]
 *
 * PATH is a clone, which is not written to. Names of functions, methods and types outside of tests are evenly spread. Each is asked as it
 * is written and as separate words. `--each` prints the names whose first hit defines something else.
 */
import { Effect, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { join, resolve } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import { isAsidePath } from "../../../src/codeIndex/asking/viewFiles.ts"
import { splitIdentifier } from "../../../src/domain/identifiers.ts"
import { makeFolder } from "../../../test/support/TemporaryRepository.ts"
import { mean } from "../../commits/scores.ts"
import { startServer } from "../../server.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string", default: "150" }, each: { type: "boolean", default: false } }
})
const program = join(import.meta.dirname, "..", "..", "..", "dist", "main.js")

const Rows = Schema.Array(Schema.Struct({ name: Schema.String, kind: Schema.String, path: Schema.String }))

const Hits = Schema.Struct({
  structuredContent: Schema.Struct({ results: Schema.Array(Schema.Struct({ path: Schema.String })) })
})

/** Functions, methods and types, by name with the files that define something so called; those outside of tests evenly spread. */
const chooseNames = (directory: string, count: number) => {
  const database = new DatabaseSync(join(directory, ".git", "ultragit", "code.db"), { readOnly: true })
  const rows = database
    .prepare(
      `SELECT DISTINCT name, kind, paths.path AS path FROM definitions JOIN files ON files.blob = definitions.blob
       JOIN paths ON paths.id = files.path WHERE kind <> 'field' ORDER BY name, paths.path`
    )
    .all()
  database.close()
  const known = new Map<string, { readonly files: Set<string>; isAsked: boolean }>()
  for (const { kind, name, path } of Schema.decodeUnknownSync(Rows)(rows)) {
    const entry = known.get(name) ?? { files: new Set(), isAsked: false }
    entry.files.add(path)
    entry.isAsked ||= !isAsidePath(path) && kind !== "constant" && kind !== "variable" && /^[\p{L}_]\w{2,}$/u.test(name)
    known.set(name, entry)
  }
  const names = [...known].flatMap(([name, { files, isAsked }]) => (isAsked ? [{ name, files }] : []))
  const step = Math.max(1, names.length / count)
  return Array.from({ length: Math.min(count, names.length) }, (_, index) => names[Math.floor(index * step)]).flatMap(
    (each) => each ?? []
  )
}

interface Score {
  readonly name: string
  readonly first: string
  readonly reciprocal: number
  readonly bytes: number
}

const measure = Effect.fnUntraced(function* (argument: string) {
  const [name = "", source = ""] = argument.split("=")
  const directory = join(yield* makeFolder, "repository")
  execFileSync("git", ["clone", "--quiet", "--shared", resolve(source), directory])
  const server = yield* startServer([process.execPath, program, "mcp", "start", "--toolsets", "code,graph"], directory)
  yield* server.call("code-scout_index", { background: false })
  const chosen = chooseNames(directory, Number(values.count))
  const search = Effect.fnUntraced(function* (each: (typeof chosen)[number], tag: string) {
    const reply = yield* server.request("tools/call", { name: "code-scout_search", arguments: { tags: [tag] } })
    const paths = (yield* Schema.decodeUnknownEffect(Hits)(reply.result)).structuredContent.results.map(
      ({ path }) => path
    )
    const rank = paths.findIndex((path) => each.files.has(path)) + 1
    return { name: tag, first: paths[0] ?? "", reciprocal: rank === 0 ? 0 : 1 / rank, bytes: reply.bytes }
  })
  const written = yield* Effect.forEach(chosen, (each) => search(each, each.name))
  const spoken = yield* Effect.forEach(
    chosen.filter((each) => splitIdentifier(each.name).length > 1),
    (each) => search(each, splitIdentifier(each.name).join(" ").toLowerCase())
  )
  return [
    { name, asked: "as written", scores: written },
    { name, asked: "as words", scores: spoken }
  ]
})

const formatRow = (name: string, asked: string, scores: ReadonlyArray<Score>): string =>
  `| ${[
    name,
    asked,
    scores.length,
    mean(scores.map(({ reciprocal }) => (reciprocal === 1 ? 1 : 0))).toFixed(3),
    mean(scores.map(({ reciprocal }) => reciprocal)).toFixed(3),
    Math.round(mean(scores.map(({ bytes }) => bytes)))
  ].join(" | ")} |\n`

const main = Effect.gen(function* () {
  process.stdout.write(
    "| repository | asked | names | first hit defines it | mean reciprocal rank | bytes |\n|---|---|---|---|---|---|\n"
  )
  for (const argument of positionals) {
    const rows = yield* Effect.scoped(measure(argument))
    for (const { asked, name, scores } of rows) {
      process.stdout.write(formatRow(name, asked, scores))
      if (!values.each) continue
      for (const { first, name: tag, reciprocal } of scores) {
        if (reciprocal < 1) process.stdout.write(`${reciprocal.toFixed(2)} ${tag}: ${first}\n`)
      }
    }
  }
})

await Effect.runPromise(main)
