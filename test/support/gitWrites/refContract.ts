import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Option } from "effect"
import { readFile, rm, utimes } from "node:fs/promises"
import { join } from "node:path"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGitWrites } from "../GitWritesContract.ts"
import { reasonOf } from "../git/reasons.ts"
import { makeFolder, makeRepository } from "../TemporaryRepository.ts"

const ref = "refs/notes/ultragit"
const message = "ultragit: annotate"
const absent = ObjectId.make("1".repeat(40))
const none = Option.none<ObjectId>()
const hostileRefs = ["", "HEAD", "-d", "refs/notes/x y", "refs/notes/x\nupdate refs/heads/main", "refs/notes/x\0"]

/** Ref updates. */
export const refContract = (use: UseGitWrites) =>
  describe("a ref", () => {
    it.effect("is created, moved and deleted only from its expected value", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const a = Option.some(yield* repository.commit("one"))
        const b = Option.some(yield* repository.commit("two"))
        yield* use(repository.directory, (writes, git) =>
          Effect.gen(function* () {
            const refused = Effect.fnUntraced(function* (
              to: Option.Option<ObjectId>,
              expected: Option.Option<ObjectId>
            ) {
              const before = yield* git.resolveRef(ref)
              const reason = yield* reasonOf(writes.updateRef({ ref, to, expected }))
              assert.deepStrictEqual(yield* git.resolveRef(ref), before)
              return reason
            })
            assert.strictEqual(yield* refused(b, a), "RefMoved")
            assert.strictEqual(yield* refused(none, a), "RefMoved")
            yield* writes.updateRef({ ref, to: none, expected: none })
            yield* writes.updateRef({ ref, to: a, expected: none })
            assert.deepStrictEqual(yield* git.resolveRef(ref), a)
            assert.strictEqual(yield* refused(b, none), "RefMoved")
            assert.strictEqual(yield* refused(b, b), "RefMoved")
            assert.strictEqual(yield* refused(none, b), "RefMoved")
            assert.strictEqual(yield* refused(none, none), "RefMoved")
            yield* writes.updateRef({ ref, to: b, expected: a })
            assert.deepStrictEqual(yield* git.reflog(ref), [...Option.toArray(b), ...Option.toArray(a)])
            yield* writes.updateRef({ ref, to: none, expected: b })
            assert.deepStrictEqual(yield* git.resolveRef(ref), none)
          })
        )
      })
    )

    it.effect("without a full name, or to a missing object, is rejected", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const to = Option.some(yield* repository.commit("one"))
        const before = yield* repository.git(["for-each-ref"])
        const reasons = yield* use(repository.directory, (writes) =>
          Effect.forEach(
            [...hostileRefs.map((name) => ({ ref: name, to })), { ref, to: Option.some(absent) }],
            (input) => reasonOf(writes.updateRef({ ...input, expected: none }))
          )
        )
        assert.deepStrictEqual(new Set(reasons.slice(0, -1)), new Set(["CommandFailed"]))
        assert.notStrictEqual(reasons.at(-1), "RefMoved")
        assert.strictEqual(yield* repository.git(["for-each-ref"]), before)
      })
    )

    it.effect("keeps the value of another writer that moved or deleted it first", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const first = yield* repository.note(commit, "first")
        const second = yield* repository.note(commit, "second")
        const notes = [{ commit, content: Option.some(Buffer.from("mine")) }]
        yield* use(repository.directory, (writes) =>
          Effect.gen(function* () {
            const lose = (tip: Option.Option<ObjectId>) => reasonOf(writes.writeNotes({ ref, tip, notes, message }))
            assert.strictEqual(yield* lose(Option.some(first)), "RefMoved")
            assert.strictEqual(yield* lose(none), "RefMoved")
            assert.strictEqual(yield* repository.id(ref), second)
            yield* repository.git(["update-ref", "-d", ref])
            assert.strictEqual(yield* lose(Option.some(second)), "RefMoved")
            assert.strictEqual(yield* repository.git(["for-each-ref", ref]), "")
          })
        )
      })
    )

    it.effect("with a leftover lock fails with the name of the lock file", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const tip = yield* repository.note(commit, "first")
        yield* repository.write(`.git/${ref}.lock`, "")
        const notes = [{ commit, content: Option.some(Buffer.from("mine")) }]
        const write = use(repository.directory, (writes) =>
          writes.writeNotes({ ref, tip: Option.some(tip), notes, message })
        )
        const error = yield* Effect.flip(write)
        const lock = join(repository.directory, ".git", `${ref}.lock`)
        assert.strictEqual(error.reason._tag, "RefMoved")
        assert.include(error.hint ?? "", lock)
        assert.strictEqual(yield* repository.id(ref), tip)
        yield* Effect.promise(() => rm(lock))
        yield* write
      })
    )

    it.live("with an hours-old lock can be moved on the next try", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const to = Option.some(yield* repository.commit("one"))
        const move = use(repository.directory, (writes) => writes.updateRef({ ref, to, expected: none }))
        yield* repository.write(`.git/${ref}.lock`, "")
        const lock = join(repository.directory, ".git", `${ref}.lock`)
        const hoursAgo = Math.floor((yield* Clock.currentTimeMillis) / 1000) - 7200
        yield* Effect.promise(() => utimes(lock, hoursAgo, hoursAgo))
        assert.strictEqual((yield* Effect.flip(move)).reason._tag, "RefMoved")
        yield* move
        assert.strictEqual(yield* repository.id(ref), Option.getOrThrow(to))
      })
    )

    it.effect("is written by concurrent writers without a lost update", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const ids = yield* repository.importHistory(Array.from({ length: 12 }, (_, n) => ({ message: `${n}` })))
        yield* use(repository.directory, (writes, git) =>
          Effect.forEach(
            ids,
            (commit) =>
              git.resolveRef(ref).pipe(
                Effect.flatMap((tip) =>
                  writes.writeNotes({
                    ref,
                    tip,
                    notes: [{ commit, content: Option.some(Buffer.from(commit)) }],
                    message
                  })
                ),
                Effect.retry({ while: (error) => error.reason._tag === "RefMoved", times: 1000 })
              ),
            { concurrency: 3 }
          )
        )
        assert.strictEqual((yield* repository.git(["notes", `--ref=${ref}`, "list"])).split("\n").length, 12)
        assert.strictEqual(yield* repository.git(["for-each-ref", "--format=%(refname)"]), `refs/heads/main\n${ref}`)
      })
    )
  })

const key = "notes.rewriteRef"

/** The configuration of the repository. */
export const configWriteContract = (use: UseGitWrites) =>
  describe("a setting", () => {
    it.effect("is added and removed by its exact value, byte for byte, without changing others", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ config: { "core.editor": "true # x" } })
        const read = Effect.promise(() => readFile(join(repository.directory, ".git/config"), "utf8"))
        const before = yield* read
        yield* use(repository.directory, (writes, git) =>
          Effect.gen(function* () {
            const values = Effect.map(git.config, (entries) =>
              entries.filter((entry) => entry.key === "notes.rewriteref").map((entry) => entry.value)
            )
            yield* writes.addConfig(key, "refs/notes/.*")
            yield* writes.addConfig(key, ref)
            yield* writes.addConfig(key, '-a "b\nc')
            assert.deepStrictEqual(yield* values, ["refs/notes/.*", ref, '-a "b\nc'])
            yield* writes.removeConfig(key, "refs/notes/.*")
            yield* writes.removeConfig(key, "refs/notes/.*")
            assert.deepStrictEqual(yield* values, [ref, '-a "b\nc'])
            yield* writes.removeConfig(key, '-a "b\nc')
            yield* writes.removeConfig(key, ref)
            assert.strictEqual(yield* read, before)
            const reasons = yield* Effect.forEach(["--global", "nokey", "a.b\nc.d"], (name) =>
              reasonOf(writes.addConfig(name, "x"))
            )
            assert.deepStrictEqual(reasons, ["CommandFailed", "CommandFailed", "CommandFailed"])
            assert.strictEqual(yield* read, before)
          })
        )
      })
    )

    it.effect("of a linked worktree is stored in the repository", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("one")
        const linked = join(yield* makeFolder, "linked")
        yield* repository.git(["worktree", "add", "--quiet", linked])
        yield* use(linked, (writes) => writes.addConfig(key, ref))
        assert.strictEqual(yield* repository.git(["config", "--local", key]), ref)
      })
    )
  })
