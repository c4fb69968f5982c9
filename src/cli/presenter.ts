import { Effect } from "effect"
import { defaultFormatter, type Presenter } from "effect/cli/CliOutput"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { escapeControls } from "../domain/Text.ts"
import { type ErrorFormat, tell } from "./failures.ts"
import { writeError, writeOutput } from "./output.ts"

const invalid = (event: Presenter.InvalidInvocation, format: ErrorFormat): Effect.Effect<void> => {
  const problems = event.errors.map((error) => escapeControls(error.message.replace(/\s*\n\s*/g, " ")))
  const pointer = `Run '${event.commandPath.join(" ")} --help' for usage.`
  return format === "text"
    ? writeError(`${[...problems.map((problem) => `Error: ${problem}`), pointer].join("\n")}\n`)
    : tell({ code: "usage", message: problems.join(" "), hint: pointer }, format)
}

/** Help and version go to standard output; what is wrong with the arguments is told like any failure. */
export const presenter = (format: ErrorFormat): Presenter => ({
  present: Effect.fnUntraced(function* (event) {
    switch (event._tag) {
      case "Help": {
        const { canColor } = yield* TerminalCapabilities
        const { formatHelpDoc } = defaultFormatter({ colors: canColor })
        return yield* Effect.ignore(writeOutput(`${formatHelpDoc(event.helpDoc)}\n`))
      }
      case "Version":
        return yield* Effect.ignore(writeOutput(`${event.name} v${event.version}\n`))
      case "InvalidInvocation":
        return yield* invalid(event, format)
    }
  })
})
