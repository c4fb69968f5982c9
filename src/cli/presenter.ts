import process from "node:process"
import { Effect } from "effect"
import type { Presenter } from "effect/cli/CliOutput"
import type { Command } from "effect/cli/Command"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { type ErrorFormat, printFailure, writeFailure } from "./kit/failures.ts"
import { writeOutput } from "./kit/output.ts"

const maxWidth = 100
const minWidth = 60

const printUsageError = Effect.fnUntraced(function* (
  event: Presenter.InvalidInvocation,
  format: ErrorFormat,
  root: Command.Any
) {
  const { describeProblems } = yield* Effect.promise(() => import("./usage.ts"))
  const { findMisplacedFlag } = yield* Effect.promise(() => import("./misplacedFlag.ts"))
  const problems = describeProblems(event.errors, event.helpDoc, findMisplacedFlag(event, root))
  const pointer = `Run '${event.commandPath.join(" ")} --help' for usage.`
  const hints = [...new Set(problems.flatMap(({ hint }) => hint ?? []))]
  if (format === "text") {
    const lines = [...problems.map(({ message }) => `Error: ${message}`), ...hints.map((hint) => `Hint: ${hint}`)]
    return yield* writeFailure(`${[...lines, pointer].join("\n")}\n`)
  }
  const message = problems.map((problem) => problem.message).join(" ")
  return yield* printFailure({ code: "usage", message, hint: [...hints, pointer].join(" ") }, format)
})

const printHelp = Effect.fnUntraced(function* ({ commandPath, helpDoc }: Presenter.Help) {
  const { canColor } = yield* TerminalCapabilities
  const { formatHelp } = yield* Effect.promise(() => import("./help.ts"))
  const columns = process.stdout.isTTY ? process.stdout.columns : maxWidth
  const width = Math.max(minWidth, Math.min(columns, maxWidth))
  return yield* Effect.ignore(
    writeOutput(`${formatHelp(helpDoc, { colors: canColor, width, isRoot: commandPath.length === 1 })}\n`)
  )
})

/** Prints help and version on standard output, and wrong usage like any other failure. */
export const makePresenter = (format: ErrorFormat, root: Command.Any): Presenter => ({
  present: Effect.fnUntraced(function* (event) {
    switch (event._tag) {
      case "Help":
        return yield* printHelp(event)
      case "Version":
        return yield* Effect.ignore(writeOutput(`${event.name} v${event.version}\n`))
      case "InvalidInvocation":
        return yield* printUsageError(event, format, root)
    }
  })
})
