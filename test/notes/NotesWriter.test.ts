import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, References, Result } from "effect"
import { join } from "node:path"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { maxNoteBytes } from "../../src/notes/format/decode.ts"
import { encodeNote } from "../../src/notes/format/encode.ts"
import type { NotesWriter, WriteError } from "../../src/notes/NotesWriter.ts"
import { NotesRetryTimeout } from "../../src/notes/retryContended.ts"
import { minimalRegion } from "../support/notes.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"
import { annotation, noteOn, saying, withWriter } from "../support/writer.ts"
import { slow } from "../support/scale.ts"

const ref = "refs/notes/ultragit"
const message = "Annotate"
const absent = ObjectId.make("1".repeat(40))
const tagged = (error: WriteError): string => error.reason._tag

describe("updating notes", () => {
  it.live("writes the canonical form, and nothing when only the time would change", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      const first = yield* withWriter(repository, (writer) => writer.update([commit], message, saying()))
      assert.deepStrictEqual(first, { ref, tip: Option.some(yield* repository.id(ref)), written: [commit] })
      const shown = yield* repository.git(["notes", `--ref=${ref}`, "show", commit])
      assert.strictEqual(`${shown}\n`, encodeNote(annotation(commit)))
      const again = saying({ timestamp: "2026-01-01T00:00:00Z" })
      const second = yield* withWriter(repository, (writer) => writer.update([commit], message, again))
      assert.deepStrictEqual(second, { ...first, written: [] })
    })
  )

  it.live("drops a dependency of a unit on itself from any source", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      const other = { file: "a.ts", anchor: "Pool.release", nature: "x" }
      const itself = { file: "a.ts", anchor: "Pool::acquire", nature: "x" }
      const region = {
        ...minimalRegion("a.ts", "Pool.acquire"),
        constraints: [],
        semantic_dependencies: [other, itself],
        related_annotations: [],
        tags: []
      }
      const change = saying({ regions: [region] })
      yield* withWriter(repository, (writer) => writer.update([commit], message, change))
      const { annotation: written } = Option.getOrThrow(yield* noteOn(repository, commit))
      assert.deepStrictEqual(written.regions[0]?.semantic_dependencies, [other])
      const again = yield* withWriter(repository, (writer) => writer.update([commit], message, change))
      assert.deepStrictEqual(again.written, [])
    })
  )

  it.live("retries with the note of a concurrent writer", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      const other = yield* repository.commit("two")
      const seen: Array<string> = []
      yield* withWriter(repository, (writer) =>
        writer.update([commit], message, (id, current) =>
          Effect.gen(function* () {
            const now = Option.flatMap(current, Result.getSuccess)
            seen.push(Option.match(now, { onNone: () => "none", onSome: (note) => note.recorded.summary }))
            if (seen.length === 1) {
              yield* repository.note(other, annotation(other))
              yield* repository.note(commit, annotation(commit, { summary: "quicker" }))
            }
            return yield* saying({ summary: "last" })(id)
          })
        )
      )
      assert.deepStrictEqual(seen, ["none", "quicker"])
      assert.isTrue(Option.isSome(yield* noteOn(repository, other)))
    })
  )

  it.live(
    "loses no note of concurrent writers",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commits = yield* repository.importHistory(Array.from({ length: 16 }, (_, n) => ({ message: `${n}` })))
        const share = (writer: number) => commits.filter((_, index) => index % 4 === writer)
        yield* Effect.forEach(
          [0, 1, 2, 3],
          (number) =>
            withWriter(repository, (writer) =>
              Effect.forEach(share(number), (commit) => writer.update([commit], message, saying()), { concurrency: 3 })
            ),
          { concurrency: "unbounded" }
        )
        const listed = yield* repository.git(["notes", `--ref=${ref}`, "list"])
        assert.strictEqual(listed.split("\n").length, commits.length)
      }),
    slow
  )

  it.live("merges concurrent notes on one commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      yield* Effect.forEach(
        ["a", "b", "c"],
        (tag) =>
          withWriter(repository, (writer) =>
            writer.update([commit], message, (id, current) => {
              const tags = Option.match(Option.flatMap(current, Result.getSuccess), {
                onNone: () => [],
                onSome: ({ recorded }) => recorded.cross_cutting
              })
              return saying({ cross_cutting: [...tags, { description: tag, regions: [], nature: "" }] })(id)
            })
          ),
        { concurrency: "unbounded" }
      )
      const found = Option.getOrThrow(yield* noteOn(repository, commit)).recorded.cross_cutting
      assert.deepStrictEqual(found.map(({ description }) => description).toSorted(), ["a", "b", "c"])
    })
  )

  it.live("fails when the ref stays locked, naming the lock file", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      yield* repository.note(commit, annotation(commit))
      const lock = join(".git", `${ref}.lock`)
      yield* repository.write(lock, "")
      const error = yield* withWriter(repository, (writer) =>
        writer.update([commit], message, saying({ summary: "other" }))
      ).pipe(Effect.provideService(NotesRetryTimeout, "200 millis"), Effect.flip)
      assert.strictEqual(tagged(error), "NotesContended")
      assert.include(error.hint, lock)
    })
  )

  it.live("rejects content that could not be read back, and leaves the ref unchanged", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      const tip = yield* repository.note(commit, "by hand")
      const attempt = (id: ObjectId, more: Parameters<typeof saying>[0]) =>
        Effect.map(Effect.flip(withWriter(repository, (writer) => writer.update([id], message, saying(more)))), tagged)
      assert.strictEqual(yield* attempt(commit, { timestamp: "yesterday" }), "NoteInvalid")
      assert.strictEqual(yield* attempt(commit, { summary: "x".repeat(maxNoteBytes) }), "NoteTooLarge")
      assert.strictEqual(yield* attempt(absent, {}), "ObjectMissing")
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )

  it.live("writes the others before it fails for a note that is not valid", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      const other = yield* repository.commit("two")
      const invalid = saying({ timestamp: "yesterday" })
      const valid = saying()
      const error = yield* withWriter(repository, (writer) =>
        writer.update([commit, other], message, (id) => (id === commit ? invalid : valid)(id))
      ).pipe(Effect.flip)
      assert.strictEqual(tagged(error), "NoteInvalid")
      assert.isTrue(Option.isSome(yield* noteOn(repository, other)))
    })
  )

  it.live("fails where the notes ref is not a notes commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { "a.txt": "a" } })
      yield* repository.git(["update-ref", ref, yield* repository.id("HEAD:a.txt")])
      const use = <A>(run: (writer: NotesWriter["Service"]) => Effect.Effect<A, WriteError>) =>
        Effect.map(Effect.flip(withWriter(repository, run)), tagged)
      assert.strictEqual(yield* use((writer) => writer.update([commit], message, saying())), "NotesUnreadable")
      assert.strictEqual(yield* use((writer) => writer.merge(commit, message)), "NotesUnreadable")
    })
  )
})

describe("merging notes commits", () => {
  /** A history of five commits; notes on the first four before the sides part. */
  const parted = Effect.gen(function* () {
    const repository = yield* makeRepository()
    const commits = yield* repository.importHistory(Array.from({ length: 5 }, (_, n) => ({ message: `${n}` })))
    const base = yield* repository.importNotes(commits.slice(0, 4).map((commit) => [commit, annotation(commit)]))
    const [a = absent, b = absent, c = absent, d = absent, e = absent] = commits
    const put = (commit: ObjectId, summary: string, hour: number) =>
      repository.note(commit, annotation(commit, { summary, timestamp: `2025-01-02T0${hour}:00:00Z` }))
    const drop = (commit: ObjectId) => repository.git(["notes", `--ref=${ref}`, "remove", commit])
    const moveTo = (tip: string) => repository.git(["update-ref", ref, tip])
    const summaryOn = (commit: ObjectId) =>
      Effect.map(noteOn(repository, commit), (note) => Option.getOrUndefined(note)?.recorded.summary)
    const merge = (from: ObjectId) => withWriter(repository, (writer) => writer.merge(from, "Merge notes"))
    return { repository, a, b, c, d, e, base, put, drop, moveTo, summaryOn, merge }
  })

  it.live(
    "takes changes of one side, keeps notes deleted by one and changed by the other, merges changes of both",
    () =>
      Effect.gen(function* () {
        const { a, b, base, c, d, drop, e, merge, moveTo, put, repository, summaryOn } = yield* parted
        yield* put(a, "theirs", 1)
        yield* drop(b)
        yield* put(c, "changed", 1)
        const theirs = yield* put(e, "new", 1)
        yield* moveTo(base)
        yield* put(a, "ours", 2)
        yield* drop(c)
        const ours = yield* put(d, "kept", 2)
        const merged = yield* merge(theirs)
        assert.deepStrictEqual({ kind: merged.kind, merged: merged.merged }, { kind: "merge", merged: [a] })
        assert.sameMembers([...merged.written], [a, b, c, e])
        assert.deepStrictEqual(yield* Effect.forEach([a, b, c, d, e], summaryOn), [
          "ours",
          undefined,
          "changed",
          "kept",
          "new"
        ])
        const { recorded } = Option.getOrThrow(yield* noteOn(repository, a))
        assert.deepStrictEqual(recorded.superseded, [
          { field: "summary", value: "theirs", timestamp: "2025-01-02T01:00:00Z" }
        ])
        assert.strictEqual(yield* repository.git(["log", "-1", "--format=%P", ref]), `${ours} ${theirs}`)
        yield* moveTo(theirs)
        yield* merge(ours)
        assert.strictEqual(
          yield* repository.id(`${ref}^{tree}`),
          yield* repository.id(`${Option.getOrThrow(merged.tip)}^{tree}`)
        )
      })
  )

  it.live("fast-forwards without local changes, and does nothing without remote changes", () =>
    Effect.gen(function* () {
      const { a, base, merge, moveTo, put, repository } = yield* parted
      const newer = yield* put(a, "newer", 1)
      const nothing = yield* merge(base)
      assert.deepStrictEqual({ kind: nothing.kind, written: nothing.written }, { kind: "unchanged", written: [] })
      yield* moveTo(base)
      const forward = yield* merge(newer)
      assert.deepStrictEqual({ kind: forward.kind, written: forward.written }, { kind: "fast-forward", written: [a] })
      assert.strictEqual(yield* repository.id(ref), newer)
      yield* repository.git(["update-ref", "-d", ref])
      assert.strictEqual((yield* merge(newer)).written.length, 4)
    })
  )

  it.live("merges notes without a common ancestor", () =>
    Effect.gen(function* () {
      const { a, base, e, merge, put, repository, summaryOn } = yield* parted
      yield* repository.git(["update-ref", "-d", ref])
      yield* put(a, "ours", 2)
      yield* put(e, "new", 2)
      const { merged } = yield* merge(base)
      assert.deepStrictEqual(merged, [a])
      assert.deepStrictEqual(yield* Effect.forEach([a, e], summaryOn), ["ours", "new"])
      assert.strictEqual((yield* repository.git(["notes", `--ref=${ref}`, "list"])).split("\n").length, 5)
    })
  )

  it.live("keeps the readable side", () =>
    Effect.gen(function* () {
      const { a, b, base, merge, moveTo, put, repository, summaryOn } = yield* parted
      yield* repository.note(a, "by hand")
      const theirs = yield* put(b, "readable", 1)
      yield* moveTo(base)
      yield* put(a, "ours", 1)
      yield* repository.note(b, "by hand")
      yield* merge(theirs).pipe(Effect.provideService(References.MinimumLogLevel, "Error"))
      assert.deepStrictEqual(yield* Effect.forEach([a, b], summaryOn), ["ours", "readable"])
    })
  )

  it.live("takes notes of commits that are missing here", () =>
    Effect.gen(function* () {
      const { a, base, merge, moveTo, put, repository } = yield* parted
      const theirs = yield* repository.git(["fast-import", "--quiet", "--done"], {
        stdin: `feature done\ncommit refs/notes/other\nmark :1\ncommitter A <a@b> 0 +0000\ndata 1\nx\nfrom ${base}\nM 100644 inline ${absent}\ndata 1\ny\nget-mark :1\ndone\n`
      })
      yield* moveTo(base)
      yield* put(a, "ours", 1)
      yield* merge(ObjectId.make(theirs))
      assert.include(yield* repository.git(["ls-tree", "-r", "--name-only", ref]), absent)
    })
  )
})
