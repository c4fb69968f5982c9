import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeRandom } from "../../../bench/verify/random.ts"
import { DiskCacheEnabled } from "../../../src/store/DiskCache.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { MinCachedNotes } from "../../../src/notes/lookup/buildIndex.ts"
import { Notes } from "../../../src/notes/Notes.ts"
import { allOf, makeNote } from "../../support/indexedNotes.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { settingsOf } from "../../support/settings.ts"
import { cloneRepository, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const ref = "refs/notes/ultragit"

/** A process of its own, that keeps indexes of however few notes. */
const inProcess = <A, E>(
  repository: { readonly directory: string; readonly gitEnv?: Readonly<Record<string, string>> },
  use: (notes: Notes["Service"]) => Effect.Effect<A, E>,
  enabled = true
) =>
  Effect.flatMap(Notes, use).pipe(
    Effect.provide(
      Notes.layerNoDeps.pipe(
        Layer.provide([NodeServices.layer, Layer.succeed(MinCachedNotes)(0), Layer.succeed(DiskCacheEnabled)(enabled)])
      ),
      { local: true }
    ),
    settingsOf(repository)
  )

const entriesOf = (notes: Notes["Service"]) => Effect.map(notes.snapshot, ({ index }) => allOf(index))
/** Index entries as another process reads them, with and without the cache. */
const warm = (repository: { readonly directory: string }) => inProcess(repository, entriesOf)
const cold = (repository: { readonly directory: string }) => inProcess(repository, entriesOf, false)

const keptFiles = ({ directory }: TemporaryRepository) =>
  Effect.promise(() =>
    readdir(join(directory, ".git", "ultragit", "cache", "notes-1"), { recursive: true, withFileTypes: true }).then(
      (found) => found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
      () => []
    )
  )

const noteOf = (commit: string, anchor: string) => minimalNote(commit, { regions: [minimalRegion("a.ts", anchor)] })

/** A repository with some annotated commits, whose index is kept. */
const makeAnnotated = Effect.fnUntraced(function* (count: number) {
  const repository = yield* makeRepository()
  const history = Array.from({ length: count }, (_, nth) => ({ message: `Step ${nth}` }))
  const commits = yield* repository.importHistory(history)
  yield* repository.importNotes(commits.map((commit, nth) => [commit, noteOf(commit, `unit${nth}`)] as const))
  const answer = yield* warm(repository)
  return { repository, commits, answer }
})

const damages: ReadonlyArray<readonly [string, (bytes: Buffer, nth: number) => Uint8Array]> = [
  ["cut off", (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ["empty", () => new Uint8Array()],
  ["with one bit turned", (bytes, nth) => bytes.map((byte, at) => (at === bytes.length - 20 - nth ? byte ^ 1 : byte))],
  ["of another layout", (bytes) => Buffer.concat([Buffer.from("ugcache9"), bytes.subarray(8)])]
]

describe("an index of notes cached by another process", () => {
  it.effect("matches the notes after any changes", () =>
    Effect.gen(function* () {
      const random = makeRandom(7)
      const { commits, repository } = yield* makeAnnotated(24)
      yield* inProcess(repository, (serving) =>
        Effect.gen(function* () {
          for (let round = 0; round < 5; round += 1) {
            const changed = commits.filter(() => random.below(5) === 0)
            yield* repository.importNotes(changed.map((commit) => [commit, makeNote(random, commit).bytes] as const))
            const removed = commits.filter(() => random.below(12) === 0)
            yield* repository.git(["notes", "--ref=ultragit", "remove", "--ignore-missing", ...removed])
            const expected = yield* cold(repository)
            assert.deepStrictEqual(yield* warm(repository), expected, `round ${round}, kept`)
            assert.deepStrictEqual(yield* entriesOf(serving), expected, `round ${round}, serving`)
          }
        })
      )
    })
  )

  it.effect("is read instead of the notes", () =>
    Effect.gen(function* () {
      const { answer, commits, repository } = yield* makeAnnotated(3)
      const blob = yield* repository.git(["notes", "--ref=ultragit", "list", commits[0] ?? ""])
      yield* repository.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`)
      assert.notDeepEqual(yield* cold(repository), answer)
      assert.deepStrictEqual(yield* warm(repository), answer)
    })
  )

  for (const [what, damage] of damages) {
    it.effect(
      `is ignored when ${what}`,
      () =>
        Effect.gen(function* () {
          const { answer, repository } = yield* makeAnnotated(3)
          const files = yield* keptFiles(repository)
          assert.strictEqual(files.length, 2)
          for (const [nth, file] of files.entries()) {
            const bytes = yield* Effect.promise(() => readFile(file))
            yield* Effect.promise(() => writeFile(file, damage(bytes, nth)))
            assert.deepStrictEqual(yield* warm(repository), answer)
          }
        }),
      what === "empty" || what === "of another layout" ? slow : {}
    )
  }

  it.effect("is ignored where one of its files is missing or from another version", () =>
    Effect.gen(function* () {
      const { answer, commits, repository } = yield* makeAnnotated(3)
      const files = yield* keptFiles(repository)
      const before = yield* Effect.forEach(files, (file) => Effect.promise(() => readFile(file)))
      for (const file of files) {
        yield* Effect.promise(() => rm(file))
        assert.deepStrictEqual(yield* warm(repository), answer)
      }
      // Of the same length.
      yield* repository.note(commits[1] ?? "", noteOf(commits[1] ?? "", "unit9"))
      yield* Effect.forEach(files, (file) => Effect.promise(() => rm(file)))
      const after = yield* warm(repository)
      for (const [nth, file] of files.entries()) {
        const own = yield* Effect.promise(() => readFile(file))
        yield* Effect.promise(() => writeFile(file, before[nth] ?? ""))
        assert.deepStrictEqual(yield* warm(repository), after, `file ${nth}`)
        yield* Effect.promise(() => writeFile(file, own))
      }
    })
  )

  it.effect("is ignored once its notes commit is gone", () =>
    Effect.gen(function* () {
      const { commits, repository } = yield* makeAnnotated(3)
      yield* repository.git(["update-ref", "-d", ref])
      yield* repository.note(commits[1] ?? "", noteOf(commits[1] ?? "", "other"))
      yield* repository.git(["reflog", "expire", "--expire=now", "--all"])
      yield* repository.git(["gc", "--quiet", "--prune=now"])
      const expected = yield* cold(repository)
      assert.deepStrictEqual(yield* warm(repository), expected)
    })
  )

  it.effect("is valid only for the same replace refs", () =>
    Effect.gen(function* () {
      const { answer, commits, repository } = yield* makeAnnotated(3)
      const blob = yield* repository.git(["notes", "--ref=ultragit", "list", commits[0] ?? ""])
      const other = yield* repository.git(["hash-object", "-w", "--stdin"], {
        stdin: JSON.stringify(noteOf(commits[0] ?? "", "replaced"))
      })
      yield* inProcess(repository, (serving) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* entriesOf(serving), answer)
          yield* repository.git(["replace", blob, other])
          const expected = yield* cold(repository)
          assert.notDeepEqual(expected, answer)
          assert.deepStrictEqual(yield* warm(repository), expected)
          assert.deepStrictEqual(yield* entriesOf(serving), expected)
        })
      )
    })
  )

  it.effect("looks again for notes that were missing from the repository", () =>
    Effect.gen(function* () {
      const { answer, repository: source } = yield* makeAnnotated(3)
      yield* source.git(["config", "uploadpack.allowFilter", "true"])
      yield* source.git(["config", "uploadpack.allowAnySHA1InWant", "true"])
      const clone = yield* cloneRepository(source, ["--filter=blob:none", "--no-checkout"])
      yield* clone.git(["fetch", "--quiet", "origin", `${ref}:${ref}`])
      const absent = yield* warm(clone)
      assert.notDeepEqual(absent, answer)
      assert.deepStrictEqual(yield* warm(clone), absent)
      const entries = yield* clone.git(["ls-tree", "-r", ref])
      const blobs = Array.from(entries.matchAll(/ blob ([0-9a-f]+)\t/g), ([, blob]) => blob ?? "")
      yield* Effect.forEach(blobs, (blob) => clone.git(["cat-file", "-e", blob]))
      yield* clone.git(["cat-file", "--batch"], { stdin: `${blobs.join("\n")}\n` })
      assert.deepStrictEqual(yield* warm(clone), answer)
    })
  )

  it.effect(
    "is complete when several processes write it at once",
    () =>
      Effect.gen(function* () {
        const { commits, repository } = yield* makeAnnotated(12)
        const random = makeRandom(9)
        for (let round = 0; round < 3; round += 1) {
          yield* Effect.forEach(yield* keptFiles(repository), (file) => Effect.promise(() => rm(file)))
          const writing = repository.importNotes(
            commits.map((commit: ObjectId) => [commit, makeNote(random, commit).bytes] as const)
          )
          yield* Effect.all([writing, warm(repository), warm(repository), warm(repository)], {
            concurrency: "unbounded"
          })
          const expected = yield* cold(repository)
          assert.deepStrictEqual(yield* warm(repository), expected)
        }
      }),
    slow
  )
})
