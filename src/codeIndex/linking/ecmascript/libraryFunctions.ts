import { isClass } from "../implicitCalls.ts"
import { external, type Meaning, unknown } from "../Meaning.ts"
import type { GivenArguments, Session } from "../LinkRules.ts"

/** A call of a function of a library: with the types that are written there, and what it is given. */
interface LibraryCall {
  readonly session: Session
  readonly types: ReadonlyArray<Meaning>
  readonly given: GivenArguments
}

type Give = (call: LibraryCall) => Meaning

/** Types of a library that say by their argument what is found by a value of them: `InjectionToken<Pool>`. */
const keyTypes = /(?:Context|Key|Token)$/

/** An instance of the class that is given, or of what a key says that is given. */
const find: Give = ({ given, session, types: [written = unknown] }) => {
  if (isClass(written)) return session.instanceOf(written)
  const key = session.settle(given.at(0))
  if (isClass(key)) return session.instanceOf(key)
  const type = key.tag === "instance" && key.of.tag === "applied" ? key.of : undefined
  const isKey = type?.of.tag === "external" && keyTypes.test(type.of.name)
  return isKey ? session.instanceOf(type.arguments[0] ?? unknown) : unknown
}

/** The type that is written, or else that of what is given, or of what a function gives that is given. */
const typeOfContent = ({ given, session, types: [written] }: LibraryCall, calls: boolean): Meaning => {
  if (written !== undefined) return written
  const content = session.settle(given.at(0))
  const made = calls ? session.settle(session.call(content)) : unknown
  const of = made === unknown ? content : made
  // A function is held, not named, where what holds it is called: `ref.current()`.
  return of.tag === "symbol" ? unknown : { tag: "typeof", of }
}

const make =
  (name: string): Give =>
  (call) => ({
    tag: "instance",
    of: { tag: "applied", of: external(name), arguments: [typeOfContent(call, false)] }
  })

const state: Give = (call) => ({
  tag: "tuple",
  of: [call.session.instanceOf(typeOfContent(call, true)), external("setState")]
})

/** What functions of libraries give whose names say it, wherever they come from: containers of services, and hooks of React. */
const functions: ReadonlyMap<string, Give> = new Map([
  ["bind", find],
  ["get", find],
  ["inject", find],
  ["resolve", find],
  ["use", find],
  ["useContext", find],
  ["createContext", make("Context")],
  ["createRef", make("RefObject")],
  ["useRef", make("RefObject")],
  ["useMemo", (call) => call.session.instanceOf(typeOfContent(call, true))],
  ["useState", state],
  ["reduce", ({ given, session }) => session.settle(given.at(1))],
  ["reduceRight", ({ given, session }) => session.settle(given.at(1))]
])

/** What a function of a library gives, as far as that is known by its name. */
export const callLibrary = (session: Session, callee: Meaning, given: GivenArguments): Meaning => {
  const [of, types] = callee.tag === "applied" ? [callee.of, callee.arguments] : [callee, []]
  const give = of.tag === "external" ? functions.get(of.name) : undefined
  return give === undefined ? unknown : give({ session, types, given })
}
