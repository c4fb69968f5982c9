import type { Argument, CallExpression, Expression } from "oxc-parser"
import type { ReferenceDraft, ValueIndex } from "../../facts/Facts.ts"
import { unwrap } from "../values.ts"
import { passedBy } from "./callbacks.ts"
import { apply } from "./combine.ts"
import { none, type Scope } from "./Evaluation.ts"
import { offsetOf } from "./given.ts"
import type { Visit } from "./Visit.ts"

/** Functions of the platform by the position of the function that they run; of `then` the second one runs, too. */
const runners: ReadonlyMap<string, ReadonlyArray<number>> = new Map(
  [
    [
      "every filter find findIndex findLast findLastIndex flatMap forEach map some reduce reduceRight sort toSorted catch finally setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame nextTick",
      [0]
    ] as const,
    ["from", [1]] as const,
    ["then", [0, 1]] as const
  ].flatMap(([names, positions]) => names.split(" ").map((name) => [name, positions] as const))
)

const nameOf = (callee: Expression): string | undefined => {
  const inner = unwrap(callee)
  if (inner.type === "Identifier") return inner.name
  return inner.type === "MemberExpression" && inner.property.type === "Identifier" ? inner.property.name : undefined
}

/** Whether an argument is the name of something. */
const isNamed = (node: Argument | undefined): node is Expression => {
  const inner = node === undefined || node.type === "SpreadElement" ? undefined : unwrap(node)
  return inner?.type === "Identifier" || (inner?.type === "MemberExpression" && !inner.computed)
}

/** What a function of the platform gives by position to the function that it runs. `receiver`: whose method it may be. */
const passedTo = (
  { e }: Visit,
  name: string,
  {
    given: [first],
    receiver,
    scope
  }: { readonly given: ReadonlyArray<Argument>; readonly receiver: ValueIndex; readonly scope: Scope }
): ReadonlyArray<ValueIndex> => {
  if (name !== "from") return passedBy(e, name, receiver)
  const list = first === undefined || first.type === "SpreadElement" ? none : e.expression(first, scope)
  return list === none || list === e.unknown ? [] : [apply(e, "element", list)]
}

/** Notes functions that are given by name to what may be a function of the platform that runs them. */
export const noteRuns = (
  v: Visit,
  { arguments: given, callee }: CallExpression,
  receiver: ValueIndex,
  scope: Scope
): void => {
  const name = nameOf(callee) ?? ""
  const positions = given.length === 0 ? undefined : runners.get(name)
  if (positions === undefined) return
  const runs = positions.flatMap((at): ReadonlyArray<ValueIndex> => {
    const argument = given[at]
    const value = isNamed(argument) ? v.e.expression(argument, scope) : none
    return value === none || value === v.e.unknown ? [] : [value]
  })
  if (runs.length > 0) v.runs.set(offsetOf(callee), { runs, passes: passedTo(v, name, { given, receiver, scope }) })
}

/** Adds the functions that calls run which are given to them. */
export const withRuns = ({ runs }: Visit, references: ReadonlyArray<ReferenceDraft>): ReadonlyArray<ReferenceDraft> =>
  runs.size === 0
    ? references
    : references.map((reference) => {
        const found = reference.kind === "call" ? runs.get(reference.at) : undefined
        if (found === undefined) return reference
        return { ...reference, runs: found.runs, ...(found.passes.length === 0 ? {} : { passes: found.passes }) }
      })
