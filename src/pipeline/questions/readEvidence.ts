import { Effect, Option } from "effect"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { type BlameHunk, Git } from "../../adapters/git/Git.ts"
import type { Evidence } from "../../domain/Evidence.ts"
import { type LineRange, subtract, withWords } from "../../domain/LineRange.ts"
import { formatCount, takeBefore } from "../../domain/Text.ts"
import { namesRequest } from "../../evidence/messages/references.ts"
import { KeptEvidence } from "../../evidence/quotes/KeptEvidence.ts"
import { Merges } from "../../lineage/Merges.ts"
import { cutOffWarning } from "../answering/missingNotes.ts"
import { fitEvidence } from "../answering/fitEvidence.ts"
import type { Question } from "../answering/Question.ts"
import type { Scope } from "../subject/Scope.ts"
import { hasSignificantLine, splitLines } from "./regionText.ts"

/** The blame of the file, and the current lines of the regions in the answer. */
interface Covered {
  readonly hunks: ReadonlyArray<BlameHunk>
  readonly shown: ReadonlyArray<{ readonly lines: Option.Option<LineRange> }>
}

/** Whether a question is to be answered with evidence. */
export const asksForEvidence = ({ settings }: Question): boolean => settings.evidence !== "never"

/** Whether a commit is a squashed pull request. */
const isSquash = ({ message, parents }: CommitMetadata): boolean =>
  parents.length === 1 && namesRequest(takeBefore(message, "\n"))

/**
 * Starts the walk over all history that evidence needs besides the blame of the file, where it is likely to be needed: no
 * annotation is about the file, and the newest commit does not show that the project squashes its pull requests.
 */
export const walkAhead = Effect.fnUntraced(function* (question: Question) {
  const { snapshot, subject } = question
  if (!asksForEvidence(question) || snapshot.index.regionsOf(subject.path).length > 0) return
  const [newest = Option.none()] = yield* (yield* Git).commits([subject.commit])
  if (Option.exists(newest, isSquash)) return
  const merges = yield* Merges
  yield* Effect.forkScoped(Effect.ignore(merges.of(subject.commit)))
})

export const warnOfSkippedNotes = (skipped: number): ReadonlyArray<string> =>
  skipped === 0 ? [] : [`${formatCount(skipped, "part")} of other tools' notes skipped, as they cannot be parsed.`]

/** Warns of quotes left out. `remedy` says what shows more, as in "a larger budget shows". */
export const warnOfOmitted = (omitted: number, remedy: string): ReadonlyArray<string> =>
  omitted === 0 ? [] : [`${formatCount(omitted, "quote")} of history left out; ${remedy} more.`]

/** Warns of what a partial clone hides. */
export const warnOfMissing = (missing: Option.Option<string>): ReadonlyArray<string> =>
  Option.toArray(
    Option.map(missing, (detail) => `Changes of layout are not left out, and changesets not quoted: ${detail}`)
  )

/** Warns of what a shallow clone hides. */
export const warnOfCutOff = (isCutOff: boolean): ReadonlyArray<string> => (isCutOff ? [cutOffWarning] : [])

const warnOfListed = (passed: ReadonlyMap<unknown, string>): ReadonlyArray<string> => {
  const listed = [...passed.values()].filter((kind) => kind === "listed").length
  return listed === 0 ? [] : [`${formatCount(listed, "commit")} in .git-blame-ignore-revs passed over.`]
}

export const noEvidence = { entries: [], warnings: [], missing: [] }

/** Evidence that a budget leaves no room for. */
export const trimmedEvidence = ({ entries }: { readonly entries: ReadonlyArray<unknown> }, remedy: string) => ({
  ...noEvidence,
  warnings: [...warnOfOmitted(entries.length, remedy)]
})

/** Leaves out what speaks of empty lines and ends of blocks only, unless nothing else was found. */
const withoutWordless = (entries: ReadonlyArray<Evidence>, lines: ReadonlyArray<string>): ReadonlyArray<Evidence> => {
  const worded = entries.filter((entry) => hasSignificantLine(lines, entry.lines))
  return worded.length === 0 ? entries : worded
}

/** What shows more quotes of `read`. */
export const readRemedy = "a larger budget or fewer lines show"

/** Quotes history for the lines in scope, with `auto` only for those that no region covers (spec evidence). */
export const readEvidence = Effect.fn("Pipeline.readEvidence")(function* (
  question: Question,
  { ranges }: Scope,
  { hunks, shown }: Covered
) {
  const { settings, subject } = question
  if (!asksForEvidence(question) || subject.kind !== "file") return noEvidence
  const covered = settings.evidence === "always" ? [] : shown.flatMap(({ lines }) => Option.toArray(lines))
  const left = covered.reduce((rest, cover) => rest.flatMap((range) => subtract(range, cover)), ranges)
  // What annotations leave of a file are often the empty lines between units.
  const lines = covered.length === 0 ? Option.none() : Option.map(subject.content, splitLines)
  const open = Option.match(lines, { onNone: () => left, onSome: (text) => withWords(left, text) })
  if (open.length === 0) return noEvidence
  const place = {
    commit: subject.commit,
    path: subject.path,
    contents: subject.dirty ? subject.content : Option.none<Uint8Array>()
  }
  const found = yield* (yield* KeptEvidence).find(place, hunks, open, question.foreignRefs)
  const worded = Option.match(subject.content, {
    onNone: () => found.entries,
    onSome: (content) => withoutWordless(found.entries, splitLines(content))
  })
  const rounded = worded.map((entry) => ({ ...entry, share: Math.round(entry.share * 100) / 100 }))
  const entries = fitEvidence(rounded, question.budget, { hasAnnotations: shown.length > 0, verbose: question.verbose })
  const omitted = worded.length - entries.length + found.omittedCommits
  const missing = warnOfMissing(found.missing)
  const warnings = [
    ...warnOfListed(found.passed),
    ...warnOfOmitted(omitted, readRemedy),
    ...warnOfSkippedNotes(found.skippedNotes),
    ...warnOfCutOff(found.isCutOff),
    ...missing
  ]
  return { entries, warnings, missing }
})
