/**
 * Compares the call edges of the code index with the definitions that Pyright finds, for Python.
 *
 * `node bench/code/pythonOracle.ts FOLDER [--under src] [--samples 20] [--python VENV/bin/python] [--pyright DIR]`: reads the
 * files of a git work tree, links them, and asks Pyright's language server at each call what is called. The calls come from
 * the syntax tree alone, so that those of which the index has no reference count as missed. `--python`: an interpreter with
 * the packages that the files import. Pyright is installed with npm into a temporary folder, or into `--pyright`.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
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
    pyright: { type: "string" }
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

const sitesOf = (path: string, text: string): ReadonlyArray<Site & Place> => {
  const tree = parser.parse(text)
  const found = (tree?.rootNode.descendantsOfType("call") ?? []).flatMap((call) => {
    const name = call === null ? null : nameOf(call)
    if (name === null) return []
    const { column, row } = name.startPosition
    const isMember = name.parent?.type === "attribute"
    return [{ path, name: name.text, isMember, line: row + 1, column, place: `${row + 1}:${column}` }]
  })
  tree?.delete()
  return found
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

const folder = options.pyright === undefined ? mkdtempSync(join(tmpdir(), "pyright-")) : resolve(options.pyright)
const tally = new Tally()
const files = Object.entries(sources).filter(([path]) => path.startsWith(options.under))

const judgeFile = Effect.fnUntraced(function* (server: Pyright, path: string, text: string) {
  const sites = sitesOf(path, text)
  const answers = yield* server.findDefinitions(join(root, path), text, sites)
  const edges = Map.groupBy(
    (linksOf.get(path)?.edges ?? []).filter(({ kind }) => kind === "call" || kind === "new" || kind === "decorator"),
    ({ column, line }) => `${line}:${column}`
  )
  for (const [index, site] of sites.entries()) {
    tally.judge(site, edges.get(site.place) ?? [], answerOf(answers[index] ?? []))
  }
})

const judgeFiles = Effect.gen(function* () {
  const server = yield* Pyright.start(folder, root, options.python)
  yield* Effect.forEach(files, ([path, text]) => judgeFile(server, path, text), { discard: true })
})

await Effect.runPromise(Effect.scoped(judgeFiles))
if (options.pyright === undefined) rmSync(folder, { recursive: true })
tally.print(`${files.length} files of ${Object.keys(sources).length}`, Number(options.samples))
