import { Effect } from "effect"
import { makeRandom } from "../../../bench/verify/random.ts"
import type { Keeping } from "../operations/Place.ts"
import { type Finding, findingOf } from "./check.ts"
import { operations } from "./operations.ts"
import { commitChange, makeWorld, perhaps, tidy } from "./World.ts"

/** Operations of one history. */
export const length = 12

/** What one operation lost, or put where it does not belong. */
export interface Loss {
  readonly operation: string
  readonly step: number
  readonly missing: ReadonlyArray<string>
  readonly strange: ReadonlyArray<string>
}

/** What came of one history. */
export interface Outcome {
  readonly operations: ReadonlyArray<string>
  readonly finding: Finding
  /** By the first operation after which something was missing or strange; empty unless each step is looked at. */
  readonly losses: ReadonlyArray<Loss>
}

/** Operations that may put other code in place of what was said of, and keep what was said: git records the successor. */
const replacing: ReadonlyArray<string> = ["amend, content", "rebase, squash", "rebase, fixup", "merge --squash"]

const nothing: Finding = { standing: [], missing: [], strange: [] }

const intents = ({ missing }: Finding): ReadonlyArray<string> => missing.map(({ intent }) => intent)

const lossOf = (operation: string, step: number, before: Finding, after: Finding): ReadonlyArray<Loss> => {
  const missing = intents(after).filter((intent) => !intents(before).includes(intent))
  const strange = after.strange.filter((one) => !before.strange.includes(one))
  return missing.length + strange.length === 0 ? [] : [{ operation, step, missing, strange }]
}

/**
 * Makes a history at random, the same for the same seed, and asks for everything that was said in it. The worker runs
 * after most operations, after the others only when the next ones are done. `each`: asks after every operation.
 */
export const runHistory = Effect.fnUntraced(function* (seed: number, keeping: Keeping, each = false) {
  const random = makeRandom(seed)
  const world = yield* makeWorld(random, keeping)
  for (let made = 0; made < 3; made += 1) yield* commitChange(world)
  const names: Array<string> = []
  const losses: Array<Loss> = []
  let before = nothing
  for (let step = 0; step < length; step += 1) {
    const [name, operation] = random.pick(Object.entries(operations)) ?? ["commit", commitChange]
    yield* operation(world)
    yield* tidy(world)
    names.push(name)
    if (replacing.includes(name)) for (const { intent } of world.said) world.replaced.add(intent)
    if (perhaps(world, 70) || each) yield* keeping.settle(world.place.repository)
    if (!each) continue
    const after = yield* findingOf(world)
    losses.push(...lossOf(name, step, before, after))
    before = after
  }
  yield* keeping.settle(world.place.repository)
  const outcome: Outcome = { operations: names, finding: yield* findingOf(world), losses }
  return outcome
}, Effect.scoped)
