import type {
  ArrayExpression,
  AssignmentExpression,
  CallExpression,
  Expression,
  ImportExpression,
  MemberExpression,
  ObjectExpression,
  ObjectProperty,
  TSSatisfiesExpression
} from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { countArguments, findCalleeName, formatMemberName, isFunction } from "../values.ts"
import {
  apply,
  awaited,
  callOf,
  declareObject,
  entryOf,
  makeArray,
  makeGlobal,
  makeObject,
  makeStandard,
  makeUnion,
  memberOf,
  typeOf,
  valueAt
} from "./combine.ts"
import { argumentsOf } from "./callArguments.ts"
import { constructed } from "./constructed.ts"
import { evaluateAs, type Evaluation, findValue, none, type Scope } from "./Evaluation.ts"
import { filtered } from "./guards.ts"
import { evaluateMade, givenToMap } from "./platform.ts"
import { narrowScope, rightScope } from "./narrowing.ts"
import { calleeOf } from "./typeArguments.ts"
import { memberAtSymbol } from "./symbolKeys.ts"

/** Maximum operands, links of a chain and elements to look at. */
const maxParts = 64
/** Maximum members of an object to keep. */
const maxMembers = 256
/** Maximum objects that one has the members of. */
const maxSpread = 8

/** Returns what an expression that only changes the type or the syntax stands for. */
export const transparent = (node: Expression): Expression | undefined => {
  if (
    node.type === "ParenthesizedExpression" ||
    node.type === "ChainExpression" ||
    node.type === "TSNonNullExpression" ||
    node.type === "TSSatisfiesExpression" ||
    node.type === "TSInstantiationExpression"
  )
    return node.expression
  if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") {
    const { typeAnnotation: type } = node
    if (type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const")
      return node.expression
  }
  return undefined
}

/** Returns the expression that a link of a chain is built on. */
export const innerOf = (node: Expression): Expression | undefined => {
  if (node.type === "MemberExpression") return node.object
  if (node.type === "CallExpression") return node.callee
  if (node.type === "TaggedTemplateExpression") return node.tag
  if (node.type === "AwaitExpression") return node.argument
  return transparent(node)
}

/** Whether a call is `require("x")`, of no function of the file. */
const isRequireCall = (node: CallExpression, scope: Scope): boolean =>
  node.callee.type === "Identifier" && node.callee.name === "require" && findValue(scope, "require") === undefined

const importAt = (
  e: Evaluation,
  node: CallExpression | ImportExpression,
  source: unknown,
  kind: "dynamic" | "require"
): ValueIndex => {
  if (typeof source !== "string") return e.unknown
  const known = e.importOf.get(node)
  const index = known ?? e.imports.push({ module: source, imported: "*", local: "", kind, at: node.start }) - 1
  e.importOf.set(node, index)
  return e.table.add({ tag: "import", import: index })
}

const imported = (e: Evaluation, node: ImportExpression): ValueIndex =>
  importAt(e, node, node.source.type === "Literal" ? node.source.value : undefined, "dynamic")

const member = (e: Evaluation, node: MemberExpression, of: ValueIndex, scope: Scope): ValueIndex => {
  if (node.computed && node.property.type === "Literal" && typeof node.property.value === "number") {
    return entryOf(e, of, node.property.value)
  }
  const isName = !node.computed || (node.property.type === "Literal" && typeof node.property.value === "string")
  if (isName) return memberOf(e, of, formatMemberName(e, node.property, node.computed))
  return memberAtSymbol(e, node, of, scope) ?? apply(e, "element", of)
}

/** Functions that give one which gives what the function given to them gives, once. */
const keepers = new Set(["memoize", "once"])

/** What `memoize(() => new Pool())` gives: a function that gives the same. */
const kept = (e: Evaluation, node: CallExpression, scope: Scope): ValueIndex => {
  const [first] = node.arguments
  const isKept = first !== undefined && first.type !== "SpreadElement" && isFunction(first) && first.params.length === 0
  if (!isKept || !keepers.has(findCalleeName(node))) return e.unknown
  const yields = e.yields(first, scope)
  return yields === none || yields === e.unknown ? e.unknown : e.table.add({ tag: "function", yields })
}

const satisfying = (
  e: Evaluation,
  { typeAnnotation }: TSSatisfiesExpression,
  of: ValueIndex,
  scope: Scope
): ValueIndex => (valueAt(e, of).tag === "object" ? declareObject(e, of, e.instance(typeAnnotation, scope)) : of)

/** Evaluates a link of a chain from what it is built on. */
export const evaluateLink = (e: Evaluation, node: Expression, of: ValueIndex, scope: Scope): ValueIndex => {
  if (node.type === "MemberExpression") return member(e, node, of, scope)
  if (node.type === "AwaitExpression") {
    return node.argument.type === "ImportExpression" ? imported(e, node.argument) : awaited(e, of)
  }
  if (node.type === "TSSatisfiesExpression") return satisfying(e, node, of, scope)
  if (node.type !== "CallExpression") return node.type === "TaggedTemplateExpression" ? apply(e, "call", of) : of
  const [first] = node.arguments
  if (isRequireCall(node, scope))
    return importAt(e, node, first?.type === "Literal" ? first.value : undefined, "require")
  const made = kept(e, node, scope)
  if (made !== e.unknown) return made
  const platform = evaluateMade(e, node, scope)
  if (platform !== e.unknown) return platform
  if (of === none) return e.unknown
  const callee = calleeOf(e, node, of, scope)
  const given = givenToMap(e, node, of, scope) ?? (callee === of ? argumentsOf(e, node, of, scope) : undefined)
  return filtered(e, node, callOf(e, callee, countArguments(node.arguments), given), scope)
}

/** Evaluates a chain such as `a.b().c!.d`. */
const chain = (e: Evaluation, node: Expression, scope: Scope): ValueIndex => {
  const links: Array<Expression> = []
  let at = node
  for (let inner = innerOf(at); inner !== undefined; inner = innerOf(at)) {
    links.push(at)
    at = inner
    if (links.length > maxParts) return e.unknown
  }
  return links.reduceRight((of, each) => evaluateLink(e, each, of, scope), e.expression(at, scope))
}

const property = (e: Evaluation, node: ObjectProperty, scope: Scope): ValueIndex => {
  const definition = e.definitionOf.get(node)
  if (definition !== undefined) return e.table.add({ tag: "definition", definition })
  const isAccessor = node.kind !== "init"
  if (isAccessor) return node.kind === "get" && isFunction(node.value) ? e.yields(node.value, scope) : none
  return e.expression(node.value, scope)
}

/** What is spread into an object, the last first; nothing if some of it may be anything, and have any member. */
const spreadIn = (e: Evaluation, node: ObjectExpression, scope: Scope): ReadonlyArray<ValueIndex> => {
  const spread = node.properties.flatMap((each) => {
    const value = each.type === "SpreadElement" ? e.expression(each.argument, scope) : none
    return value === none ? [] : [value]
  })
  return spread.length > maxSpread || spread.includes(e.unknown) ? [] : spread.toReversed()
}

const object = (e: Evaluation, node: ObjectExpression, scope: Scope): ValueIndex =>
  makeObject(
    e,
    node.properties.slice(0, maxMembers).flatMap((each) => {
      if (each.type !== "Property") return []
      return [[formatMemberName(e, each.key, each.computed), property(e, each, scope)] as const]
    }),
    spreadIn(e, node, scope)
  )

const array = (e: Evaluation, node: ArrayExpression, scope: Scope): ValueIndex => {
  const elements = node.elements.slice(0, 8).map((each) => {
    if (each === null) return none
    return each.type === "SpreadElement"
      ? apply(e, "element", e.expression(each.argument, scope))
      : e.expression(each, scope)
  })
  const spread = node.elements.findIndex((each) => each?.type === "SpreadElement")
  return makeArray(e, spread === -1 ? elements : elements.slice(0, spread), typeOf(e, makeUnion(e, elements)))
}

const functionValue = (e: Evaluation, node: FunctionLike, scope: Scope): ValueIndex => {
  const definition = e.definitionOf.get(node)
  if (definition !== undefined) return e.table.add({ tag: "definition", definition })
  const yields = e.yields(node, scope)
  return e.table.add({ tag: "function", yields: yields === none ? e.unknown : yields })
}

/** Evaluates `a ?? b ?? c` and `a ? b : c ? d : e`, of which each operand may be the value. */
const alternatives = (e: Evaluation, node: Expression, scope: Scope): ValueIndex => {
  const found: Array<ValueIndex> = []
  let at = node
  let inner = scope
  for (let parts = 0; parts < maxParts; parts += 1) {
    if (at.type === "LogicalExpression" && at.operator !== "&&") {
      found.push(e.expression(at.right, rightScope(e, at, inner)))
      at = at.left
    } else if (at.type === "ConditionalExpression") {
      found.push(e.expression(at.consequent, narrowScope(e, at.test, true, inner)))
      inner = narrowScope(e, at.test, false, inner)
      at = at.alternate
    } else break
  }
  return makeUnion(e, [...found, e.expression(at, inner)].toReversed())
}

const literals: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
  bigint: "BigInt"
}

const comparisons = new Set(["==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "instanceof"])

const primitive = (e: Evaluation, node: Expression): ValueIndex => {
  if (node.type === "TemplateLiteral") return makeStandard(e, "String")
  if (node.type === "BinaryExpression" && comparisons.has(node.operator)) return makeStandard(e, "Boolean")
  if (node.type === "UnaryExpression") {
    if (node.operator === "typeof") return makeStandard(e, "String")
    if (node.operator === "void") return none
    return node.operator === "!" || node.operator === "delete" ? makeStandard(e, "Boolean") : e.unknown
  }
  if (node.type !== "Literal") return e.unknown
  if ("regex" in node) return makeStandard(e, "RegExp")
  const name = literals[typeof node.value]
  return name === undefined ? none : makeStandard(e, name)
}

const superOf = (e: Evaluation, scope: Scope): ValueIndex => {
  const self = valueAt(e, scope.self)
  // In a static method, this is the class itself.
  const isOfClass = self.tag === "this" || self.tag === "definition"
  return isOfClass ? e.table.add({ tag: "super", definition: self.definition }) : e.unknown
}

export const identifier = (e: Evaluation, name: string, scope: Scope): ValueIndex => {
  const found = findValue(scope, name)
  if (found !== undefined) return evaluateAs(e, false, found.evaluate)
  return name === "undefined" ? none : makeGlobal(e, name)
}

/** Evaluates an assignment: the function or class that it declares, or what is assigned. */
const assigned = (e: Evaluation, node: AssignmentExpression, scope: Scope): ValueIndex => {
  const definition = e.definitionOf.get(node)
  const isOwn = definition !== undefined && e.found[definition]?.body !== undefined
  return isOwn ? e.table.add({ tag: "definition", definition }) : e.expression(node.right, scope)
}

const compound = (e: Evaluation, node: Expression, scope: Scope): ValueIndex => {
  if (node.type === "ObjectExpression") return object(e, node, scope)
  if (node.type === "ArrayExpression") return array(e, node, scope)
  if (isFunction(node)) return functionValue(e, node, scope)
  if (node.type === "ClassExpression") {
    const definition = e.classOf.get(node)
    return definition === undefined ? e.unknown : e.table.add({ tag: "definition", definition })
  }
  if (node.type === "SequenceExpression") {
    const last = node.expressions.at(-1)
    return last === undefined ? e.unknown : e.expression(last, scope)
  }
  if (node.type === "AssignmentExpression") return assigned(e, node, scope)
  if (node.type === "LogicalExpression" && node.operator === "&&") {
    return e.expression(node.right, rightScope(e, node, scope))
  }
  if (node.type === "LogicalExpression" || node.type === "ConditionalExpression") return alternatives(e, node, scope)
  return primitive(e, node)
}

/** Evaluates an expression. */
export const evaluateExpression = (e: Evaluation, node: Expression, scope: Scope): ValueIndex => {
  if (node.type === "Identifier") return identifier(e, node.name, scope)
  if (node.type === "ThisExpression") return scope.self
  if (node.type === "Super") return superOf(e, scope)
  if (node.type === "NewExpression") return constructed(e, node, scope)
  if (node.type === "MetaProperty") return node.meta.name === "import" ? makeStandard(e, "ImportMeta") : e.unknown
  if (node.type === "ImportExpression") {
    const module = imported(e, node)
    return module === e.unknown ? module : makeStandard(e, "Promise", typeOf(e, module))
  }
  if (innerOf(node) !== undefined) return chain(e, node, scope)
  if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") return e.instance(node.typeAnnotation, scope)
  return compound(e, node, scope)
}

/** Returns an instance of the promise that an async function gives. */
export const promiseOf = (e: Evaluation, value: ValueIndex): ValueIndex =>
  makeStandard(e, "Promise", typeOf(e, value === none ? e.unknown : value))
