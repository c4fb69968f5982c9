import {
  argumentMembers,
  elementMembers,
  entriesMembers,
  iterables,
  keyMaps,
  keysMembers,
  pairMaps,
  promises,
  records,
  sameMembers,
  transparent,
  valueMaps,
  valueMembers,
  valuesMembers
} from "./genericTypes.ts"
import type { Session } from "./LinkRules.ts"
import { external, join, type Meaning, unknown } from "./Meaning.ts"

type InstanceOf = { readonly instanceOf: (type: Meaning) => Meaning }
type Applied = Meaning & { readonly tag: "applied" }

/** The arguments of an instance of a generic type of a library, with the type's name. */
const genericOf = (meaning: Meaning): { readonly type: string; readonly given: ReadonlyArray<Meaning> } | undefined =>
  meaning.tag === "instance" && meaning.of.tag === "applied" && meaning.of.of.tag === "external"
    ? { type: meaning.of.of.name, given: meaning.of.arguments }
    : undefined

/** The arguments of an instance of the generic type of a library that has a name; none of another one. */
export const argumentsOfGeneric = (meaning: Meaning, name: string): ReadonlyArray<Meaning> => {
  const { given, type } = genericOf(meaning) ?? { type: "", given: [] }
  return type === name ? given : []
}

/** The type of what a promise gives; undefined if the meaning is no promise. */
export const promised = (meaning: Meaning): Meaning | undefined => {
  const generic = genericOf(meaning)
  const which = generic === undefined ? undefined : promises.get(generic.type)
  if (generic !== undefined && which !== undefined) return generic.given.at(which === "first" ? 0 : -1) ?? unknown
  const isBare = meaning.tag === "instance" && meaning.of.tag === "external" && promises.has(meaning.of.name)
  return isBare ? unknown : undefined
}

/** What iterating gives. */
export const elementOf = ({ instanceOf }: InstanceOf, meaning: Meaning): Meaning => {
  if (meaning.tag === "tuple") return join(meaning.of)
  const { given, type } = genericOf(meaning) ?? { type: "", given: [] }
  const [first = unknown, second = unknown] = given
  const entries = meaning.tag === "instance" && meaning.of.tag === "applied" ? meaning.of.entries : undefined
  // Of a dictionary, what is at a key that is not constant.
  if (keyMaps.has(type) && entries !== undefined) return join([...entries.values()])
  if (iterables.has(type)) return given.length > 1 && /^tuple$/i.test(type) ? unknown : instanceOf(first)
  if (records.has(type) || valueMaps.has(type)) return instanceOf(second)
  return pairMaps.has(type) ? { tag: "tuple", of: [instanceOf(first), instanceOf(second)] } : unknown
}

/** A list of such elements. */
export const listOf = (element: Meaning): Meaning => ({
  tag: "instance",
  of: { tag: "applied", of: external("Array"), arguments: [{ tag: "typeof", of: element }] }
})

/** The entries of a literal, of which those that are not known are left out. */
const literalEntries = (meaning: Meaning): ReadonlyMap<string, Meaning> | undefined =>
  meaning.tag === "instance" && meaning.of.tag === "applied" ? meaning.of.entries : undefined

/** What is at a constant key. */
export const itemOf = (session: InstanceOf, meaning: Meaning, key: string): Meaning => {
  const found = literalEntries(meaning)?.get(key)
  if (found !== undefined) return found
  const { given, type } = genericOf(meaning) ?? { type: "", given: [] }
  return keyMaps.has(type) ? session.instanceOf(given[1] ?? unknown) : elementOf(session, meaning)
}

/** What is at a position. */
export const entryOf = (session: InstanceOf, meaning: Meaning, at: number): Meaning => {
  if (meaning.tag === "tuple") return meaning.of[at] ?? unknown
  const entries = literalEntries(meaning)
  const found = entries?.get(String(at))
  if (found !== undefined) return found
  const { given, type } = genericOf(meaning) ?? { type: "", given: [] }
  if (!/^tuple$/i.test(type)) return elementOf(session, meaning)
  return entries === undefined ? session.instanceOf(given[at] ?? unknown) : unknown
}

/** An instance of a generic type of a library: what it stands for, if it stands for something else. */
export const applyBuiltin = (
  { call, instanceOf }: InstanceOf & Pick<Session, "call">,
  applied: Applied,
  name: string
): Meaning => {
  const [first = unknown] = applied.arguments
  if (name === "ReturnType") return call(instanceOf(first))
  if (name === "InstanceType") return instanceOf(instanceOf(first))
  if (transparent.has(name)) return instanceOf(first)
  if (name === "Awaited") {
    const given = instanceOf(first)
    const type = promised(given)
    return type === undefined ? given : instanceOf(type)
  }
  return { tag: "instance", of: applied }
}

/** The same type of list, with elements at other positions. */
const withoutEntries = (meaning: Meaning): Meaning => {
  if (meaning.tag !== "instance" || meaning.of.tag !== "applied" || meaning.of.entries === undefined) return meaning
  const { arguments: given, of } = meaning.of
  return { tag: "instance", of: { tag: "applied", of, arguments: given } }
}

/** Members of iterables that give a list of what a function gives. */
const listers: ReadonlyMap<string, "results" | "elements"> = new Map([
  ["map", "results"],
  ["flatMap", "elements"]
])

/** A member, which is something of a library where nothing is known of it. */
const known = (found: Meaning, name: string): Meaning => (found === unknown ? external(name) : found)

/** A member of an instance of a generic type of a library. */
export const genericMember = (session: InstanceOf, meaning: Meaning, name: string): Meaning => {
  const { given, type } = genericOf(meaning) ?? { type: "", given: [] }
  const [first = unknown, second = unknown] = given
  const give = (yields: Meaning): Meaning => (yields === unknown ? external(name) : { tag: "builtin", yields })
  const iterable = (of: Meaning): Meaning =>
    of === unknown
      ? external(name)
      : {
          tag: "builtin",
          yields: { tag: "instance", of: { tag: "applied", of: external("Iterable"), arguments: [of] } }
        }
  if (iterables.has(type)) {
    const gives = listers.get(name)
    if (gives !== undefined) return { tag: "builtin", yields: unknown, gives }
    if (elementMembers.has(name)) return give(elementOf(session, meaning))
    return sameMembers.has(name) ? { tag: "builtin", yields: withoutEntries(meaning) } : external(name)
  }
  if (records.has(type)) return second === unknown ? external(name) : session.instanceOf(second)
  const position = argumentMembers.get(type)?.indexOf(name) ?? -1
  if (position !== -1 && given[position] !== undefined) return known(session.instanceOf(given[position]), name)
  if (!pairMaps.has(type) && !keyMaps.has(type)) return external(name)
  if (valueMembers.has(name)) return give(session.instanceOf(second))
  if (valuesMembers.has(name)) return iterable(second)
  if (keysMembers.has(name)) return iterable(first)
  if (!entriesMembers.has(name)) return external(name)
  const pairs: Meaning = { tag: "applied", of: external("Map"), arguments: [first, second] }
  return { tag: "builtin", yields: { tag: "instance", of: pairs } }
}
