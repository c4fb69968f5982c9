import { Effect, Option, Result } from "effect"
import type { Failure } from "../../../domain/Failure.ts"
import type { Added } from "../../../commitIndex/model/Operations.ts"
import { Repositories } from "../../../commitIndex/repositories/Repositories.ts"
import { usageError } from "../../kit/query.ts"
import { printResult } from "../../kit/result.ts"
import { formatSource } from "../../render/repositories.ts"
import {
  describeFailure,
  formatSelection,
  reportFailures,
  type SelectionFlags,
  toDocument,
  toSelection
} from "./run.ts"
import { withSyncProgress } from "./syncProgress.ts"

interface AddFlags extends SelectionFlags {
  readonly sources: ReadonlyArray<string>
  readonly name: Option.Option<string>
}

const warnOfTwice = ({ also, registration }: Added, isAlone: boolean): ReadonlyArray<string> =>
  also.map(
    (other) =>
      `${isAlone ? "This repository" : registration.name} is also indexed as ${other}: searches find its commits twice.`
  )

/** Adds a repository and prints it. */
const printAddOne = Effect.fnUntraced(function* (source: string, input: AddFlags) {
  const repositories = yield* Repositories
  const addition = { source, name: Option.getOrUndefined(input.name), selection: toSelection(input) }
  const added = yield* withSyncProgress(repositories.add(addition))
  const { registration } = added
  const lines = [
    `Added ${registration.name}: ${formatSource(registration)}`,
    ...formatSelection(registration),
    `Index it: ultragit repos sync ${registration.name}`
  ]
  const document = { $schema: "ultragit-repos-add/v1", repository: toDocument(registration) }
  yield* printResult({ document, lines, warnings: warnOfTwice(added, true) }, input.json)
})

/** Names the source of a failure, unless its message does. */
const nameSource = (source: string, failure: Failure): Failure =>
  failure.message.includes(source) ? failure : describeFailure(source, failure)

/** Adds several repositories and prints the result of each. Sets exit code 1 if one fails. */
const printAddAll = Effect.fnUntraced(function* (input: AddFlags) {
  const repositories = yield* Repositories
  const outcomes = yield* Effect.forEach(input.sources, (source) =>
    Effect.map(
      Effect.result(withSyncProgress(repositories.add({ source, name: undefined, selection: toSelection(input) }))),
      (result) => ({ source, result })
    )
  )
  const added = outcomes.flatMap(({ result }) => (Result.isSuccess(result) ? [result.success] : []))
  const document = {
    $schema: "ultragit-repos-add/v1",
    repositories: outcomes.map(({ result, source }) =>
      Result.match(result, {
        onSuccess: ({ registration }) => toDocument(registration),
        onFailure: ({ code, hint, message }) => ({
          source,
          error: { code, message, ...(hint === undefined ? {} : { hint }) }
        })
      })
    )
  }
  const lines = [
    ...added.map(({ registration }) => `Added ${registration.name}: ${formatSource(registration)}`),
    ...added.slice(0, 1).flatMap(({ registration }) => formatSelection(registration)),
    `Index them: ultragit repos sync ${added.map(({ registration }) => registration.name).join(" ")}`
  ]
  const warnings = added.flatMap((each) => warnOfTwice(each, false))
  if (input.json || added.length > 0) yield* printResult({ document, lines, warnings }, input.json)
  const failures = outcomes.flatMap(({ result, source }) =>
    Result.isFailure(result) ? [nameSource(source, result.failure)] : []
  )
  yield* reportFailures(failures, input.json)
})

const nameOfOne = "--name is for one repository: add each of several with its own command."

/** Adds repositories and prints them. */
export const printAdd = Effect.fn("Cli.reposAdd")(function* (input: AddFlags) {
  const [source, ...others] = input.sources
  if (source !== undefined && others.length === 0) return yield* printAddOne(source, input)
  if (Option.isSome(input.name)) return yield* usageError("repos add", nameOfOne)
  yield* printAddAll(input)
})
