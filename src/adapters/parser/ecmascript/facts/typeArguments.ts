import type { CallExpression, TSTypeParameterInstantiation } from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import { valueAt } from "./combine.ts"
import { exactType } from "./exactTypes.ts"
import { type Evaluation, none, type Scope } from "./Evaluation.ts"

/** Types whose arguments are kept: those of the library, and others that may be generic. */
const mayApply: ReadonlySet<Value["tag"]> = new Set(["global", "definition", "import", "member", "generic"])

/** Whether arguments of a type of the project say something of it. */
const saysSomething = (e: Evaluation, values: ReadonlyArray<ValueIndex>): boolean =>
  values.some((each) => !/^(?:unknown|global)$/.test(valueAt(e, each).tag))

/** Applies a type to its arguments. */
export const applyArguments = (
  e: Evaluation,
  of: ValueIndex,
  node: TSTypeParameterInstantiation | null | undefined,
  scope: Scope
): ValueIndex => {
  const parameters = node?.params ?? []
  const { tag } = valueAt(e, of)
  if (parameters.length === 0 || !mayApply.has(tag)) return of
  const values = parameters.map((each) => {
    const value = tag === "global" ? e.type(each, scope) : exactType(e, each, scope)
    return value === none ? e.unknown : value
  })
  const isKept = tag === "global" ? values.some((each) => each !== e.unknown) : saysSomething(e, values)
  return isKept ? e.table.add({ tag: "apply", of, arguments: values }) : of
}

/** Returns what a call calls, with the type arguments that are written there. Those of a function of the platform do not matter. */
export const calleeOf = (e: Evaluation, node: CallExpression, of: ValueIndex, scope: Scope): ValueIndex =>
  valueAt(e, of).tag === "global" ? of : applyArguments(e, of, node.typeArguments, scope)
