import { Effect } from "effect"
import { contend } from "../../test/support/noteWriters.ts"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import type { Findings } from "../measure.ts"

/** Eight processes that write so many notes each to one ref, a ninth killed over and over, another reading. */
export const contest = Effect.fn("contest")(function* (each: number) {
  const repository = yield* makeRepository()
  const { acknowledged, missing, reads, took } = yield* contend(repository, { writers: 8, each, kills: 20, every: 50 })
  yield* repository.git(["fsck", "--strict", "--no-dangling"])
  const seconds = took / 1000
  const facts = [
    {
      what: `8 processes writing ${each} notes each at once: notes lost`,
      value: `${missing.length} of ${acknowledged.length}`,
      reach: "0"
    },
    { what: "notes that a reader could not read meanwhile", value: `${reads.broken.length}`, reach: "0" },
    {
      what: "notes written a second, 8 writers",
      value: `${((8 * each) / seconds).toFixed(0)}, all in ${seconds.toFixed(0)} s`,
      reach: ""
    }
  ]
  return { rows: [], facts } satisfies Findings
}, Effect.scoped)
