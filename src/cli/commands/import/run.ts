import { Effect, FileSystem, Option, type PlatformError, Stdio, Stream } from "effect"
import { describeFileProblem } from "../../../domain/FileProblem.ts"
import { parseMap } from "../../../rewrite/carry/rewrites/parseCommitMap.ts"
import { ExchangeError, FileFailed } from "../../../sharing/exchange/ExchangeError.ts"
import { type Imported, importNotes } from "../../../sharing/exchange/importNotes.ts"
import { rejectSecrets } from "../../../sharing/exchange/rejectSecrets.ts"
import { makeCommitMap } from "../../../sharing/exchange/findCommits.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { printResult } from "../../kit/result.ts"
import { formatCount } from "../../../domain/Text.ts"

/** Flags of `ultragit import`. */
export interface ImportFlags {
  readonly file: string
  readonly force: boolean
  readonly dryRun: boolean
  readonly allowSecret: boolean
  readonly map: Option.Option<string>
  readonly json: boolean
}

const toReadError = (file: string) => (error: PlatformError.PlatformError) =>
  new ExchangeError({ reason: new FileFailed({ action: "read", file, detail: describeFileProblem(error) }) })

const readCommitMap = Effect.fnUntraced(function* (file: Option.Option<string>) {
  if (Option.isNone(file)) return makeCommitMap([])
  const text = yield* Effect.mapError(
    (yield* FileSystem.FileSystem).readFileString(file.value),
    toReadError(file.value)
  )
  const { objectFormat } = yield* (yield* Git).repository
  return makeCommitMap(yield* Effect.fromResult(parseMap(text, objectFormat)))
})

const openSource = Effect.fnUntraced(function* (file: string) {
  const stdio = yield* Stdio.Stdio
  const fs = yield* FileSystem.FileSystem
  const source = file === "-" ? stdio.stdin : fs.stream(file)
  return Stream.mapError(source, toReadError(file === "-" ? "standard input" : file))
})

const formatMore = (count: number, shown: number): ReadonlyArray<string> =>
  count > shown ? [`  and ${count - shown} more`] : []

/** Unknown commits listed individually; the rest become an ellipsis. */
const maxCommitsShown = 5

const formatUnknown = ({ commits, lines }: Imported["unknown"]): ReadonlyArray<string> => {
  if (lines === 0) return []
  const named = commits.slice(0, maxCommitsShown).map((commit) => commit.slice(0, 12))
  const others = lines > named.length ? ", …" : ""
  return [
    `${formatCount(lines, "note")} of commits that this repository does not have: ${named.join(", ")}${others}`,
    "To find rewritten commits, use --map, or export with --patch-ids."
  ]
}

const formatImported = ({ added, merged, replaced, unchanged }: Imported["outcomes"], dryRun: boolean) => {
  const kinds = [
    { count: added, word: "new" },
    { count: merged, word: "merged with existing notes" },
    { count: replaced, word: "replacing existing notes" }
  ].filter(({ count }) => count > 0)
  const total = added + merged + replaced
  const verb = dryRun ? "Would import" : "Imported"
  return [
    total === 0
      ? `${verb} nothing.`
      : `${verb} ${formatCount(total, "note")}: ${kinds.map(({ count, word }) => `${count} ${word}`).join(", ")}.`,
    ...(unchanged === 0 ? [] : [`${formatCount(unchanged, "note")} had nothing new.`])
  ]
}

const formatResult = ({ outcomes, refused, unknown }: Imported, dryRun: boolean): ReadonlyArray<string> => {
  const { kept } = outcomes
  return [
    ...formatImported(outcomes, dryRun),
    ...(kept === 0
      ? []
      : [`${formatCount(kept, "note")} not replaced, because the existing note cannot be read; --force replaces it.`]),
    ...formatUnknown(unknown),
    ...(refused.lines === 0 ? [] : [`${formatCount(refused.lines, "line")} cannot be imported:`]),
    ...refused.first.map(({ detail, line }) => `  line ${line} ${detail}`),
    ...formatMore(refused.lines, refused.first.length)
  ]
}

/** Imports notes and prints the result. Sets exit code 1 if a line is invalid, after importing the others. */
export const printImport = Effect.fnUntraced(function* (flags: ImportFlags) {
  const imported = yield* importNotes({
    source: yield* openSource(flags.file),
    map: yield* readCommitMap(flags.map),
    force: flags.force,
    dryRun: flags.dryRun,
    reject: flags.allowSecret ? () => Option.none() : rejectSecrets
  })
  const { outcomes, refused, unknown } = imported
  const document = {
    $schema: "ultragit-import/v1",
    dry_run: flags.dryRun,
    ...outcomes,
    unknown: unknown.lines,
    unknown_commits: unknown.commits,
    refused: refused.lines,
    refused_lines: refused.first
  }
  yield* printResult({ document, lines: formatResult(imported, flags.dryRun) }, flags.json)
  if (refused.lines > 0) yield* setExitCode(exitCodes.failure)
})
