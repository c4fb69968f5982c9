/**
 * Searches for what an agent has read somewhere, and prints how well the files that have it are found: the share of questions whose first
 * hit is one of them, mean reciprocal rank, and the size of the answers.
 *
 *     npm run build && node bench/code/search/knownItems.ts NAME=PATH ... [--count 150] [--each] [--as-query] [--program dist/main.js]
 *
 * PATH is a clone, which is not written to. Asked are names of functions, methods and types, as they are written and as separate words, for the
 * files that define them; texts in quotation marks of at least four words for the only file that has them; and such texts with values in place
 * of placeholders, as a program shows its messages; and the last two parts of paths with a line, as in stack traces. Names and lines are also
 * asked for as people, hosts and compilers write them. All are evenly spread over what is no test, example or document. `--each` prints those whose first hit is another
 * file. `--as-query` asks `repotoire_search_code` instead of `code-scout_search`.
 */
import { Effect, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { join, resolve } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import { isAsidePath } from "../../../src/domain/pathConventions.ts"
import { splitIdentifier } from "../../../src/domain/identifiers.ts"
import { makeFolder } from "../../../test/support/TemporaryRepository.ts"
import { mean } from "../../commits/scores.ts"
import { startServer } from "../../server.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "150" },
    "as-query": { type: "boolean", default: false },
    each: { type: "boolean", default: false },
    program: { type: "string", default: join(import.meta.dirname, "..", "..", "..", "dist", "main.js") }
  }
})
const program = resolve(values.program)
const count = Number(values.count)

const Rows = Schema.Array(Schema.Struct({ name: Schema.String, kind: Schema.String, path: Schema.String }))

const Hits = Schema.Struct({
  structuredContent: Schema.Struct({ results: Schema.Array(Schema.Struct({ path: Schema.String })) })
})

/** What to search for, and the files that have it. */
interface Item {
  readonly text: string
  readonly files: ReadonlySet<string>
}

const spread = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const step = Math.max(1, items.length / count)
  return Array.from({ length: Math.min(count, items.length) }, (_, index) => items[Math.floor(index * step)]).flatMap(
    (each) => each ?? []
  )
}

/** Functions, methods and types, by name with the files that define something so called; those outside of tests evenly spread. */
const chooseNames = (directory: string) => {
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
  return spread([...known].flatMap(([text, { files, isAsked }]) => (isAsked ? [{ text, files }] : [])))
}

const quoted = `["'\`]([A-Za-z][A-Za-z ,:%-]{20,80})["'\`]`
/** Files of texts and data. */
const noCode = /\.(?:md|rst|po|json|ya?ml|toml|txt|snap|svg|html|lock)$/

const isCodePath = (path: string): boolean => !isAsidePath(path) && !noCode.test(path)

/** What stands for a value in a text, and values that may be there when a program runs. */
const placeholder = /%[sdvqifux]|\$?\{[^{}]*\}/g
const runtimeValues = ["/var/lib/data.json", "42", "main", "'user.name'", "ECONNRESET"]

/** Finds texts in code that one file has, by the lines that `git grep` finds. */
const findTexts = (directory: string, expression: string, pattern: RegExp, accept: (text: string) => boolean) => {
  const options = { encoding: "utf8", maxBuffer: 1 << 28 } as const
  const lines = execFileSync("git", ["-C", directory, "grep", "-I", "-E", "-e", expression], options).split("\n")
  const files = new Map<string, Set<string>>()
  for (const line of lines) {
    const path = line.slice(0, line.indexOf(":"))
    const found = pattern.exec(line.slice(path.length + 1))
    const text = (found?.[1] ?? found?.[2])?.trim() ?? ""
    if (accept(text)) files.set(text, (files.get(text) ?? new Set()).add(path))
  }
  return [...files]
    .map(([text, paths]) => ({ text, files: paths }))
    .filter((item) => item.files.size === 1 && [...item.files].every(isCodePath))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
}

/** Messages with values, as a program shows them. */
const chooseMessages = (directory: string): ReadonlyArray<Item> => {
  const texts = findTexts(
    directory,
    '("[^"]{20,100}"|`[^`]{20,100}`)',
    /"([A-Z][a-z][^"\\]{19,99})"|`([A-Z][a-z][^`\\]{19,99})`/,
    (text) =>
      text.search(placeholder) !== -1 && (text.replaceAll(placeholder, " ").match(/\b[a-z]+\b/gi)?.length ?? 0) >= 4
  )
  let taken = 0
  return spread(texts).map(({ files, text }) => ({
    files,
    text: text.replaceAll(placeholder, () => runtimeValues[(taken += 1) % runtimeValues.length] ?? "")
  }))
}

const endOf = (path: string): string => path.split("/").slice(-2).join("/")

/** The ends of paths with a line, for the files that have them. */
const choosePaths = (directory: string): ReadonlyArray<Item> => {
  const listed = execFileSync("git", ["-C", directory, "ls-files"], { encoding: "utf8", maxBuffer: 1 << 28 }).split(
    "\n"
  )
  const ends = Map.groupBy(
    listed.filter((path) => path !== ""),
    endOf
  )
  return spread(
    [...ends].flatMap(([end, paths]) =>
      paths.some(isCodePath) && end.includes("/") ? [{ text: `${end}:12`, files: new Set(paths) }] : []
    )
  )
}

/** How hosts, compilers and stack traces write a line of a file. */
const locations: ReadonlyArray<(path: string) => string> = [
  (path) => `https://github.com/owner/name/blob/main/${path}#L10-L20`,
  (path) => `  File "/home/ann/work/app/${path}", line 12, in main`,
  (path) => `    at main (/home/ann/work/app/${path}:12:5)`,
  (path) => `${path}#L12`,
  (path) => `${path}(12,5): error`,
  (path) => `panic in ${path} on line 12`
]

/** Lines of files as others than git write them, one form after the other. */
const chooseLocations = (directory: string): ReadonlyArray<Item> =>
  choosePaths(directory).map(({ files }, index) => ({
    files,
    text: locations[index % locations.length]?.([...files][0] ?? "") ?? ""
  }))

/** How people and other languages write the name of a function. */
const spellings: ReadonlyArray<(name: string) => string> = [
  (name) => `${name}()`,
  (name) => `where is ${name} defined?`,
  (name) => `\`${name}\``,
  (name) => `function ${name}`
]

/** Texts in quotation marks. */
const chooseTexts = (directory: string): ReadonlyArray<Item> =>
  spread(findTexts(directory, quoted, new RegExp(quoted), (text) => text.split(/\s+/).length >= 4))

const callFor = (text: string) =>
  values["as-query"]
    ? { name: "repotoire_search_code", arguments: { query: text } }
    : { name: "code-scout_search", arguments: { tags: [text] } }

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
  const search = Effect.fnUntraced(function* ({ files, text }: Item) {
    const reply = yield* server.request("tools/call", callFor(text))
    const { results } = (yield* Schema.decodeUnknownEffect(Hits)(reply.result)).structuredContent
    const rank = results.findIndex(({ path }) => files.has(path)) + 1
    return { name: text, first: results[0]?.path ?? "", reciprocal: rank === 0 ? 0 : 1 / rank, bytes: reply.bytes }
  })
  const names = chooseNames(directory)
  const asWords = names
    .map(({ files, text }) => ({ files, text: splitIdentifier(text).join(" ").toLowerCase() }))
    .filter(({ text }) => text.includes(" "))
  const spelled = names.map(({ files, text }, index) => ({
    files,
    text: spellings[index % spellings.length]?.(text) ?? text
  }))
  return [
    { name, asked: "names", scores: yield* Effect.forEach(names, search) },
    { name, asked: "names as people write them", scores: yield* Effect.forEach(spelled, search) },
    { name, asked: "names as words", scores: yield* Effect.forEach(asWords, search) },
    { name, asked: "messages", scores: yield* Effect.forEach(chooseMessages(directory), search) },
    { name, asked: "paths", scores: yield* Effect.forEach(choosePaths(directory), search) },
    { name, asked: "locations", scores: yield* Effect.forEach(chooseLocations(directory), search) },
    { name, asked: "texts", scores: yield* Effect.forEach(chooseTexts(directory), search) }
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
    "| repository | asked | questions | first hit has it | mean reciprocal rank | bytes |\n|---|---|---|---|---|---|\n"
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
