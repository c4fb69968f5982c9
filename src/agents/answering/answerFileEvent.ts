import { Clock, Effect, Option } from "effect"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { countTokens } from "../../domain/Budget.ts"
import type { FileEvent, Place } from "../events/AgentEvent.ts"
import { type Reply, reachesModel } from "../events/formatReply.ts"
import { hashLines, type PlanItem } from "../plans/Plan.ts"
import { readPlan } from "../plans/planFile.ts"
import { selectHistory } from "../plans/selectHistory.ts"
import { selectItems, type Selection } from "../plans/selectItems.ts"
import { composeText, type FileItems } from "./composeText.ts"
import { findRanges, findReplacements } from "./findRanges.ts"
import { listShown, markShown } from "./marks.ts"
import { readWorkTreeFile, resolvePlace, type WorkTree, type WorkTreeFile } from "./openWorkTree.ts"
import { prepare } from "./prepare.ts"

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
  const nameOf = ({ unit }: PlanItem) => (unit === undefined ? "" : (plan.units[unit]?.name ?? ""))
  const found: Found = { path: file.path, selection, nameOf }
  return [found]
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

/** Leaves out what the session was shown. Callers of a changed head count as one item for each unit. */
const removeShown = ({ nameOf, path, selection }: Found, shown: ReadonlySet<string>): FileItems => {
  const items = selection.items.filter((item) => !shown.has(item.id))
  return {
    path,
    nameOf,
    items: [...new Map(items.map((item) => [item.id, item])).values()],
    callers: selection.callers
  }
}

/** Composes a text of what this hook, and no other at the same time, has marked as shown. */
const composeUnshown = Effect.fnUntraced(function* (
  files: PrivateFiles,
  { session }: FileEvent,
  found: ReadonlyArray<FileItems>,
  limit: number
) {
  const composed = composeText(found, limit)
  if (composed === undefined) return undefined
  const ids = composed.items.map(({ id }) => id)
  const own = yield* markShown(files, session, ids)
  if (own.size === ids.length) return composed
  return composeText(
    found.map((one) => ({ ...one, items: one.items.filter(({ id }) => own.has(id)), callers: [] })),
    limit
  )
})

/**
 * Answers before a file is read or changed, or after it in clients that show a hook's text only then: what is recorded of
 * the units in question, each thing once a session. With `gate`, an edit of code with constraints that were not shown is
 * denied, with them as the reason.
 */
export const answerFileEvent = Effect.fn("Agents.answerFileEvent")(function* (
  tree: WorkTree,
  event: FileEvent,
  gate: "off" | "once"
) {
  const isGated = gate === "once" && event.kind === "edit" && !event.isAfter
  if (!isGated && !reachesModel(event)) return { reply: undefined, units: [] } satisfies Answered
  const files = privateFiles(tree.gitDirectory)
  const found = (yield* Effect.forEach(yield* openPlaces(tree, event), (place) => findSaid(tree, event, place))).flat()
  const units = found.flatMap(({ path, selection }) => selection.units.map((unit) => `${path}:${unit}`))
  const shown = yield* listShown(files, event.session)
  const unshown = found.map((one) => removeShown(one, shown))
  const isDenial = isGated && unshown.some(({ items }) => items.some(({ kind }) => kind === "constraint"))
  if (!isDenial && !reachesModel(event)) return { reply: undefined, units } satisfies Answered
  const opening = isDenial ? `${denialOpening}\n` : ""
  const composed = yield* composeUnshown(files, event, unshown, maxTokens[event.kind] - countTokens(opening))
  if (composed === undefined) return { reply: undefined, units: event.kind === "edit" ? units : [] } satisfies Answered
  const told = unshown.flatMap(({ items, nameOf, path }) =>
    items.filter((item) => composed.items.includes(item)).map((item) => `${path}:${nameOf(item)}`)
  )
  return {
    reply: { text: `${opening}${composed.text}`, isDenial },
    units: [...new Set(event.kind === "edit" ? units : told)]
  } satisfies Answered
})
