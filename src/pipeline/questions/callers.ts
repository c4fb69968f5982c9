import { Effect, Option, Result } from "effect"
import { type CallingFile, formatPlace } from "../../codeIndex/graph/possibleCallers.ts"
import { IndexOnDemand } from "../../codeIndex/service/IndexOnDemand.ts"
import { IndexUpdates } from "../../codeIndex/service/IndexUpdates.ts"
import { type FoundReference, KnownReferences } from "../../codeIndex/service/KnownReferences.ts"
import { ReconcileTimeout } from "../../codeIndex/service/ReconcileTimeout.ts"
import type { Begun } from "../../codeIndex/service/upToDate.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { formatCount } from "../../domain/Text.ts"
import type { Caller, DepsAnswer } from "../answering/answers.ts"
import { fitCallers } from "../answering/fitEvidence.ts"
import type { DepsQuery } from "../answering/queries.ts"
import type { Question } from "../answering/Question.ts"

/** Maximum callers in an answer, more with `verbose`, fewer with a small budget. */
const maxCallers = 10
const maxCallersVerbose = 50
/** Files whose calls may be of the anchor, the nearest. */
const maxPossibleFiles = 5

/** What the code index says of callers. */
interface FoundCallers {
  readonly entries: ReadonlyArray<Caller>
  readonly possible: Pick<DepsAnswer, "possible_callers" | "possible_places">
  readonly warnings: ReadonlyArray<string>
}

const notComplete = "The callers may not be complete, because the code index is not up to date"

const warnOfTime = `${notComplete} yet. "ultragit code callers" waits until it is and lists all.`

const maxPaths = 3

/** Says where callers are left out, and what finds them. */
const warnOfOutdated = (references: number, paths: ReadonlyArray<string>): string => {
  const more = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : ""
  const files = `${paths.slice(0, maxPaths).map(formatPath).join(", ")}${more}`
  return `The callers are not complete: ${formatCount(references, "reference")} left out, because ${files} changed since the last indexing. "ultragit code callers" indexes what changed and lists all.`
}

/** Whether an answer has what refers to its anchor: it is about what is indexed, and there is an index or will be one. */
export const asksForCallers = Effect.fnUntraced(function* ({ anchor = "", callers = true, rev }: DepsQuery) {
  if (!callers || anchor.trim() === "" || rev !== undefined) return false
  return (yield* IndexOnDemand) || (yield* (yield* KnownReferences).isIndexed)
})

/** Begins to bring the code index up to date, if the answer has what refers to its anchor. */
export const beginCallers = Effect.fnUntraced(function* (
  { excludedBy, subject }: Question,
  { callers = false }: DepsQuery
) {
  if (!callers || subject.kind !== "file" || Option.isSome(excludedBy)) return undefined
  return yield* (yield* IndexUpdates).begin
})

/** Waits for an update as long as a question may, and says where it did not come to its end. */
const awaitUpdate = Effect.fnUntraced(function* ({ outcome }: Begun) {
  const ended = yield* Effect.result(Effect.timeoutOption(outcome, yield* ReconcileTimeout))
  if (Result.isFailure(ended)) return [`${notComplete}: ${ended.failure.message}`]
  return Option.isNone(ended.success) ? [warnOfTime] : []
})

const countPossible = (files: ReadonlyArray<CallingFile>): FoundCallers["possible"] =>
  files.length === 0
    ? {}
    : {
        possible_callers: files.reduce((sum, { lines }) => sum + lines.length, 0),
        possible_places: files.slice(0, maxPossibleFiles).map(formatPlace)
      }

const toCaller = ({ how, line, path, through, within }: FoundReference): Caller => ({
  file: path,
  line,
  ...(within === undefined ? {} : { anchor: within }),
  how,
  ...(through === undefined ? {} : { through })
})

/** Finds what refers to the anchor of a question, once the code index is up to date. */
export const findCallers = Effect.fn("Pipeline.findCallers")(function* (
  question: Question,
  { begun, hasDependents }: { readonly begun: Begun | undefined; readonly hasDependents: boolean }
) {
  const { anchor = "", budget, pathFilter, subject, verbose } = question
  const none: FoundCallers = { entries: [], possible: {}, warnings: [] }
  if (begun === undefined) return none
  const behind = yield* awaitUpdate(begun)
  const found = yield* (yield* KnownReferences).find({ path: formatPath(subject.path), name: anchor })
  if (Option.isNone(found)) return { ...none, warnings: behind }
  const { outdated, outdatedPaths, possible, references } = found.value
  const shown = references.filter(({ path }) => Option.isNone(pathFilter(path)))
  const first = shown.slice(0, verbose ? maxCallersVerbose : maxCallers).map(toCaller)
  const entries = fitCallers(first, budget, hasDependents)
  const more = shown.length - entries.length
  const lister = shown.some(({ through }) => through !== undefined) ? "graph" : "code"
  return {
    entries,
    possible: countPossible(possible.filter(({ path }) => Option.isNone(pathFilter(path)))),
    warnings: [
      ...(more > 0 ? [`${formatCount(more, "more reference")} left out; "ultragit ${lister} callers" lists all.`] : []),
      ...behind,
      ...(outdated > 0 ? [warnOfOutdated(outdated, outdatedPaths)] : [])
    ]
  } satisfies FoundCallers
})
