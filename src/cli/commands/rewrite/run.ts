import { Effect, FileSystem, type PlatformError, Stdio, Stream } from "effect"
import { carryRewrites, type CarryOutcome } from "../../../rewrite/carry/carry.ts"
import { CarryError, MapUnreadable } from "../../../rewrite/carry/rewrites/CarryError.ts"
import { parseMap } from "../../../rewrite/carry/rewrites/parseCommitMap.ts"
import { describeFileProblem } from "../../../domain/FileProblem.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { followRewrites } from "../../../writing/drafts/followRewrites.ts"
import { printResult } from "../../kit/result.ts"
import { formatCount } from "../../../domain/Text.ts"

/** Flags of `ultragit rewrite`. */
export interface RewriteFlags {
  readonly map: string
  readonly dryRun: boolean
  readonly json: boolean
}

const toReadError = (file: string) => (error: PlatformError.PlatformError) =>
  new CarryError({ reason: new MapUnreadable({ file, detail: describeFileProblem(error) }) })

const readText = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const { stdin } = yield* Stdio.Stdio
  const bytes = file === "-" ? stdin : fs.stream(file)
  return yield* bytes.pipe(
    Stream.decodeText,
    Stream.mkString,
    Effect.mapError(toReadError(file === "-" ? "on standard input" : file))
  )
})

const formatCountWithVerb = (count: number, one: string): string =>
  `${formatCount(count, one)} ${count === 1 ? "was" : "were"}`

const formatCarried = ({ carried, dropped, missing, unnoted, written }: CarryOutcome, dryRun: boolean): string => {
  const isAgain = !dryRun && carried > 0 && written.length === 0
  const parts = [
    isAgain
      ? `Nothing changed: ${formatCountWithVerb(carried, "note")} carried before`
      : `${dryRun ? "Would carry" : "Carried"} ${formatCount(carried, "note")} to rewritten commits`,
    ...(dropped === 0 ? [] : [`${formatCountWithVerb(dropped, "commit")} dropped`]),
    ...(missing === 0 ? [] : [`${formatCountWithVerb(missing, "note")} not carried, for lack of the new commit here`]),
    ...(unnoted === 0 ? [] : [`${unnoted} had no note`])
  ]
  return `${parts.join("; ")}.`
}

/** Carries notes along a commit map and prints how many. */
export const printRewrite = Effect.fnUntraced(function* ({ dryRun, json, map }: RewriteFlags) {
  const { objectFormat } = yield* (yield* Git).repository
  const pairs = yield* Effect.fromResult(parseMap(yield* readText(map), objectFormat))
  const outcome = yield* carryRewrites(pairs, "map", [], { dryRun })
  if (!dryRun) yield* followRewrites(pairs)
  const { carried, dropped, missing, unnoted, written } = outcome
  const document = {
    $schema: "ultragit-rewrite/v1",
    dry_run: dryRun,
    carried,
    written: written.length,
    dropped,
    missing,
    unnoted
  }
  yield* printResult({ document, lines: [formatCarried(outcome, dryRun)] }, json)
})
