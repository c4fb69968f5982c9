import type { Class, Directive, Expression, Node, Statement, TSType } from "oxc-parser"
import type { DefinitionIndex, ImportDraft, ValueIndex } from "../../facts/Facts.ts"
import type { ValueTable } from "../../facts/ValueTable.ts"
import type { Found } from "../Source.ts"
import type { FunctionLike } from "../Source.ts"

/** What null, undefined and void are worth: no value. */
export const none = -1

/** What a name holds, evaluated at its first use. */
export interface Binding {
  readonly evaluate: () => ValueIndex
  /** Whether it is a type parameter. */
  readonly isTypeParameter: boolean
  /** Whether it is declared by a type or function, and known where that has arguments. */
  readonly isVariable?: true
  /** The binding of the same variable where less is known of it. */
  readonly narrows?: Binding
}

/** A lexical scope. A name may be a value, a type, or both. */
export interface Scope {
  readonly parent: Scope | undefined
  readonly values: Map<string, Binding>
  readonly types: Map<string, Binding>
  /** What `this` is. */
  readonly self: ValueIndex
  /** The function whose parameters it has. */
  owner?: FunctionLike
  /** How many type parameters are known in it, if it declares some. */
  variables?: number
}

export const makeScope = (parent: Scope, self = parent.self): Scope => ({
  parent,
  values: new Map(),
  types: new Map(),
  self
})

export const findValue = (scope: Scope, name: string): Binding | undefined => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const binding = at.values.get(name)
    if (binding !== undefined) return binding
  }
  return undefined
}

export const findType = (scope: Scope, name: string): Binding | undefined => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const binding = at.types.get(name)
    if (binding !== undefined) return binding
  }
  return undefined
}

/** What is assigned somewhere. */
export interface AssignedThere {
  readonly node: Expression
  readonly scope: Scope
}

/** What is assigned, by the name of the variable, or that of a field after `this.`. */
export type Assignments = Map<string, Array<AssignedThere>>

/** What the constructor of a class assigns, and what its methods do. */
export interface ByClass {
  readonly made: Assignments
  readonly later: Assignments
}

/** Where a variable is declared. */
export interface Declared {
  readonly declared: number
  readonly scope: Scope
  readonly statements: ReadonlyArray<Statement | Directive>
}

/** The state of evaluating a file's expressions and types, with its mutually recursive evaluators. */
export interface Evaluation {
  readonly text: string
  readonly table: ValueTable
  readonly unknown: ValueIndex
  /** Whether a test may say of which type something is. Many files have none. */
  readonly hasTests: boolean
  /** Whether an argument of a call is being evaluated. */
  isArgument: boolean
  /** In source order. */
  readonly found: ReadonlyArray<Found>
  /** The definition that a node declares. */
  readonly definitionOf: ReadonlyMap<Node, DefinitionIndex>
  /** The definition whose body a function is. */
  readonly bodyOf: ReadonlyMap<FunctionLike, DefinitionIndex>
  /** The definition whose body a class is. */
  readonly classOf: ReadonlyMap<Class, DefinitionIndex>
  /** The first definition of each qualified name, but for types. */
  readonly named: ReadonlyMap<string, DefinitionIndex>
  readonly imports: Array<ImportDraft>
  /** Indexes of imports within expressions, and of the last import of variables that hold modules. */
  readonly importOf: Map<Node, number>
  readonly scopes: Map<Node, Scope>
  /** The scope that all blocks of a namespace share, by the scope around it. */
  readonly namespaces: Map<Scope, Map<string, Scope>>
  /** What a function gets at a position, as far as the place where it is says: that of an argument, for example. */
  readonly given: Map<FunctionLike, (at: number) => ValueIndex>
  /** What definitions by destructuring hold. */
  readonly destructured: Map<Node, () => ValueIndex>
  readonly assignments: Map<Declared["statements"], Assignments>
  readonly classAssignments: Map<Class, ByClass>
  /** How often the text of a function or class may assign such a variable or field. */
  readonly assignmentCounts: Map<FunctionLike | Class, ReadonlyMap<string, number>>
  /** What functions were found to give. */
  readonly yielded: Map<FunctionLike, ValueIndex>
  readonly expression: (node: Expression, scope: Scope) => ValueIndex
  /** Evaluates a type as a type. */
  readonly type: (node: TSType, scope: Scope) => ValueIndex
  /** Evaluates what has a declared type. */
  readonly instance: (node: TSType, scope: Scope) => ValueIndex
  /** What a local variable gets after its declaration, in which it is assigned as often as `declared` says. */
  readonly assigned: (name: string, where: Declared) => ValueIndex
  /** What calling a function gives. */
  readonly yields: (node: FunctionLike, scope: Scope) => ValueIndex
}

/** Evaluates something as an argument of a call, or apart from one. */
export const evaluateAs = (
  e: Pick<Evaluation, "isArgument">,
  isArgument: boolean,
  evaluate: () => ValueIndex
): ValueIndex => {
  const before = e.isArgument
  e.isArgument = isArgument
  const value = evaluate()
  e.isArgument = before
  return value
}

/** Makes a binding. One that depends on itself is unknown. */
export const bind = (
  { unknown }: Pick<Evaluation, "unknown">,
  compute: () => ValueIndex,
  isTypeParameter = false
): Binding => {
  let value: ValueIndex | undefined
  return {
    isTypeParameter,
    evaluate: () => {
      if (value !== undefined) return value
      value = unknown
      value = compute()
      return value
    }
  }
}

/** Makes a binding of a definition, or of what `otherwise` computes if the node declares none. */
export const bindDefinition = (e: Evaluation, node: Node, otherwise: () => ValueIndex): Binding =>
  bind(e, () => {
    const definition = e.definitionOf.get(node)
    return definition === undefined ? otherwise() : e.table.add({ tag: "definition", definition })
  })
