import type { TSTypeParameterDeclaration } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { exactType } from "./exactTypes.ts"
import { bind, type Binding, type Evaluation, findType, makeScope, none, type Scope } from "./Evaluation.ts"

type Declaration = TSTypeParameterDeclaration | null | undefined

/** How many type parameters are known in a scope. */
const countIn = (scope: Scope): number => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.variables !== undefined) return at.variables
  }
  return 0
}

/**
 * Binds the type parameters of a type or function, which are known where that has arguments. They are numbered from those around
 * them, so that functions which declare the same share their values.
 */
export const bindTypeParameters = (e: Evaluation, declaration: Declaration, scope: Scope): void => {
  const nodes = declaration?.params ?? []
  if (nodes.length === 0) return
  const first = countIn(scope)
  scope.variables = first + nodes.length
  for (const [at, { constraint, default: otherwise, name }] of nodes.entries()) {
    const evaluate = (): ValueIndex => {
      const of = constraint === null ? e.unknown : e.type(constraint, scope)
      const variable = { tag: "variable" as const, of: of === none ? e.unknown : of, id: first + at }
      const known = otherwise === null ? none : exactType(e, otherwise, scope)
      return e.table.add(known === none || known === e.unknown ? variable : { ...variable, otherwise: known })
    }
    scope.types.set(name.name, { ...bind(e, evaluate, true), isVariable: true })
  }
}

/** Binds names that a condition infers, `infer U`, as type parameters of its first branch. */
export const bindInferred = (e: Evaluation, names: ReadonlyArray<string>, scope: Scope): void => {
  const first = countIn(scope)
  scope.variables = first + names.length
  for (const [at, name] of names.entries()) {
    const evaluate = (): ValueIndex => e.table.add({ tag: "variable", of: e.unknown, id: first + at })
    scope.types.set(name, { ...bind(e, evaluate, true), isVariable: true })
  }
}

/** Returns the type parameters of a type or function as values, once they are bound in a scope. */
export const typeParametersOf = (e: Evaluation, declaration: Declaration, scope: Scope): ReadonlyArray<ValueIndex> =>
  (declaration?.params ?? []).map(({ name }) => findType(scope, name.name)?.evaluate() ?? e.unknown)

/** A type parameter of which nothing is known unless what declares it has arguments. */
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
