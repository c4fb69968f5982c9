import { Effect, Option } from "effect"
import type { HookChange, HooksOutcome } from "../../rewrite/hooks/installHooks.ts"
import type { ManualLine } from "../../rewrite/hooks/manualLines.ts"
import { init, type InitInput, type InitOutcome, type InitSync } from "../../setup/init/init.ts"
import { uninstall, type UninstallOutcome } from "../../setup/init/uninstall.ts"
import { toSentence } from "../../domain/Text.ts"
import { counted, printOutcome } from "./outcome.ts"

const done: Record<HookChange["kind"], readonly [real: string, dry: string]> = {
  made: ["Made", "Would make"],
  added: ["Added our lines to", "Would add our lines to"],
  beside: ["Made, handing over to the one that was there:", "Would make, handing over to the one that is there:"],
  updated: ["Brought up to date", "Would bring up to date"],
  unchanged: ["Already there:", "Already there:"],
  removed: ["Removed", "Would remove"],
  restored: ["Restored", "Would restore"]
}

/** One sentence for all hooks to which the same happened. */
const changeWords = (changes: ReadonlyArray<HookChange>, dryRun: boolean): ReadonlyArray<string> =>
  [...Map.groupBy(changes, ({ kind }) => kind)].map(
    ([kind, same]) => `${done[kind][dryRun ? 1 : 0]} ${same.map(({ hook }) => hook).join(", ")}.`
  )

const keepers: Record<HooksOutcome["folder"]["keeper"], string> = {
  own: "by this repository",
  outside: "for more than this repository",
  tracked: "in git",
  husky: "by husky",
  lefthook: "by lefthook",
  overcommit: "by overcommit"
}

/** What to add where, by hand. */
const lineWords = (lines: ReadonlyArray<ManualLine>): ReadonlyArray<string> =>
  lines
    .filter(({ present }) => !present)
    .flatMap(({ file, line }) => [`Add to ${file}:`, ...line.split("\n").map((text) => `  ${text}`)])

/** What became of the hooks, and what is left to do by hand. */
export const hookWords = ({ changes, folder, lines }: HooksOutcome, dryRun: boolean): ReadonlyArray<string> => [
  ...changeWords(changes, dryRun),
  ...(folder.keeper === "own"
    ? []
    : [`Hooks in ${folder.path} are kept ${keepers[folder.keeper]}; nothing is written there.`]),
  ...lineWords(lines)
]

/** What came of a remote's notes: so many, none, or why not. */
export const cameWords = (came: { readonly notes?: number; readonly problem?: string }): string => {
  if (came.problem !== undefined)
    return `Its notes could not be fetched: ${toSentence(came.problem)} Later: ultragit sync pull`
  if (came.notes === undefined) return ""
  return came.notes === 0 ? "All its notes are here." : `${counted(came.notes, "note")} came from it.`
}

const syncWords = (sync: InitSync, dryRun: boolean): string => {
  const { kind, problem = "no answer", remote } = sync
  if (kind === "unasked") {
    return `${remote} could not be asked whether it has notes: ${toSentence(problem)} Later: ultragit sync enable`
  }
  if (dryRun && kind === "enabled") return `${remote} has notes: they would be fetched, and shared with it.`
  const shared = kind === "already" ? "Notes are shared with" : "Notes are shared now with"
  return `${shared} ${remote}. ${cameWords(sync)}`.trimEnd()
}

const configWords = (outcome: InitOutcome): ReadonlyArray<string> =>
  outcome.config.map(({ key, value }) => `${outcome.dryRun ? "Would set" : "Set"} ${key} = ${value}.`)

const nextWords = (outcome: InitOutcome): ReadonlyArray<string> =>
  outcome.bare
    ? ["A bare repository has no commits of its own to annotate: no hooks."]
    : [
        `Next: ultragit commit --reason "why it is so" gives reasons with a commit; ultragit mcp install lets agents ask.`
      ]

const nothingDone = ({ config, hooks, sync }: InitOutcome): boolean =>
  config.length === 0 &&
  !Option.exists(sync, ({ kind, notes = 0, problem }) => kind === "enabled" || notes > 0 || problem !== undefined) &&
  Option.match(hooks, {
    onNone: () => true,
    onSome: ({ changes, lines }) =>
      changes.every(({ kind }) => kind === "unchanged") && lines.every(({ present }) => present)
  })

/** The same for programs. */
export const hooksDocument = ({ changes, folder, lines }: HooksOutcome) => ({
  folder: folder.path,
  keeper: folder.keeper,
  changes: changes.map(({ file, hook, kind }) => ({ hook, file, kind })),
  lines: lines.map(({ file, hook, line, present }) => ({ hook, file, line, present }))
})

const transient =
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
    hooks: Option.getOrNull(Option.map(hooks, hooksDocument)),
    config,
    sync: Option.getOrNull(sync)
  }
  const lines = nothingDone(outcome)
    ? ["Everything is set up already."]
    : [
        ...Option.match(hooks, { onNone: () => [], onSome: (found) => hookWords(found, dryRun) }),
        ...configWords(outcome),
        ...Option.toArray(sync).map((found) => syncWords(found, dryRun))
      ]
  const warnings = outcome.lasting || Option.isNone(hooks) ? [] : [transient]
  yield* printOutcome({ document, lines: [...lines, ...nextWords(outcome)], warnings }, input.json)
})

const uninstallWords = (outcome: UninstallOutcome): ReadonlyArray<string> => {
  const { config, dryRun, folders, hooks, notes, ref, remotes } = outcome
  const verb = dryRun ? "Would remove" : "Removed"
  const lines = [
    ...changeWords(hooks, dryRun),
    ...config.map(({ key, value }) => `${verb} ${key} = ${value}.`),
    ...remotes.map((remote) => `${dryRun ? "Would stop" : "Stopped"} sharing notes with ${remote}.`),
    ...folders.map((folder) => `${verb} ${folder}.`)
  ]
  return [
    ...(lines.length === 0 ? ["Nothing to take back."] : lines),
    ...(notes ? [`The notes stay. To delete them: git update-ref -d ${ref}`] : [])
  ]
}

/** Takes everything back, and says what stays. */
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
  yield* printOutcome({ document, lines: uninstallWords(outcome) }, input.json)
})
