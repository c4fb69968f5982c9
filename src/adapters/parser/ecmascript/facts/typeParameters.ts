import type { TSTypeParameterDeclaration } from "oxc-parser"
import { bind, type Evaluation, makeScope, type Scope } from "./Evaluation.ts"

/** Binds type parameters to the types that they extend. */
export const bindTypeParameters = (
  e: Evaluation,
  declaration: TSTypeParameterDeclaration | null | undefined,
  scope: Scope
): void => {
  for (const { constraint, name } of declaration?.params ?? []) {
    const evaluate = () => (constraint === null ? e.unknown : e.type(constraint, scope))
    scope.types.set(name.name, bind(e, evaluate, true))
  }
}

/** Makes a scope in which nothing is known of type parameters: for what depends on the arguments of a call. */
export const forgetTypeParameters = (e: Evaluation, scope: Scope): Scope => {
  const inner = makeScope(scope)
  const seen = new Set<string>()
  // The scope of the file has no type parameters.
  for (let at = scope; at.parent !== undefined; at = at.parent) {
    for (const [name, { isTypeParameter }] of at.types) {
      if (isTypeParameter && !seen.has(name)) inner.types.set(name, { evaluate: () => e.unknown, isTypeParameter })
      seen.add(name)
    }
  }
  return inner
}
