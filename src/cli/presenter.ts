import process from "node:process"
import { Effect } from "effect"
import type { Presenter } from "effect/cli/CliOutput"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { type ErrorFormat, tell } from "./kit/failures.ts"
import { writeError, writeOutput } from "./kit/output.ts"

const widest = 100
const narrowest = 60

const invalid = Effect.fnUntraced(function* (event: Presenter.InvalidInvocation, format: ErrorFormat) {
  const { problemsOf } = yield* Effect.promise(() => import("./usage.ts"))
  const problems = problemsOf(event.errors, event.helpDoc)
  const pointer = `Run '${event.commandPath.join(" ")} --help' for usage.`
  const hints = [...new Set(problems.flatMap(({ hint }) => hint ?? []))]
  if (format === "text") {
    const said = [...problems.map(({ message }) => `Error: ${message}`), ...hints.map((hint) => `Hint: ${hint}`)]
    return yield* writeError(`${[...said, pointer].join("\n")}\n`)
  }
  const message = problems.map((problem) => problem.message).join(" ")
  return yield* tell({ code: "usage", message, hint: [...hints, pointer].join(" ") }, format)
})

const help = Effect.fnUntraced(function* ({ helpDoc }: Presenter.Help) {
  const { canColor } = yield* TerminalCapabilities
  const { helpText } = yield* Effect.promise(() => import("./help.ts"))
  const columns = process.stdout.isTTY ? process.stdout.columns : widest
  const width = Math.max(narrowest, Math.min(columns, widest))
  return yield* Effect.ignore(writeOutput(`${helpText(helpDoc, { colors: canColor, width })}\n`))
})

/** Help and version go to standard output; what is wrong with the arguments is told like any failure. */
export const presenter = (format: ErrorFormat): Presenter => ({
  present: Effect.fnUntraced(function* (event) {
    switch (event._tag) {
      case "Help":
        return yield* help(event)
      case "Version":
        return yield* Effect.ignore(writeOutput(`${event.name} v${event.version}\n`))
      case "InvalidInvocation":
        return yield* invalid(event, format)
    }
  })
})
