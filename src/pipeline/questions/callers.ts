import { Effect, Option } from "effect"
import { KnownReferences } from "../../codeIndex/service/KnownReferences.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { formatCount } from "../../domain/Text.ts"
import type { Caller } from "../answering/answers.ts"
import { fitCallers } from "../answering/fitEvidence.ts"
import type { Question } from "../answering/Question.ts"

/** Maximum callers in an answer, more with `verbose`, fewer with a small budget. */
const maxCallers = 10
const maxCallersVerbose = 50

/** What the code index says of callers; `isIndexed` if there is one, so that the next answer may differ. */
interface FoundCallers {
  readonly entries: ReadonlyArray<Caller>
  readonly warnings: ReadonlyArray<string>
  readonly isIndexed: boolean
}

const nothing: FoundCallers = { entries: [], warnings: [], isIndexed: false }

const maxPaths = 3

/** Says where callers are left out, and what finds them. */
const warnOfOutdated = (references: number, paths: ReadonlyArray<string>): string => {
  const more = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : ""
  const files = `${paths.slice(0, maxPaths).map(formatPath).join(", ")}${more}`
  return `The callers are not complete: ${formatCount(references, "reference")} left out, because ${files} changed since the last indexing. "ultragit code callers" indexes what changed and lists all.`
}

/** Finds what refers to the anchor of a question about the work tree, if the repository has a code index (spec code). */
export const findCallers = Effect.fn("Pipeline.findCallers")(function* (
  question: Question,
  { hasDependents, isCurrent }: { readonly isCurrent: boolean; readonly hasDependents: boolean }
) {
  const { anchor = "", budget, excludedBy, pathFilter, subject, verbose } = question
  if (anchor === "" || !isCurrent || subject.kind !== "file" || Option.isSome(excludedBy)) return nothing
  const found = yield* (yield* KnownReferences).find({ path: formatPath(subject.path), name: anchor })
  if (Option.isNone(found)) return nothing
  const { outdated, outdatedPaths, references } = found.value
  const shown = references.filter(({ path }) => Option.isNone(pathFilter(path)))
  const first = shown.slice(0, verbose ? maxCallersVerbose : maxCallers).map(({ how, line, path, within }) => ({
    file: path,
    line,
    ...(within === undefined ? {} : { anchor: within }),
    how
  }))
  const entries = fitCallers(first, budget, hasDependents)
  const more = shown.length - entries.length
  return {
    entries,
    warnings: [
      ...(more > 0 ? [`${formatCount(more, "more reference")} left out; "ultragit code callers" lists all.`] : []),
      ...(outdated > 0 ? [warnOfOutdated(outdated, outdatedPaths)] : [])
    ],
    isIndexed: true
  } satisfies FoundCallers
})
