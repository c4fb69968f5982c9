import { Schema } from "effect"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Expression, type Node, parseSync, Visitor } from "oxc-parser"
import { makePlaces } from "../tally.ts"
import { LinkedFolder } from "./linked.ts"

const decodeGraph = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      files: Schema.Array(Schema.String),
      functions: Schema.Union([Schema.Array(Schema.String), Schema.Record(Schema.String, Schema.String)]),
      calls: Schema.Union([Schema.Array(Schema.String), Schema.Record(Schema.String, Schema.String)]),
      call2fun: Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite]))
    })
  )
)

/** The place of the name of a function or of what is called, by where the node is: `line:column-line:column`. */
interface Places {
  readonly functions: Map<string, string>
  readonly calls: Map<string, string>
}

const nameOfCallee = (callee: Expression): Node =>
  callee.type === "MemberExpression"
    ? callee.property
    : callee.type === "ParenthesizedExpression" || callee.type === "ChainExpression"
      ? nameOfCallee(callee.expression)
      : callee

/** Functions by the name that the index has for each: their own, or that of what they are assigned to. */
const findPlaces = (path: string, text: string): Places => {
  const placeOf = makePlaces(text)
  const found: Places = { functions: new Map(), calls: new Map() }
  const range = (node: Node): string => `${placeOf(node.start)}-${placeOf(node.end)}`
  const add = (node: Node, name: Node): void => void found.functions.set(range(node), placeOf(name.start))
  const addHeld = (node: Node | null, name: Node): void => {
    const isFunction = node?.type === "FunctionExpression" || node?.type === "ArrowFunctionExpression"
    if (node !== null && isFunction) add(node, name)
  }
  const addCall = (node: Node, callee: Expression): void =>
    void found.calls.set(range(node), placeOf(nameOfCallee(callee).start))
  const addClass = (node: Extract<Node, { readonly type: "ClassDeclaration" | "ClassExpression" }>): void => {
    const made = node.body.body.find((each) => each.type === "MethodDefinition" && each.kind === "constructor")
    if (node.id !== null) add(made ?? node, node.id)
  }
  new Visitor({
    FunctionDeclaration: (node) => void (node.id === null || add(node, node.id)),
    VariableDeclarator: ({ id, init }) => addHeld(init, id),
    AssignmentExpression: ({ left, right }) => addHeld(right, left.type === "MemberExpression" ? left.property : left),
    Property: (node) => (node.method || node.kind !== "init" ? add(node, node.key) : addHeld(node.value, node.key)),
    PropertyDefinition: ({ key, value }) => addHeld(value, key),
    MethodDefinition: (node) => void (node.kind === "constructor" || add(node, node.key)),
    ClassDeclaration: addClass,
    ClassExpression: addClass,
    CallExpression: (node) => addCall(node, node.callee),
    NewExpression: (node) => addCall(node, node.callee),
    TaggedTemplateExpression: (node) => addCall(node, node.tag),
    MemberExpression: (node) => void found.calls.set(range(node), placeOf(node.property.start))
  }).visit(parseSync(path, text).program)
  return found
}

/** `0:16:1:16:5` is file, line and column from 1 of the start and the end. */
const rangeOf = (location: string): readonly [file: number, range: string] => {
  const [file = 0, line, column = 1, endLine, endColumn = 1] = location.split(":").map(Number)
  return [file, `${line}:${column - 1}-${endLine}:${endColumn - 1}`]
}

/** A test of Jelly: calls that ran, and how many of them the index and Jelly itself have. */
export interface JellyCase {
  readonly name: string
  readonly calls: number
  readonly found: number
  readonly jelly: number
  readonly missed: ReadonlyArray<string>
}

const compareCase = (folder: string, graph: string): Omit<JellyCase, "name" | "jelly"> => {
  const { call2fun, calls, files, functions } = decodeGraph(readFileSync(join(folder, graph), "utf8"))
  const own = files.filter((file) => existsSync(join(folder, file)))
  const linked = new LinkedFolder(folder, own)
  const places = new Map(own.map((file) => [file, findPlaces(file, linked.texts[file] ?? "")]))
  const locate = (location: string | undefined, kind: keyof Places): readonly [file: string, place: string] => {
    const [index, range] = rangeOf(location ?? "")
    const file = files[index] ?? ""
    return [file, places.get(file)?.[kind].get(range) ?? range]
  }
  const missed = call2fun.flatMap(([call, called]) => {
    const [from, at] = locate(Object.values(calls)[call], "calls")
    const [to, name] = locate(Object.values(functions)[called], "functions")
    const isFound = linked.edges.some(({ column, file, line, target }) => {
      const definition = linked.find(target.path, target.name)
      const isTarget = target.path === to && `${definition?.line}:${definition?.column}` === name
      return isTarget && file === from && `${line}:${column}` === at
    })
    return isFound ? [] : [`${from}:${at} → ${to}:${name}`]
  })
  return { calls: call2fun.length, found: call2fun.length - missed.length, missed }
}

/** What the tests expect Jelly to have of the calls that ran. */
const readExpected = (clone: string): ReadonlyArray<readonly [graph: string, found: number, total: number]> => {
  const text = readFileSync(join(clone, "tests", "micro", "jelly.test.ts"), "utf8")
  return text.split("runTest(").flatMap((each) => {
    const graph = /soundness: "tests\/micro\/([\w.-]+)"/.exec(each)?.[1]
    const total = Number(/callTotal: (\d+)/.exec(each)?.[1] ?? 0)
    const found = /callFound: (\d+)/.exec(each)?.[1]
    return graph === undefined ? [] : [[graph, found === undefined ? total : Number(found), total] as const]
  })
}

/** Compares the calls of each test of Jelly's that comes with those that were recorded while it ran. */
export const compareJelly = (clone: string): ReadonlyArray<JellyCase> => {
  const folder = join(clone, "tests", "micro")
  const known = new Set(globSync("*.json", { cwd: folder }))
  const expected = new Map(readExpected(clone).map(([graph, found, total]) => [graph, [found, total] as const]))
  return [...expected]
    .filter(([graph]) => known.has(graph))
    .map(([name, [found]]) => ({ name, jelly: found, ...compareCase(folder, name) }))
}
