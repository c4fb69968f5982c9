import { Context, Effect, MutableRef } from "effect"
import { exitCodes } from "./failures.ts"

/** The exit code of a command that succeeds: 0 unless the command sets another. */
export const ExitCode = Context.Reference<MutableRef.MutableRef<number>>("ultragit/cli/kit/ExitCode", {
  defaultValue: () => MutableRef.make<number>(0)
})

/** Sets the exit code of a command that has printed its result, such as a check that found a problem. */
export const setExitCode = (code: number): Effect.Effect<void> =>
  Effect.map(ExitCode, (reference) => {
    MutableRef.set(reference, code)
  })

/** The exit code after an interruption: 130, but 0 for a server, which ends normally that way. */
export const InterruptedCode = Context.Reference<MutableRef.MutableRef<number>>(
  "ultragit/cli/kit/ExitCode/InterruptedCode",
  {
    defaultValue: () => MutableRef.make<number>(exitCodes.interrupted)
  }
)
