import { Effect } from "effect"
import { status, type StatusOutcome } from "../../../setup/doctor/status.ts"
import { formatCount, printResult } from "../../kit/result.ts"

const hookLines: Record<StatusOutcome["hooks"], string> = {
  installed: "Hooks are installed.",
  incomplete: "Hooks are not all in order: ultragit doctor",
  none: "No hooks: ultragit init"
}

const formatQueue = ({ queue }: StatusOutcome): ReadonlyArray<string> => [
  ...(queue.waiting === 0 ? [] : [`${formatCount(queue.waiting, "hook event")} waiting.`]),
  ...(queue.failed === 0 ? [] : [`${formatCount(queue.failed, "hook event")} failed: ultragit doctor`])
]

const formatStatus = (found: StatusOutcome): ReadonlyArray<string> => [
  `${formatCount(found.notes, "note")} in ${found.ref}.`,
  `${found.recent.annotated} of the last ${formatCount(found.recent.commits, "commit")} annotated (merges left out).`,
  hookLines[found.hooks],
  ...(found.sync.length === 0 ? ["Notes are not shared."] : []),
  ...found.sync.map(
    ({ ahead, behind, remote }) => `Shared with ${remote}: ${ahead} ahead, ${behind} behind when last seen.`
  ),
  ...(found.context ? ["Facts wait for the next commit: ultragit context show"] : []),
  ...formatQueue(found)
]

/** Says in a few figures how the repository stands. */
export const printStatus = Effect.fnUntraced(function* (input: { readonly json: boolean }) {
  const found = yield* status()
  const { context, hooks, notes, queue, recent, ref } = found
  const sync = found.sync.map(({ ahead, behind, remote }) => ({ remote, ahead, behind }))
  const document = { $schema: "ultragit-status/v1", ref, notes, recent, hooks, sync, context_pending: context, queue }
  yield* printResult({ document, lines: formatStatus(found) }, input.json)
})
