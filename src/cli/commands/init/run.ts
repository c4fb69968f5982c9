import { Effect, Option } from "effect"
import { init, type InitInput, type InitOutcome, type InitSync } from "../../../setup/init/init.ts"
import { toSentence } from "../../../domain/Text.ts"
import { formatCount, printResult } from "../../kit/result.ts"
import { toHooksDocument, formatHooks } from "../../kit/hooks.ts"

/** What came of a remote's notes: so many, none, or why not. */
const formatFetched = (came: { readonly notes?: number; readonly problem?: string }): string => {
  if (came.problem !== undefined)
    return `Its notes could not be fetched: ${toSentence(came.problem)} Later: ultragit sync pull`
  if (came.notes === undefined) return ""
  return came.notes === 0 ? "All its notes are here." : `${formatCount(came.notes, "note")} came from it.`
}

const formatSync = (sync: InitSync, dryRun: boolean): string => {
  const { kind, problem = "no answer", remote } = sync
  if (kind === "unasked") {
    return `${remote} could not be asked whether it has notes: ${toSentence(problem)} Later: ultragit sync enable`
  }
  if (dryRun && kind === "enabled") return `${remote} has notes: they would be fetched, and shared with it.`
  const shared = kind === "already" ? "Notes are shared with" : "Notes are shared now with"
  return `${shared} ${remote}. ${formatFetched(sync)}`.trimEnd()
}

const formatConfig = (outcome: InitOutcome): ReadonlyArray<string> =>
  outcome.config.map(({ key, value }) => `${outcome.dryRun ? "Would set" : "Set"} ${key} = ${value}.`)

const formatNextSteps = (outcome: InitOutcome): ReadonlyArray<string> =>
  outcome.bare
    ? ["A bare repository has no commits of its own to annotate: no hooks."]
    : [
        `Next: ultragit commit --reason "why it is so" gives reasons with a commit; ultragit mcp install lets agents ask.`
      ]

const isNothingDone = ({ config, hooks, sync }: InitOutcome): boolean =>
  config.length === 0 &&
  !Option.exists(sync, ({ kind, notes = 0, problem }) => kind === "enabled" || notes > 0 || problem !== undefined) &&
  Option.match(hooks, {
    onNone: () => true,
    onSome: ({ changes, lines }) =>
      changes.every(({ kind }) => kind === "unchanged") && lines.every(({ present }) => present)
  })

const transientProgramWarning =
  "This program runs from a temporary place: hooks will look for ultragit on the PATH. Install it to be sure."

/** Sets a repository up, and says what was done and what comes next. */
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
    ? ["Everything is set up already."]
    : [
        ...Option.match(hooks, { onNone: () => [], onSome: (found) => formatHooks(found, dryRun) }),
        ...formatConfig(outcome),
        ...Option.toArray(sync).map((found) => formatSync(found, dryRun))
      ]
  const warnings = outcome.lasting || Option.isNone(hooks) ? [] : [transientProgramWarning]
  yield* printResult({ document, lines: [...lines, ...formatNextSteps(outcome)], warnings }, input.json)
})
