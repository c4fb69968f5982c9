import type { Value, ValueIndex } from "../../facts/Facts.ts"
import { type Evaluation, none } from "./Evaluation.ts"

type Table = Pick<Evaluation, "table" | "unknown">

/** Maximum alternatives of a union; more are unknown. */
export const maxAlternatives = 8

export const valueAt = ({ table }: Table, index: ValueIndex): Value => table.values[index] ?? { tag: "unknown" }

const orUnknown = ({ unknown }: Table, value: ValueIndex): ValueIndex => (value === none ? unknown : value)

/** Returns what an instance is of; another value itself. */
const typeOfInstance = (e: Table, value: Value): Value => (value.tag === "instance" ? valueAt(e, value.of) : value)

/** What iterating an array gives whose elements are known by value. */
const elementOf = (e: Table, base: Value): ValueIndex => {
  if (base.tag === "object") {
    return base.members.length > maxAlternatives || base.spread !== undefined
      ? none
      : makeUnion(
          e,
          base.members.map(([, each]) => each)
        )
  }
  const type = typeOfInstance(e, base)
  const of = type.tag === "apply" ? valueAt(e, type.of) : type
  if (type.tag !== "apply" || of.tag !== "global" || !/^(?:Array|Set)$/.test(of.name)) return none
  const element = valueAt(e, type.arguments[0] ?? none)
  return element.tag === "typeof" ? element.of : none
}

/** Adds a value that is built on one other. */
export const apply = (e: Table, tag: "call" | "new" | "element" | "typeof", of: ValueIndex): ValueIndex => {
  const base = valueAt(e, of)
  if (tag === "call" && base.tag === "function") return base.yields
  const element = tag === "element" ? elementOf(e, base) : none
  if (element !== none) return element
  return base.tag === "unknown" ? e.unknown : e.table.add({ tag, of })
}

/** Returns what a call with a number of arguments gives, -1 if that is not known, and with what is `given` of them, if it matters. */
export const callOf = (e: Table, of: ValueIndex, count: number, given?: ReadonlyArray<ValueIndex>): ValueIndex => {
  const base = valueAt(e, of)
  if (count === -1 || base.tag === "function" || base.tag === "unknown") return apply(e, "call", of)
  return e.table.add(given === undefined ? { tag: "call", of, count } : { tag: "call", of, count, given })
}

export const makeGlobal = ({ table }: Table, name: string): ValueIndex => table.add({ tag: "global", name })

export const makeUnion = (e: Table, parts: ReadonlyArray<ValueIndex>): ValueIndex => {
  const flat = parts.flatMap((part) => {
    const value = valueAt(e, part)
    return value.tag === "union" && value.agrees === undefined && part !== none ? value.of : [part]
  })
  const of = [...new Set(flat.filter((part) => part !== none))]
  const [only = none] = of
  if (of.length < 2) return only
  return of.length > maxAlternatives ? e.unknown : e.table.add({ tag: "union", of })
}

/** Adds what several values are, if they are the same. */
export const makeAgreement = (e: Table, of: ReadonlyArray<ValueIndex>): ValueIndex => {
  const [only = none] = of
  if (of.length < 2) return only
  return of.length > maxAlternatives ? e.unknown : e.table.add({ tag: "union", of, agrees: true })
}

/** Returns the member of a value, looking into object literals. `module.exports` is `exports`, as far as it is known. */
export const memberOf = (e: Table, of: ValueIndex, name: string): ValueIndex => {
  const base = valueAt(e, of)
  if (name === "exports" && base.tag === "global" && base.name === "module") return makeGlobal(e, name)
  if (base.tag !== "object") return e.table.add({ tag: "member", of: orUnknown(e, of), name })
  const found = base.members.find(([each]) => each === name)
  if (found !== undefined) return found[1]
  const isComplete = base.spread === undefined && base.declared === undefined
  return isComplete ? e.unknown : e.table.add({ tag: "member", of, name })
}

export const entryOf = (e: Table, of: ValueIndex, at: number): ValueIndex => {
  const base = valueAt(e, of)
  if (base.tag === "object") return memberOf(e, of, String(at))
  const written = writtenAt(e, base, at)
  if (written !== undefined) return written
  return base.tag === "unknown" ? e.unknown : e.table.add({ tag: "entry", of, at })
}

const containers = new Set([
  "Array",
  "Iterable",
  "Map",
  "Promise",
  "ReadonlyArray",
  "ReadonlyMap",
  "ReadonlySet",
  "Set"
])

/** Globals that no project declares for itself: what they are given says nothing of the project. */
const platform = new Set(
  [
    "Array BigInt Boolean Date Error Function Intl JSON Map Math Number Object Promise Proxy RegExp Reflect Set String Symbol WeakMap WeakSet",
    "clearInterval clearTimeout console crypto document fetch navigator process queueMicrotask requestAnimationFrame setImmediate setInterval setTimeout window",
    "after afterAll afterEach before beforeAll beforeEach describe expect it jest suite test vi"
  ].flatMap((names) => names.split(" "))
)

/** Whether a value is of the platform: a global, or a member or result of an instance of a type of it. */
export const isOfPlatform = (e: Table, of: ValueIndex): boolean => {
  let at = valueAt(e, of)
  while (at.tag === "member" || at.tag === "call" || at.tag === "instance" || at.tag === "parameter") {
    at = valueAt(e, at.of)
  }
  if (at.tag !== "apply") return at.tag === "global" && platform.has(at.name)
  const type = valueAt(e, at.of)
  return type.tag === "global" && containers.has(type.name)
}

/** Returns what a function is declared to take at a position, at -1 what `this` is in it. Of functions of the platform nothing is known. */
export const parameterOf = (e: Table, of: ValueIndex, at: number): ValueIndex => {
  const base = valueAt(e, of)
  if (base.tag === "function" && at === -1) return base.self ?? e.unknown
  if (base.tag === "function" && base.parameters?.[at] !== undefined) return base.parameters[at]
  const isUnknown = base.tag === "unknown" || base.tag === "object" || isOfPlatform(e, of)
  return isUnknown ? e.unknown : e.table.add({ tag: "parameter", of, at })
}

/** Returns a generic type of the project, or an instance of one, without its arguments. */
export const withoutArguments = (e: Table, type: ValueIndex): ValueIndex => {
  const value = valueAt(e, type)
  if (value.tag === "instance") return instanceOf(e, withoutArguments(e, value.of))
  return value.tag === "apply" && valueAt(e, value.of).tag !== "global" ? value.of : type
}

/** Returns a value whose type is `type`. */
export const instanceOf = (e: Table, type: ValueIndex): ValueIndex => {
  if (type === none) return none
  const value = valueAt(e, type)
  if (value.tag === "object" || value.tag === "function" || value.tag === "unknown") return type
  if (value.tag === "typeof") return value.of
  if (value.tag === "union") {
    const parts = value.of.map((each) => instanceOf(e, each))
    return value.agrees === true ? makeAgreement(e, parts) : makeUnion(e, parts)
  }
  return e.table.add({ tag: "instance", of: type })
}

/** Returns the type of a value. */
export const typeOf = (e: Table, value: ValueIndex): ValueIndex => {
  if (value === none) return none
  const known = valueAt(e, value)
  if (known.tag === "instance") return known.of
  return known.tag === "object" || known.tag === "function" ? value : apply(e, "typeof", value)
}

/** Returns an instance of a type of the standard library, `Promise<T>` or `Array<T>` with an argument. */
export const makeStandard = (e: Table, name: string, argument?: ValueIndex): ValueIndex => {
  const type = makeGlobal(e, name)
  if (argument === undefined || argument === none || argument === e.unknown) return instanceOf(e, type)
  return instanceOf(e, e.table.add({ tag: "apply", of: type, arguments: [argument] }))
}

/** What an array may hold that is worth to know by position. */
const kept: ReadonlySet<Value["tag"]> = new Set([
  "definition",
  "import",
  "member",
  "call",
  "object",
  "function",
  "given"
])

/** Maximum elements of an array to keep by position. */
const maxEntries = 64

/** Returns an array with its first elements, where they are functions or the like. */
export const makeArray = (e: Table, elements: ReadonlyArray<ValueIndex>, type: ValueIndex): ValueIndex => {
  const isWorth = (value: ValueIndex): boolean => value !== none && kept.has(valueAt(e, value).tag)
  const entries = elements
    .slice(0, maxEntries)
    .flatMap((value, at) => (isWorth(value) ? [[String(at), value] as const] : []))
  if (elements.length < 2 || entries.length === 0 || type === none || type === e.unknown) {
    return makeStandard(e, "Array", type)
  }
  const of = makeGlobal(e, "Array")
  return instanceOf(e, e.table.add({ tag: "apply", of, arguments: [type], entries }))
}

/** Lists the elements of an array that was written in the same place. */
export const writtenIn = (e: Table, array: ValueIndex): ReadonlyArray<ValueIndex> => {
  const base = valueAt(e, array)
  const type = typeOfInstance(e, base)
  const entries = new Map(type.tag === "apply" ? type.entries : [])
  const length = Math.max(-1, ...[...entries.keys()].map(Number)) + 1
  return Array.from({ length }, (_, at) => entries.get(String(at)) ?? none)
}

/** Returns the element of an array that was written in the same place. */
const writtenAt = (e: Table, base: Value, at: number): ValueIndex | undefined => {
  const type = typeOfInstance(e, base)
  const entries = type.tag === "apply" ? type.entries : undefined
  return entries?.find(([key]) => key === String(at))?.[1]
}

/** Returns what awaiting a value gives. */
export const awaited = (e: Table, of: ValueIndex): ValueIndex => {
  const value = valueAt(e, of)
  if (value.tag === "unknown") return of
  if (value.tag === "instance") {
    const type = valueAt(e, value.of)
    const generic = type.tag === "apply" ? valueAt(e, type.of) : undefined
    if (type.tag === "apply" && generic?.tag === "global" && generic.name === "Promise") {
      return instanceOf(e, type.arguments[0] ?? e.unknown)
    }
  }
  return e.table.add({ tag: "await", of })
}

const isEmpty = (value: Value): boolean =>
  value.tag === "object" && value.members.length === 0 && value.spread === undefined && value.declared === undefined

/** Adds to an object what it is said to be, which says more of its members than an empty object does. */
export const declareObject = (e: Table, object: ValueIndex, declared: ValueIndex): ValueIndex => {
  const value = valueAt(e, object)
  if (value.tag !== "object" || declared === none || declared === e.unknown) return object
  const members = value.members.filter(([, each]) => !isEmpty(valueAt(e, each)))
  return e.table.add({ ...value, members, declared })
}

/** Makes an object of its members, without those of which nothing is known, and of what is spread into it. */
export const makeObject = (
  e: Table,
  members: ReadonlyArray<readonly [string, ValueIndex]>,
  spread: ReadonlyArray<ValueIndex> = []
): ValueIndex => {
  const known = new Map(members.filter(([, value]) => value !== none && value !== e.unknown))
  return e.table.add({ tag: "object", members: [...known], ...(spread.length === 0 ? {} : { spread }) })
}
