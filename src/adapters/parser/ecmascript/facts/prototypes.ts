import type { AssignmentExpression, CallExpression, Expression } from "oxc-parser"
import type { DefinitionIndex } from "../../facts/Facts.ts"
import { findCalleeName, ownerOfPrototype, unwrap } from "../values.ts"
import { valueAt } from "./combine.ts"
import { none } from "./Evaluation.ts"
import { record } from "./record.ts"
import type { Place, Visit } from "./Visit.ts"

/** Whose prototype `B.prototype`, `Object.create(B.prototype)` and `new B()` have. */
const findBase = (node: Expression): Expression | undefined => {
  const value = unwrap(node)
  if (value.type === "NewExpression") return value.callee
  if (value.type !== "CallExpression") return ownerOfPrototype(value)
  const [first] = value.arguments
  return first === undefined || findCalleeName(value) !== "create" ? undefined : ownerOfPrototype(first)
}

/** Adds a base of what an expression names, if that is a definition of this file. `isFirst`: before others that it has. */
const addBase = (v: Visit, of: Expression, base: Expression, place: Place, isFirst = false): void => {
  const named = valueAt(v.e, v.e.expression(of, place.scope))
  const definition: DefinitionIndex = named.tag === "definition" ? named.definition : none
  const details = v.details[definition]
  const value = v.e.expression(base, place.scope)
  if (details === undefined || value === none || value === v.e.unknown) return
  details.bases = isFirst ? [value, ...details.bases] : [...details.bases, value]
  const at = base.type === "MemberExpression" ? base.property.start : base.start
  record(v, "base", value, { at, place: { ...place, within: definition } })
}

/** Notes that a prototype gets the members of others: `Object.assign(A.prototype, B.prototype, mixin)`. */
const noteMixin = (v: Visit, { arguments: [first, ...others] }: CallExpression, place: Place): void => {
  const owner = first === undefined || first.type === "SpreadElement" ? undefined : ownerOfPrototype(unwrap(first))
  if (owner === undefined) return
  for (const each of others) {
    const isNamed = each.type === "Identifier" || each.type === "MemberExpression"
    if (isNamed) addBase(v, owner, ownerOfPrototype(each) ?? each, place, true)
  }
}

/** Notes what a call makes a base of a function: `util.inherits(A, B)`, `Object.setPrototypeOf(A.prototype, B.prototype)`. */
export const noteInheriting = (v: Visit, node: CallExpression, place: Place): void => {
  const [first, second] = node.arguments
  if (first === undefined || second === undefined) return
  if (first.type === "SpreadElement" || second.type === "SpreadElement") return
  const name = findCalleeName(node)
  if (name === "assign") noteMixin(v, node, place)
  if (name === "inherits") addBase(v, first, second, place)
  if (name !== "setPrototypeOf") return
  const [owner, base] = [ownerOfPrototype(unwrap(first)), findBase(second)]
  if (owner !== undefined && base !== undefined) addBase(v, owner, base, place)
}

/** Notes the base of a function whose prototype is assigned: `A.prototype = Object.create(B.prototype)`. */
export const notePrototype = (v: Visit, { left, right }: AssignmentExpression, place: Place): void => {
  const isDunder =
    left.type === "MemberExpression" && left.property.type === "Identifier" && left.property.name === "__proto__"
  const owner = ownerOfPrototype(isDunder ? unwrap(left.object) : left)
  const base = owner === undefined ? undefined : findBase(right)
  if (owner !== undefined && base !== undefined) addBase(v, owner, base, place)
}
