import { Effect } from "effect"
import { contend } from "../../test/support/noteWriters.ts"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import { figureOf } from "../measure.ts"
import type { Slot } from "../Slot.ts"

const writers = 8

const count = (what: string, value: number) => ({ what, ours: figureOf([value], "") })

/** Eight processes that write so many notes each to one ref, a ninth killed over and over, another reading. */
export const contest: Slot = {
  name: "contest",
  about: "8 processes writing notes to one ref at once, in a repository of its own: notes lost, notes a second",
  seconds: 30,
  measure: Effect.fn("contest")(function* ({ writes }) {
    const repository = yield* makeRepository()
    const { acknowledged, missing, reads, took } = yield* contend(repository, {
      writers,
      each: writes,
      kills: 20,
      every: 50
    }).pipe(Effect.orDie)
    yield* repository.git(["fsck", "--strict", "--no-dangling"])
    return [
      { ...count(`notes lost of ${acknowledged.length}, ${writers} writers`, missing.length), goal: { most: 0 } },
      { ...count("notes that a reader could not read meanwhile", reads.broken.length), goal: { most: 0 } },
      count("notes written a second, all writers", (writers * writes) / (took / 1000))
    ]
  }, Effect.scoped)
}
