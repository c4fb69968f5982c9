import type { HookChange, HooksOutcome } from "../../rewrite/hooks/installHooks.ts"
import type { ManualLine } from "../../rewrite/hooks/manualLines.ts"

const changeVerbs: Record<HookChange["kind"], readonly [real: string, dry: string]> = {
  made: ["Made", "Would make"],
  added: ["Added our lines to", "Would add our lines to"],
  beside: ["Made, handing over to the one that was there:", "Would make, handing over to the one that is there:"],
  updated: ["Brought up to date", "Would bring up to date"],
  unchanged: ["Already there:", "Already there:"],
  removed: ["Removed", "Would remove"],
  restored: ["Restored", "Would restore"]
}

/** One sentence for all hooks to which the same happened. */
export const formatHookChanges = (changes: ReadonlyArray<HookChange>, dryRun: boolean): ReadonlyArray<string> =>
  [...Map.groupBy(changes, ({ kind }) => kind)].map(
    ([kind, same]) => `${changeVerbs[kind][dryRun ? 1 : 0]} ${same.map(({ hook }) => hook).join(", ")}.`
  )

const keeperNames: Record<HooksOutcome["folder"]["keeper"], string> = {
  own: "by this repository",
  outside: "for more than this repository",
  tracked: "in git",
  husky: "by husky",
  lefthook: "by lefthook",
  overcommit: "by overcommit"
}

/** What to add where, by hand. */
const formatManualLines = (lines: ReadonlyArray<ManualLine>): ReadonlyArray<string> =>
  lines
    .filter(({ present }) => !present)
    .flatMap(({ file, line }) => [`Add to ${file}:`, ...line.split("\n").map((text) => `  ${text}`)])

/** What became of the hooks, and what is left to do by hand. */
export const formatHooks = ({ changes, folder, lines }: HooksOutcome, dryRun: boolean): ReadonlyArray<string> => [
  ...formatHookChanges(changes, dryRun),
  ...(folder.keeper === "own"
    ? []
    : [`Hooks in ${folder.path} are kept ${keeperNames[folder.keeper]}; nothing is written there.`]),
  ...formatManualLines(lines)
]

/** The same for programs. */
export const toHooksDocument = ({ changes, folder, lines }: HooksOutcome) => ({
  folder: folder.path,
  keeper: folder.keeper,
  changes: changes.map(({ file, hook, kind }) => ({ hook, file, kind })),
  lines: lines.map(({ file, hook, line, present }) => ({ hook, file, line, present }))
})
