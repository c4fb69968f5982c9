import { Effect } from "effect"
import { uninstall, type UninstallOutcome } from "../../../setup/init/uninstall.ts"
import { printResult } from "../../kit/result.ts"
import { formatHookChanges } from "../../kit/hooks.ts"

const formatUninstall = (outcome: UninstallOutcome): ReadonlyArray<string> => {
  const { config, dryRun, folders, hooks, notes, ref, remotes } = outcome
  const verb = dryRun ? "Would remove" : "Removed"
  const lines = [
    ...formatHookChanges(hooks, dryRun),
    ...config.map(({ key, value }) => `${verb} ${key} = ${value}.`),
    ...remotes.map((remote) => `${dryRun ? "Would stop" : "Stopped"} sharing notes with ${remote}.`),
    ...folders.map((folder) => `${verb} ${folder}.`)
  ]
  return [
    ...(lines.length === 0 ? ["Nothing to undo."] : lines),
    ...(notes ? [`The notes stay. To delete them: git update-ref -d ${ref}`] : [])
  ]
}

const unreadableRecord =
  "What init configured stays, because its record cannot be read. To see it: git config --local --get-regexp '^(notes.rewriteref|ultragit[.])'"

/** Undoes `init`, and prints what changed and what stays. */
export const printUninstall = Effect.fnUntraced(function* (input: {
  readonly dryRun: boolean
  readonly json: boolean
}) {
  const outcome = yield* uninstall(input)
  const { config, dryRun, folders, hooks, notes, ref, remotes } = outcome
  const document = {
    $schema: "ultragit-uninstall/v1",
    ref,
    dry_run: dryRun,
    hooks: hooks.map(({ file, hook, kind }) => ({ hook, file, kind })),
    config,
    remotes,
    folders,
    notes_stay: notes
  }
  const warnings = outcome.isRecordUnreadable ? [unreadableRecord] : []
  yield* printResult({ document, lines: formatUninstall(outcome), warnings }, input.json)
})
