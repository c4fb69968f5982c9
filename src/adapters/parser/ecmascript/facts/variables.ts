import type { AssignmentExpression, AssignmentTargetPattern, IdentifierReference } from "oxc-parser"
import type { ReferenceDraft, ValueIndex } from "../../facts/Facts.ts"
import { formatMemberName } from "../values.ts"
import { entryOf, makeUnion, memberOf, valueAt } from "./combine.ts"
import { type Binding, findValue, none, type Scope } from "./Evaluation.ts"
import type { Assigned, Block, Place, VariableCall, Visit } from "./Visit.ts"

/** Maximum assignments of a variable to look at; one with more is unknown. */
const maxAssignments = 8

/** Finds the variable of a name, whatever is known of it there. */
const findVariable = (scope: Scope, name: string): Binding | undefined => {
  const found = findValue(scope, name)
  return found?.narrows ?? found
}

const add = (v: Visit, name: string, scope: Scope, assigned: Assigned): void => {
  const binding = findVariable(scope, name)
  if (binding === undefined) return
  const known = v.assigned.get(binding)
  if (known === undefined) v.assigned.set(binding, [assigned])
  else known.push(assigned)
}

/** Notes what a pattern puts into variables. */
const addPattern = (v: Visit, pattern: AssignmentTargetPattern, whole: Assigned, scope: Scope): void => {
  const { e } = v
  const parts =
    pattern.type === "ArrayPattern"
      ? pattern.elements.map((each, at) => [each, () => entryOf(e, whole.evaluate(), at)] as const)
      : pattern.properties.map((each) => {
          if (each.type !== "Property") return [each, () => e.unknown] as const
          const name = formatMemberName(e, each.key, each.computed)
          return [each.value, () => memberOf(e, whole.evaluate(), name)] as const
        })
  for (const [each, evaluate] of parts) {
    if (each === null) continue
    const isRest = each.type === "RestElement"
    const inner = isRest ? each.argument : each
    const target = inner.type === "AssignmentPattern" ? inner.left : inner
    const assigned = { ...whole, evaluate: isRest ? () => e.unknown : evaluate }
    if (target.type === "Identifier") add(v, target.name, scope, assigned)
    else if (target.type === "ArrayPattern" || target.type === "ObjectPattern") addPattern(v, target, assigned, scope)
  }
}

/** Notes what an assignment puts into variables. */
export const noteAssignment = (v: Visit, node: AssignmentExpression, { block, scope }: Place): void => {
  const { left, operator, right } = node
  const evaluate = (): ValueIndex => (operator === "=" ? v.e.expression(right, scope) : v.e.unknown)
  const assigned = { at: node.start, block, evaluate }
  if (left.type === "Identifier") add(v, left.name, scope, assigned)
  else if (left.type === "ArrayPattern" || left.type === "ObjectPattern") addPattern(v, left, assigned, scope)
}

/** Notes a call of a variable, whose meaning depends on the assignments before it. */
export const noteVariableCall = (
  v: Visit,
  node: IdentifierReference,
  initial: ValueIndex,
  { count, place }: { readonly count: number; readonly place: Place }
): void => {
  const { tag, ...value } = valueAt(v.e, initial)
  const found = tag === "definition" && "definition" in value ? v.e.found[value.definition] : undefined
  const isOfFile = found?.type === "variable"
  // A function, class or constant by its own name.
  if (found !== undefined && !isOfFile && found.name.endsWith(node.name)) return
  if (tag === "import" || tag === "global") return
  const binding = findVariable(place.scope, node.name)
  if (binding === undefined) return
  v.variableCalls.push({ binding, at: node.start, place, arguments: count, initial, isOfFile })
}

/** Whether code of a block runs only after what is before it in another, in the same function. */
const isStraight = (use: Block | undefined, block: Block | undefined): boolean => {
  for (let at = use; at !== block; at = at.outer) {
    if (at === undefined || at.isFunction) return false
  }
  return true
}

const functionOf = (block: Block | undefined): Block | undefined =>
  block === undefined || block.isFunction ? block : functionOf(block.outer)

/** What a variable may hold at a call: the last assignment before it in straight code, and those between the two. */
const reaching = (call: VariableCall, assigned: ReadonlyArray<Assigned>): ReadonlyArray<ValueIndex> => {
  const own = functionOf(call.place.block)
  const isLocal = assigned.every(({ block }) => functionOf(block) === own)
  const before = assigned.filter(({ at }) => at < call.at)
  const last = before.findLastIndex(({ block }) => isStraight(call.place.block, block))
  if (last !== -1) return before.slice(last).map(({ evaluate }) => evaluate())
  return [call.initial, ...(isLocal ? before : assigned).map(({ evaluate }) => evaluate())]
}

const heldAt = (v: Visit, call: VariableCall, assigned: ReadonlyArray<Assigned>): ValueIndex => {
  if (assigned.length > maxAssignments) return v.e.unknown
  const known = reaching(call, assigned).filter((value) => value !== none && value !== v.e.unknown)
  return known.length === 0 ? v.e.unknown : makeUnion(v.e, known)
}

/** Adds to references what variables that are assigned more than once hold where they are called. */
export const withAssigned = (v: Visit, references: ReadonlyArray<ReferenceDraft>): ReadonlyArray<ReferenceDraft> => {
  const calls = v.variableCalls.flatMap((call) => {
    const assigned = v.assigned.get(call.binding)
    return assigned === undefined ? [] : [[call, heldAt(v, call, assigned)] as const]
  })
  if (calls.length === 0) return references
  const byOffset = new Map(calls.map((each) => [each[0].at, each]))
  const known = references.flatMap((reference): ReadonlyArray<ReferenceDraft> => {
    const [call, held] = (reference.kind === "call" ? byOffset.get(reference.at) : undefined) ?? []
    if (call === undefined || held === undefined || reference.value !== call.initial) return [reference]
    byOffset.delete(reference.at)
    // A local variable is no definition: only what it holds is called.
    if (call.isOfFile) return [{ ...reference, held }]
    return held === v.e.unknown ? [] : [{ ...reference, value: held }]
  })
  const added = [...byOffset.values()].flatMap(([{ arguments: count, at, place }, held]): Array<ReferenceDraft> => {
    if (held === v.e.unknown) return []
    return [{ kind: "call", value: held, within: place.within, at, arguments: count }]
  })
  return [...known, ...added]
}
