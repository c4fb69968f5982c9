import type { Class, Comment, Directive, Expression, Node, Program, Statement } from "oxc-parser"
import type { DefinitionDraft, DefinitionIndex, FactsDraft } from "../../facts/Facts.ts"
import { ValueTable } from "../../facts/ValueTable.ts"
import type { Found, FunctionLike } from "../Source.ts"
import type { DocTypes } from "../jsdoc/addTypes.ts"
import { assignedToVariable } from "./assigned.ts"
import { bindDocTypes, exportDocTypes } from "./docTypes.ts"
import { documentationOf } from "./documentation.ts"
import { evaluateAs, type Evaluation, none, type Scope } from "./Evaluation.ts"
import { evaluateExpression } from "./expressions.ts"
import { bindStatements, hoistVariables } from "./bindings.ts"
import { hasTests } from "./guards.ts"
import { withGiven } from "./given.ts"
import { findHiddenOverloads } from "./overloads.ts"
import { withRuns } from "./runs.ts"
import { scopeAfter } from "./narrowing.ts"
import { evaluateInstance, evaluateType } from "./types.ts"
import { type Details, inScope, makeDetails, type Place, read, type Use, type Visit } from "./Visit.ts"
import { withAssigned } from "./variables.ts"
import { visitExpression } from "./visitExpressions.ts"
import { visitFunction, visitStatement } from "./visitStatements.ts"
import { visitType } from "./visitTypes.ts"
import { evaluateYields } from "./yields.ts"

/** Maximum nesting to visit or to evaluate. */
const maxDepth = 200

/** A syntax tree with the definitions found in it. */
interface Parsed {
  readonly text: string
  readonly program: Program
  readonly comments: ReadonlyArray<Comment>
  readonly found: ReadonlyArray<Found>
  /** Whether classes declare all their fields, as in TypeScript, so that assignments to `this` declare none. */
  readonly declaresFields: boolean
  /** Types that comments declare. */
  readonly docTypes: DocTypes
}

/** Makes a function that limits how deep calls nest. Deeper ones give `otherwise`. */
const makeDepthLimit = <R>(otherwise: R) => {
  let depth = 0
  return <Args extends ReadonlyArray<unknown>>(call: (...args: Args) => R) =>
    (...args: Args): R => {
      if (depth >= maxDepth) return otherwise
      depth += 1
      const result = call(...args)
      depth -= 1
      return result
    }
}

/** Finds the definitions of nodes, bodies and names. */
const indexDefinitions = (found: ReadonlyArray<Found>) => {
  const definitionOf = new Map<Node, DefinitionIndex>()
  const bodyOf = new Map<FunctionLike, DefinitionIndex>()
  const classOf = new Map<Class, DefinitionIndex>()
  const named = new Map<string, DefinitionIndex>()
  for (const [index, { body, name, node, type }] of found.entries()) {
    definitionOf.set(node, index)
    if (type !== "interface" && type !== "type" && !named.has(name)) named.set(name, index)
    if (body === undefined) continue
    if ("params" in body) bodyOf.set(body, index)
    else classOf.set(body, index)
  }
  return { definitionOf, bodyOf, classOf, named }
}

const makeEvaluation = (text: string, found: ReadonlyArray<Found>): Evaluation => {
  const table = new ValueTable()
  const { unknown } = table
  const limited = makeDepthLimit(unknown)
  const e: Evaluation = {
    ...indexDefinitions(found),
    text,
    table,
    unknown,
    hasTests: hasTests(text),
    isArgument: false,
    found,
    imports: [],
    importOf: new Map(),
    scopes: new Map(),
    namespaces: new Map(),
    destructured: new Map(),
    given: new Map(),
    yielded: new Map(),
    assignments: new Map(),
    classAssignments: new Map(),
    assignmentCounts: new Map(),
    expression: limited((node, scope) => evaluateExpression(e, node, scope)),
    type: limited((node, scope) => evaluateType(e, node, scope)),
    assigned: limited((name, where) => assignedToVariable(e, name, where)),
    instance: limited((node, scope) => evaluateInstance(e, node, scope)),
    yields: limited((node, scope) => evaluateAs(e, false, () => evaluateYields(e, node, scope)))
  }
  return e
}

const makeVisit = (e: Evaluation): Visit => {
  const limited = makeDepthLimit<void>(undefined)
  const expression = limited((node: Expression, place: Place, use: Use) => visitExpression(v, node, place, use))
  const v: Visit = {
    e,
    references: [],
    calls: [],
    runs: new Map(),
    assigned: new Map(),
    variableCalls: [],
    exports: [],
    details: e.found.map(makeDetails),
    exported: new Set(),
    rooted: [],
    statements: limited((nodes, place) => {
      let { scope } = place
      for (const node of nodes) {
        visitStatement(v, node, inScope(place, scope))
        scope = scopeAfter(e, node, scope)
      }
    }),
    expression: (node, place, use = read) => expression(node, place, use),
    type: limited((node, place) => visitType(v, node, place)),
    function: limited((node, place) => visitFunction(v, node, place))
  }
  return v
}

/** Returns for each definition the innermost one around it. */
const findOwners = (found: ReadonlyArray<Found>): ReadonlyArray<DefinitionIndex> => {
  const open: Array<DefinitionIndex> = []
  return found.map(({ end, start }, index) => {
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const outer = found[last]
      if (outer !== undefined && outer.end >= end && outer.end > start) break
      open.pop()
    }
    const owner = open.at(-1) ?? -1
    open.push(index)
    return owner
  })
}

const isOfThis = ({ node }: Found): boolean =>
  node.type === "AssignmentExpression" &&
  node.left.type === "MemberExpression" &&
  node.left.object.type === "ThisExpression"

/** Drops fields that are declared before, as members of the class or by an earlier assignment. */
const dropRepeated = (found: ReadonlyArray<Found>, declaresFields: boolean): ReadonlyArray<Found> => {
  const declared = new Set(found.filter(({ node }) => node.type !== "AssignmentExpression").map(({ name }) => name))
  const seen = new Set<string>()
  return found.filter((each) => {
    const { name, node, type } = each
    if (type !== "field" || node.type !== "AssignmentExpression") return true
    if (declaresFields && isOfThis(each)) return false
    const isNew = !declared.has(name) && !seen.has(name)
    seen.add(name)
    return isNew
  })
}

/** Whether other files can refer to a definition: it is exported, or a member of what is. */
const findExported = (v: Visit, found: ReadonlyArray<Found>): ReadonlyArray<boolean> => {
  const names = new Set<string>()
  return found.map(({ container, name }, index) => {
    const details = v.details[index]
    if (details === undefined) return false
    const isMember = !details.isPrivate && (names.has(container) || container === "global")
    const isExported =
      container === "" ? details.isExported : isMember && (details.isExported || !details.isInNamespace)
    if (isExported) names.add(name)
    return isExported
  })
}

const lastSegment = ({ container, name }: Found): string => {
  const own = container !== "" && name.startsWith(`${container}.`) ? name.slice(container.length + 1) : name
  return own
}

/** Returns a name without the names of the functions and types around it. */
const unqualified = (found: ReadonlyArray<Found>, index: DefinitionIndex, owner: DefinitionIndex): string => {
  const one = found[index]
  if (one === undefined) return ""
  const own = lastSegment(one)
  const outer = found[owner]?.name
  return outer !== undefined && own.startsWith(`${outer}.`) ? own.slice(outer.length + 1) : own
}

const makeDraft = (
  { comments, text }: Parsed,
  one: Found,
  details: Details,
  rest: { readonly owner: DefinitionIndex; readonly name: string; readonly isExported: boolean }
): DefinitionDraft => {
  const above = one.headStart > one.start ? commentsIn(comments, one.start, one.headStart) : []
  const { cognitive, cyclomatic, hasBody } = details
  return {
    kind: one.type,
    name: rest.name,
    qualifiedName: one.name,
    container: one.container,
    owner: rest.owner,
    signature: one.signature,
    start: one.start,
    end: one.end,
    at: one.at,
    documentation: documentationOf(above.map(({ end, start }) => text.slice(start, end))),
    isExported: rest.isExported,
    isStatic: one.isStatic,
    value: details.value,
    yields: details.yields,
    bases: details.bases,
    parameters: details.parameters,
    ...(details.typeParameters.length === 0 ? {} : { typeParameters: details.typeParameters }),
    ...(details.self === none ? {} : { self: details.self }),
    nesting: hasBody ? details.nesting : 0,
    cyclomatic: hasBody ? 1 + cyclomatic : 0,
    cognitive: hasBody ? cognitive : 0
  }
}

/** Returns the comments from `start` to `end`. */
const commentsIn = (comments: ReadonlyArray<Comment>, start: number, end: number): ReadonlyArray<Comment> => {
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((comments[middle]?.start ?? start) < start) low = middle + 1
    else high = middle
  }
  const found: Array<Comment> = []
  for (let at = low; at < comments.length; at += 1) {
    const comment = comments[at]
    if (comment === undefined || comment.start >= end) break
    found.push(comment)
  }
  return found
}

const isOfModule = ({ type }: Statement | Directive): boolean => /^(?:Import|Export)/.test(type)

/** Extracts the facts about a file from its tree. */
export const extractFacts = (parsed: Parsed): FactsDraft => {
  const { program, text } = parsed
  const sorted = parsed.found.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const found = dropRepeated(sorted, parsed.declaresFields)
  const e = makeEvaluation(text, found)
  const v = makeVisit(e)
  const scope: Scope = { parent: undefined, values: new Map(), types: new Map(), self: e.unknown }
  hoistVariables(e, program.body, scope, scope)
  bindStatements(e, program.body, scope)
  const place = { scope, within: -1, level: 0, block: undefined }
  bindDocTypes(v, parsed.docTypes, place)
  v.statements(program.body, place)
  exportDocTypes(v, parsed.docTypes, program.body.some(isOfModule), scope)
  const owners = findOwners(found)
  const exported = findExported(v, found)
  for (const index of findHiddenOverloads(text, found)) {
    const details = v.details[index]
    if (details !== undefined) details.yields = none
  }
  const references = withRuns(v, withGiven(v, withAssigned(v, v.references)))
  return {
    package: "",
    values: e.table.values,
    definitions: found.map((one, index) => {
      const owner = owners[index] ?? -1
      const name = unqualified(found, index, owner)
      const details = v.details[index] ?? makeDetails()
      return makeDraft(parsed, one, details, { owner, name, isExported: exported[index] ?? false })
    }),
    imports: e.imports,
    exports: v.exports,
    references: references.toSorted((a, b) => a.at - b.at)
  }
}
