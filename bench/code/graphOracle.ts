/**
 * Compares callers and impact, as the graph answers them, with what follows from the declarations that TypeScript finds.
 *
 * `node bench/code/graphOracle.ts FOLDER [--project tsconfig.json] [--functions 200] [--samples 20] [--values]`: asks TypeScript at each name
 * of a git work tree what it means, apart from those in imports and exports, and makes a second graph of that. Callers: functions
 * and methods by the definitions that call them. Impact: all that is reached over references of any kind, over `dispatches` too,
 * from random functions outside of tests. References that TypeScript does not know, and those to what is no definition of the
 * index, are in neither graph. `--values`: where TypeScript names a member of the interface that something is declared with, and the
 * index that of the value it was made from, takes the latter for right: it is what runs.
 */
import { createHash } from "node:crypto"
import { stdout } from "node:process"
import { parseArgs } from "node:util"
import { isTestPath } from "../../src/domain/pathConventions.ts"
import type { Neighbour } from "../../src/codeIndex/graph/neighbours.ts"
import { functionKinds, type Node } from "../../src/codeIndex/graph/nodes.ts"
import { traverse } from "../../src/codeIndex/graph/traverse.ts"
import { CheckedProject } from "./CheckedProject.ts"
import { Overlap } from "./Overlap.ts"
import { listBases, listCalls, listNames, receiverRoots } from "./sites.ts"
import type { Answer } from "./tally.ts"

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: "string", default: "tsconfig.json" },
    functions: { type: "string", default: "200" },
    samples: { type: "string", default: "0" },
    values: { type: "boolean", default: false }
  }
})
const project = await CheckedProject.open(positionals[0] ?? ".", options.project)
const print = (text: string): void => void stdout.write(`${text}\n`)

/** A use of a definition; both ends as `path name`. */
interface Use {
  readonly from: string
  readonly to: string
  readonly isCall: boolean
  readonly isBase: boolean
  /** Path and offset of the name. */
  readonly path: string
  readonly offset: number
}

/** Finds the innermost definition around places of a file, as the index does where it has a reference there. */
const makeWithin = (path: string): ((place: string) => string) => {
  const { definitions = [], references = [] } = project.view.facts.get(path) ?? {}
  const known = new Map(references.map(({ column, line, within }) => [`${line}:${column}`, within]))
  return (place) => {
    const line = Number(place.split(":")[0])
    const around = definitions
      .filter(({ lines: { end, start } }) => start <= line && line <= end)
      .toSorted((a, b) => a.lines.end - a.lines.start - (b.lines.end - b.lines.start))
    const at = known.get(place)
    return `${path} ${(at === undefined ? around[0] : definitions[at])?.qualifiedName ?? ""}`
  }
}

const toNode = (key: string): Node => {
  const at = key.indexOf(" ")
  return { path: key.slice(0, at), name: key.slice(at + 1) }
}

const keyOf = ({ name, path }: Node): string => `${path} ${name}`

/** The kinds of what a definition is a member of, by `path name`; none at the top level. */
const ownerKinds = (key: string): ReadonlyArray<string> => {
  const { name, path } = toNode(key)
  const owner = name.slice(0, Math.max(0, name.lastIndexOf(".")))
  const found = project.view.facts.get(path)?.definitions ?? []
  return found.flatMap(({ kind, qualifiedName }) => (qualifiedName === owner ? [kind] : []))
}

const isOfInterface = (key: string): boolean => ownerKinds(key).some((kind) => kind === "interface" || kind === "type")

const isOfObject = (key: string): boolean => ownerKinds(key).some((kind) => kind === "constant" || kind === "variable")

const memberOf = (key: string): string => key.slice(Math.max(key.lastIndexOf("."), key.lastIndexOf(" ")) + 1)

let values = 0

/** What TypeScript names; what the index names instead of a member of an interface, if that is a member of a value. */
const acceptValues = (answer: Answer, said: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (answer.kind === "outside") return said.filter(isOfObject)
  if (answer.kind !== "definition") return []
  return [...answer.names].map((name) => {
    const own = said.find((each) => memberOf(each) === memberOf(name) && !isOfInterface(each))
    // Of a union of a class and an interface, both are meant.
    return own !== undefined && isOfInterface(name) && !said.includes(name) ? own : name
  })
}

const checked: Array<Use> = []
const linked: Array<Use> = []
let unjudged = 0

const compareFile = (path: string, text: string): void => {
  const offsets = listNames(path, text)
  const calls = new Set(listCalls(path, text))
  const bases = new Set(listBases(path, text))
  const known = (project.linksOf.get(path)?.edges ?? []).filter(({ how }) => how !== "name_only" && how !== "by_value")
  const edges = Map.groupBy(known, ({ column, line }) => `${line}:${column}`)
  const withinOf = makeWithin(path)
  for (const [index, answer] of project.ask(path, offsets).entries()) {
    const offset = offsets[index] ?? 0
    const place = project.placeOf(path, offset)
    if (project.namesIn(path).has(place)) continue
    const said = edges.get(place) ?? []
    if (answer.kind === "local" || answer.kind === "none") {
      unjudged += said.length
      continue
    }
    const use = { from: withinOf(place), path, offset, isCall: calls.has(offset), isBase: bases.has(offset) }
    const targets = said.map(({ target }) => keyOf(target))
    const named = answer.kind === "definition" ? [...answer.names] : []
    const accepted = options.values ? acceptValues(answer, targets) : named
    values += accepted.filter((each) => !named.includes(each)).length
    for (const to of targets) linked.push({ ...use, to })
    for (const to of accepted) checked.push({ ...use, to })
  }
}

const toNeighbour = (key: string): Neighbour => ({ ...toNode(key), relation: "uses", how: "resolved", line: 1 })

/** Makes the step from a node to what refers to it, or overrides it. */
const makeUpstream = (uses: ReadonlyArray<Use>): ((node: Node) => ReadonlyArray<Neighbour>) => {
  const by = Map.groupBy(uses, ({ to }) => to)
  const basesOf = Map.groupBy(
    uses.filter(({ isBase }) => isBase),
    ({ from }) => from
  )
  return (node) => {
    const dot = node.name.lastIndexOf(".")
    const container = keyOf({ path: node.path, name: node.name.slice(0, Math.max(0, dot)) })
    const overridden = (basesOf.get(container) ?? [])
      .map(({ to }) => `${to}${node.name.slice(dot)}`)
      .filter((key) => dot > 0 && definitions.has(key))
    return [...(by.get(keyOf(node)) ?? []).map(({ from }) => from), ...overridden].map(toNeighbour)
  }
}

const functions = [...project.view.facts].flatMap(([path, { definitions: found }]) =>
  found
    .filter(({ kind }) => functionKinds.includes(kind))
    .map(({ name, qualifiedName }) => ({ key: `${path} ${qualifiedName}`, name, path }))
)
const definitions = new Set(
  [...project.view.facts].flatMap(([path, facts]) => facts.definitions.map((each) => `${path} ${each.qualifiedName}`))
)
const { files } = project
for (const [path, text] of files) compareFile(path, text)

const callersOf = (uses: ReadonlyArray<Use>): ReadonlyMap<string, ReadonlySet<string>> => {
  const calls = uses.filter(({ isCall }) => isCall)
  const byTarget = Map.groupBy(calls, ({ to }) => to)
  return new Map([...byTarget].map(([to, found]) => [to, new Set(found.map(({ from }) => from))]))
}

/** Compares the callers of functions whose name is unique, and of the others. */
const compareCallers = (): void => {
  const count = Map.groupBy(new Map(functions.map((each) => [each.key, each])).values(), ({ name }) => name)
  const unique = new Overlap()
  const ambiguous = new Overlap()
  const truth = callersOf(checked)
  const said = callersOf(linked)
  for (const [name, found] of count) {
    for (const { key } of found) {
      const overlap = (count.get(name)?.length ?? 0) === 1 ? unique : ambiguous
      overlap.add(said.get(key) ?? new Set(), truth.get(key) ?? new Set())
    }
  }
  print(`callers, unique names: ${unique.describe()}`)
  print(`callers, ambiguous names: ${ambiguous.describe()}`)
}

const random = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Makes a function that finds all that depends on a definition, directly or not. */
const reach = (uses: ReadonlyArray<Use>): ((start: string) => ReadonlySet<string>) => {
  const upstream = makeUpstream(uses)
  const limits = { maxDepth: 100, maxNodes: 20_000, relations: undefined }
  return (start) => new Set(traverse(upstream, [toNode(start)], limits).reached.map(keyOf))
}

const compareImpact = (): void => {
  const chosen = [...new Set(functions.filter(({ path }) => !isTestPath(path)).map(({ key }) => key))]
    .toSorted((a, b) => (random(a) < random(b) ? -1 : 1))
    .slice(0, Number(options.functions))
  const all = new Overlap()
  const truth = reach(checked)
  const said = reach(linked)
  for (const key of chosen) all.add(said(key), truth(key))
  print(`impact of ${chosen.length} functions: ${all.describe()}`)
}

/** Counts the calls of functions that are in one graph only, by what their receiver begins with. */
const explain = (title: string, uses: ReadonlyArray<Use>, others: ReadonlyArray<Use>): void => {
  const keys = new Set(functions.map(({ key }) => key))
  const known = new Set(others.map(({ offset, path, to }) => `${path} ${offset} ${to}`))
  const missing = uses.filter(
    ({ isCall, offset, path, to }) => isCall && keys.has(to) && !known.has(`${path} ${offset} ${to}`)
  )
  const causes = new Map<string, Array<string>>()
  for (const [path, found] of Map.groupBy(missing, (use) => use.path)) {
    const roots = receiverRoots(path, project.sources[path] ?? "")
    const starts = found.map(({ offset }) => roots.get(offset)?.start ?? offset)
    const declared = project.describeDeclarations(path, starts)
    for (const [index, { offset, to }] of found.entries()) {
      const root = roots.get(offset)
      const cause = root?.type === "Identifier" ? (declared[index] ?? "unknown") : (root?.type ?? "unknown")
      const lines = causes.get(cause) ?? []
      causes.set(cause, lines)
      lines.push(`${path}:${project.placeOf(path, offset)} ${to}`)
    }
  }
  print(`${title}: ${missing.length}`)
  for (const [cause, lines] of [...causes].toSorted(([, a], [, b]) => b.length - a.length)) {
    print(`  ${lines.length} ${cause}`)
    const step = Math.max(1, Math.floor(lines.length / Number(options.samples)))
    for (const line of lines.filter((_, index) => index % step === 0).slice(0, Number(options.samples))) {
      print(`    ${line}`)
    }
  }
}

const count = `${checked.length} references that TypeScript knows, ${linked.length} of the index, ${unjudged} more not judged`
print(`${files.length} files: ${count}`)
if (options.values) print(`${values} references to members of values rather than of interfaces`)
compareCallers()
compareImpact()
explain("calls missed", checked, linked)
explain("calls wrong", linked, checked)
project.close()
