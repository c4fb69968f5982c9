/**
 * Compares the call edges of the code index with the definitions that Pyright finds, for Python.
 *
 * `node bench/code/pythonOracle.ts FOLDER [--under src] [--samples 20] [--python VENV/bin/python] [--pyright DIR] [--answers FILE]`: reads the
 * files of a git work tree, links them, and asks Pyright's language server at each call what is called. The calls come from
 * the syntax tree alone, so that those of which the index has no reference count as missed. `--python`: an interpreter with
 * the packages that the files import. Pyright is installed with npm into a temporary folder, or into `--pyright`. `--answers FILE`:
 * takes Pyright's answers from there, or keeps them there if there are none yet.
 *
 * Imports are counted, too: of the names that Pyright takes for modules of the repository, how many the import leads to.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { stdout } from "node:process"
import { parseArgs } from "node:util"
import { Effect, Schema } from "effect"
import { Language, type Node, Parser } from "web-tree-sitter"
import { linkAll, makeFacts, makeSourceView } from "../../test/support/linking.ts"
import { type Place, Pyright } from "./Pyright.ts"
import { type Answer, type Site, Tally } from "./tally.ts"

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    under: { type: "string", default: "" },
    samples: { type: "string", default: "0" },
    python: { type: "string" },
    pyright: { type: "string" },
    answers: { type: "string" }
  }
})
const root = resolve(positionals[0] ?? ".")

const listFiles = (): ReadonlyArray<string> =>
  execFileSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 1 << 28 })
    .split("\0")
    .filter((path) => /\.pyi?$/.test(path))

const sources = Object.fromEntries(listFiles().map((path) => [path, readFileSync(join(root, path), "utf8")]))
const view = makeSourceView(sources, await makeFacts("python"))
const linksOf = linkAll(view)

await Parser.init()
const grammar = await Language.load(
  join(import.meta.dirname, "../../node_modules/tree-sitter-python/tree-sitter-python.wasm")
)
const parser = new Parser().setLanguage(grammar)

/** The name that is called. */
const nameOf = (call: Node): Node | null => {
  const callee = call.childForFieldName("function")
  if (callee?.type === "identifier") return callee
  return callee?.type === "attribute" ? callee.childForFieldName("attribute") : null
}

/** A name that a statement imports. */
interface ImportedName extends Place {
  readonly name: string
}

const importedNames = (path: string, statement: Node): ReadonlyArray<ImportedName> =>
  statement.childrenForFieldName("name").flatMap((each) => {
    const dotted = each?.type === "aliased_import" ? each.childForFieldName("name") : each
    const last = dotted?.namedChild(dotted.namedChildCount - 1)
    if (last === null || last === undefined) return []
    return [{ path, name: last.text, line: last.startPosition.row + 1, column: last.startPosition.column }]
  })

/** What a file calls and imports. */
interface Sites {
  readonly calls: ReadonlyArray<Site & Place>
  readonly imports: ReadonlyArray<ImportedName>
}

const sitesOf = (path: string, text: string): Sites => {
  const tree = parser.parse(text)
  const found = (tree?.rootNode.descendantsOfType("call") ?? []).flatMap((call) => {
    const name = call === null ? null : nameOf(call)
    if (name === null) return []
    const { column, row } = name.startPosition
    const isMember = name.parent?.type === "attribute"
    return [{ path, name: name.text, isMember, line: row + 1, column, place: `${row + 1}:${column}` }]
  })
  const imports = (tree?.rootNode.descendantsOfType(["import_statement", "import_from_statement"]) ?? []).flatMap(
    (node) => (node === null ? [] : importedNames(path, node))
  )
  tree?.delete()
  return { calls: found, imports }
}

/** Names of definitions by path and the place of their name. */
const definitionsIn = new Map(
  [...view.facts].map(([path, { definitions }]) => [
    path,
    new Map(definitions.map(({ column, line, qualifiedName }) => [`${line}:${column}`, qualifiedName]))
  ])
)

/** A call of a class is one of the class, never of its constructor. */
const withoutConstructor = (name: string): string => name.replace(/\.__(?:init|new)__$/, "")

const answerOf = (found: ReadonlyArray<Place>): Answer => {
  const inside = found
    .map((place) => ({ ...place, path: relative(root, place.path) }))
    .filter(({ path }) => path in sources)
  if (found.length === 0) return { kind: "none" }
  if (inside.length === 0) return { kind: "outside" }
  const names = inside.flatMap(({ column, line, path }) => {
    const name = definitionsIn.get(path)?.get(`${line}:${column}`)
    return name === undefined ? [] : [`${path} ${withoutConstructor(name)}`]
  })
  return names.length === 0 ? { kind: "local" } : { kind: "definition", names: new Set(names) }
}

/** Counts imports by whether the index leads to the modules that are meant. */
const modules = { right: 0, wrong: 0, missed: 0 }
const missedModules: Array<string> = []

const isModule = ({ column, line }: Place): boolean => line === 1 && column === 0

const judgeImport = ({ line, name, path }: ImportedName, found: ReadonlyArray<Place>): void => {
  const imports = (linksOf.get(path)?.imports ?? []).filter((each) => each.line === line)
  const said = imports.map((each) => each.path)
  // The first place is the definition, the others are what Pyright takes for the source of a stub.
  const meant = found
    .slice(0, 1)
    .filter(isModule)
    .map((place) => relative(root, place.path))
    .flatMap((each) => (each in sources ? [each, each.replace(/i$/, "")] : []))
  const isNamed = (each: string): boolean => each.endsWith(`/${name}.py`) || each.endsWith(`/${name}/__init__.py`)
  const named = imports.flatMap((each) =>
    each.module.split(".").at(-1) !== name && isNamed(each.path) ? [each.path] : []
  )
  const isKnown = found.length > 0
  if (meant.some((each) => said.includes(each))) modules.right += 1
  else if (meant.length > 0) {
    modules.missed += 1
    missedModules.push(`${path}:${line} ${name} → ${said.join(" | ")}, not ${meant.join(" | ")}`)
  } else if (isKnown && named.length > 0) {
    modules.wrong += 1
    missedModules.push(`${path}:${line} ${name} → ${named.join(" | ")}, which is no module`)
  }
}

const folder = options.pyright === undefined ? mkdtempSync(join(tmpdir(), "pyright-")) : resolve(options.pyright)
const tally = new Tally()
const files = Object.entries(sources).filter(([path]) => path.startsWith(options.under))

/** Where the names of a file are defined: of its calls, then of its imports.  */
type Answers = ReadonlyArray<ReadonlyArray<Place>>
const AnswersByPath = Schema.Record(
  Schema.String,
  Schema.Array(Schema.Array(Schema.Struct({ path: Schema.String, line: Schema.Int, column: Schema.Int })))
)

const judgeFile = (path: string, { calls, imports }: Sites, answers: Answers): void => {
  const used = (linksOf.get(path)?.edges ?? [])
    .filter(({ kind }) => kind === "call" || kind === "new" || kind === "decorator")
    .map((edge) => ({ ...edge, target: { ...edge.target, name: withoutConstructor(edge.target.name) } }))
  const edges = Map.groupBy(used, ({ column, line }) => `${line}:${column}`)
  for (const [index, site] of calls.entries()) {
    tally.judge(site, edges.get(site.place) ?? [], answerOf(answers[index] ?? []))
  }
  for (const [index, site] of imports.entries()) judgeImport(site, answers[calls.length + index] ?? [])
}

const askFiles = Effect.gen(function* () {
  const server = yield* Pyright.start(folder, root, options.python)
  const asked = yield* Effect.forEach(files, ([path, text]) => {
    const { calls, imports } = sitesOf(path, text)
    const found = server.findDefinitions(join(root, path), text, [...calls, ...imports])
    return Effect.map(found, (answers) => [path, answers] as const)
  })
  return Object.fromEntries(asked)
})

const kept = options.answers === undefined ? undefined : resolve(options.answers)
const answered =
  kept !== undefined && existsSync(kept)
    ? Schema.decodeSync(Schema.fromJsonString(AnswersByPath))(readFileSync(kept, "utf8"))
    : await Effect.runPromise(Effect.scoped(askFiles))
if (kept !== undefined && !existsSync(kept)) writeFileSync(kept, JSON.stringify(answered))
for (const [path, text] of files) judgeFile(path, sitesOf(path, text), answered[path] ?? [])
if (options.pyright === undefined) rmSync(folder, { recursive: true })
tally.print(`${files.length} files of ${Object.keys(sources).length}`, Number(options.samples))
stdout.write(`imported modules: ${JSON.stringify(modules)}\n`)
for (const line of missedModules.slice(0, Number(options.samples))) stdout.write(`import: ${line}\n`)
