import { Context, Effect, MutableRef } from "effect"

/** What the process ends with when a command has said all there is to say: 0 unless the command sets it. */
export const ExitCode = Context.Reference<MutableRef.MutableRef<number>>("ultragit/cli/kit/ExitCode", {
  defaultValue: () => MutableRef.make<number>(0)
})

/** Lets the process end with this code, when the outcome is told already: a check that found something. */
export const endWith = (code: number): Effect.Effect<void> =>
  Effect.map(ExitCode, (reference) => {
    MutableRef.set(reference, code)
  })
