import type { HookChange, HooksOutcome } from "../../rewrite/hooks/installHooks.ts"
import type { ManualLine } from "../../rewrite/hooks/manualLines.ts"

const changeVerbs: Record<HookChange["kind"], readonly [real: string, dry: string]> = {
  made: ["Created", "Would create"],
  added: ["Added ultragit's lines to", "Would add ultragit's lines to"],
  beside: ["Created, calling the existing hook:", "Would create, calling the existing hook:"],
  updated: ["Updated", "Would update"],
  unchanged: ["Already installed:", "Already installed:"],
  removed: ["Removed", "Would remove"],
  restored: ["Restored", "Would restore"]
}

/** Formats one sentence per kind of change. */
export const formatHookChanges = (changes: ReadonlyArray<HookChange>, dryRun: boolean): ReadonlyArray<string> =>
  [...Map.groupBy(changes, ({ kind }) => kind)].map(
    ([kind, same]) => `${changeVerbs[kind][dryRun ? 1 : 0]} ${same.map(({ hook }) => hook).join(", ")}.`
  )

const ownerNames: Record<HooksOutcome["folder"]["owner"], string> = {
  own: "by this repository",
  outside: "outside this repository",
  tracked: "as tracked files",
  husky: "by husky",
  lefthook: "by lefthook",
  overcommit: "by overcommit"
}

/** Formats the lines that the user must add by hand. */
const formatManualLines = (lines: ReadonlyArray<ManualLine>): ReadonlyArray<string> =>
  lines
    .filter(({ present }) => !present)
    .flatMap(({ file, line }) => [`Add to ${file}:`, ...line.split("\n").map((text) => `  ${text}`)])

/** Formats the changes of the hooks, and what the user must do by hand. */
export const formatHooks = ({ changes, folder, lines }: HooksOutcome, dryRun: boolean): ReadonlyArray<string> => [
  ...formatHookChanges(changes, dryRun),
  ...(folder.owner === "own"
    ? []
    : [`Hooks in ${folder.path} are managed ${ownerNames[folder.owner]}; ultragit writes nothing there.`]),
  ...formatManualLines(lines)
]

/** Converts the changes of the hooks to JSON. */
export const toHooksDocument = ({ changes, folder, lines }: HooksOutcome) => ({
  folder: folder.path,
  keeper: folder.owner,
  changes: changes.map(({ file, hook, kind }) => ({ hook, file, kind })),
  lines: lines.map(({ file, hook, line, present }) => ({ hook, file, line, present }))
})
