import type { FactsLanguage, Left } from "./FactsLanguage.ts"
import type { Binding, Local, NameScope } from "./NameScope.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** Types and values of the same name differ in most languages, functions and variables in some. */
export type Space = "value" | "type" | "function"

/** What a name means, and the scope that says so. */
export interface Meaning {
  readonly bindings: ReadonlyArray<Binding>
  readonly scope: NameScope
}

/** Maximum definitions of a name in one scope that count: the last ones. */
const maxBindings = 16

const fitsType = (binding: Binding): boolean =>
  binding.binds === "definition" ? binding.entry.isType : binding.binds !== "local"

const fitsValue = (binding: Binding): boolean =>
  binding.binds === "definition" ? !binding.entry.isType : binding.binds !== "opaque"

const fitsFunction = (binding: Binding): boolean =>
  binding.binds === "import" || (binding.binds === "definition" && binding.entry.isFunction)

/** Maximum declarations of a local variable that are searched for a use. */
const maxSources = 32

/** Whether a local variable has its name already where it is used. */
const isDeclaredBefore = ({ at, parameter, sources }: Local, use: SyntaxNode): boolean =>
  parameter !== undefined ||
  (at <= use.start && !sources.slice(0, maxSources).some(({ node }) => node.start <= use.start && use.end <= node.end))

const select = (
  language: FactsLanguage,
  bound: ReadonlyArray<Binding>,
  use: SyntaxNode,
  space: Space
): ReadonlyArray<Binding> => {
  const known = bound.filter(
    (binding) =>
      binding.binds !== "local" || (space !== "type" && (!language.isOrdered || isDeclaredBefore(binding.local, use)))
  )
  if (space === "function") return known.filter(fitsFunction)
  if (language.sharesNames) return known
  const fitting = known.filter(space === "type" ? fitsType : fitsValue)
  if (space === "value") return fitting.length === 0 ? known : fitting
  // A class and its companion object share their name.
  const types = fitting.filter((binding) => binding.binds !== "definition" || binding.entry.kind !== "module")
  return types.length === 0 ? fitting : types
}

/** Prefers imports to variables that replace them when they fail, and functions to their declared signatures. */
const prefer = (bindings: ReadonlyArray<Binding>): ReadonlyArray<Binding> => {
  if (bindings.length < 2) return bindings
  const isImported = bindings.some(({ binds }) => binds === "import")
  const whole = bindings.filter(
    (binding) =>
      !(binding.binds === "definition" && (binding.entry.isOverload || (isImported && binding.entry.isVariable)))
  )
  return whole.length === 0 ? bindings : whole
}

/** Whether a member has its name already where the body of its type uses it. */
const isDefinedBefore = (binding: Binding, use: SyntaxNode): boolean =>
  binding.binds !== "definition" || binding.entry.found.at < use.start

const roleOf = (binding: Binding): "variable" | "member" | "other" => {
  if (binding.binds === "local") return "variable"
  if (binding.binds !== "definition" || binding.entry.isType) return "other"
  if (binding.entry.isVariable) return "variable"
  return binding.entry.found.container === "" ? "other" : "member"
}

/** What a name is bound to in a scope, as far as it is visible where it is used. */
const findVisible = (
  language: FactsLanguage,
  name: string,
  use: SyntaxNode,
  {
    left,
    scope,
    space,
    target
  }: { readonly left: Left; readonly scope: NameScope; readonly space: Space; readonly target: NameScope }
): ReadonlyArray<Binding> | undefined => {
  const named = target.names.get(name)
  if (scope.kind === "type" && space === "value" && language.runsTypeBodies === true)
    return named?.filter((binding) => isDefinedBefore(binding, use))
  const { sees } = language
  if (sees === undefined || !(left.method || left.type)) return named
  return named?.filter((binding) => sees(name, roleOf(binding), left))
}

/** Finds what a name means where it is used. */
export const findName = (
  language: FactsLanguage,
  name: string,
  use: SyntaxNode,
  { scope: from, space }: { readonly scope: NameScope; readonly space: Space }
): Meaning | undefined => {
  const left = { method: false, type: false }
  for (let scope: NameScope | undefined = from; scope !== undefined; scope = scope.outer) {
    const isHidden = scope.kind === "type" && scope !== from && !language.hasImplicitThis
    const target = scope.redirects.get(name) ?? scope
    const bound = isHidden ? undefined : findVisible(language, name, use, { left, scope, space, target })
    const found = bound === undefined ? [] : prefer(select(language, bound.slice(-maxBindings), use, space))
    if (found.length > 0) return { bindings: found, scope: target }
    if (scope.kind === "function" && language.seals?.(name, scope.node) === true) return undefined
    left.method ||= scope.kind === "function" && scope.entry !== undefined
    left.type ||= scope.kind === "type"
  }
  return undefined
}
