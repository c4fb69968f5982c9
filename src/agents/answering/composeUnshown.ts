import { Effect } from "effect"
import type { AgentEvent } from "../events/AgentEvent.ts"
import type { Plan, PlanItem } from "../plans/Plan.ts"
import { composeText, type FileItems } from "./composeText.ts"
import { markShown } from "./marks.ts"
import type { WorkTree } from "./openWorkTree.ts"

export const listIds = (items: ReadonlyArray<PlanItem>): ReadonlyArray<string> => items.map(({ id }) => id)

/** Makes a function that returns the name of an item's unit; empty if it has none. */
export const makeNameOf =
  ({ units }: Plan): FileItems["nameOf"] =>
  ({ unit }) =>
    unit === undefined ? "" : (units[unit]?.name ?? "")

/** Removes the items that were shown, and all but one of those that say the same. */
export const removeItems = (items: ReadonlyArray<PlanItem>, shown: ReadonlySet<string>): ReadonlyArray<PlanItem> => [
  ...new Map(items.filter(({ id }) => !shown.has(id)).map((item) => [item.id, item])).values()
]

/** Composes a text of what this hook, and no other at the same time, has marked as shown to the agent. */
export const composeUnshown = Effect.fnUntraced(function* (
  tree: WorkTree,
  event: Pick<AgentEvent, "session" | "agent">,
  unshown: ReadonlyArray<FileItems>,
  limit: number
) {
  const composed = composeText(unshown, limit)
  if (composed === undefined) return undefined
  const own = yield* markShown(tree, event, listIds(composed.items))
  if (own.size === composed.items.length) return composed
  return composeText(
    unshown.map((one) => ({ ...one, items: one.items.filter(({ id }) => own.has(id)), callers: [] })),
    limit
  )
})
