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

/** By what our entries are recognized, whatever started them. */
const ownCommand = /\bagents hook --client [a-z-]+/

const isOwn = (node: Node): boolean => ownCommand.test(JSON.stringify(valueOf(node)))

const valueOf = (node: Node): unknown => getNodeValue(node)

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

/** Lists our entries with the arrays around them. */
const listOwn = (hooks: Node): ReadonlyArray<{ readonly list: Property; readonly node: Node }> =>
  listProperties(hooks).flatMap((list) =>
    list.value.type === "array" ? (list.value.children ?? []).filter(isOwn).map((node) => ({ list, node })) : []
  )

const edit = (text: string, edits: ReadonlyArray<Edit>): string => applyEdits(text, [...edits])

/** Whether a container was probably added together with its only child. */
const wasAddedWithChild = (text: string, container: Node): boolean =>
  container.children?.length === 1 && !startsAtBrace(container) && !hasComments(text, container)

/** Removes one of our entries, and the list and `hooks` around it if they hold nothing else. */
const removeOne = (text: string, hooks: Property, { list, node }: { list: Property; node: Node }): string => {
  if (list.value.children?.length !== 1 || hasComments(text, list.value))
    return edit(text, removeChild(text, list.value, node))
  if (!wasAddedWithChild(text, hooks.value)) return edit(text, removeMember(text, list))
  return edit(text, removeMember(text, hooks))
}

/**
 * Removes our entries from a file of hooks; everything else keeps its bytes. `""` if the file holds nothing else but
 * members of `newFile`. Fails with a sentence if it cannot be parsed.
 */
export const removeEntries = (text: string, newFile: object): Result.Result<string, string> =>
  Result.gen(function* () {
    if (text.trim() === "") return text
    const root = yield* parseObject(text)
    const hooks = yield* findHooks(root)
    const [own] = hooks === undefined ? [] : listOwn(hooks.value)
    if (hooks === undefined || own === undefined) return text
    const left = removeOne(text, hooks, own)
    const after = yield* removeEntries(left, newFile)
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

/** Lists our entries as they are, by event. */
const listEntries = (text: string): Result.Result<ReadonlyArray<EventEntry>, string> =>
  Result.gen(function* () {
    if (text.trim() === "") return []
    const hooks = yield* findHooks(yield* parseObject(text))
    return hooks === undefined
      ? []
      : listOwn(hooks.value).flatMap(({ list, node }): ReadonlyArray<EventEntry> => {
          const entry = valueOf(node)
          return typeof entry === "object" && entry !== null ? [{ event: list.key, entry }] : []
        })
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

/** Adds our entries to a file of hooks, in place of those that it has; other entries, comments and order stay. */
export const putEntries = (
  text: string,
  wanted: ReadonlyArray<EventEntry>,
  newFile: object
): Result.Result<string, string> =>
  Result.gen(function* () {
    if ((yield* checkEntries(text, wanted)) === "current") return text
    const cleared = yield* removeEntries(text, newFile)
    const grouped: { [event: string]: Array<object> } = {}
    if (cleared.trim() === "") {
      for (const { entry, event } of wanted) (grouped[event] ??= []).push(entry)
      return `${JSON.stringify({ ...newFile, hooks: grouped }, null, 2)}\n`
    }
    let changed = cleared
    for (const one of wanted) changed = yield* addOne(changed, one)
    return changed
  })
