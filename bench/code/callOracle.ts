/**
 * Compares the call edges of the code index with the declarations that TypeScript finds (its own API, version 7).
 *
 * `node bench/code/callOracle.ts FOLDER [--project tsconfig.json] [--under src] [--samples 20]`: reads the files of a git work tree, links
 * them, and asks TypeScript at each call and `new` which symbol is called. The sites come from the syntax tree alone, so that calls of
 * which the index has no reference count as missed.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { parseSync, Visitor, type Expression } from "oxc-parser"
import { API, SymbolFlags, type NodeHandle, type Project, type Symbol } from "typescript/unstable/sync"
import type { Node } from "typescript/unstable/ast"
import { languageOf, linkAll, makeFacts, makeSourceView } from "../../test/support/linking.ts"
import type { Edge } from "../../src/codeIndex/linking/LinkView.ts"
import { type Answer, makePlaces, Tally } from "./tally.ts"
import type { Facts } from "../../src/adapters/parser/facts/Facts.ts"

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: "string", default: "tsconfig.json" },
    under: { type: "string", default: "" },
    samples: { type: "string", default: "0" }
  }
})
const root = resolve(positionals[0] ?? ".")
const isSource = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)

const listFiles = (): ReadonlyArray<string> =>
  execFileSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 1 << 28 })
    .split("\0")
    .filter((path) => isSource(path) || /(?:^|\/)(?:package|tsconfig[\w.-]*)\.json$/.test(path))

const readAll = (paths: ReadonlyArray<string>): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]))

/** Returns the offset of the name that is called. */
const offsetOfName = (callee: Expression): number | undefined => {
  if (callee.type === "Identifier") return callee.start
  if (callee.type === "MemberExpression") return callee.computed ? undefined : callee.property.start
  const isWrapped =
    callee.type === "ParenthesizedExpression" ||
    callee.type === "TSNonNullExpression" ||
    callee.type === "ChainExpression" ||
    callee.type === "TSInstantiationExpression"
  return isWrapped ? offsetOfName(callee.expression) : undefined
}

/** Returns the offsets of the names of everything called in a text. */
const sitesOf = (path: string, text: string): ReadonlyArray<number> => {
  const found = new Set<number>()
  const add = ({ callee }: { readonly callee: Expression }): void => {
    const at = offsetOfName(callee)
    if (at !== undefined) found.add(at)
  }
  const { program } = parseSync(path, text)
  new Visitor({ CallExpression: add, NewExpression: add }).visit(program)
  return [...found].toSorted((a, b) => a - b)
}

const sources = readAll(listFiles())
const factsOf = await makeFacts("typescript", "tsx", "javascript", "jsx")
const view = makeSourceView(sources, factsOf)
const linksOf = linkAll(view)
const placesOf = new Map(Object.entries(sources).map(([path, text]) => [path, makePlaces(text)]))

/** Names of definitions by the place of their name. */
const definitionsOf = new Map<string, ReadonlyMap<string, string>>()
const namesIn = (path: string, facts: Facts): ReadonlyMap<string, string> => {
  const known = definitionsOf.get(path)
  if (known !== undefined) return known
  const made = new Map(facts.definitions.map(({ column, line, qualifiedName }) => [`${line}:${column}`, qualifiedName]))
  definitionsOf.set(path, made)
  return made
}

const answers = new Map<string, string | undefined>()

/** Returns the definition of a declaration, or undefined if the index has none. */
const definitionAt = (handle: NodeHandle, project: Project, path: string): string | undefined => {
  const key = `${path}\0${handle.index}`
  if (answers.has(key)) return answers.get(key)
  const facts = view.facts.get(path)
  const place = placesOf.get(path)
  const node: (Node & { readonly name?: Node }) | undefined = handle.resolve(project)
  const names = facts === undefined ? undefined : namesIn(path, facts)
  const named = node?.name ?? node
  const start = named === undefined ? undefined : named.getStart()
  const at = start === undefined ? undefined : place?.(start)
  const name = at === undefined ? undefined : names?.get(at)
  const found = name === undefined ? undefined : `${path} ${name}`
  answers.set(key, found)
  return found
}

const pathIn = (handle: NodeHandle): string | undefined => {
  const path = String(handle.path)
  const lower = `${root}/`.toLowerCase()
  if (!path.toLowerCase().startsWith(lower)) return undefined
  const inside = path.slice(lower.length)
  return inside.includes("node_modules/") ? undefined : (pathsByLower.get(inside.toLowerCase()) ?? inside)
}
const pathsByLower = new Map(Object.keys(sources).map((path) => [path.toLowerCase(), path]))

const answerOf = (symbol: Symbol | undefined, project: Project): Answer => {
  if (symbol === undefined) return { kind: "none" }
  const { checker } = project
  const target = (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
  if (checker.isUnknownSymbol(target) || target.declarations.length === 0) return { kind: "none" }
  const inside = target.declarations.flatMap((handle) => {
    const path = pathIn(handle)
    return path === undefined ? [] : [[handle, path] as const]
  })
  if (inside.length === 0) return { kind: "outside" }
  const names = new Set(inside.flatMap(([handle, path]) => definitionAt(handle, project, path) ?? []))
  return names.size === 0 ? { kind: "local" } : { kind: "definition", names }
}

const tally = new Tally()

const judge = (path: string, offset: number, edges: ReadonlyArray<Edge>, answer: Answer): void => {
  const text = sources[path] ?? ""
  const name = /[\w$#]+/.exec(text.slice(offset, offset + 60))?.[0] ?? ""
  const place = placesOf.get(path)?.(offset) ?? ""
  tally.judge({ path, place, name, isMember: /[.#]/.test(text[offset - 1] ?? "") }, edges, answer)
}

const api = new API({ cwd: root })
const config = resolve(root, options.project)
const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
if (project === undefined) throw new Error(`${config}: TypeScript has no such project`)
const inProgram = new Set(project.program.getSourceFileNames().map((name) => name.toLowerCase()))
let files = 0
for (const [path, text] of Object.entries(sources)) {
  const full = join(root, path)
  if (languageOf(path) === undefined || !path.startsWith(options.under) || !inProgram.has(full.toLowerCase())) continue
  files += 1
  const sites = sitesOf(path, text)
  const symbols = project.checker.getSymbolAtPosition(full, sites)
  const edges = Map.groupBy(
    (linksOf.get(path)?.edges ?? []).filter(({ kind }) => kind === "call" || kind === "new"),
    ({ column, line }) => `${line}:${column}`
  )
  for (const [index, offset] of sites.entries()) {
    const place = placesOf.get(path)?.(offset) ?? ""
    judge(path, offset, edges.get(place) ?? [], answerOf(symbols[index], project))
  }
}
api.close()

tally.print(`${files} files of ${inProgram.size} of the project`, Number(options.samples))
