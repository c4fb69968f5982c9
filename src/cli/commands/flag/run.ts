import { Effect, type Option } from "effect"
import { flag, type Flagged } from "../../../writing/corrections/flag.ts"
import { askAbout } from "../../kit/answer.ts"
import { printResult } from "../../kit/result.ts"
import { formatCount } from "../../../domain/Text.ts"

/** Flags of `ultragit flag`. */
export interface FlagFlags {
  readonly path: string
  readonly anchor: Option.Option<string>
  readonly commit: Option.Option<string>
  readonly reason: string
  readonly allowSecret: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

const formatFlagged = ({ changed, left, regions }: Flagged, dryRun: boolean): ReadonlyArray<string> => {
  const regionCount = formatCount(regions.length, "region")
  const headline = dryRun
    ? `Would flag ${regionCount}:`
    : changed
      ? `Flagged ${regionCount}:`
      : `Already flagged: ${regionCount}.`
  return [
    headline,
    ...regions.map(({ anchor, commit, file, intent }) => `  ${anchor} (${file}, ${commit.slice(0, 12)}): ${intent}`),
    ...(left === 0 ? [] : [`${formatCount(left, "other region")} left unchanged; flag them by their anchor.`])
  ]
}

/** Flags regions and prints them. */
export const printFlag = Effect.fnUntraced(function* (flags: FlagFlags) {
  const flagged = yield* askAbout({ path: flags.path }, (path) => flag({ ...flags, path }))
  const { changed, left, regions } = flagged
  const document = { $schema: "ultragit-flag/v1", changed, dry_run: flags.dryRun, regions, left }
  yield* printResult({ document, lines: formatFlagged(flagged, flags.dryRun) }, flags.json)
})
