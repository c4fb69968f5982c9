import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { type HookName, hookNames } from "../../../rewrite/hooks/HookName.ts"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { booleanFlag } from "../../kit/booleanFlags.ts"

const wait = booleanFlag("wait", "Where another worker is at it, until the queue is empty")

const retry = booleanFlag("retry", "Try the events again that failed three times")

/** `ultragit hook run`: the worker that hooks start. Says nothing: what there is to say is in the log. */
const run = Command.make(
  "run",
  { ...placeFlags, wait, retry },
  Effect.fnUntraced(function* (input) {
    const { runWorker } = yield* Effect.promise(() => import("../../../capture/worker/worker.ts"))
    yield* runWorker({ wait: input.wait, retry: input.retry })
  })
).pipe(
  Command.withDescription("Work through the queue of this work tree's hook events"),
  Command.provide((input) => authoringLayer(input))
)

const args = Argument.String("args").pipe(
  Argument.withDescription("As git gives them to the hook"),
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
  ).pipe(Command.withDescription(`What the ${name} hook does, for hook managers`))

const [first, ...others] = hookNames

/** `ultragit hook …`: for hooks and hook managers, not for people. */
export const hook = Command.make("hook").pipe(
  Command.withDescription("What git hooks run; hook managers can name these commands"),
  Command.withSubcommands([run, named(first), ...others.map(named)]),
  Command.unlisted
)
