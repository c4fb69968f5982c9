import type { Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { undecided } from "../../adapters/parser/facts/typeGuards.ts"
import { elementOf, listOf } from "./builtinMembers.ts"
import type { GivenArguments, LinkRules, Session } from "./LinkRules.ts"
import { alternativesOf, isUndecided, join, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Module } from "./Module.ts"
import type { ShapeDefinition } from "./ShapeDefinition.ts"

/** The class of an instance, or a class itself. */
const classOf = (meaning: Meaning): SymbolMeaning | undefined => {
  const type = meaning.tag === "instance" ? meaning.of : meaning
  return type.tag === "symbol" && type.module.isType(type.definition) ? type : undefined
}

/** Whether a type is another one or extends it. */
export const isDerived = (session: Session, type: SymbolMeaning, base: SymbolMeaning): boolean =>
  session
    .line(type)
    .some((each) => each.tag === "symbol" && each.module === base.module && each.definition === base.definition)

/** Whether a class may be derived from one of a library, as far as is known. */
const isOpen = (session: Session, type: SymbolMeaning): boolean =>
  session.line(type).some(({ tag }) => tag === "external" || tag === "applied" || tag === "unknown")

/** What is left of one alternative that is checked to be another: the more special one, or nothing. */
const narrowOne = (session: Session, of: Meaning, to: Meaning): Meaning => {
  const [type, checked] = [classOf(of), classOf(to)]
  if (type === undefined || of.tag !== to.tag) return unknown
  if (checked === undefined) return isOpen(session, type) ? of : unknown
  if (isDerived(session, type, checked)) return of
  return isDerived(session, checked, type) ? to : unknown
}

/** What a value is where a test of its class says that it is `to`. */
const narrowByClass = (session: Session, of: Meaning, to: Meaning): Meaning => {
  const checks = alternativesOf(to)
  const found = join(
    alternativesOf(session.settle(of)).flatMap((each) => checks.map((check) => narrowOne(session, each, check)))
  )
  return found === unknown ? to : found
}

/**
 * What a value is where a guard says that it is `to`. A guard checks any type, and one that is not related by name may be the
 * same or narrower by its members: then it may be any of both.
 */
const narrowByGuard = (session: Session, of: Meaning, to: Meaning): Meaning => {
  const known = alternativesOf(session.settle(of))
  const isUnclear = isUndecided(to) || (to.tag === "external" && to.name === undecided)
  if (isUnclear || to.tag === "external") return isUnclear && known.length > 1 ? unknown : of
  const found = join(known.flatMap((each) => alternativesOf(to).map((check) => narrowOne(session, each, check))))
  if (found !== unknown) return found
  const own = known.filter((each) => classOf(each) !== undefined)
  if (to.tag === "instance" && classOf(to) === undefined) return own.length === known.length ? of : to
  return join([...own, to])
}

/** What a list is of whose elements a guard holds. */
const narrowElements = (session: Session, of: Meaning, to: Meaning): Meaning => {
  const list = session.settle(of)
  const element = elementOf(session, list)
  if (list !== unknown && element === unknown) return of
  const narrowed = narrowByGuard(session, element, to)
  if (narrowed === element) return of
  return narrowed === unknown ? unknown : listOf(narrowed)
}

/** What a value is where a check says that it is not `to`: of several types those that are not derived from that. */
export const exclude = (session: Session, of: Meaning, to: Meaning): Meaning => {
  const known = alternativesOf(session.settle(of))
  const checks = alternativesOf(to).map(classOf)
  const isChecked = (each: Meaning): boolean => {
    const type = each.tag === "instance" ? classOf(each) : undefined
    return type !== undefined && checks.some((check) => check !== undefined && isDerived(session, type, check))
  }
  const left = known.filter((each) => !isChecked(each))
  return left.length === 0 || left.length === known.length ? of : join(left)
}

/** What a value is where a check says that it is `to`. */
export const narrow = (session: Session, of: Meaning, to: Meaning, by: "guard" | "elements" | undefined): Meaning => {
  if (to === unknown) return of
  if (by === "elements") return narrowElements(session, of, to)
  return by === "guard" ? narrowByGuard(session, of, to) : narrowByClass(session, of, to)
}

/** What a function is made into by its decorator: an instance of a class of the project; otherwise unknown. */
export const decorate = (session: Session, { definition, module }: SymbolMeaning): Meaning => {
  const { container = "", decorated = -1 } = module.definition(definition) ?? {}
  const made = alternativesOf(session.evaluate(module, decorated)).filter(
    (each) => each.tag === "instance" && each.of.tag === "symbol"
  )
  // What a class makes of a descriptor is another thing.
  const isRead = container !== "" && made.some((each) => session.member(each, "__get__").tag === "symbol")
  return isRead ? unknown : join(made)
}

/** How a parameter of a function and what the function gives depend on one type variable. */
type Way = "same" | "class" | "calls"

/** `declared`: what a parameter is declared as. `yields`: what calling gives. */
const wayOf = (module: Module, declared: ValueIndex, yields: ValueIndex): Way | undefined => {
  if (declared === yields) return "same"
  const given = module.value(yields)
  if (given.tag === "instance" && given.of === declared) return "class"
  const taken = module.value(declared)
  return taken.tag === "function" && taken.yields === yields ? "calls" : undefined
}

/** What calling a generic function gives: the type variable that it gives is that of a parameter, `def make(kind: type[T]) -> T`. */
const callGeneric = (session: Session, callee: Meaning, given: (position: number) => Meaning): Meaning => {
  const yielded = (own: Module, { parameters, yields }: ShapeDefinition): Meaning => {
    const [at, way] = parameters
      .map((declared, position) => [position, declared < 0 ? undefined : wayOf(own, declared, yields)] as const)
      .find((each) => each[1] !== undefined) ?? [-1, undefined]
    const argument = way === undefined ? unknown : given(at)
    if (way === "same") return session.settle(argument)
    return way === "class" ? session.instanceOf(argument) : session.call(argument)
  }
  const found = alternativesOf(callee).flatMap((each) =>
    each.tag === "symbol" ? each.module.group(each.definition).map((one) => yielded(each.module, one)) : []
  )
  return join(found)
}

/** What `map` and the like give: a list of what a function gives. `flatMap` takes what is no list as it is. */
const listResults = (session: Session, by: Meaning, gives: "results" | "elements"): Meaning => {
  const result = session.settle(session.call(by))
  const element = gives === "elements" ? elementOf(session, result) : unknown
  const found = element === unknown ? result : element
  return found === unknown ? unknown : listOf(found)
}

/** What a call gives: what the callee is known to give, otherwise what follows from its arguments. */
export const callIn = (
  session: Session,
  { callLibrary, definesTypeVariables }: LinkRules,
  callee: Meaning,
  { count, given = [] }: Value & { readonly tag: "call" },
  evaluate: (each: ValueIndex) => Meaning
): Meaning => {
  const known = new Map<number, Meaning>()
  const at = (position: number): Meaning => {
    const found = known.get(position) ?? evaluate(given[position] ?? -1)
    known.set(position, found)
    return found
  }
  if (callee.tag === "builtin" && callee.gives !== undefined) return listResults(session, at(0), callee.gives)
  const all: GivenArguments = { count, receiver: undefined, length: given.length, at }
  const found = session.call(callee, all)
  if (found === unknown && callLibrary !== undefined) return callLibrary(session, callee, all)
  const mayFollow = found === unknown && given.length > 0 && definesTypeVariables === true
  return mayFollow ? callGeneric(session, callee, at) : found
}
