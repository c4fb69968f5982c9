import { Effect, Predicate, Schema, SchemaIssue } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import type { Failure } from "../../domain/Failure.ts"
import { ArgumentsError, argumentsError } from "./argumentsError.ts"
import { type AnyContract, inputSchema } from "./jsonSchema.ts"

/** A JSON object. */
export type Json = { readonly [key: string]: unknown }

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
