import fs from "node:fs"
import process from "node:process"
import { runInThisContext } from "node:vm"
import { Worker } from "node:worker_threads"
import { Context, Effect, Layer, Ref, Schema } from "effect"
import type { Contract } from "../../src/domain/Contract.ts"
import type { Failure } from "../../src/domain/Failure.ts"
import { bind, type BoundTool } from "../../src/toolsets/tool/bind.ts"
import * as Toolset from "../../src/serving/server/ServedToolset.ts"

/** Where in the program the secrets of a defect are, which no client may see. */
export const secretPath = "/home/secret/inside"

export class DemoError
  extends Schema.TaggedError<DemoError>()("DemoError", {
    text: Schema.String,
    advice: Schema.optionalKey(Schema.String)
  })
  implements Failure
{
  get code(): string {
    return "demo_failed"
  }
  override get message(): string {
    return this.text
  }
  get hint(): string | undefined {
    return this.advice
  }
}

/** What the demo tools share: how often the layer was built, and what happened to calls. */
export class Demo extends Context.Service<
  Demo,
  {
    readonly built: Effect.Effect<number>
    readonly note: (event: string) => Effect.Effect<void>
    readonly events: Effect.Effect<ReadonlyArray<string>>
  }
>()("ultragit/test/support/demoTools/Demo") {}

const hints = { readOnly: true, idempotent: true, destructive: false }

export const contract = <
  Input extends Schema.ConstraintCodec<unknown, unknown>,
  Output extends Schema.ConstraintCodec<unknown, unknown>
>(
  name: string,
  input: Input,
  output: Output
): Contract<Input, Output> => ({
  name,
  title: `Demo ${name}`,
  command: `demo ${name}`,
  description: `Use ${name} in tests.`,
  input,
  output,
  hints
})

export const Nothing = Schema.Struct({})
export const Done = Schema.Struct({ done: Schema.Boolean })

const Place = Schema.Struct({ start: Schema.Int, end: Schema.Int }).annotate({ identifier: "Place" })

const echo = bind({
  contract: contract(
    "demo_echo",
    Schema.Struct({
      path: Schema.String.annotate({ description: "Any text" }),
      max_tokens: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1)))),
      mode: Schema.optionalKey(Schema.Literals(["plain", "loud"]))
    }),
    Schema.Struct({ path: Schema.String, place: Schema.optionalKey(Place), places: Schema.Array(Place) })
  ),
  program: ({ path, mode }) => Effect.succeed({ path: mode === "loud" ? path.toUpperCase() : path, places: [] })
})

const large = bind({
  contract: contract("demo_large", Schema.Struct({ bytes: Schema.Int }), Schema.Struct({ text: Schema.String })),
  program: ({ bytes }) => Effect.succeed({ text: 'é"x'.repeat(Math.ceil(bytes / 4)) })
})

const sleep = bind({
  contract: contract("demo_sleep", Schema.Struct({ millis: Schema.Int }), Done),
  program: ({ millis }) => Effect.sleep(millis).pipe(Effect.as({ done: true }))
})

const hang = bind({
  contract: contract("demo_hang", Schema.Struct({ label: Schema.String }), Done),
  program: Effect.fnUntraced(function* ({ label }: { readonly label: string }) {
    const demo = yield* Demo
    yield* demo.note(`started ${label}`)
    return yield* Effect.never.pipe(Effect.onInterrupt(() => demo.note(`interrupted ${label}`)))
  })
})

const stuck = bind({
  contract: contract("demo_stuck", Nothing, Done),
  program: () => Effect.uninterruptible(Effect.never)
})

const events = bind({
  contract: contract("demo_events", Nothing, Schema.Struct({ events: Schema.Array(Schema.String), built: Schema.Int })),
  program: Effect.fnUntraced(function* () {
    const demo = yield* Demo
    return { events: yield* demo.events, built: yield* demo.built }
  })
})

const fail = bind({
  contract: contract("demo_fail", Schema.Struct({ text: Schema.String }), Done),
  program: ({ text }) => Effect.fail(new DemoError({ text, advice: "Try something else." }))
})

const defect = bind({
  contract: contract("demo_defect", Nothing, Done),
  program: () => Effect.die(new Error(`no such thing in ${secretPath}`))
})

const mismatch = bind({
  contract: contract("demo_mismatch", Nothing, Schema.Struct({ count: Schema.Int })),
  program: () => Effect.succeed({ count: 1.5 })
})

const quit = bind({
  contract: contract("demo_interrupt", Nothing, Done),
  program: () => Effect.interrupt
})

/** Writes to standard output in every way a library might. */
const noise = bind({
  contract: contract("demo_noise", Nothing, Done),
  program: () =>
    Effect.callback<{ readonly done: boolean }>((resume) => {
      runInThisContext('console.log("noise from console.log")')
      process.stdout.write("noise from the stream\n")
      fs.writeSync(1, "noise from writeSync\n")
      process.emitWarning("noise from a warning")
      const worker = new Worker('console.log("noise from a worker")', { eval: true })
      worker.on("exit", () => resume(Effect.succeed({ done: true })))
    })
})

/** Throws outside any handler, then answers. */
const crash = bind({
  contract: contract("demo_crash", Nothing, Done),
  program: () =>
    Effect.callback<{ readonly done: boolean }>((resume) => {
      setTimeout(() => {
        throw new Error("thrown in a callback")
      }, 0)
      void Promise.reject(new Error("rejected and forgotten"))
      setTimeout(() => resume(Effect.succeed({ done: true })), 20)
    })
})

const demoLayer = (builds: Ref.Ref<number>) =>
  Layer.effect(
    Demo,
    Effect.gen(function* () {
      const number = yield* Ref.updateAndGet(builds, (n) => n + 1)
      const log = yield* Ref.make<ReadonlyArray<string>>([])
      return {
        built: Effect.succeed(number),
        note: (event: string) => Ref.update(log, (known) => [...known, event]),
        events: Ref.get(log)
      }
    })
  )

/** Two toolsets on one layer, and one whose layer builds only the second time. */
export const demoToolsets = (): ReadonlyArray<Toolset.ServedToolset> => {
  const layer = demoLayer(Ref.makeUnsafe(0))
  const attempts = Ref.makeUnsafe(0)
  const fragile = Layer.effect(
    Demo,
    Effect.gen(function* () {
      const attempt = yield* Ref.updateAndGet(attempts, (n) => n + 1)
      if (attempt === 1)
        return yield* new DemoError({ text: "The repository cannot be opened.", advice: "Call again." })
      return { built: Effect.succeed(attempt), note: () => Effect.void, events: Effect.succeed([]) }
    })
  )
  const second = bind({
    contract: contract("other_built", Nothing, Schema.Struct({ built: Schema.Int })),
    program: Effect.fnUntraced(function* () {
      const demo = yield* Demo
      return { built: yield* demo.built }
    })
  })
  const third = bind({
    contract: contract("fragile_built", Nothing, Schema.Struct({ built: Schema.Int })),
    program: Effect.fnUntraced(function* () {
      const demo = yield* Demo
      return { built: yield* demo.built }
    })
  })
  const given = (tools: ReadonlyArray<BoundTool<Demo>>) => ({
    names: tools.map((tool) => tool.contract.name),
    tools: () => Promise.resolve(tools)
  })
  return [
    Toolset.make({
      name: "demo",
      title: "Demonstration",
      instructions: "Call demo_echo to hear yourself.",
      default: true,
      ...given([echo, large, sleep, hang, stuck, events, fail, defect, mismatch, quit, noise, crash]),
      layer
    }),
    Toolset.make({
      name: "other",
      title: "Other",
      instructions: "Call other_built.",
      default: false,
      ...given([second]),
      layer
    }),
    Toolset.make({
      name: "fragile",
      title: "Fragile",
      instructions: "Call fragile_built.",
      default: false,
      ...given([third]),
      layer: fragile
    })
  ]
}
