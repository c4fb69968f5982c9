import { Array as Arrays } from "effect"
import { displayWidth } from "effect/cli/CliOutput"
import type { Registration } from "../../commitIndex/model/Registration.ts"
import type { RepositoryStatus } from "../../commitIndex/model/Operations.ts"
import { redactCredentials } from "../../adapters/git/clone/Address.ts"
import { escapeLine } from "./Line.ts"
import { paint } from "./paint.ts"
import { formatMinute } from "./dates.ts"
import type { Surface } from "./print.ts"
import { formatCount } from "../../domain/Text.ts"

/** Formats the source of a repository, without passwords. */
export const formatSource = ({ directory, url }: Registration): string => redactCredentials(url ?? directory)

/** Formats the selection of a repository; empty if everything is indexed. */
export const formatFilters = ({ selection: { author, branches, embed, exclude, forkOf } }: Registration): string =>
  [
    ...(branches.length === 0 ? [] : [`branches ${branches.map(escapeLine).join(", ")}`]),
    ...(exclude.length === 0 ? [] : [`without ${exclude.map(escapeLine).join(", ")}`]),
    ...(author === null ? [] : [`author ${escapeLine(author)}`]),
    ...(forkOf === null ? [] : [`fork of ${escapeLine(forkOf)}`]),
    ...(embed ? ["similarity search"] : [])
  ].join("; ")

type Row = ReadonlyArray<string>

const padEnd = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - displayWidth(text)))

/** Aligns the columns of rows of equal length; the first row is bold on a terminal. */
const formatTable = (rows: ReadonlyArray<Row>, colors: boolean): ReadonlyArray<string> => {
  const widths = rows
    .map((row) => row.map((cell) => displayWidth(cell)))
    .reduce((widest, row) => Arrays.zipWith(widest, row, (one, other) => Math.max(one, other)))
  return rows.map((row, index) => {
    const line = Arrays.zipWith(row, widths, padEnd).join("  ").trimEnd()
    return colors && index === 0 ? paint("bold", line) : line
  })
}

const formatBehind = ({ behind }: RepositoryStatus): string => (behind === null ? "?" : `${behind}`)

/** Renders the output of `repos list`. */
export const renderList = (registrations: ReadonlyArray<Registration>, { colors }: Surface): ReadonlyArray<string> =>
  formatTable(
    [
      ["REPOSITORY", "SOURCE"],
      ...registrations.map((found) => [escapeLine(found.name), escapeLine(formatSource(found))])
    ],
    colors
  )

/** Renders the output of `repos status`: a row per repository, followed by its selection and failure. */
export const renderStatus = (all: ReadonlyArray<RepositoryStatus>, { colors }: Surface): ReadonlyArray<string> => {
  const rows = all.map((found) => [
    escapeLine(found.name),
    `${found.commitCount}`,
    formatBehind(found),
    found.syncedAt === null ? "never" : formatMinute(found.syncedAt),
    escapeLine(formatSource(found))
  ])
  const [head = "", ...lines] = formatTable(
    [["REPOSITORY", "COMMITS", "BEHIND", "LAST SYNCED", "SOURCE"], ...rows],
    colors
  )
  const below = (found: RepositoryStatus): ReadonlyArray<string> => {
    const { lastError } = found
    const filters = formatFilters(found)
    const { commitCount, selection, vectors } = found
    const similarity = selection.embed
      ? [`  ${vectors} of ${formatCount(commitCount, "commit")} indexed for similarity search`]
      : []
    const failed = lastError === null ? [] : [`  last sync failed: ${escapeLine(lastError)}`]
    return [
      ...(filters === "" ? [] : [`  ${filters}`]),
      ...similarity,
      ...(colors ? failed.map((line) => paint("yellow", line)) : failed)
    ]
  }
  return [head, ...Arrays.zip(all, lines).flatMap(([found, line]) => [line, ...below(found)])]
}
