import { Effect } from "effect"
import { contend } from "../../test/support/noteWriters.ts"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import { figureOf } from "../measure.ts"
import type { Slot } from "../Slot.ts"

const writers = 8

const count = (what: string, value: number) => ({ what, ours: figureOf([value], "") })

/** Eight processes write notes to one ref, while another writer is repeatedly killed and a reader reads. */
export const contest: Slot = {
  name: "contest",
  about: "8 processes writing notes to one ref concurrently, in its own repository: lost notes, notes per second",
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
      { ...count(`notes lost of ${acknowledged.length}, ${writers} writers`, missing.length), goal: { max: 0 } },
      { ...count("notes that a concurrent reader could not read", reads.broken.length), goal: { max: 0 } },
      count("notes written per second by all writers", (writers * writes) / (took / 1000))
    ]
  }, Effect.scoped)
}
