import { hash } from "node:crypto"
import { Clock, Effect, Option } from "effect"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { countTokens } from "../../domain/Budget.ts"
import type { FileEvent, Place } from "../events/AgentEvent.ts"
import { type Reply, reachesModel } from "../events/formatReply.ts"
import { hashLines, type PlanItem } from "../plans/Plan.ts"
import { readPlan } from "../plans/planFile.ts"
import { selectHistory } from "../plans/selectHistory.ts"
import { selectItems, type Selection } from "../plans/selectItems.ts"
import { type Composed, composeText, type FileItems } from "./composeText.ts"
import { composeUnshown, listIds, makeNameOf, removeItems } from "./composeUnshown.ts"
import { findRanges, findReplacements } from "./findRanges.ts"
import { type Claim, claimDenial, endRestart, listShown, markShown } from "./marks.ts"
import { readWorkTreeFile, resolvePlace, type WorkTree, type WorkTreeFile } from "./openWorkTree.ts"
import { prepare } from "./prepare.ts"

const isConstraint = ({ kind }: PlanItem): boolean => kind === "constraint"

/** What a denial says first: without it, models take the reason for a prohibition and leave the change. */
const denialOpening =
  "Ultragit held this edit back once so that you see these reasons first. If it respects them, make it again: it will pass."

/** Tokens that a text may cost. */
const maxTokens = { read: 400, edit: 800 } as const
/** Maximum files of one patch that are looked at. */
const maxPlaces = 20

/** An answer, with what it is about. */
export interface Answered {
  readonly reply: Reply | undefined
  /** `file:unit`. */
  readonly units: ReadonlyArray<string>
}

interface OpenPlace {
  readonly place: Place
  readonly file: WorkTreeFile
}

/** Reads the plan of a file; has it made where there is none. */
const findPlan = Effect.fnUntraced(function* (tree: WorkTree, path: string) {
  const kept = yield* readPlan(tree.gitDirectory, path, tree.state)
  if (Option.isSome(kept)) return kept
  yield* prepare(tree, { paths: [path], overview: false })
  return yield* readPlan(tree.gitDirectory, path, tree.state)
})

/** What is said of the lines of a file that an event is about. */
interface Found {
  readonly path: string
  readonly selection: Selection
  readonly nameOf: FileItems["nameOf"]
}

/** Finds what is said of the lines that an event is about. */
const findSaid = Effect.fnUntraced(function* (tree: WorkTree, event: FileEvent, { file, place }: OpenPlace) {
  const { about, isChange } = findRanges(event, place, file.text)
  const plan = about.length === 0 ? undefined : Option.getOrUndefined(yield* findPlan(tree, file.path))
  if (plan === undefined) return []
  const selected = selectItems(plan, hashLines(file.text), about, isChange)
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const history = selectHistory(plan, file.path, findReplacements(event, place, file.text), now)
  const selection: Selection = { ...selected, items: [...selected.items, ...history] }
  return [{ path: file.path, selection, nameOf: makeNameOf(plan) } satisfies Found]
})

const openPlaces = Effect.fnUntraced(function* (tree: WorkTree, event: FileEvent) {
  const opened = yield* Effect.forEach(event.places.slice(0, maxPlaces), (place) =>
    Effect.gen(function* () {
      const resolved = yield* resolvePlace(event.folder, place.path)
      if (Option.isNone(resolved)) return []
      const file = yield* readWorkTreeFile(tree.workTree, resolved.value.file)
      return Option.toArray(file).map((read): OpenPlace => ({ place, file: read }))
    })
  )
  return opened.flat()
})

/** Finds what is said of the lines of all files that an event is about. */
const findAllSaid = Effect.fnUntraced(function* (tree: WorkTree, event: FileEvent) {
  const places = yield* openPlaces(tree, event)
  return (yield* Effect.forEach(places, (place) => findSaid(tree, event, place))).flat()
})

/** Name of the mark of a unit that was denied. Constraints of no unit have one each. */
const nameGate = (path: string, name: string, { id, unit }: PlanItem): string =>
  `gate-${hash("sha256", JSON.stringify([path, unit === undefined ? id : name])).slice(0, 32)}`

/** Lists the marks of the units whose constraints the agent was not shown, and that were not denied before. */
const listGates = (unshown: ReadonlyArray<FileItems>, shown: ReadonlySet<string>): ReadonlyArray<string> => {
  const gates = unshown.flatMap(({ items, nameOf, path }) =>
    items.filter(isConstraint).map((item) => nameGate(path, nameOf(item), item))
  )
  return [...new Set(gates)].filter((gate) => !shown.has(gate))
}

/** The first edit of a unit: whether this hook denies it, and the text that says why. */
interface Denial {
  readonly claim: Claim
  readonly composed: Composed
}

/**
 * Composes the denial of an edit, and records it. Undefined if the edit is to pass. What the text gives is marked before the
 * denial is: another hook of the same event that finds the denial must not give the text again.
 */
const composeDenial = Effect.fnUntraced(function* (
  tree: WorkTree,
  event: FileEvent,
  unshown: ReadonlyArray<FileItems>,
  gates: ReadonlyArray<string>
) {
  const composed =
    gates.length === 0 ? undefined : composeText(unshown, maxTokens.edit - countTokens(`${denialOpening}\n`))
  if (composed === undefined || !composed.items.some(isConstraint)) return undefined
  yield* markShown(tree, event, listIds(composed.items))
  return { claim: yield* claimDenial(tree, event, gates), composed } satisfies Denial
})

/** Names the units of what a text gives. */
const listShownUnits = (unshown: ReadonlyArray<FileItems>, { items: given }: Composed): ReadonlyArray<string> =>
  unshown.flatMap(({ items, nameOf, path }) =>
    items.filter((item) => given.includes(item)).map((item) => `${path}:${nameOf(item)}`)
  )

/**
 * Answers before a file is read or changed, or after it in clients that show a hook's text only then: what is recorded of
 * the units in question, each thing once a session and agent. With `gate`, the first edit of a unit with constraints that
 * were not shown is denied, with them as the reason.
 */
export const answerFileEvent = Effect.fn("Agents.answerFileEvent")(function* (
  tree: WorkTree,
  event: FileEvent,
  gate: "off" | "once"
) {
  const isGated = gate === "once" && event.kind === "edit" && !event.isAfter
  if (!isGated && !reachesModel(event)) return { reply: undefined, units: [] } satisfies Answered
  const files = privateFiles(tree.gitDirectory)
  const found = yield* Effect.interruptible(findAllSaid(tree, event))
  const units = found.flatMap(({ path, selection }) => selection.units.map((unit) => `${path}:${unit}`))
  const shown = yield* listShown(files, event)
  yield* endRestart(files, event, shown)
  const unshown = found.map(({ nameOf, path, selection: { callers, items } }) => ({
    path,
    nameOf,
    items: removeItems(items, shown),
    callers
  }))
  const denial = yield* composeDenial(tree, event, unshown, isGated ? listGates(unshown, shown) : [])
  const edited = event.kind === "edit" ? units : []
  if (denial?.claim === "taken") return { reply: undefined, units: edited } satisfies Answered
  if (denial?.claim === "claimed") {
    const text = `${denialOpening}\n${denial.composed.text}`
    return { reply: { text, isDenial: true }, units: edited } satisfies Answered
  }
  if (!reachesModel(event)) return { reply: undefined, units } satisfies Answered
  // A denial that cannot be recorded informs.
  const composed = denial?.composed ?? (yield* composeUnshown(tree, event, unshown, maxTokens[event.kind]))
  if (composed === undefined) return { reply: undefined, units: edited } satisfies Answered
  return {
    reply: { text: composed.text, isDenial: false },
    units: [...new Set(event.kind === "edit" ? units : listShownUnits(unshown, composed))]
  } satisfies Answered
})
