import { Effect, FileSystem, Option, Stdio, Stream } from "effect"
import { parseMap } from "../../../rewrite/carry/rewriteMap.ts"
import { ExchangeError, FileFailed } from "../../../sharing/exchange/ExchangeError.ts"
import { type Imported, importNotes } from "../../../sharing/exchange/importNotes.ts"
import { rejectSecrets } from "../../../sharing/exchange/rejectSecrets.ts"
import { makeCommitMap } from "../../../sharing/exchange/findCommits.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { formatCount, printResult } from "../../kit/result.ts"

/** What `ultragit import` takes. */
export interface ImportFlags {
  readonly file: string
  readonly force: boolean
  readonly dryRun: boolean
  readonly allowSecret: boolean
  readonly map: Option.Option<string>
  readonly json: boolean
}

const toReadError = (file: string) => (error: { readonly message: string }) =>
  new ExchangeError({ reason: new FileFailed({ file, detail: error.message }) })

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

/** Names that are enough to know what is meant. */
const maxCommitsShown = 5

const formatUnknown = ({ commits, lines }: Imported["unknown"]): ReadonlyArray<string> => {
  if (lines === 0) return []
  const named = commits.slice(0, maxCommitsShown).map((commit) => commit.slice(0, 12))
  const others = lines > named.length ? ", …" : ""
  return [
    `${formatCount(lines, "note")} of commits that are not here: ${named.join(", ")}${others}`,
    "Rewritten commits are found with --map, or by patch id in an export made with --patch-ids."
  ]
}

const formatImported = ({ added, merged, replaced, unchanged }: Imported["outcomes"], dryRun: boolean) => {
  const kinds = [
    { count: added, word: "new" },
    { count: merged, word: "merged with ours" },
    { count: replaced, word: "in place of ours" }
  ].filter(({ count }) => count > 0)
  const total = added + merged + replaced
  const said = dryRun ? "Would import" : "Imported"
  return [
    total === 0
      ? `${said} nothing.`
      : `${said} ${formatCount(total, "note")}: ${kinds.map(({ count, word }) => `${count} ${word}`).join(", ")}.`,
    ...(unchanged === 0 ? [] : [`${formatCount(unchanged, "note")} said nothing that is not here already.`])
  ]
}

const formatResult = ({ outcomes, refused, unknown }: Imported, dryRun: boolean): ReadonlyArray<string> => {
  const { kept } = outcomes
  return [
    ...formatImported(outcomes, dryRun),
    ...(kept === 0 ? [] : [`${formatCount(kept, "note")} here cannot be read and were left: --force replaces them.`]),
    ...formatUnknown(unknown),
    ...(refused.lines === 0 ? [] : [`${formatCount(refused.lines, "line")} cannot be imported:`]),
    ...refused.first.map(({ detail, line }) => `  line ${line} ${detail}`),
    ...formatMore(refused.lines, refused.first.length)
  ]
}

/** Imports, and says what became of it. Lines that cannot be used make the command fail, after the others are in. */
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
