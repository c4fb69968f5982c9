import type {
  CallersAnswer,
  IndexAnswer,
  IndexState,
  OutlineAnswer,
  SearchAnswer,
  SearchHit,
  StatusAnswer,
  SymbolAnswer,
  SymbolHit
} from "../../codeIndex/model/answers.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"

/** Modules of a kind that a text lists. */
const maxModules = 3

const explainState = ({ failed, pending }: IndexState): ReadonlyArray<string> => [
  ...(pending === 0 ? [] : [`**Not indexed yet:** ${formatCount(pending, "file")}`]),
  ...(failed === 0 ? [] : [`**Could not be parsed:** ${formatCount(failed, "file")}`])
]

const formatWarnings = (warnings: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  warnings.map((warning) => `Warning: ${escapeControls(warning)}`)

const formatMatch = ({ in: where, line, tag }: SearchHit["matched"][number]): string =>
  `${escapeControls(tag)}: ${where.join(", ")}${line === undefined ? "" : `, line ${line}`}`

const hitLines = ({ definition_count: count, definitions, imports, matched, path, reason, score, why }: SearchHit) => [
  `### File: ${escapeControls(path)}`,
  ...(why === undefined ? [] : [`**Why:** ${escapeControls(why)}`]),
  ...(reason === undefined
    ? []
    : [
        `**Not noted; from history:** “${escapeControls(reason.reason)}” (${reason.commit.slice(0, 10)}: ${escapeControls(reason.subject)})`
      ]),
  `**Score:** ${score} (${matched.map(formatMatch).join("; ")})`,
  ...(count === 0 ? [] : [`**Definitions:** ${count}`]),
  ...definitions.map(({ line, name, signature, type }) => `- ${type} ${name} (line ${line}) \`${signature}\``),
  ...(definitions.length > 0 && count > definitions.length ? [`- ... and ${count - definitions.length} more`] : []),
  ...(imports.length === 0 ? [] : [`**Imports:** ${imports.reduce((sum, { modules }) => sum + modules.length, 0)}`]),
  ...imports.map(({ modules, type }) => {
    const more = modules.length - maxModules
    const shown = modules.slice(0, maxModules).map(escapeControls).join(", ")
    return `- ${type}: ${shown}${more > 0 ? `, +${more} more` : ""}`
  }),
  ""
]

/** The text of a search, in the shape of the seed. `millis`: how long it took. */
export const searchText = (answer: SearchAnswer, millis: number): string =>
  [
    "# Query Results",
    `**Total files:** ${answer.total}`,
    `**Execution time:** ${Math.round(millis)}ms`,
    `**Results:** ${answer.results.length}`,
    ...explainState(answer.index),
    ...formatWarnings(answer.warnings),
    "",
    ...answer.results.flatMap(hitLines),
    ...(answer.next_cursor === undefined ? [] : [`More with cursor: ${answer.next_cursor}`])
  ]
    .join("\n")
    .trimEnd()

/** The text of an index run, in the words of the seed. */
export const indexText = ({ files, path, status }: IndexAnswer, millis: number): string =>
  status === "started"
    ? `Indexing started in background for: ${escapeControls(path)}`
    : `Indexing completed: ${files} files processed in ${Math.round(millis)}ms`

/** The text of a status: the seed's JSON. */
export const statusText = (answer: StatusAnswer): string => JSON.stringify(answer, undefined, 2)

const foldSignature = (signature: string): string => escapeControls(signature)

const symbolLine = ({ exported, inherited_by: heir, line, name, path, signature, type }: SymbolHit): string =>
  `- ${escapeControls(path)}:${line} ${type} ${name}${heir === undefined ? "" : `, inherited by ${heir}`}${exported ? "" : " (not exported)"} \`${foldSignature(signature)}\``

const moreThan = (total: number, shown: number): ReadonlyArray<string> =>
  total > shown ? [`- ... and ${total - shown} more`] : []

/** The definitions with a name, a line each. */
export const symbolText = ({ index, results, total, warnings }: SymbolAnswer): string =>
  [
    ...explainState(index),
    ...formatWarnings(warnings),
    ...results.map(symbolLine),
    ...moreThan(total, results.length)
  ].join("\n")

/** What refers to definitions, a line each. */
export const callersText = ({
  callers,
  index,
  name_only: nameOnly = 0,
  targets,
  total,
  warnings
}: CallersAnswer): string =>
  [
    ...explainState(index),
    ...formatWarnings(warnings),
    ...targets.map(symbolLine),
    "",
    `**References:** ${total}`,
    ...callers.map(
      ({ how, kind, line, path, within }) =>
        `- ${escapeControls(path)}:${line}${within === undefined ? "" : ` in ${within}`} (${kind}, ${how.replace("_", " ")})`
    ),
    ...moreThan(total, callers.length),
    ...(nameOnly === 0
      ? []
      : [`Perhaps also called by ${formatCount(nameOnly, "call")} on unknown receivers; --name-only lists them.`])
  ].join("\n")

/** The definitions of a file, a line each. */
export const outlineText = ({ definitions, path, warnings }: OutlineAnswer): string =>
  [
    `# ${escapeControls(path)}`,
    ...formatWarnings(warnings),
    ...definitions.map(
      ({ end_line: end, line, name, signature, type }) =>
        `- ${line}-${end} ${type} ${name} \`${foldSignature(signature)}\``
    )
  ].join("\n")

const listCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")

/** A status for people. */
export const statusSummary = (answer: StatusAnswer): string =>
  [
    `Index of ${escapeControls(answer.projectPath)}: ${answer.status}, revision ${answer.index.revision || "none"}`,
    `Files: ${answer.index.files}, parsed ${answer.index.indexed}, words only ${answer.index.unsupported}, failed ${answer.index.failed}, not indexed yet ${answer.index.pending}`,
    `Languages: ${listCounts(answer.languages)}`,
    ...(Object.keys(answer.details).length === 0 ? [] : [`Of all files: ${listCounts(answer.details)}`]),
    `Database: ${escapeControls(answer.databasePath)}, ${Math.round(answer.indexSize / 1024)} KiB`,
    ...(answer.lastIndexed === null
      ? ["Never indexed. Run: ultragit code index"]
      : [`Last change: ${answer.lastIndexed}`]),
    ...(answer.warnings ?? []),
    ...answer.errors.map(({ detail, path }) => `Failed: ${escapeControls(path)}: ${escapeControls(detail)}`),
    ...(answer.lastError === undefined ? [] : [`Last error: ${escapeControls(answer.lastError)}`])
  ].join("\n")
