import type { Reference, ReferenceKind } from "../../adapters/parser/facts/Facts.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import type { Module } from "./Module.ts"
import { alternativesOf, type Meaning, type SymbolMeaning } from "./Meaning.ts"

/** The method that an instance of a class of the project has under a name. */
const methodOf = (session: Session, of: Meaning, name: string | undefined): ReadonlyArray<SymbolMeaning> => {
  if (name === undefined || of.tag !== "instance" || of.of.tag !== "symbol") return []
  const found = session.member(of, name)
  // What an interface declares does not run.
  return found.tag === "symbol" && !found.module.isDeclaration(found.definition) ? [found] : []
}

export const isIteration = ({ kind }: Reference): boolean => kind === "iterate" || kind === "iterate_async"

/** The methods that run where something is iterated: the one that begins, and the one that takes the next element. */
export const findIterating = (
  session: Session,
  rules: LinkRules,
  { kind }: Reference,
  iterated: Meaning
): ReadonlyArray<SymbolMeaning> => {
  const isAwaited = kind === "iterate_async"
  const first = isAwaited ? rules.asyncIterationMember : rules.iterationMember
  const next = isAwaited ? rules.asyncNextMember : rules.nextMember
  return alternativesOf(session.settle(iterated)).flatMap((each) => {
    const begun = methodOf(session, each, first)
    const iterators = begun.flatMap((method) => alternativesOf(session.settle(session.call(method))))
    return [...begun, ...iterators.flatMap((iterator) => methodOf(session, iterator, next))]
  })
}

/** Whether a meaning is a class. */
export const isClass = (meaning: Meaning): boolean =>
  meaning.tag === "symbol" && meaning.module.isType(meaning.definition)

/** Whether a function of the project may be called, which decides itself what it runs. */
export const mayBeOwn = (meaning: Meaning): boolean =>
  alternativesOf(meaning).some(({ tag }) => tag === "symbol" || tag === "literal" || tag === "instance")

/** The kind of the edges of a reference to what is named: raising a class makes an instance of it, iterating calls methods. */
export const kindOf = ({ kind }: Reference, meaning: Meaning): ReferenceKind => {
  if (kind === "iterate" || kind === "iterate_async") return "call"
  if (kind !== "raise") return kind
  return isClass(meaning) ? "call" : "read"
}

/** Whether a decorator that is called gives one of several things: a decorator only if it is called with what that needs. */
export const isEitherDecorator = (module: Module, { kind, value }: Reference, meaning: Meaning): boolean =>
  kind === "decorator" && meaning.tag === "union" && module.value(value).tag === "call"
