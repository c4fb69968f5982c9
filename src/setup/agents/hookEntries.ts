import {
  applyEdits,
  type Edit,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode
} from "jsonc-parser"
import { Result } from "effect"
import { canonicalJson } from "../../domain/Json.ts"
import {
  addElement,
  addMember,
  hasComments,
  listProperties,
  type Property,
  removeChild,
  removeMember,
  startsAtBrace
} from "../clients/formats/jsonEdit.ts"

/** An entry of ours for an event. */
export interface EventEntry {
  readonly event: string
  readonly entry: object
}

/**
 * A command that does nothing but run our hook, in every form that was ever written, also with variables before it. A
 * command that does more is the user's.
 */
const ownCommand = (() => {
  const word = String.raw`(?:[^\s;|&]+|'(?:[^']|'\\'')*')`
  const guard = String.raw`(?:command -v ${word} >/dev/null 2>&1 && |\[ -f ${word} \] && )?`
  const flags = String.raw`(?: --[a-z]+(?: \w+)?)*`
  return new RegExp(
    String.raw`^(?:\w+=\S* )*${guard}${word}(?: ${word})? agents hook --client [a-z-]+${flags}(?: \|\| true)?$`
  )
})()

/** The members with a handler's command. */
const commandMembers = ["command", "bash"]

const isOwnHandler = (node: Node): boolean =>
  listProperties(node).some(
    ({ key, value }) => commandMembers.includes(key) && typeof value.value === "string" && ownCommand.test(value.value)
  )

const valueOf = (node: Node): unknown => getNodeValue(node)

const listElements = (node: Node): ReadonlyArray<Node> => (node.type === "array" ? (node.children ?? []) : [])

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

type Parsed = Result.Result<Node, string>

const parseObject = (text: string): Parsed => {
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    const before = text.slice(0, first.offset).split("\n")
    return Result.fail(`${printParseErrorCode(first.error)} at line ${before.length}.`)
  }
  return root?.type === "object" ? Result.succeed(root) : Result.fail("it does not contain a JSON object.")
}

const findMember = (object: Node | undefined, key: string): Result.Result<Property | undefined, string> => {
  const found = object === undefined ? [] : listProperties(object).filter((property) => property.key === key)
  return found.length > 1 ? Result.fail(`it contains "${key}" more than once.`) : Result.succeed(found[0])
}

/** Finds `hooks`, an object; undefined if there is none. */
const findHooks = (root: Node): Result.Result<Property | undefined, string> =>
  Result.flatMap(findMember(root, "hooks"), (found) =>
    found === undefined || found.value.type === "object"
      ? Result.succeed(found)
      : Result.fail('"hooks" is not a JSON object.')
  )

/** A handler of ours, with everything around it. */
interface OwnHandler {
  readonly hooks: Property
  /** The event and its list of entries. */
  readonly list: Property
  /** The handler itself, or a group with `handlers`. */
  readonly entry: Node
  /** The handlers of a group; absent where entries are handlers. */
  readonly handlers?: Property
  readonly handler: Node
}

/** Lists our handlers in source order. */
const listOwn = (hooks: Property): ReadonlyArray<OwnHandler> =>
  listProperties(hooks.value).flatMap((list) =>
    listElements(list.value).flatMap((entry): ReadonlyArray<OwnHandler> => {
      if (isOwnHandler(entry)) return [{ hooks, list, entry, handler: entry }]
      const handlers = listProperties(entry).find(({ key }) => key === "hooks")
      return handlers === undefined
        ? []
        : listElements(handlers.value)
            .filter(isOwnHandler)
            .map((handler) => ({ hooks, list, entry, handlers, handler }))
    })
  )

const edit = (text: string, edits: ReadonlyArray<Edit>): string => applyEdits(text, [...edits])

/** Whether a container was probably added together with its only child. */
const wasAddedWithChild = (text: string, container: Node): boolean =>
  container.children?.length === 1 && !startsAtBrace(container) && !hasComments(text, container)

/** Whether a group is as we add it: with one handler, and at most a matcher besides. */
const isOwnGroup = (text: string, entry: Node, handlers: Node): boolean =>
  handlers.children?.length === 1 &&
  !hasComments(text, handlers) &&
  !hasComments(text, entry) &&
  listProperties(entry).every(({ key }) => key === "hooks" || key === "matcher")

/** Removes a handler of ours, and the group, the list and `hooks` around it if they were added with it. */
const removeOne = (text: string, { entry, handler, handlers, hooks, list }: OwnHandler): string => {
  if (handlers !== undefined && !isOwnGroup(text, entry, handlers.value))
    return edit(text, removeChild(text, handlers.value, handler))
  if (!wasAddedWithChild(text, list.value)) return edit(text, removeChild(text, list.value, entry))
  if (!wasAddedWithChild(text, hooks.value)) return edit(text, removeMember(text, list))
  return edit(text, removeMember(text, hooks))
}

/**
 * Removes our handlers from a file of hooks; everything else keeps its bytes. `""` if the file holds nothing else but
 * members of `newFile`. Fails with a sentence if it cannot be parsed.
 */
export const removeEntries = (text: string, newFile: object): Result.Result<string, string> =>
  Result.gen(function* () {
    if (text.trim() === "") return text
    const root = yield* parseObject(text)
    const hooks = yield* findHooks(root)
    // The last one first: while a container's first child is there, it shows whether the container was there before.
    const own = hooks === undefined ? undefined : listOwn(hooks).at(-1)
    if (own === undefined) return text
    const after = yield* removeEntries(removeOne(text, own), newFile)
    const rest = yield* parseObject(after === "" ? "{}" : after)
    const isBare = isSame(valueOf(rest), newFile) && !hasComments(after, rest) && !startsAtBrace(root)
    return isBare ? "" : after
  })

/** Adds one entry at the end of its event's list. */
const addOne = (text: string, { entry, event }: EventEntry): Result.Result<string, string> =>
  Result.gen(function* () {
    const root = yield* parseObject(text)
    const hooks = yield* findHooks(root)
    if (hooks === undefined) return edit(text, addMember(text, root, "hooks", { [event]: [entry] }))
    const list = yield* findMember(hooks.value, event)
    if (list === undefined) return edit(text, addMember(text, hooks.value, event, [entry]))
    if (list.value.type !== "array") return yield* Result.fail(`"hooks.${event}" is not a JSON array.`)
    return edit(text, addElement(text, list.value, entry))
  })

/** The value of an entry with our handler alone, whatever else its group has. */
const ownEntryOf = ({ entry, handler, handlers }: OwnHandler): object => {
  const members = listProperties(entry).filter(({ key }) => handlers === undefined || key === "matcher")
  const own = Object.fromEntries(members.map(({ key, value }) => [key, valueOf(value)]))
  return handlers === undefined ? own : { ...own, hooks: [valueOf(handler)] }
}

/** Lists our entries by event, without what others have added to them. */
const listEntries = (text: string): Result.Result<ReadonlyArray<EventEntry>, string> =>
  Result.gen(function* () {
    if (text.trim() === "") return []
    const hooks = yield* findHooks(yield* parseObject(text))
    return hooks === undefined
      ? []
      : listOwn(hooks).map((own): EventEntry => ({ event: own.list.key, entry: ownEntryOf(own) }))
  })

/** State of our entries in a file. */
export const checkEntries = (
  text: string,
  wanted: ReadonlyArray<EventEntry>
): Result.Result<"absent" | "current" | "outdated", string> =>
  Result.map(listEntries(text), (entries) => {
    if (entries.length === 0) return "absent"
    const isCurrent = entries.length === wanted.length && wanted.every((one) => entries.some((own) => isSame(own, one)))
    return isCurrent ? "current" : "outdated"
  })

const groupByEvent = (wanted: ReadonlyArray<EventEntry>): { readonly [event: string]: ReadonlyArray<object> } => {
  const grouped: { [event: string]: Array<object> } = {}
  for (const { entry, event } of wanted) (grouped[event] ??= []).push(entry)
  return grouped
}

/** Formats entries as a file of hooks has them, for people. */
export const formatEntries = (wanted: ReadonlyArray<EventEntry>): string =>
  JSON.stringify({ hooks: groupByEvent(wanted) }, null, 2)

/** Adds our entries to a file of hooks, in place of those that it has; other entries, comments and order stay. */
export const putEntries = (
  text: string,
  wanted: ReadonlyArray<EventEntry>,
  newFile: object
): Result.Result<string, string> =>
  Result.gen(function* () {
    if ((yield* checkEntries(text, wanted)) === "current") return text
    const cleared = yield* removeEntries(text, newFile)
    if (cleared.trim() === "") return `${JSON.stringify({ ...newFile, hooks: groupByEvent(wanted) }, null, 2)}\n`
    let changed = cleared
    for (const one of wanted) changed = yield* addOne(changed, one)
    return changed
  })
