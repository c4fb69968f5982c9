import type { CallExpression, Directive, Expression, NewExpression, Node, Statement, TSType } from "oxc-parser"
import type { DefinitionIndex, ExportDraft, Parameter, ReferenceDraft, ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { type Binding, type Evaluation, none, type Scope } from "./Evaluation.ts"

/** A function's body, a branch or a loop. */
export interface Block {
  readonly outer: Block | undefined
  readonly isFunction: boolean
}

/** Where in a file a visitor is. */
export interface Place {
  readonly scope: Scope
  readonly within: DefinitionIndex
  /** Nesting level within the definition. */
  readonly level: number
  /** The innermost block; undefined at the top level. */
  readonly block: Block | undefined
}

/** How an expression is used. */
export interface Use {
  readonly kind: "call" | "new" | "read" | "base" | "decorator"
  readonly arguments: number
}

export const read: Use = { kind: "read", arguments: -1 }

/** What is found about a definition when its node is visited. */
export interface Details {
  value: ValueIndex
  yields: ValueIndex
  bases: ReadonlyArray<ValueIndex>
  parameters: ReadonlyArray<Parameter>
  typeParameters: ReadonlyArray<ValueIndex>
  self: ValueIndex
  nesting: number
  cyclomatic: number
  cognitive: number
  hasBody: boolean
  isRecursive: boolean
  isPrivate: boolean
  isExported: boolean
  /** Whether it is in a namespace of which it must be exported. */
  isInNamespace: boolean
}

/** An assignment of a variable after its declaration. */
export interface Assigned {
  readonly at: number
  readonly block: Block | undefined
  readonly evaluate: () => ValueIndex
}

/** A call of a variable by its name. */
export interface VariableCall {
  readonly binding: Binding
  readonly at: number
  readonly place: Place
  readonly arguments: number
  /** What it holds by its declaration. */
  readonly initial: ValueIndex
  /** Whether it is a variable of the file, which is a definition. */
  readonly isOfFile: boolean
}

/** A call of what may be a function of the file. */
export interface OwnCall {
  readonly node: CallExpression | NewExpression
  readonly callee: ValueIndex
  readonly scope: Scope
}

/** Functions that a call is given to run, and what it gives those by position. */
interface GivenToRun {
  readonly runs: ReadonlyArray<ValueIndex>
  readonly passes: ReadonlyArray<ValueIndex>
}

/** The state of visiting a file, with its mutually recursive visitors. */
export interface Visit {
  readonly e: Evaluation
  readonly references: Array<ReferenceDraft>
  readonly exports: Array<ExportDraft>
  readonly details: ReadonlyArray<Details>
  /** What variables are set to after their declaration, and calls of variables. */
  readonly assigned: Map<Binding, Array<Assigned>>
  readonly variableCalls: Array<VariableCall>
  /** Calls of what may be functions of the file. */
  readonly calls: Array<OwnCall>
  /** Functions that calls may run which are given to them, by the offset of the call's reference. */
  readonly runs: Map<number, GivenToRun>
  /** Assignments whose exports were found. */
  readonly exported: Set<Node>
  /** Whether values are rooted in an import or a definition, if known. */
  readonly rooted: Array<boolean>
  readonly statements: (nodes: ReadonlyArray<Statement | Directive>, place: Place) => void
  readonly expression: (node: Expression, place: Place, use?: Use) => void
  readonly type: (node: TSType, place: Place) => void
  /** Visits the parameters and the body of a function. */
  readonly function: (node: FunctionLike, place: Place) => void
}

export const makeDetails = (): Details => ({
  value: -1,
  yields: -1,
  bases: [],
  parameters: [],
  typeParameters: [],
  self: none,
  nesting: 0,
  cyclomatic: 0,
  cognitive: 0,
  hasBody: false,
  isRecursive: false,
  isPrivate: false,
  isExported: false,
  isInNamespace: false
})

/** Returns the place within the definition that a node declares, or the same place if it declares none. */
export const enter = (v: Visit, node: Node, place: Place): Place => {
  const definition = v.e.definitionOf.get(node)
  return definition === undefined ? place : { ...place, within: definition, level: 0 }
}

/** Returns the same place with another scope. */
export const inScope = (place: Place, scope: Scope): Place => (scope === place.scope ? place : { ...place, scope })

/** Returns a place one level deeper. */
export const deeper = (v: Visit, place: Place): Place => {
  const level = place.level + 1
  const details = v.details[place.within]
  if (details !== undefined) details.nesting = Math.max(details.nesting, level)
  return { ...place, level, block: { outer: place.block, isFunction: false } }
}

/**
 * Counts a branch for the complexity of the definition: `cyclomatic` decisions, and for the cognitive complexity 1 plus the
 * nesting level, or `cognitive` if given.
 */
export const countBranch = (v: Visit, { level, within }: Place, cyclomatic = 1, cognitive = 1 + level): void => {
  const details = v.details[within]
  if (details === undefined) return
  details.cyclomatic += cyclomatic
  details.cognitive += cognitive
}
