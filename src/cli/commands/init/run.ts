import { Effect, Option } from "effect"
import { init, type InitInput, type InitOutcome, type InitSync } from "../../../setup/init/init.ts"
import { toSentence, formatCount } from "../../../domain/Text.ts"
import { printResult } from "../../kit/result.ts"
import { toHooksDocument, formatHooks } from "../../kit/hooks.ts"

/** Formats how many notes came from the remote, or why fetching failed. */
const formatFetched = (fetched: { readonly notes?: number; readonly problem?: string }): string => {
  if (fetched.problem !== undefined)
    return `Its notes could not be fetched: ${toSentence(fetched.problem)} Retry: ultragit sync pull`
  if (fetched.notes === undefined) return ""
  return fetched.notes === 0 ? "All its notes are already here." : `${formatCount(fetched.notes, "note")} fetched.`
}

const formatSync = (sync: InitSync, dryRun: boolean): string => {
  const { kind, problem = "no answer", remote } = sync
  if (kind === "unasked") {
    return `Cannot check whether ${remote} has notes: ${toSentence(problem)} Retry: ultragit sync enable`
  }
  if (dryRun && kind === "enabled") return `${remote} has notes: would fetch them and share notes with it.`
  const shared = kind === "already" ? "Notes are already shared with" : "Notes are now shared with"
  return `${shared} ${remote}. ${formatFetched(sync)}`.trimEnd()
}

const formatConfig = (outcome: InitOutcome): ReadonlyArray<string> =>
  outcome.config.map(({ key, value }) => `${outcome.dryRun ? "Would set" : "Set"} ${key} = ${value}.`)

const formatNextSteps = (outcome: InitOutcome): ReadonlyArray<string> =>
  outcome.bare
    ? [
        "No hooks: commits are not made in a bare repository.",
        "Next: read them with ultragit read; set up agents with ultragit agents install."
      ]
    : [`Next: record reasons with ultragit commit --reason "…"; set up agents with ultragit agents install.`]

const isNothingDone = ({ config, hooks, sync }: InitOutcome): boolean =>
  config.length === 0 &&
  !Option.exists(sync, ({ kind, notes = 0, problem }) => kind === "enabled" || notes > 0 || problem !== undefined) &&
  Option.match(hooks, {
    onNone: () => true,
    onSome: ({ changes, lines }) =>
      changes.every(({ kind }) => kind === "unchanged") && lines.every(({ present }) => present)
  })

const transientProgramWarning =
  "This program runs from a temporary folder, so hooks will look for ultragit on the PATH. Install it permanently."

/** Sets up a repository, and prints what changed and the next steps. */
export const printInit = Effect.fnUntraced(function* (input: InitInput & { readonly json: boolean }) {
  const outcome = yield* init(input)
  const { bare, config, dryRun, hooks, ref, sync } = outcome
  const document = {
    $schema: "ultragit-init/v1",
    ref,
    dry_run: dryRun,
    bare,
    hooks: Option.getOrNull(Option.map(hooks, toHooksDocument)),
    config,
    sync: Option.getOrNull(sync)
  }
  const lines = isNothingDone(outcome)
    ? ["Everything is already set up."]
    : [
        ...Option.match(hooks, { onNone: () => [], onSome: (found) => formatHooks(found, dryRun) }),
        ...formatConfig(outcome),
        ...Option.toArray(sync).map((found) => formatSync(found, dryRun))
      ]
  const warnings = outcome.lasting || Option.isNone(hooks) ? [] : [transientProgramWarning]
  yield* printResult({ document, lines: [...lines, ...formatNextSteps(outcome)], warnings }, input.json)
})
