/** A thread that answers `Calls`. */
import { Effect } from "effect"
import process from "node:process"
import { answerRequests } from "../../../src/adapters/threads/answerRequests.ts"
import { type Calls, Refused } from "./calls.ts"

let total = 0
const add = (number: number) => Effect.sync(() => (total += number))

const fill = (): never => {
  const all: Array<Array<number>> = []
  for (;;) all.push(Array.from<number>({ length: 500_000 }).fill(all.length))
}

const answers: {
  readonly [Name in keyof Calls]: (input: Calls[Name]["input"]) => Effect.Effect<Calls[Name]["output"], Refused>
} = {
  add,
  addLater: ({ number, pauseMillis }) => Effect.delay(add(number), pauseMillis),
  refuse: (why) => Effect.fail(new Refused({ why })),
  die: (why) => Effect.die(new Error(why)),
  exit: (code) => Effect.sync((): never => process.exit(code)),
  fill: () => Effect.sync(fill),
  uncloneable: () => Effect.succeed(() => {}),
  argument: () => Effect.succeed(process.argv[2] ?? "")
}

Effect.runFork(answerRequests<Calls, Refused, never>(Refused, (name, input) => answers[name](input)))
