import { Clock, Effect, Option } from "effect"
import { clearContext, readContext, setContext } from "../../../writing/context/contextFile.ts"
import {
  decodeContext,
  type CommitContext,
  isEmpty,
  mergeContexts,
  type Rationale
} from "../../../writing/context/CommitContext.ts"
import { formatPlace } from "../../../writing/context/places.ts"
import { parseContextOptions, type ContextOptions } from "../../../writing/context/parseContextOptions.ts"
import { AnnotateError, InputUnusable } from "../../../writing/context/AnnotateError.ts"
import { formatAlternative } from "../../../domain/Alternative.ts"
import { toEpochMillis } from "../../../domain/Instant.ts"
import { toRootContext } from "../../kit/contextPaths.ts"
import { readTextFile, readStandardInput } from "../../kit/inputText.ts"
import { printResult } from "../../kit/result.ts"

/** Flags of `ultragit context set`. */
export interface SetFlags extends ContextOptions {
  /** `-`: standard input. */
  readonly input: Option.Option<string>
  readonly file: Option.Option<string>
  readonly json: boolean
}

const schema = "ultragit-context/v1"
const inputHint =
  "Use --task, --reason, --constraint, --rejected, --depends, --tags or --risk, with --at before what applies to one place, or pipe JSON in with -."

const foldWhitespace = (text: string): string => text.replace(/\s+/g, " ").trim()

const labeledLine = (label: string, text: string | undefined): ReadonlyArray<string> =>
  text === undefined ? [] : [`${label}: ${foldWhitespace(text)}`]

const formatReasons = (rationale: Rationale): ReadonlyArray<string> => [
  ...labeledLine("Reason", rationale.reason),
  ...rationale.constraints.flatMap((text) => labeledLine("Constraint", text)),
  ...rationale.alternatives.flatMap((alternative) => labeledLine("Rejected", formatAlternative(alternative))),
  ...rationale.dependencies.flatMap(({ anchor, file, nature }) =>
    labeledLine("Depends", `${file}:${anchor}=${nature}`)
  ),
  ...labeledLine("Tags", rationale.tags.length === 0 ? undefined : rationale.tags.join(", ")),
  ...labeledLine("Risk", rationale.risk)
]

const formatContext = (context: CommitContext): ReadonlyArray<string> => [
  ...labeledLine("Task", context.task),
  ...formatReasons(context),
  ...(context.placed ?? []).flatMap((placed) => [
    ...labeledLine("At", placed.at.map(formatPlace).join(", ")),
    ...formatReasons(placed).map((line) => `  ${line}`)
  ])
]

const readInput = Effect.fnUntraced(function* ({ file, input }: SetFlags) {
  if (Option.isSome(file)) return Option.some(yield* readTextFile(file.value))
  return Option.isSome(input) ? Option.some(yield* readStandardInput(inputHint)) : Option.none<string>()
})

/** Stores the context of the next commit and prints it. */
export const printSet = Effect.fnUntraced(function* (input: SetFlags) {
  const text = yield* readInput(input)
  const own = yield* Effect.flatMap(parseContextOptions(input), toRootContext)
  const given = Option.isSome(text) ? mergeContexts(own, yield* decodeContext(text.value, "The context given")) : own
  if (isEmpty(given)) {
    return yield* new AnnotateError({
      reason: new InputUnusable({ detail: "No reasons are given.", advice: inputHint })
    })
  }
  const context = yield* setContext(given)
  yield* printResult(
    { document: { $schema: schema, context }, lines: ["Stored for the next commit:", ...formatContext(context)] },
    input.json
  )
})

const formatAge = (minutes: number): string =>
  minutes < 1 ? "Set just now." : minutes < 120 ? `Set ${minutes} min ago.` : `Set ${Math.floor(minutes / 60)} h ago.`

/** Prints the context of the next commit. */
export const printShow = Effect.fnUntraced(function* (json: boolean) {
  const context = yield* readContext
  if (Option.isNone(context)) {
    return yield* printResult({ document: { $schema: schema, context: null }, lines: ["No context is set."] }, json)
  }
  const { set_at } = context.value
  const now = yield* Clock.currentTimeMillis
  const minutes = set_at === undefined ? Number.NaN : Math.floor((now - toEpochMillis(set_at)) / 60_000)
  const when = Number.isFinite(minutes) ? [formatAge(minutes)] : []
  yield* printResult(
    { document: { $schema: schema, context: context.value }, lines: [...formatContext(context.value), ...when] },
    json
  )
})

/** Deletes the context of the next commit. */
export const printClear = Effect.fnUntraced(function* (json: boolean) {
  const cleared = yield* clearContext
  const line = cleared ? "The context is cleared." : "No context was set."
  yield* printResult({ document: { $schema: schema, cleared }, lines: [line] }, json)
})
