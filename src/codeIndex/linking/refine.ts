import type { Session } from "./LinkRules.ts"
import { alternativesOf, join, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"

/** The class of an instance, or a class itself. */
const classOf = (meaning: Meaning): SymbolMeaning | undefined => {
  const type = meaning.tag === "instance" ? meaning.of : meaning
  return type.tag === "symbol" && type.module.isType(type.definition) ? type : undefined
}

const isDerived = (session: Session, type: SymbolMeaning, base: SymbolMeaning): boolean =>
  session
    .line(type)
    .some((each) => each.tag === "symbol" && each.module === base.module && each.definition === base.definition)

/** What is left of one alternative that is checked to be another: the more special one, or nothing. */
const narrowOne = (session: Session, of: Meaning, to: Meaning): Meaning => {
  const [type, checked] = [classOf(of), classOf(to)]
  if (type === undefined || checked === undefined || of.tag !== to.tag) return unknown
  if (isDerived(session, type, checked)) return of
  return isDerived(session, checked, type) ? to : unknown
}

/** What a value is where a check says that it is `to`. */
export const narrow = (session: Session, of: Meaning, to: Meaning): Meaning => {
  if (to === unknown) return of
  const checks = alternativesOf(to)
  const found = join(
    alternativesOf(session.settle(of)).flatMap((each) => checks.map((check) => narrowOne(session, each, check)))
  )
  return found === unknown ? to : found
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
