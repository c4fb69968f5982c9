import { Effect, Option, Predicate, Schema, SchemaIssue } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import type { Failure } from "../../domain/Failure.ts"
import { ArgumentsError, argumentsError } from "./argumentsError.ts"
import { type AnyContract, inputSchema } from "./jsonSchema.ts"

/** A JSON object. */
export type Json = { readonly [key: string]: unknown }

/** An encoded output. `text` is absent where the text of the answer is the output's JSON. */
export interface Answered {
  readonly value: Json
  readonly text?: string
}

/** Runs a call with valid arguments and encodes its output. */
export type Work<R> = Effect.Effect<Answered, Failure, R>

/** A tool with its input and output types hidden: JSON in, JSON out. */
export interface BoundTool<out R> {
  readonly contract: AnyContract
  /** Decodes the arguments, without the services of the program. */
  readonly accept: (given: unknown) => Effect.Effect<Work<R>, ArgumentsError>
}

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** Treats missing arguments as an empty object, and null for an optional argument as absent. */
const normalizeArguments = (contract: AnyContract, given: unknown): Effect.Effect<Json, ArgumentsError> => {
  if (given === undefined || given === null) return Effect.succeed({})
  if (!Predicate.isObject(given)) {
    return Effect.fail(new ArgumentsError({ problems: ['The arguments must be an object: {"name": value, …}'] }))
  }
  const { required = [] } = inputSchema(contract)
  const kept = Object.entries(given).filter(([name, value]) => value !== null || required.includes(name))
  return Effect.succeed(Object.fromEntries(kept))
}

const listKeys = (
  path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
): ReadonlyArray<PropertyKey> => (path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment))

const toArgumentsError =
  (contract: AnyContract, given: Json) =>
  (error: Schema.SchemaError): ArgumentsError => {
    const issues = formatIssues(error.issue).issues.map(({ path, message }) => ({ path: listKeys(path), message }))
    return argumentsError(inputSchema(contract), given, issues)
  }

/** Encoded outputs by identity: programs return cached answers as the same object. */
const encodings = new WeakMap<object, Json>()

/** Encodes an output. Dies if it does not match the contract. */
const encodeOutput = (contract: AnyContract, output: unknown): Effect.Effect<Json> => {
  const cached = Predicate.isObject(output) ? encodings.get(output) : undefined
  if (cached !== undefined) return Effect.succeed(cached)
  return Schema.encodeUnknownEffect(contract.output)(output).pipe(
    Effect.orDie,
    Effect.filterOrElse(Predicate.isObject, () =>
      Effect.die(new Error(`the output of ${contract.name} is not an object`))
    ),
    Effect.tap((value) => Effect.sync(() => Predicate.isObject(output) && encodings.set(output, value)))
  )
}

/** Runs a tool, for its own text if it has one. */
const runTool = Effect.fnUntraced(function* <
  Input extends Schema.ConstraintCodec<unknown, unknown>,
  Output extends Schema.ConstraintCodec<unknown, unknown>,
  R
>({ contract, program, withText }: Tool<Input, Output, R>, input: Input["Type"]) {
  const worded = withText === undefined ? Option.none() : yield* withText(input)
  if (Option.isNone(worded)) return { value: yield* encodeOutput(contract, yield* program(input)) }
  return { value: yield* encodeOutput(contract, worded.value.output), text: worded.value.text }
})

/** Binds a contract to its program. */
export const bind = <
  Input extends Schema.ConstraintCodec<unknown, unknown>,
  Output extends Schema.ConstraintCodec<unknown, unknown>,
  R
>(
  tool: Tool<Input, Output, R>
): BoundTool<R> => ({
  contract: tool.contract,
  accept: (given) =>
    normalizeArguments(tool.contract, given).pipe(
      Effect.flatMap((normalized) =>
        Effect.mapError(
          Schema.decodeEffect(tool.contract.input, { errors: "all" })(normalized),
          toArgumentsError(tool.contract, normalized)
        )
      ),
      Effect.map((input) => runTool(tool, input))
    )
})
