import type { TSTypeParameter, TSTypeParameterDeclaration } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { bind, type Binding, type Evaluation, findType, makeScope, none, type Scope } from "./Evaluation.ts"

type Declaration = TSTypeParameterDeclaration | null | undefined

/** Binds type parameters to the types that they extend. */
export const bindTypeParameters = (e: Evaluation, declaration: Declaration, scope: Scope): void => {
  for (const { constraint, name } of declaration?.params ?? []) {
    const evaluate = () => (constraint === null ? e.unknown : e.type(constraint, scope))
    scope.types.set(name.name, bind(e, evaluate, true))
  }
}

const numberOf = ({ variables }: Evaluation, node: TSTypeParameter): number => {
  const known = variables.get(node) ?? variables.size
  variables.set(node, known)
  return known
}

/** Binds the type parameters of a class, interface or named type, which are known where the type has arguments. */
export const bindOwnTypeParameters = (e: Evaluation, declaration: Declaration, scope: Scope): void => {
  for (const node of declaration?.params ?? []) {
    const evaluate = (): ValueIndex => {
      const of = node.constraint === null ? e.unknown : e.type(node.constraint, scope)
      return e.table.add({ tag: "variable", of: of === none ? e.unknown : of, id: numberOf(e, node) })
    }
    scope.types.set(node.name.name, { ...bind(e, evaluate, true), isVariable: true })
  }
}

/** Returns the type parameters of a type as values, once they are bound in a scope. */
export const typeParametersOf = (e: Evaluation, declaration: Declaration, scope: Scope): ReadonlyArray<ValueIndex> =>
  (declaration?.params ?? []).map(({ name }) => findType(scope, name.name)?.evaluate() ?? e.unknown)

/** A type parameter of which nothing is known unless its type has arguments. */
const forget = (e: Evaluation, { evaluate, isVariable }: Binding): ValueIndex => {
  const value = isVariable === true ? e.table.values[evaluate()] : undefined
  return value?.tag === "variable" ? e.table.add({ tag: "variable", of: e.unknown, id: value.id }) : e.unknown
}

/** Makes a scope in which nothing is known of what type parameters extend: for what depends on the arguments of a call. */
export const forgetTypeParameters = (e: Evaluation, scope: Scope): Scope => {
  const inner = makeScope(scope)
  const seen = new Set<string>()
  // The scope of the file has no type parameters.
  for (let at = scope; at.parent !== undefined; at = at.parent) {
    for (const [name, binding] of at.types) {
      if (binding.isTypeParameter && !seen.has(name))
        inner.types.set(name, { ...binding, evaluate: () => forget(e, binding) })
      seen.add(name)
    }
  }
  return inner
}
