import type { ValueIndex } from "../../facts/Facts.ts"
import type { LocalFunction } from "./Declarations.ts"
import type { KnownCalls } from "./KnownCalls.ts"
import type { NameScope } from "./NameScope.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** Evaluates types and expressions. */
interface Evaluation extends KnownCalls {
  valueAt(node: SyntaxNode): ValueIndex
}

/** Maximum returns of a function that count. */
const maxReturns = 8

/** What a generator yields: an element of all that `yield from` passes on. */
const yieldedBy = (e: Evaluation, node: SyntaxNode): ValueIndex => {
  const given = node.named.at(-1)
  const value = given === undefined ? e.unknown : e.valueAt(given)
  const passesOn = e.language.passesOnElements?.(node, e.reading) === true
  return passesOn && value !== e.unknown ? e.values.add({ tag: "element", of: value }) : value
}

/** What calling a generator gives: an iterator of what it yields, or where its decorator says so that itself. */
const ofGenerator = (e: Evaluation, { declared }: LocalFunction, yielded: ReadonlyArray<SyntaxNode>): ValueIndex => {
  if (e.language.passesOnElements === undefined || yielded.length > maxReturns) return e.unknown
  const element = e.join(yielded.map((node) => yieldedBy(e, node)))
  return declared.givesYielded === true ? element : e.iteratorOf(element)
}

/** A member of the instance around a scope. */
const ofReceiver = (e: Evaluation, name: string, scope: NameScope): ValueIndex => {
  const of = e.thisOf(scope)
  return of === e.unknown ? of : e.values.add({ tag: "member", of, name })
}

/** What calling a function gives: by its declared type, otherwise by its body. */
export const evaluateYields = (e: Evaluation, found: LocalFunction): ValueIndex => {
  const { declared, returns, scope } = found
  if (declared.returns !== undefined) return e.declared(declared.returns, scope)
  if (declared.gives !== undefined) return ofReceiver(e, declared.gives, scope)
  if (declared.result !== undefined) return e.valueAt(declared.result)
  const yielded = returns.filter(({ type }) => type.startsWith("yield"))
  if (yielded.length > 0) return ofGenerator(e, found, yielded)
  const given = returns.map((node) => node.named.at(-1)).filter((node) => node !== undefined)
  return given.length > maxReturns ? e.unknown : e.join(given.map((node) => e.valueAt(node)))
}
