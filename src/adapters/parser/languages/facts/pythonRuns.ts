import type { FindRun } from "../../treesitter/facts/Implicit.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Functions of the library by the position of the function that they run. */
const byPosition: ReadonlyMap<string, number> = new Map(
  [
    ["add_done_callback call_soon call_soon_threadsafe filter map reduce starmap submit to_thread", 0] as const,
    ["call_at call_later run_in_executor", 1] as const
  ].flatMap(([names, at]) => names.split(" ").map((name) => [name, at] as const))
)

/** Functions of the library by the name of the argument that they run. */
const byName: ReadonlyMap<string, string> = new Map(
  [
    ["groupby max min nlargest nsmallest sort sorted", "key"] as const,
    ["Process Thread", "target"] as const,
    ["Timer", "function"] as const
  ].flatMap(([names, argument]) => names.split(" ").map((name) => [name, argument] as const))
)

const nameTypes: ReadonlySet<string> = new Set(["identifier", "attribute"])

/** Functions that give each element of their second, or of their only list, to the function that they run. */
const ofSecond: ReadonlySet<string> = new Set(["filter", "map"])
const ofFirst: ReadonlySet<string> = new Set(["groupby", "max", "min", "sorted"])

const argumentNamed = (given: ReadonlyArray<SyntaxNode>, name: string, reading: Reading): SyntaxNode | undefined =>
  given.find((each) => each.type === "keyword_argument" && reading.text(each.at("name")) === name)?.at("value")

const elementsOf = (callee: SyntaxNode, name: string, given: ReadonlyArray<SyntaxNode>): SyntaxNode | undefined => {
  if (name === "sort") return callee.at("object")
  if (ofFirst.has(name)) return given[0]
  return ofSecond.has(name) ? given[1] : undefined
}

/** Finds what is given by name to what may be a function of the library that runs it. */
export const findRun: FindRun = (callee, given, reading) => {
  const name = reading.text(callee.type === "attribute" ? callee.at("attribute") : callee)
  const [at, argument] = [byPosition.get(name), byName.get(name)]
  const named = argument === undefined ? undefined : argumentNamed(given, argument, reading)
  const run = at === undefined ? named : given[at]
  if (run === undefined || !nameTypes.has(run.type)) return undefined
  return { run, elements: elementsOf(callee, name, given) }
}
