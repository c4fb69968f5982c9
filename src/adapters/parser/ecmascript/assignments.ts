import type { AssignmentExpression, Expression } from "oxc-parser"
import type { Span } from "../signature.ts"
import { classUnit } from "./classes.ts"
import { functionUnit } from "./functions.ts"
import { declare, declareDetail, headText, type Origin, qualify, type Scope, type Walk } from "./Source.ts"
import { findFunction, isRequire, formatMemberName, unwrap } from "./values.ts"

/** Parses the path of a member expression: `["Foo", "prototype", "bar"]`; empty for other expressions. */
const parseMemberPath = (walk: Walk, target: Expression): ReadonlyArray<string> => {
  const node = unwrap(target)
  if (node.type === "Identifier") return [node.name]
  if (node.type === "ThisExpression") return ["this"]
  if (node.type !== "MemberExpression") return []
  const object = parseMemberPath(walk, node.object)
  return object.length === 0 || object.length > 16
    ? []
    : [...object, formatMemberName(walk, node.property, node.computed)]
}

/** The target of an assignment. */
interface Target {
  /** Qualified; empty for the value of a whole module. */
  readonly name: string
  readonly isExport: boolean
  /** What `this` refers to in an assigned function. */
  readonly self: string
  /** Whether it is a member of instances: `Foo.prototype.bar`, `this.x`. */
  readonly isPrototype: boolean
}

const exportsPrefix = (path: ReadonlyArray<string>): number => {
  if (path[0] === "exports") return 1
  return path[0] === "module" && path[1] === "exports" ? 2 : 0
}

/**
 * Finds the target of a path: `exports.f` is `f`, `Foo.prototype.bar` is `Foo.bar`, `Foo.prototype` is `Foo`, and
 * `this.x` belongs to the enclosing scope.
 */
const findTarget = (path: ReadonlyArray<string>, scope: Scope): Target | undefined => {
  const skip = exportsPrefix(path)
  const rest = path.slice(skip).filter((segment, index) => index === 0 || segment !== "prototype")
  if (skip === 0 && rest.length === 1 && path.length === 2) {
    const name = qualify(scope, rest.join("."))
    return { name, isExport: false, self: name, isPrototype: true }
  }
  const isPrototype = path.includes("prototype")
  if (skip > 0) return { name: rest.join("."), isExport: true, self: rest.slice(0, -1).join("."), isPrototype }
  if (rest.length < 2) return undefined
  const [first = "", ...others] = rest
  if (first === "this") {
    const self: Scope = { ...scope, name: scope.self }
    const name = qualify(self, others.join("."))
    return scope.self === "" ? undefined : { name, isExport: false, self: scope.self, isPrototype: others.length === 1 }
  }
  const self = qualify(scope, rest.slice(0, -1).join("."))
  return { name: qualify(scope, rest.join(".")), isExport: false, self, isPrototype }
}

/** Whether an exported value is defined here rather than under another name. */
const isOwnValue = (value: Expression): boolean =>
  value.type !== "Identifier" &&
  value.type !== "MemberExpression" &&
  value.type !== "AssignmentExpression" &&
  !isRequire(value)

const originOf = (node: AssignmentExpression, { isExport, isPrototype, name }: Target): Origin => {
  const { left } = node
  const at = left.type === "MemberExpression" ? left.property.start : left.start
  const container = name.slice(0, Math.max(name.lastIndexOf("."), 0))
  return { node, at, container, isStatic: container !== "" && !isPrototype && !(isExport && name === "") }
}

/** An assignment with what it declares. */
interface Declaring {
  readonly node: AssignmentExpression
  readonly target: Target
}

/** Declares what gets a value together with another name: `a.b` of `a.b = a.c = …`. */
const declareOther = (walk: Walk, { node, target }: Declaring, start: number): void => {
  const origin = originOf(node, target)
  if (origin.container === "") return
  declareDetail(walk, { type: "field", name: target.name, span: { start, end: node.left.end }, origin })
}

const declareAssigned = (walk: Walk, { node, target }: Declaring, right: Expression, span: Span): void => {
  const value = unwrap(right)
  const callable = findFunction(value)
  const prefix = headText(walk, node.left)
  const ownName = "id" in value && value.id !== null ? value.id.name : "module.exports"
  const name = target.name === "" ? ownName : target.name
  const origin = originOf(node, target)
  if (callable !== undefined) {
    const type = name.includes(".") && target.name !== "" ? "method" : "function"
    functionUnit(walk, callable, { type, name, span, prefix, self: target.self === "" ? name : target.self, origin })
  } else if (value.type === "ClassExpression") {
    classUnit(walk, value, { name, span, prefix, origin })
  } else {
    if (target.isExport && target.name !== "" && isOwnValue(value)) {
      declare(walk, { type: "constant", name, head: prefix, span, origin })
    } else if (origin.container !== "") {
      declareDetail(walk, { type: "field", name, span, origin })
    }
    const { isPrototype } = target
    walk.value(value, { kind: "object", name: target.name, self: target.name, yieldsMembers: true, isPrototype })
  }
}

const findTargetOf = (walk: Walk, { left }: AssignmentExpression, scope: Scope): Target | undefined =>
  findTarget(left.type === "ArrayPattern" || left.type === "ObjectPattern" ? [] : parseMemberPath(walk, left), scope)

/**
 * An assignment statement: CommonJS exports, methods assigned to an object or prototype, fields that hold functions. Of
 * `a.b = a.c = …` the last declares the value.
 */
export const assignment = (walk: Walk, node: AssignmentExpression, scope: Scope, span: Span): void => {
  const declaring: Array<Declaring> = []
  let at: Expression = node
  for (; at.type === "AssignmentExpression"; at = at.right) {
    const target = findTargetOf(walk, at, scope)
    if (target !== undefined) declaring.push({ node: at, target })
  }
  const last = declaring.pop()
  for (const [index, each] of declaring.entries()) declareOther(walk, each, index === 0 ? span.start : each.node.start)
  const start = declaring.length === 0 ? span.start : last?.node.start
  if (last === undefined || start === undefined) walk.expression(at, scope)
  else declareAssigned(walk, last, at, { start, end: span.end })
}
