import { Effect } from "effect"
import { listSources } from "../../../evidence/quotes/countSources.ts"
import { status, type StatusOutcome } from "../../../setup/doctor/status.ts"
import { printResult } from "../../kit/result.ts"
import { paint } from "../../render/paint.ts"
import { formatCount } from "../../../domain/Text.ts"

const hookLines: Record<StatusOutcome["hooks"], string> = {
  installed: "Hooks are installed.",
  incomplete: "Some hooks are missing or outdated. Details: ultragit doctor",
  none: "Hooks are not installed. Install them: ultragit init"
}

const formatQueue = ({ queue }: StatusOutcome): ReadonlyArray<string> => [
  ...(queue.waiting === 0 ? [] : [`${formatCount(queue.waiting, "hook event")} waiting.`]),
  ...(queue.failed === 0 ? [] : [`${formatCount(queue.failed, "hook event")} failed. Details: ultragit doctor`])
]

const formatRecent = ({ recent }: StatusOutcome): ReadonlyArray<string> => {
  if (recent?.commits === 0) return ["No commits yet."]
  return recent?.annotated === undefined
    ? []
    : [`${recent.annotated} of the last ${formatCount(recent.commits, "commit")} annotated (not counting merges).`]
}

const formatSources = ({ evidence }: StatusOutcome): ReadonlyArray<string> => {
  const named = evidence === undefined ? [] : listSources(evidence)
  return named.length === 0 ? [] : [`Also quoted: ${named.join(", ")}.`]
}

const formatStatus = (found: StatusOutcome): ReadonlyArray<string> => [
  ...(found.warnings ?? []).map((warning) => `${warning} Details: ultragit doctor`),
  ...(found.notes === undefined ? [] : [`${formatCount(found.notes, "note")} in ${found.ref}.`]),
  ...formatRecent(found),
  found.bare ? "No hooks: commits are not made in a bare repository." : hookLines[found.hooks],
  ...(found.sync.length === 0 ? ["Notes are not shared with a remote. Share them: ultragit sync enable"] : []),
  ...found.sync.map(
    ({ ahead, behind, remote }) => `Shared with ${remote}: ${ahead} ahead, ${behind} behind (when last fetched).`
  ),
  ...formatSources(found),
  ...(found.context ? ["Reasons are stored for the next commit: ultragit context show"] : []),
  ...formatQueue(found)
]

/** Colors the sentences that name something to do. */
const styleLine = (line: string): string =>
  /not installed|missing|failed|stored for|cannot be read/.test(line) ? paint("yellow", line) : line

/** Prints the state of the notes of the repository. */
export const printStatus = Effect.fnUntraced(function* (input: { readonly json: boolean }) {
  const found = yield* status()
  const { bare, context, evidence, hooks, notes, queue, recent, ref, warnings } = found
  const sync = found.sync.map(({ ahead, behind, remote }) => ({ remote, ahead, behind }))
  const document = {
    $schema: "ultragit-status/v1",
    ref,
    notes,
    recent,
    bare,
    hooks,
    sync,
    evidence,
    context_pending: context,
    queue,
    ...(warnings === undefined ? {} : { warnings })
  }
  yield* printResult({ document, lines: formatStatus(found), style: styleLine }, input.json)
})
