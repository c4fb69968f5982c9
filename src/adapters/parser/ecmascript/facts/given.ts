import type { Argument, CallExpression, Expression, IdentifierReference, NewExpression, ParamPattern } from "oxc-parser"
import type { DefinitionIndex, ReferenceDraft, Value, ValueIndex } from "../../facts/Facts.ts"
import { isFunction, unwrap, withoutThis } from "../values.ts"
import { valueAt, writtenIn } from "./combine.ts"
import { none, type Scope } from "./Evaluation.ts"
import { record } from "./record.ts"
import type { OwnCall, Place, Use, Visit } from "./Visit.ts"

/** Maximum arguments of a call to look at. */
const maxArguments = 16

const ownRoots: ReadonlySet<Value["tag"]> = new Set(["definition", "this", "super", "given"])

/** Whether a value begins with something of the file. */
const isOwn = (v: Visit, index: ValueIndex): boolean => {
  let at = valueAt(v.e, index)
  while ("of" in at && typeof at.of === "number") at = valueAt(v.e, at.of)
  return ownRoots.has(at.tag)
}

/** Notes a call with arguments, if it may be one of a function of the file. */
export const noteCall = (v: Visit, node: CallExpression | NewExpression, callee: ValueIndex, scope: Scope): void => {
  if (node.arguments.length > 0 && isOwn(v, callee)) v.calls.push({ node, callee, scope })
}

/** Returns the offset at which a reference to what is called is recorded. */
export const offsetOf = (callee: Expression): number => {
  const inner = unwrap(callee)
  return inner.type === "MemberExpression" ? inner.property.start : inner.start
}

const isNamed = (node: ParamPattern, name: string): boolean => {
  if (node.type === "TSParameterProperty") return isNamed(node.parameter, name)
  return node.type === "AssignmentPattern" ? isNamed(node.left, name) : node.type === "Identifier" && node.name === name
}

const scopeOf = (scope: Scope, name: string): Scope | undefined => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at.values.has(name)) return at
  return undefined
}

/** Records a call of a parameter whose type says that it is a function, as one of what it is given. */
export const recordParameterCall = (v: Visit, node: IdentifierReference, use: Use, place: Place): void => {
  const owner = scopeOf(place.scope, node.name)?.owner
  const definition = owner === undefined ? undefined : v.e.bodyOf.get(owner)
  const at = withoutThis(owner?.params ?? []).findIndex((each) => isNamed(each, node.name))
  if (definition === undefined || at === -1) return
  record(v, "call", v.e.table.add({ tag: "given", definition, at }), { at: node.start, place, count: use.arguments })
}

const evaluateArgument = (v: Visit, node: Argument, scope: Scope): ValueIndex => {
  if (node.type === "SpreadElement") return none
  const inner = unwrap(node)
  if (inner.type === "Literal" || inner.type === "TemplateLiteral") return none
  if (isFunction(inner) && !v.e.definitionOf.has(inner)) return none
  const value = v.e.expression(node, scope)
  return value === v.e.unknown ? none : value
}

const listGiven = (v: Visit, { node, scope }: OwnCall): ReadonlyArray<ValueIndex> => {
  const spread = node.arguments.findIndex(({ type }) => type === "SpreadElement")
  const known = node.arguments.slice(0, Math.min(maxArguments, spread === -1 ? maxArguments : spread))
  const given = known.map((each) => evaluateArgument(v, each, scope))
  const rest = node.arguments[spread]
  if (rest?.type === "SpreadElement") given.push(...writtenIn(v.e, v.e.expression(rest.argument, scope)))
  return given.slice(0, given.findLastIndex((value) => value !== none) + 1)
}

/** Whether what is called may have a parameter without a type: not a function that is known to have none. */
const mayTake = (v: Visit, callee: ValueIndex, takers: ReadonlySet<DefinitionIndex>): boolean => {
  const called = valueAt(v.e, callee)
  if (called.tag !== "definition" || takers.has(called.definition)) return true
  return v.e.found[called.definition]?.type !== "function"
}

/** Adds what calls give, in files with functions whose parameters have no types. */
export const withGiven = (v: Visit, references: ReadonlyArray<ReferenceDraft>): ReadonlyArray<ReferenceDraft> => {
  const takers = new Set(v.e.table.values.flatMap((value) => (value.tag === "given" ? [value.definition] : [])))
  if (takers.size === 0) return references
  const byOffset = new Map<number, ReadonlyArray<ValueIndex>>()
  for (const call of v.calls.filter(({ callee }) => mayTake(v, callee, takers))) {
    const given = listGiven(v, call)
    if (given.length > 0) byOffset.set(offsetOf(call.node.callee), given)
  }
  return references.map((reference) => {
    const given = reference.kind === "call" || reference.kind === "new" ? byOffset.get(reference.at) : undefined
    return given === undefined ? reference : { ...reference, given }
  })
}
