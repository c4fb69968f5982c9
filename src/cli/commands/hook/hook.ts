import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { formatCount } from "../../../domain/Text.ts"
import { type HookName, hookNames } from "../../../rewrite/hooks/HookName.ts"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { booleanFlag } from "../../kit/booleanFlags.ts"
import { writeOutput } from "../../kit/output.ts"

const wait = booleanFlag("wait", "Wait until the queue is empty if another worker is running")

const retry = booleanFlag("retry", "Retry events that failed three times")

/** `ultragit hook run`: the worker that hooks start. It prints nothing, except with `--retry`; its messages go to the log. */
const run = Command.make(
  "run",
  { ...placeFlags, wait, retry },
  Effect.fnUntraced(function* (input) {
    const { retryEvents, runWorker } = yield* Effect.promise(() => import("../../../capture/worker/worker.ts"))
    if (!input.retry) return yield* Effect.asVoid(runWorker({ wait: input.wait }))
    const { done } = yield* retryEvents
    yield* writeOutput(`${formatCount(done, "hook event")} handled.\n`)
  })
).pipe(
  Command.withDescription("Process the hook events queued for this work tree"),
  Command.provide((input) => authoringLayer(input))
)

const args = Argument.String("args").pipe(
  Argument.withDescription("Arguments that git passes to the hook"),
  Argument.variadic()
)

const named = (name: HookName) =>
  Command.make(
    name,
    { args },
    Effect.fnUntraced(function* (input) {
      const { runHook } = yield* Effect.promise(() => import("../../../rewrite/hooks/runHook.ts"))
      yield* runHook(name, input.args)
    })
  ).pipe(Command.withDescription(`Run the ${name} hook, for hook managers`))

const [first, ...others] = hookNames

/** `ultragit hook …`: for hooks and hook managers, not for people. */
export const hook = Command.make("hook").pipe(
  Command.withDescription("Commands that git hooks run, for hook managers too"),
  Command.withSubcommands([run, named(first), ...others.map(named)]),
  Command.unlisted
)
