import type { CallToolResult } from "@modelcontextprotocol/server"
import { Cause, Effect, Predicate, Random, Schema, SchemaIssue } from "effect"
import type { Tool } from "../domain/Contract.ts"
import type { Failure } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"
import { ArgumentsError, argumentsError } from "./argumentsError.ts"
import { type AnyContract, inputSchema } from "./jsonSchema.ts"

/** A tool with the types of its input and output put away: JSON in, JSON out. */
export interface BoundTool<out R> {
  readonly contract: AnyContract
  /** Decodes the arguments, runs the program, encodes and checks its output. */
  readonly run: (given: unknown) => Effect.Effect<{ readonly [key: string]: unknown }, Failure, R>
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const notAnObject = new ArgumentsError({ problems: ["The arguments must be an object: {\"name\": value, …}"] })

/** No arguments at all are an empty object; null for an optional argument counts as absent. */
const tidy = (contract: AnyContract, given: unknown): Effect.Effect<{ readonly [name: string]: unknown }, Failure> => {
  if (given === undefined || given === null) return Effect.succeed({})
  if (!Predicate.isObject(given)) return Effect.fail(notAnObject)
  const { required = [] } = inputSchema(contract)
  const kept = Object.entries(given).filter(([name, value]) => value !== null || required.includes(name))
  return Effect.succeed(Object.fromEntries(kept))
}

/** The contract with its program, ready for the boundary. */
export const bind = <
  Input extends Schema.ConstraintCodec<unknown, unknown>,
  Output extends Schema.ConstraintCodec<unknown, unknown>,
  R
>(
  tool: Tool<Input, Output, R>
): BoundTool<R> => {
  const { contract, program } = tool
  const decode = Schema.decodeUnknownEffect(contract.input, { errors: "all" })
  const encode = Schema.encodeEffect(contract.output)
  return {
    contract,
    run: Effect.fn("Tool.run")(function* (given: unknown) {
      const tidied = yield* tidy(contract, given)
      const input = yield* decode(tidied).pipe(
        Effect.mapError((error) => {
          const { issues } = issuesOf(error.issue)
          return argumentsError(inputSchema(contract), tidied, issues.map(({ path, message }) => ({ path: keysOf(path), message })))
        })
      )
      const output = yield* program(input)
      const encoded = yield* Effect.orDie(encode(output))
      return Predicate.isObject(encoded) ? encoded : yield* Effect.die(new Error(`${contract.name} answered no object`))
    })
  }
}

const keysOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined): ReadonlyArray<PropertyKey> =>
  (path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment))

const errorResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true })

const failed = (tool: string, failure: Failure): Effect.Effect<CallToolResult> => {
  const lines = failure.hint === undefined ? [failure.message] : [failure.message, failure.hint]
  const text = lines.map(escapeControls).join("\n")
  return Effect.logDebug(text).pipe(
    Effect.annotateLogs({ tool, code: failure.code }),
    Effect.as(errorResult(text))
  )
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
export const answer = <R>(tool: BoundTool<R>, given: unknown): Effect.Effect<CallToolResult, never, R> =>
  tool.run(given).pipe(
    Effect.map((value): CallToolResult => ({
      content: [{ type: "text", text: JSON.stringify(value) }],
      structuredContent: value
    })),
    Effect.catchCause((cause) => settled(tool.contract.name, cause))
  )
