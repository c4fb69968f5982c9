import { Effect } from "effect"
import { findStableProgram, Program } from "../../config/Program.ts"
import { runHookLines } from "../../adapters/git/process/HookShell.ts"
import type { HookName } from "./HookName.ts"
import { hookBody } from "./hookText.ts"

/** Runs the lines of a hook, for hook managers that can only run a command. Never fails. */
export const runHook = Effect.fn("Hooks.run")(function* (name: HookName, args: ReadonlyArray<string>) {
  yield* runHookLines(name, hookBody(name, findStableProgram(yield* Program)), args)
})
