import type { CallToolResult } from "@modelcontextprotocol/server"
import { Cause, Effect, Predicate, Random, Schema, SchemaIssue } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import { ArgumentsError, argumentsError } from "./argumentsError.ts"
import { type AnyContract, inputSchema } from "./jsonSchema.ts"

type Json = { readonly [key: string]: unknown }

/** What remains to be done for a call whose arguments are good: the program, its output encoded and checked. */
export type Work<R> = Effect.Effect<Json, Failure, R>

/** A tool with the types of its input and output put away: JSON in, JSON out. */
export interface BoundTool<out R> {
  readonly contract: AnyContract
  /** Decodes the arguments; needs nothing of what the program needs. */
  readonly accept: (given: unknown) => Effect.Effect<Work<R>, ArgumentsError>
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** No arguments at all are an empty object; null for an optional argument counts as absent. */
const tidy = (contract: AnyContract, given: unknown): Effect.Effect<Json, ArgumentsError> => {
  if (given === undefined || given === null) return Effect.succeed({})
  if (!Predicate.isObject(given)) {
    return Effect.fail(new ArgumentsError({ problems: ['The arguments must be an object: {"name": value, …}'] }))
  }
  const { required = [] } = inputSchema(contract)
  const kept = Object.entries(given).filter(([name, value]) => value !== null || required.includes(name))
  return Effect.succeed(Object.fromEntries(kept))
}

const keysOf = (
  path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
): ReadonlyArray<PropertyKey> => (path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment))

const misfit =
  (contract: AnyContract, given: Json) =>
  (error: Schema.SchemaError): ArgumentsError => {
    const issues = issuesOf(error.issue).issues.map(({ path, message }) => ({ path: keysOf(path), message }))
    return argumentsError(inputSchema(contract), given, issues)
  }

/** Outputs of programs as they were encoded: a program may answer the same object again. */
const encodings = new WeakMap<object, Json>()

/** An output that is not what the contract says is a defect. */
const encoded = (contract: AnyContract, output: unknown): Effect.Effect<Json> => {
  const known = Predicate.isObject(output) ? encodings.get(output) : undefined
  if (known !== undefined) return Effect.succeed(known)
  return Schema.encodeUnknownEffect(contract.output)(output).pipe(
    Effect.orDie,
    Effect.filterOrElse(Predicate.isObject, () => Effect.die(new Error(`${contract.name} answered no object`))),
    Effect.tap((value) => Effect.sync(() => Predicate.isObject(output) && encodings.set(output, value)))
  )
}

/** Encoded outputs as text. */
const texts = new WeakMap<Json, string>()

const textOf = (value: Json): string => {
  const text = texts.get(value) ?? jsonText(value)
  texts.set(value, text)
  return text
}

/** The contract with its program, ready for the boundary. */
export const bind = <
  Input extends Schema.ConstraintCodec<unknown, unknown>,
  Output extends Schema.ConstraintCodec<unknown, unknown>,
  R
>({
  contract,
  program
}: Tool<Input, Output, R>): BoundTool<R> => ({
  contract,
  accept: (given) =>
    tidy(contract, given).pipe(
      Effect.flatMap((tidied) =>
        Effect.mapError(Schema.decodeEffect(contract.input, { errors: "all" })(tidied), misfit(contract, tidied))
      ),
      Effect.map((input) => Effect.flatMap(program(input), (output) => encoded(contract, output)))
    )
})

const errorResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true })

const failed = (tool: string, failure: Failure): Effect.Effect<CallToolResult> => {
  const said = [failure.message, ...(failure.details ?? []).map((detail) => `- ${detail}`)]
  const lines = failure.hint === undefined ? said : [...said, failure.hint]
  const text = lines.map(escapeControls).join("\n")
  return Effect.logDebug(text).pipe(Effect.annotateLogs({ tool, code: failure.code }), Effect.as(errorResult(text)))
}

const defective = Effect.fnUntraced(function* (tool: string, cause: Cause.Cause<unknown>) {
  const number = yield* Random.nextIntBetween(0, 2 ** 32, { halfOpen: true })
  const ref = number.toString(16).padStart(8, "0")
  yield* Effect.logError("Internal error", cause).pipe(Effect.annotateLogs({ tool, ref }))
  return errorResult(`Internal error (ref ${ref})`)
})

const settled = (tool: string, cause: Cause.Cause<Failure>): Effect.Effect<CallToolResult> => {
  const failure = Cause.findErrorOption(cause)
  if (!Cause.hasDies(cause) && failure._tag === "Some") return failed(tool, failure.value)
  if (!Cause.hasInterruptsOnly(cause)) return defective(tool, cause)
  return Effect.logDebug("Interrupted").pipe(Effect.annotateLogs({ tool }), Effect.andThen(Effect.interrupt))
}

/**
 * The one place where the outcome of a tool becomes its answer (spec mcp §3): success as text and structure, a
 * failure as message and hint, a defect as a reference to the error log. Interruption stays interruption.
 */
export const answer = <R>(tool: string, work: Work<R>): Effect.Effect<CallToolResult, never, R> =>
  work.pipe(
    Effect.map((value): CallToolResult => ({
      content: [{ type: "text", text: textOf(value) }],
      structuredContent: value
    })),
    Effect.catchCause((cause) => settled(tool, cause))
  )
