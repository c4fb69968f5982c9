import process from "node:process"
import { Effect, Option } from "effect"
import { answerEvent } from "../../../agents/answering/answerEvent.ts"
import type { HookClient } from "../../../agents/events/AgentEvent.ts"
import { readPayload } from "./readPayload.ts"

/** Answers the hook of a client from standard input to standard output. Never fails, whatever happens. */
export const answerHook = (
  hook: { readonly client: HookClient; readonly fallbackEvent: string },
  version: string
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const payload = yield* readPayload(process.stdin)
    const output = Option.isNone(payload) ? "" : yield* answerEvent(hook, payload.value, version)
    if (output !== "")
      yield* Effect.callback<void>((done) => void process.stdout.write(output, () => done(Effect.void)))
  }).pipe(Effect.ignoreCause)
