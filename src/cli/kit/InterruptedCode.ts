import { Context, MutableRef } from "effect"
import { exitCodes } from "./failures.ts"

/** The exit code when the process is asked to end: 130, but 0 for a server, whose ordinary end that is. */
export const InterruptedCode = Context.Reference<MutableRef.MutableRef<number>>("ultragit/cli/kit/InterruptedCode", {
  defaultValue: () => MutableRef.make<number>(exitCodes.interrupted)
})
