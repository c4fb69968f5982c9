import process from "node:process"
import { Effect, Option, Schema } from "effect"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import type { Answer } from "../../pipeline/answering/answers.ts"
import { followPart } from "../../pipeline/questions/followPart.ts"
import { Pipeline, type QueryError } from "../../pipeline/questions/Pipeline.ts"
import { PathIsDirectory, PipelineError } from "../../pipeline/subject/PipelineError.ts"
import { Settings } from "../../config/Settings.ts"
import { jsonText } from "../../domain/Text.ts"
import type { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { Environment } from "./Environment.ts"
import { findCandidates } from "./paths.ts"
import { writeOutput } from "./output.ts"
import { pageOutput } from "./pager.ts"
import { optionalField, type QueryFlags } from "./query.ts"
import { markdown, pipe, type Surface } from "../render/print.ts"

/** The fields that the queries of all questions share. */
interface CommonQuery {
  readonly path: string
  readonly anchor?: string
  readonly rev?: string
  readonly max_tokens?: number
  readonly verbose: boolean
  readonly implied?: boolean
  readonly measure?: (answer: Answer) => string
}

export type Format = QueryFlags["format"]

/** The output format; `--json` wins over `--format`. */
export const resolveFormat = (input: Pick<QueryFlags, "format" | "json">): Format =>
  input.json ? "json" : input.format

/** What an output format needs from the pipeline, which measures compact JSON by default. */
const formatOptions: Record<Format, Pick<CommonQuery, "implied" | "measure">> = {
  markdown: { implied: true, measure: (answer) => markdown(answer, pipe) },
  json: {},
  pretty: { measure: (answer) => jsonText(answer, 2) }
}

/** Converts the flags of every question to a query of `path`. */
export const toCommonQuery = (input: QueryFlags, path: string): CommonQuery => ({
  path,
  verbose: input.verbose,
  ...optionalField(
    "anchor",
    Option.orElse(input.anchor, () => input.anchorFlag)
  ),
  ...optionalField("rev", input.rev),
  ...optionalField("max_tokens", input.maxTokens),
  ...formatOptions[resolveFormat(input)]
})

const isPathError = (error: unknown): boolean =>
  error instanceof PipelineError && (error.reason._tag === "PathNotFound" || error.reason._tag === "PathOutside")

/** Whether an error says what became of a path. */
const hasFate = (error: unknown): boolean =>
  error instanceof PipelineError && error.reason._tag === "PathNotFound" && error.reason.fate !== undefined

/** Names the command in an error, instead of the tool. */
const nameCommand = <E>(error: E): E | PipelineError =>
  error instanceof PipelineError && error.reason._tag === "PathIsDirectory"
    ? new PipelineError({ reason: new PathIsDirectory({ path: error.reason.path, isCommand: true }) })
    : error

/**
 * Asks about a path on the command line, as `findCandidates` says. One that does not exist is asked about by each path that
 * it may mean, because history or notes may know it.
 */
export const askAbout = <A, E, R>(
  { path, rev = Option.none() }: { readonly path: string; readonly rev?: Option.Option<string> },
  ask: (path: string) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | PipelineError | GitError, R | Git> =>
  Effect.flatMap(findCandidates(path, rev), ([first, second]) => {
    const asked = Effect.mapError(ask(first), nameCommand)
    return second === undefined
      ? asked
      : Effect.catchIf(asked, isPathError, (error) =>
          Effect.mapError(ask(second), (other) => (isPathError(other) && !hasFate(other) ? error : nameCommand(other)))
        )
  })

/** Whether the locale's encoding is UTF-8. Windows has no such variables. */
const hasUtf8Locale = (env: Readonly<Record<string, string | undefined>>): boolean =>
  process.platform === "win32" || /utf-?8/i.test(env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "")

/** The colors, width and signs of standard output; lines over 110 columns are hard to read. */
export const outputSurface: Effect.Effect<Surface> = Effect.gen(function* () {
  const { canColor } = yield* TerminalCapabilities
  if (!process.stdout.isTTY) return { colors: canColor, width: undefined }
  const ascii = !hasUtf8Locale(yield* Environment)
  return { colors: canColor, width: Math.max(40, Math.min(process.stdout.columns, 110)), ascii }
})

/** Logs warnings about settings: unknown names, and keys that the tracked file may not set. */
export const logSettingsWarnings = Effect.gen(function* () {
  const settings = yield* Settings
  const warnings = yield* settings.warnings
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
})

/** Formats an answer, without a final newline. Markdown gets the colors and width of standard output. */
export const formatAnswer = Effect.fnUntraced(function* <A extends Answer>(
  answer: A,
  contract: { readonly output: Schema.ConstraintCodec<A, unknown> },
  format: Format
) {
  if (format === "markdown") return markdown(answer, yield* outputSurface)
  const encoded = yield* Effect.orDie(Schema.encodeEffect(contract.output)(answer))
  return jsonText(encoded, format === "pretty" ? 2 : undefined)
})

/** Writes a formatted answer: one for people through the pager, JSON not. */
export const writeAnswer = (text: string, format: Format) =>
  format === "markdown" ? pageOutput(text) : writeOutput(text)

/** Prints an answer as the flags ask: for people by `text`, or its JSON, which equals the answer of the tool byte for byte. */
export const printText = Effect.fnUntraced(function* <A, E, R>(
  input: { readonly format: Format; readonly json: boolean },
  output: Schema.ConstraintCodec<A, unknown>,
  answer: A,
  text: Effect.Effect<string, E, R>
) {
  const format = resolveFormat(input)
  if (format === "markdown") return yield* pageOutput(`${yield* text}\n`)
  const encoded = yield* Effect.orDie(Schema.encodeEffect(output)(answer))
  return yield* writeOutput(`${jsonText(encoded, format === "pretty" ? 2 : undefined)}\n`)
})

/** Asks a question and prints its answer. The JSON equals the answer of the contract's tool, byte for byte. */
export const printAnswer = Effect.fn("Cli.printAnswer")(function* <A extends Answer, R>(
  input: QueryFlags,
  contract: { readonly output: Schema.ConstraintCodec<A, unknown> },
  ask: (query: CommonQuery) => Effect.Effect<A, QueryError, R>
) {
  const pipeline = yield* Pipeline
  const found = yield* askAbout(input, (path) => followPart(pipeline, toCommonQuery(input, path), false, ask))
  yield* logSettingsWarnings
  yield* writeAnswer(`${yield* formatAnswer(found, contract, resolveFormat(input))}\n`, resolveFormat(input))
})
