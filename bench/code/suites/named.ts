import { Schema } from "effect"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, extname, join } from "node:path"
import type { Listed } from "./listed.ts"
import type { LinkedEdge, LinkedFolder } from "./linked.ts"
import { type Call, type Case, isSameName, normalize } from "./names.ts"

const End = Schema.Struct({ name: Schema.String, file: Schema.String })
const decodeFixture = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ edges: Schema.Array(Schema.Struct({ source: End, target: End })) }))
)
const decodeGraph = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Array(Schema.String)))
)

const optaveLanguages =
  "bash c cpp csharp go java javascript kotlin lua php python ruby rust scala swift tsx typescript pts-javascript".split(
    " "
  )

export const readOptave = (clone: string): ReadonlyArray<Case> =>
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

export const readSwarm = (clone: string): ReadonlyArray<Case> =>
  globSync("benchmarks/{javascript,python}/**/callgraph.json", { cwd: clone })
    .toSorted()
    .map((path) => {
      const folder = join(clone, dirname(path))
      const extension = path.startsWith("benchmarks/python") ? ".py" : ".js"
      return readSwarmCase(folder, path.split("/").slice(1, 3).join("/"), extension)
    })

const unnamed = /^<(?:arrow|lambda)(\d+)>$/

/** The name in the index of a function that a suite counts: the variable of the file that it is assigned to. */
const nameUnnamed = (linked: LinkedFolder, file: string, name: string): string => {
  const number = unnamed.exec(name)?.[1]
  if (number === undefined) return name
  const text = linked.texts[file] ?? ""
  const found = [...text.matchAll(/=>|\blambda\b/g)][Number(number) - 1]
  const line = text.slice(0, found?.index ?? 0).split("\n").length
  const functions = (linked.definitions.get(file) ?? []).filter(
    (each) => each.kind === "function" && each.line === line && each.owner === -1
  )
  const [only] = functions
  return only !== undefined && functions.length === 1 ? only.qualifiedName : name
}

/** The edges of a suite with the names of the index for functions without a name. */
export const nameAll = (linked: LinkedFolder, expected: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  expected.map((call) => ({
    ...call,
    from: nameUnnamed(linked, call.file, call.from),
    to: nameUnnamed(linked, call.targetFile, call.to)
  }))

const variables = new Set<string | undefined>(["variable", "constant"])
const holders = new Set<string | undefined>([...variables, "field"])

/** What other parts of a definition are compared by: the first of them. */
const nameParts = ({ partsOf }: Listed, { targetFile, to, ...call }: Call): Call => {
  const parts = [...partsOf.values()].find((all) =>
    all.some(({ name, path }) => path === targetFile && isSameName(normalize(name), to))
  )
  const first = parts?.map(({ path }) => path).toSorted()[0]
  return { ...call, to, targetFile: first ?? targetFile }
}

/** Calls as they are compared where a definition and its other parts are one. */
export const joinParts = (listed: Listed, calls: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  calls.map((call) => nameParts(listed, call))

/** Leaves out calls at the top level of a file where a suite has none. */
export const withoutTopLevel = (calls: ReadonlyArray<Call>, expected: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  expected.some(({ from }) => from === "") ? calls : calls.filter(({ from }) => from !== "")

export const eachOnce = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> => [
  ...new Map(calls.map((call) => [JSON.stringify([call.file, call.from, call.targetFile, call.to]), call])).values()
]

/**
 * The calls between functions of an index. What a variable of the file is set to, the file calls. Calls of variables and fields that
 * are no functions are left out: suites have no nodes for them. With `isByConstructor`, those of a class count as
 * calls of the constructor that runs, and are left out where there is none.
 */
export const callsOf = (
  linked: LinkedFolder,
  edges: ReadonlyArray<LinkedEdge>,
  isByConstructor: boolean
): ReadonlyArray<Call> => {
  const calls = edges.flatMap(({ file, kind, target, within }): ReadonlyArray<Call> => {
    const around = linked.find(file, within)
    const definition = linked.find(target.path, target.name)
    if (kind !== "call" && kind !== "new" && kind !== "decorator") return []
    if (holders.has(definition?.kind)) return []
    const isOfFile = variables.has(around?.kind) && !within.includes(".")
    const made =
      isByConstructor && definition?.kind === "class" ? linked.constructorOf(target.path, target.name) : target
    if (made === undefined) return []
    return [{ file, from: isOfFile ? "" : normalize(within), targetFile: made.path, to: normalize(made.name) }]
  })
  return eachOnce(calls)
}

/** Whether a file is of the languages of a case. */
export const isCompared = (expected: ReadonlyArray<Call>): ((call: Call) => boolean) => {
  const extensions = new Set(expected.map(({ file }) => extname(file)))
  return ({ file }) => extensions.size === 0 || extensions.has(extname(file))
}
