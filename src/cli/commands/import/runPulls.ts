import { join } from "node:path"
import { Context, Effect, FileSystem, Layer, Option } from "effect"
import { Git } from "../../../adapters/git/Git.ts"
import { Hosting } from "../../../adapters/hosting/Hosting.ts"
import type { HostKind, Site } from "../../../adapters/hosting/Site.ts"
import { formatCount } from "../../../domain/Text.ts"
import { WorkProgress } from "../../../domain/WorkProgress.ts"
import { pullsRef } from "../../../notes/pulls/PullsNote.ts"
import { findProject } from "../../../sharing/imports/findProject.ts"
import { type ImportPlan, importPulls, type ImportTally, planImport } from "../../../sharing/imports/importPulls.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes, printFailure } from "../../kit/failures.ts"
import { makeProgressBar } from "../../kit/progressBar.ts"
import { printResult } from "../../kit/result.ts"

/** Flags of `ultragit import github` and `ultragit import gitlab`. */
export interface PullsFlags {
  readonly remote: Option.Option<string>
  readonly dryRun: boolean
  readonly json: boolean
}

const requestWords: Record<HostKind, string> = { github: "pull request", gitlab: "merge request" }

const toPlanDocument = ({ host, project }: Site, { known, total, waiting }: ImportPlan) => ({
  $schema: "ultragit-import-pulls/v1",
  dry_run: true,
  host,
  project,
  ref: pullsRef,
  total,
  known,
  waiting
})

const toDocument = ({ host, project }: Site, tally: ImportTally) => ({
  $schema: "ultragit-import-pulls/v1",
  dry_run: false,
  host,
  project,
  ref: pullsRef,
  total: tally.total,
  known: tally.known,
  imported: tally.imported,
  by_programs: tally.byPrograms,
  untraceable: tally.untraceable,
  unreadable: tally.unreadable,
  waiting: tally.waiting,
  complete: tally.complete,
  ...Option.match(tally.stopped, {
    onNone: () => ({}),
    onSome: ({ code, message }) => ({ stopped: { code, message } })
  })
})

const formatPlan = ({ host, kind, project }: Site, { known, total, waiting }: ImportPlan): ReadonlyArray<string> => [
  `${host}/${project} has ${formatCount(total, `merged ${requestWords[kind]}`)}; ${known} are known from earlier runs.`,
  ...(waiting === 0 ? [] : [`${waiting} of them wait for their commits.`])
]

/** Says what to do about requests whose commits this clone lacks. */
const formatWaiting = (waiting: number, isShallow: boolean): ReadonlyArray<string> => {
  if (waiting === 0) return []
  const remedy = isShallow ? "git fetch --unshallow" : "git fetch"
  const why = isShallow ? "this shallow clone does not have" : "this repository does not have"
  return [`${waiting} became commits that ${why}. To import them: ${remedy}, then the same command again.`]
}

const formatTally = ({ host, kind, project }: Site, tally: ImportTally, isShallow: boolean): ReadonlyArray<string> => {
  const { byPrograms, complete, imported, known, total, unreadable, untraceable, waiting } = tally
  const words = requestWords[kind]
  return [
    imported === 0
      ? `Imported nothing new of ${host}/${project} (${formatCount(total, `merged ${words}`)}).`
      : `Imported ${formatCount(imported, words)} of ${host}/${project} to ${pullsRef}.`,
    ...(byPrograms === 0 ? [] : [`${byPrograms} opened by programs left out.`]),
    ...(untraceable === 0 ? [] : [`${untraceable} left out, because ${host} names no commit of theirs that is here.`]),
    ...(unreadable === 0 ? [] : [`${unreadable} left out, because ${host} did not give them.`]),
    ...formatWaiting(waiting, isShallow),
    ...(complete || total === 0 ? [] : [`${known} of ${total} done; the same command continues.`])
  ]
}

/** Runs the import with a progress bar, and prints the result even if interrupted. */
const runImport = Effect.fnUntraced(function* (site: Site, { json }: PullsFlags) {
  const { commonDirectory } = yield* (yield* Git).repository
  const files = yield* FileSystem.FileSystem
  const isShallow = yield* Effect.orElseSucceed(files.exists(join(commonDirectory, "shallow")), () => false)
  const bar = yield* makeProgressBar(0)
  const print = (tally: ImportTally) =>
    printResult({ document: toDocument(site, tally), lines: formatTally(site, tally, isShallow) }, json)
  const tally = yield* importPulls(site, (interrupted) =>
    Effect.andThen(bar.clear, Effect.ignore(print(interrupted)))
  ).pipe(
    Effect.provideService(WorkProgress, ({ counted, done, total }) => bar.show({ done, total, note: counted })),
    Effect.ensuring(bar.clear)
  )
  // Before the first answer there is nothing to tell but the failure.
  if (Option.isSome(tally.stopped) && tally.total === 0) return yield* tally.stopped.value
  yield* print(tally)
  if (Option.isNone(tally.stopped)) return
  if (!json) yield* printFailure(tally.stopped.value, "text")
  yield* setExitCode(exitCodes.failure)
})

const printPlan = Effect.fnUntraced(function* (site: Site, { json }: PullsFlags) {
  const plan = yield* planImport(site)
  yield* printResult({ document: toPlanDocument(site, plan), lines: formatPlan(site, plan) }, json)
})

/** Imports the merged requests of a host, or with `--dry-run` counts them. Sets exit code 1 if the host stops it. */
export const printPullsImport = Effect.fnUntraced(function* (kind: HostKind, flags: PullsFlags) {
  const site = yield* findProject(kind, flags.remote)
  const hosting = Context.get(yield* Layer.build(Hosting.layer), Hosting)
  const run = flags.dryRun ? printPlan(site, flags) : runImport(site, flags)
  return yield* Effect.provideService(run, Hosting, hosting)
}, Effect.scoped)
