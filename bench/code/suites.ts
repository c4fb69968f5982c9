/**
 * Compares call edges of the code index with public suites of call graphs that others wrote by hand.
 *
 *     npm run build && node bench/code/suites.ts optave CLONE [--samples]
 *     npm run build && node bench/code/suites.ts swarm CLONE [--samples]
 *
 * `optave`: the fixtures of github.com/optave/ops-codegraph-tool in languages of the index. `swarm`: the cases of
 * github.com/secure-software-engineering/SWARM-CG in JavaScript and Python, what is built in left out. Each case becomes a
 * repository of its own. An edge counts by the names of both ends, and the file of its target. `--samples`: prints what differs.
 */
import { Schema } from "effect"
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, extname, join, relative } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import { Row } from "../../src/adapters/sql/Row.ts"
import { edgeKinds, edgeOrigins } from "../../src/codeIndex/store/edges.ts"
import { plainEnvironment } from "../processes.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: "boolean", default: false } }
})
const [suite = "", clone = "."] = positionals
const program = join(import.meta.dirname, "..", "..", "dist", "main.js")

/** A call: names are dotted and begin with the outermost, without constructors' own names. */
interface Call {
  readonly file: string
  readonly from: string
  readonly targetFile: string
  readonly to: string
}

const constructors = /\.(?:constructor|__init__|__construct|initialize|init)$/

/** A name of the index or of a suite in the form of both. A constructor is its class. */
const normalize = (name: string): string => {
  const dotted = name.replaceAll(/::|#|:/g, ".").replace(/^impl (?:\S+ for )?/, "")
  const type = dotted.replace(constructors, "")
  const parts = type.split(".")
  return parts.length > 1 && parts.at(-1) === parts.at(-2) ? parts.slice(0, -1).join(".") : type
}

const isSameName = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)

const isSame = (a: Call, b: Call): boolean =>
  a.file === b.file && a.targetFile === b.targetFile && isSameName(a.from, b.from) && isSameName(a.to, b.to)

/** Indexes a folder as a repository of its own, and reads its calls. */
const readCalls = (folder: string): ReadonlyArray<Call> => {
  const copy = mkdtempSync(join(tmpdir(), "ultragit-suite-"))
  cpSync(folder, copy, { recursive: true })
  const run = (command: string, ...args: ReadonlyArray<string>) =>
    execFileSync(command, args, { cwd: copy, env: plainEnvironment, stdio: "ignore" })
  run("git", "init", "--quiet")
  run(process.execPath, program, "code", "index")
  const database = new DatabaseSync(join(copy, ".git", "ultragit", "code.db"), { readOnly: true })
  const calls = database
    .prepare(
      `SELECT source.path AS file, names.name AS within, EXISTS (
           SELECT 1 FROM definitions WHERE definitions.blob = links.blob AND qualified_name = names.name
             AND definitions.kind IN ('variable', 'constant') AND instr(qualified_name, '.') = 0) AS is_variable, target.path AS target_file, named.name AS target, edges.kind AS kind,
         edges.how AS how
       FROM edges JOIN links ON links.id = edges.links JOIN paths AS source ON source.id = links.path
       JOIN paths AS target ON target.id = edges.target_path JOIN names ON names.id = edges.within
       JOIN names AS named ON named.id = edges.target_name`
    )
    .all()
    .map((row) => new Row(row))
    .filter(
      (row) =>
        ["call", "new", "decorator"].includes(edgeKinds[row.integer("kind")] ?? "") &&
        edgeOrigins[row.integer("how")] !== "name_only"
    )
    .map((row) => ({
      file: row.text("file"),
      // What a variable of the file is set to, the file calls.
      from: row.integer("is_variable") === 1 ? "" : normalize(row.text("within")),
      targetFile: row.text("target_file"),
      to: normalize(row.text("target"))
    }))
  database.close()
  rmSync(copy, { recursive: true })
  const byKey = new Map(calls.map((call) => [JSON.stringify(call), call]))
  return [...byKey.values()]
}

const End = Schema.Struct({ name: Schema.String, file: Schema.String })
const decodeFixture = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ edges: Schema.Array(Schema.Struct({ source: End, target: End })) }))
)
const decodeGraph = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Array(Schema.String)))
)

interface Case {
  readonly group: string
  readonly folder: string
  readonly expected: ReadonlyArray<Call>
}

const optaveLanguages =
  "bash c cpp csharp go java javascript kotlin lua php python ruby rust scala swift tsx typescript pts-javascript".split(
    " "
  )

const readOptave = (): ReadonlyArray<Case> =>
  optaveLanguages.map((language) => {
    const folder = join(clone, "tests", "benchmarks", "resolution", "fixtures", language)
    const { edges } = decodeFixture(readFileSync(join(folder, "expected-edges.json"), "utf8"))
    const expected = edges.map(({ source, target }) => ({
      file: source.file,
      from: normalize(source.name),
      targetFile: target.file,
      to: normalize(target.name)
    }))
    return { group: language, folder, expected }
  })

/** Finds the file of a dotted name that begins with a module, and the name in it. */
const splitModule = (
  folder: string,
  name: string,
  extension: string
): readonly [file: string, name: string] | undefined => {
  const parts = name.split(".")
  for (let length = parts.length; length > 0; length -= 1) {
    const path = parts.slice(0, length).join("/")
    const found = [`${path}${extension}`, `${path}/__init__${extension}`].find((file) => existsSync(join(folder, file)))
    if (found !== undefined) return [found, normalize(parts.slice(length).join("."))]
  }
  return undefined
}

const readSwarmCase = (folder: string, group: string, extension: string): Case => {
  const graph = decodeGraph(readFileSync(join(folder, "callgraph.json"), "utf8"))
  const expected = Object.entries(graph).flatMap(([from, targets]) =>
    targets.flatMap((to) => {
      const [source, target] = [splitModule(folder, from, extension), splitModule(folder, to, extension)]
      if (source === undefined || target === undefined || target[1] === "") return []
      return [{ file: source[0], from: source[1], targetFile: target[0], to: target[1] }]
    })
  )
  return { group, folder, expected }
}

const readSwarm = (): ReadonlyArray<Case> =>
  globSync("benchmarks/{javascript,python}/**/callgraph.json", { cwd: clone })
    .toSorted()
    .map((path) => {
      const folder = join(clone, dirname(path))
      const extension = path.startsWith("benchmarks/python") ? ".py" : ".js"
      return readSwarmCase(folder, path.split("/").slice(1, 3).join("/"), extension)
    })

const show = ({ file, from, targetFile, to }: Call): string => `${file}:${from || "(file)"} → ${targetFile}:${to}`

interface Tally {
  cases: number
  complete: number
  expected: number
  found: number
  known: number
  right: number
}

const tallies = new Map<string, Tally>()
for (const { expected, folder, group } of suite === "optave" ? readOptave() : readSwarm()) {
  const extensions = new Set(expected.map(({ file }) => extname(file)))
  const calls = readCalls(folder).filter(({ file }) => extensions.size === 0 || extensions.has(extname(file)))
  const missed = expected.filter((each) => !calls.some((call) => isSame(call, each)))
  const wrong = calls.filter((call) => !expected.some((each) => isSame(call, each)))
  const tally = tallies.get(group) ?? { cases: 0, complete: 0, expected: 0, found: 0, known: 0, right: 0 }
  tallies.set(group, tally)
  tally.cases += 1
  tally.complete += missed.length + wrong.length === 0 ? 1 : 0
  tally.expected += expected.length
  tally.found += expected.length - missed.length
  tally.known += calls.length
  tally.right += calls.length - wrong.length
  if (values.samples && missed.length + wrong.length > 0) {
    const lines = [...missed.map((each) => `  missed ${show(each)}`), ...wrong.map((each) => `  other  ${show(each)}`)]
    process.stdout.write(`${group} ${relative(clone, folder)} ${basename(folder)}\n${lines.join("\n")}\n`)
  }
}

const ratio = (part: number, all: number): string => (all === 0 ? "–" : (part / all).toFixed(3))
process.stdout.write("| suite | cases | equal | edges | recall | precision |\n|---|---|---|---|---|---|\n")
for (const [group, { cases, complete, expected, found, known, right }] of tallies) {
  process.stdout.write(
    `| ${group} | ${cases} | ${complete} | ${expected} | ${ratio(found, expected)} | ${ratio(right, known)} |\n`
  )
}
