import { Effect } from "effect"
import { amends } from "./amends.ts"
import { branches, conflicts } from "./branches.ts"
import { cherryPicks, reverts, squashMerges } from "./copies.ts"
import { tally } from "./count.ts"
import type { Operation } from "./Operation.ts"
import { type Keeping, placeOf } from "./Place.ts"
import { rebases, squashes } from "./rebases.ts"
import { makeStory } from "./story.ts"
import { elsewhere, surroundings } from "./surroundings.ts"
import { unrecorded } from "./unrecorded.ts"

/** All operations after which everything must be found, by what they are. */
export const operations = {
  "amend and stash": amends,
  "interactive rebase": rebases,
  "squash and fixup": squashes,
  "stopped rebases": conflicts,
  "branches and merges": branches,
  "cherry-pick": cherryPicks,
  revert: reverts,
  "squash merges": squashMerges,
  "unrecorded by git": unrecorded,
  "clones and filters": elsewhere,
  "hooks and configuration of others": surroundings
} as const satisfies Readonly<Record<string, ReadonlyArray<Operation>>>

/** Tells the story, lets the keeper set it up, performs the operation, and asks for all that was said. */
export const attempt = Effect.fnUntraced(function* (operation: Operation, keeping: Keeping) {
  const place = yield* placeOf(yield* makeStory, keeping)
  if (operation.before !== undefined) yield* operation.before(place)
  yield* keeping.setUp(place.repository)
  const outcome = yield* operation.perform(place)
  const { repository } = outcome.place ?? place
  yield* keeping.settle(place.repository)
  if (repository !== place.repository) yield* keeping.settle(repository)
  return yield* tally(repository, outcome)
}, Effect.scoped)
