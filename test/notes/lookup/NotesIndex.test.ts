import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { makeRandom, type Random } from "../../../bench/verify/random.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { LayeredNotes } from "../../../src/notes/lookup/LayeredNotes.ts"
import { PackedNotes } from "../../../src/notes/lookup/PackedNotes.ts"
import { Packer } from "../../../src/notes/lookup/Packer.ts"
import { runAtOnce } from "../../../src/notes/lookup/timeSlices.ts"
import { allInModel, allOf, makeId, makeNote, type MadeNote } from "../../support/indexedNotes.ts"
import { scaled } from "../../support/scale.ts"

const packOf = (notes: Iterable<readonly [ObjectId, MadeNote]>): PackedNotes => {
  const packer = new Packer()
  for (const [commit, { blob, bytes }] of notes) packer.addNote(commit, blob, bytes)
  return runAtOnce(packer.pack())
}

const makeNotes = (random: Random, count: number, idBytes = 20): Map<ObjectId, MadeNote> =>
  new Map(
    Array.from({ length: count }, () => [makeId(random, idBytes), makeNote(random, makeId(random, idBytes))] as const)
  )

/** Makes changes to both, and gives the index as it is then. */
const change = (random: Random, index: LayeredNotes, notes: Map<ObjectId, MadeNote>): LayeredNotes => {
  const commits = [...notes.keys()]
  const removed = Array.from({ length: random.below(4) }, () => random.pick(commits) ?? makeId(random))
  const put = new Map(
    Array.from({ length: random.below(12) }, () => {
      const commit = random.below(2) === 0 ? (random.pick(commits) ?? makeId(random)) : makeId(random)
      return [commit, makeNote(random, makeId(random))] as const
    })
  )
  for (const commit of removed) notes.delete(commit)
  for (const [commit, note] of put) notes.set(commit, note)
  return runAtOnce(index.withChanges(packOf(put), removed))
}

const seeds = Array.from({ length: scaled(12, 400) }, (_, seed) => seed)

describe("the index of notes", () => {
  it.each(seeds)("matches the notes after any changes: seed %i", (seed) => {
    const random = makeRandom(seed)
    const notes = makeNotes(random, random.below(40))
    let index = new LayeredNotes(packOf(notes))
    for (let round = 0; round < 10; round += 1) {
      assert.deepStrictEqual(allOf(index), allInModel(notes), `round ${round}`)
      index = change(random, index, notes)
    }
  })

  it("is repacked after many changes, with the same content", () => {
    const random = makeRandom(1)
    const notes = makeNotes(random, 300)
    let index = new LayeredNotes(packOf(notes))
    let packs = 0
    for (let round = 0; round < 100; round += 1) {
      index = change(random, index, notes)
      if (index.packed !== undefined) packs += 1
    }
    assert.isAtLeast(packs, 1)
    assert.deepStrictEqual(allOf(index), allInModel(notes))
  })

  it("gives the same answers for any insertion order", () => {
    const notes = makeNotes(makeRandom(2), 1_100)
    assert.deepStrictEqual(
      allOf(new LayeredNotes(packOf([...notes].toReversed()))),
      allOf(new LayeredNotes(packOf(notes)))
    )
  })

  it("keeps the ids of repositories with SHA-256", () => {
    const random = makeRandom(3)
    const notes = makeNotes(random, 30, 32)
    assert.deepStrictEqual(allOf(new LayeredNotes(packOf(notes))), allInModel(notes))
  })
})

describe("the bytes of an index", () => {
  const { bytes } = packOf(makeNotes(makeRandom(4), 20))

  it("give the same answers when loaded, at any byte offset", () => {
    const shifted = Buffer.from(new ArrayBuffer(bytes.length + 1))
    shifted.set(bytes, 1)
    for (const again of [bytes, shifted.subarray(1)]) {
      const pack = Option.getOrThrow(PackedNotes.decode(again))
      assert.deepStrictEqual(allOf(new LayeredNotes(pack)), allInModel(makeNotes(makeRandom(4), 20)))
    }
  })

  it("are rejected when truncated or followed by more", () => {
    for (let length = 0; length < bytes.length; length += 1) {
      assert.isTrue(Option.isNone(PackedNotes.decode(bytes.subarray(0, length))), `${length} bytes`)
    }
    assert.isTrue(Option.isNone(PackedNotes.decode(new Uint8Array(bytes.length + 4))))
    assert.isTrue(Option.isNone(PackedNotes.decode(Buffer.concat([bytes, new Uint8Array(4)]))))
  })

  it("are rejected or read to their end, with any content", () => {
    const random = makeRandom(5)
    let read = 0
    for (let round = 0; round < scaled(300, 100_000); round += 1) {
      const damaged = new Uint8Array(bytes)
      for (let flips = 1 + random.below(3); flips > 0; flips -= 1) {
        damaged[random.below(damaged.length)] = random.below(256)
      }
      const pack = PackedNotes.decode(damaged)
      if (Option.isNone(pack)) continue
      allOf(new LayeredNotes(pack.value))
      read += 1
    }
    assert.isAbove(read, 0)
  })
})
