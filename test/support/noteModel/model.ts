import { Cause, Effect, Exit } from "effect"
import { makeRandom } from "../../../bench/verify/random.ts"
import { type Action, actions, frequencies, pullNotes, pushNotes } from "./actions.ts"
import { brokenLaws, lossesIn, treesOf } from "./laws.ts"
import { makeWorld, type World } from "./World.ts"

type ActionName = keyof typeof actions

/** Something that happens in one of the clones, chosen in all its details by a seed. */
export interface Step {
  readonly clone: number
  readonly action: ActionName
  readonly seed: number
}

const names = Object.entries(actions).map(([name]) => name)
const isAction = (name: string): name is ActionName => name in actions
const urn: ReadonlyArray<ActionName> = names
  .filter(isAction)
  .flatMap((name) => Array.from({ length: frequencies[name] }, () => name))

/** What happens first in each clone, so that there is something to rewrite, pick and merge. */
const prelude: ReadonlyArray<ActionName> = ["commit", "commit", "sayMore", "pushCode", "pushNotes", "fetchCode"]

/** A prelude and so many steps, the same for the same seed. */
export const stepsOf = (seed: number, count: number): ReadonlyArray<Step> => {
  const random = makeRandom(seed)
  const step = (clone: number, action: ActionName): Step => ({ clone, action, seed: random.below(2 ** 31) })
  return [
    ...prelude.flatMap((action) => [0, 1, 2].map((clone) => step(clone, action))),
    ...Array.from({ length: count }, () => step(random.below(3), random.pick(urn) ?? "commit"))
  ]
}

/** A step after which something is not as it must be; -1: at the end. */
export interface Trouble {
  readonly at: number
  readonly found: ReadonlyArray<string>
}

const everywhere = (world: World, action: Action) =>
  Effect.forEach(world.clones, (clone) => action(world, clone, makeRandom(0)), { discard: true })

const lossesAfter = Effect.fnUntraced(function* (world: World, at: number) {
  const losses = yield* Effect.forEach(world.clones, ({ name, repository, said }) =>
    Effect.map(lossesIn(repository, said), (found) => found.map((loss) => `${name}: ${loss}`))
  )
  const found = losses.flat()
  return found.length === 0 ? [] : [{ at, found } satisfies Trouble]
})

/** Everything that must hold at the end: the laws of merging, and that all clones agree once they have synced twice. */
const atEnd = Effect.fnUntraced(function* (world: World) {
  const [judge] = world.clones
  const laws = judge === undefined ? [] : yield* brokenLaws(judge, world)
  for (const action of [pushNotes, pullNotes, pushNotes, pullNotes]) yield* everywhere(world, action)
  const trees = yield* treesOf(world)
  const apart = trees.size === 1 ? [] : [`the clones do not agree: ${[...trees].join(" ")}`]
  const losses = yield* lossesAfter(world, -1)
  const found = [...laws, ...apart, ...losses.flatMap((trouble) => trouble.found)]
  return found.length === 0 ? [] : [{ at: -1, found } satisfies Trouble]
})

/** Plays steps and looks after each whether all that was said is still said; the first trouble, if any. */
const play = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const world = yield* makeWorld
  for (const [at, { action, clone, seed }] of steps.entries()) {
    const where = world.clones[clone]
    if (where === undefined) continue
    const exit = yield* Effect.exit(actions[action](world, where, makeRandom(seed)))
    if (Exit.isFailure(exit)) return [{ at, found: [Cause.pretty(exit.cause)] } satisfies Trouble]
    const troubles = yield* lossesAfter(world, at)
    if (troubles.length > 0) return troubles
  }
  return yield* atEnd(world)
}, Effect.scoped)

/** The same, the first trouble alone. */
export const troubleOf = (steps: ReadonlyArray<Step>) => Effect.map(play(steps), ([first]) => first)

/** Shrinks a failing run: drops steps while the same kind of problem remains, during the run or at its end. */
export const shrink = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, first: Trouble) {
  const atOnce = first.at >= 0
  let left = atOnce ? steps.slice(0, first.at + 1) : steps
  for (let size = Math.floor(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < left.length;) {
      const fewer = left.toSpliced(at, size)
      const trouble = yield* troubleOf(fewer)
      if (trouble === undefined || trouble.at >= 0 !== atOnce) at += size
      else left = atOnce ? fewer.slice(0, trouble.at + 1) : fewer
    }
  }
  return left
})
