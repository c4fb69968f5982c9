import { Effect, Option, Result, Schema } from "effect"
import { Git } from "../../../adapters/git/Git.ts"
import { Annotation } from "../../../domain/Annotation.ts"
import { isObject } from "../../../domain/Json.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { formatCount, jsonText } from "../../../domain/Text.ts"
import { acceptDraft } from "../../../writing/drafts/acceptDraft.ts"
import { Draft } from "../../../writing/drafts/Draft.ts"
import { CommitUnclear, DraftError, DraftMissing } from "../../../writing/drafts/DraftError.ts"
import { listDrafts, readDraft, removeDraft, settleDraft } from "../../../writing/drafts/draftFiles.ts"
import { editDraft } from "../../../writing/drafts/editDraft.ts"
import { parseInput } from "../../../writing/annotate/decodeDraft.ts"
import { outputSurface } from "../../kit/answer.ts"
import { editText, isInteractive } from "../../kit/editText.ts"
import { readStandardInput, readTextFile } from "../../kit/inputText.ts"
import { pageOutput } from "../../kit/pager.ts"
import { printResult } from "../../kit/result.ts"
import { renderNote } from "../../render/note.ts"
import { linesAsMarkdown } from "../../render/print.ts"

/** Flags of `ultragit drafts accept` and `drop`. */
export interface CommitsFlags {
  readonly commit: Option.Option<string>
  readonly all: boolean
  readonly json: boolean
}

const schema = "ultragit-drafts/v1"
const encodeDraft = Schema.encodeSync(Draft)
const encodeAnnotation = Schema.encodeSync(Annotation)

const shortId = (commit: string): string => commit.slice(0, 10)

/** Reads the draft of a commit. Fails with `DraftMissing`. */
const findDraft = Effect.fnUntraced(function* (commit: ObjectId) {
  const found = yield* readDraft(commit)
  if (Option.isNone(found)) return yield* new DraftError({ reason: new DraftMissing({ commit }) })
  return found.value
})

/** Returns the commits that flags select. */
const selectCommits = Effect.fnUntraced(function* ({ all, commit }: CommitsFlags) {
  if (all !== Option.isNone(commit)) return yield* new DraftError({ reason: new CommitUnclear() })
  return Option.isSome(commit) ? [yield* (yield* Git).resolveCommit(commit.value)] : yield* listDrafts()
})

/** Divides commits by whether their drafts can be read, and says why the others cannot. */
const findReadable = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const found = yield* Effect.forEach(commits, (commit) => Effect.result(findDraft(commit)))
  return {
    drafts: found.flatMap((draft) => (Result.isSuccess(draft) ? [draft.success] : [])),
    warnings: found.flatMap((draft) => (Result.isFailure(draft) ? [draft.failure.message] : []))
  }
})

/** Returns the drafts that flags select. One that is named must be readable. */
const selectDrafts = Effect.fnUntraced(function* (flags: CommitsFlags) {
  const commits = yield* selectCommits(flags)
  return flags.all ? yield* findReadable(commits) : { drafts: yield* Effect.forEach(commits, findDraft), warnings: [] }
})

/** Deletes a draft; one that cannot be read too, which leaves nothing to remember. */
const dropDraft = (commit: ObjectId) =>
  findDraft(commit).pipe(
    Effect.flatMap(settleDraft),
    Effect.catchReason("DraftError", "DraftUnusable", () => removeDraft(commit))
  )

/** Warns of drafts for commits outside the history of HEAD: after an amend or a rebase, a note there is of no use. */
const warnOfOutside = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  if (commits.length === 0) return []
  const git = yield* Git
  const head = yield* git.resolveCommit("HEAD").pipe(
    Effect.asSome,
    Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone)
  )
  if (Option.isNone(head)) return []
  const reachable = yield* git.reachable(commits, head.value)
  const outside = commits.filter((commit) => !reachable.has(commit)).map(shortId)
  return outside.length === 0
    ? []
    : [
        `Not in the history of HEAD: ${outside.join(", ")}. For commits that were amended or rebased since, run ultragit import sessions: it drafts for their successors.`
      ]
})

const summarize = ({ annotation, commit, edited, sessions, subject }: Draft) => ({
  commit,
  subject,
  regions: annotation.regions.map(({ ast_anchor, file }) => `${file}:${ast_anchor.name}`),
  sessions,
  edited
})

/** Lists the drafts. */
export const printList = Effect.fnUntraced(function* (json: boolean) {
  const { drafts, warnings: unread } = yield* findReadable(yield* listDrafts())
  const lines =
    drafts.length + unread.length === 0
      ? ["No drafts. ultragit import sessions makes them from agents' sessions."]
      : [
          ...drafts.map(({ annotation, commit, subject }) => {
            const regions = formatCount(annotation.regions.length, "region")
            return `${shortId(commit)}  ${regions}  ${subject}`
          }),
          "Read one with ultragit drafts show COMMIT; write it as a note with ultragit drafts accept COMMIT."
        ]
  const warnings = [...unread, ...(yield* warnOfOutside(drafts.map(({ commit }) => commit)))]
  yield* printResult({ document: { $schema: schema, drafts: drafts.map(summarize) }, lines, warnings }, json)
})

/** Prints a draft as the note that it would become. */
export const printDraft = Effect.fnUntraced(function* (flags: { readonly commit: string; readonly json: boolean }) {
  const draft = yield* findDraft(yield* (yield* Git).resolveCommit(flags.commit))
  if (flags.json) return yield* printResult({ document: encodeDraft(draft), lines: [] }, true)
  return yield* pageOutput(`${linesAsMarkdown(renderNote(draft.annotation), yield* outputSurface)}\n`)
})

/** Writes drafts as notes. */
export const printAccepted = Effect.fnUntraced(function* (flags: CommitsFlags) {
  const { drafts, warnings } = yield* selectDrafts(flags)
  const accepted = yield* Effect.forEach(drafts, acceptDraft)
  const outside = yield* warnOfOutside(drafts.map(({ commit }) => commit))
  const document = {
    $schema: schema,
    accepted: accepted.map(({ commit, isWritten }) => ({ commit, written: isWritten }))
  }
  const lines =
    accepted.length === 0
      ? ["No drafts."]
      : accepted.map(({ commit, isWritten, ref }) =>
          isWritten ? `${shortId(commit)} is noted in ${ref}.` : `${shortId(commit)}: its note says this already.`
        )
  yield* printResult({ document, lines, warnings: [...warnings, ...outside] }, flags.json)
})

/** Deletes drafts. */
export const printDropped = Effect.fnUntraced(function* (flags: CommitsFlags) {
  const commits = yield* selectCommits(flags)
  yield* Effect.forEach(commits, dropDraft, { discard: true })
  const lines = [commits.length === 0 ? "No drafts." : `Dropped ${formatCount(commits.length, "draft")}.`]
  yield* printResult({ document: { $schema: schema, dropped: commits }, lines }, flags.json)
})

const inputHint = "Pipe the annotation in, or name a file with --file. ultragit drafts show COMMIT --json has it."

/** Reads the new annotation of a draft: a file, or standard input; at a terminal, what a person makes of the present one. */
const readEdited = (file: Option.Option<string>, { annotation }: Draft) => {
  if (Option.isNone(file) && isInteractive()) {
    return editText("draft.json", `${jsonText(encodeAnnotation(annotation), 2)}\n`)
  }
  const named = Option.getOrElse(file, () => "-")
  return named === "-" ? readStandardInput(inputHint) : readTextFile(named)
}

/** Replaces the annotation of a draft. A whole draft, as `show --json` prints it, may be given back. */
export const printEdited = Effect.fnUntraced(function* (flags: {
  readonly commit: string
  readonly file: Option.Option<string>
  readonly json: boolean
}) {
  const draft = yield* findDraft(yield* (yield* Git).resolveCommit(flags.commit))
  const text = yield* readEdited(flags.file, draft)
  const given = yield* parseInput(text)
  const annotation = isObject(given) && isObject(given["annotation"]) ? given["annotation"] : given
  const { draft: edited, warnings } = yield* editDraft(draft, annotation)
  const lines = [`Edited the draft for ${shortId(edited.commit)}.`]
  yield* printResult({ document: { $schema: schema, edited: summarize(edited) }, lines, warnings }, flags.json)
})
