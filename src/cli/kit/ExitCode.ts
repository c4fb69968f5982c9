import { Context, Effect, MutableRef } from "effect"
import { exitCodes } from "./failures.ts"

/** What the process ends with when a command has said all there is to say: 0 unless the command sets it. */
export const ExitCode = Context.Reference<MutableRef.MutableRef<number>>("ultragit/cli/kit/ExitCode", {
  defaultValue: () => MutableRef.make<number>(0)
})

/** Lets the process end with this code, when the outcome is told already: a check that found something. */
export const setExitCode = (code: number): Effect.Effect<void> =>
  Effect.map(ExitCode, (reference) => {
    MutableRef.set(reference, code)
  })

/** The exit code when the process is asked to end: 130, but 0 for a server, whose ordinary end that is. */
export const InterruptedCode = Context.Reference<MutableRef.MutableRef<number>>(
  "ultragit/cli/kit/ExitCode/InterruptedCode",
  {
    defaultValue: () => MutableRef.make<number>(exitCodes.interrupted)
  }
)
