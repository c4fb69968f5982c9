import type { TSTypeParameterDeclaration } from "oxc-parser"
import { bind, type Evaluation, type Scope } from "./Evaluation.ts"

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
