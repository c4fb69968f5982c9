import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { pull } from "../../../src/sharing/sync/pull.ts"
import { push } from "../../../src/sharing/sync/push.ts"
import { status } from "../../../src/sharing/sync/status.ts"
import { authoredNow } from "../../support/authored.ts"
import { makeHub, notesRef, noteText, oneClone, pullIn, pushFrom, say, tipOf } from "../../support/hub.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { failure } from "../../support/ask.ts"
import { slow } from "../../support/scale.ts"

const tracking = "refs/ultragit/remotes/origin/notes/ultragit"
const incoming = "refs/ultragit/incoming/origin/notes/ultragit"

const anchorsOf = (note: string): ReadonlyArray<string> =>
  [...note.matchAll(/"name": ?"(\w+)"/g)].map((found) => found[1] ?? "").toSorted()

const statusOf = (repository: TemporaryRepository, ask = false) =>
  authoredNow(repository)(status({ remote: Option.none(), ask }))

describe("clones that share notes", () => {
  it.live(
    "end with the same notes, for any order of annotations and pushes",
    () =>
      Effect.gen(function* () {
        const { clones, first, hub, second } = yield* makeHub(3)
        for (const [number, clone] of clones.entries()) {
          yield* say(clone, first, `first${number}`)
          if (number > 0) yield* say(clone, second, `second${number}`)
        }
        yield* Effect.forEach(clones, pushFrom, { concurrency: "unbounded" })
        yield* Effect.forEach(clones, pullIn, { concurrency: "unbounded" })
        const tips = yield* Effect.forEach([hub, ...clones], (repository) => tipOf(repository))
        assert.deepStrictEqual(
          tips,
          Array.from(tips, () => tips[0])
        )
        assert.deepStrictEqual(anchorsOf(yield* noteText(hub, first)), ["first0", "first1", "first2"])
        assert.deepStrictEqual(anchorsOf(yield* noteText(hub, second)), ["second1", "second2"])
      }),
    slow
  )

  it.effect(
    "pass on notes of commits that one of them lacks",
    () =>
      Effect.gen(function* () {
        const { clones, first, hub } = yield* makeHub(2)
        const [ours, theirs] = clones
        if (ours === undefined || theirs === undefined) return assert.fail("two clones")
        const unknown = yield* theirs.commit("Not pushed")
        yield* say(theirs, unknown, "unknown")
        yield* pushFrom(theirs)
        yield* say(ours, first, "first")
        const { kind } = yield* pullIn(ours)
        assert.strictEqual(kind, "merge")
        yield* pushFrom(ours)
        const listed = yield* hub.git(["ls-tree", "-r", "--name-only", notesRef])
        assert.include(listed.replaceAll("/", ""), unknown)
      }),
    slow
  )
})

describe("a pull", () => {
  it.effect("from a remote without notes is a success, and changes nothing", () =>
    Effect.gen(function* () {
      const { clone } = yield* oneClone
      const { kind, there } = yield* pullIn(clone)
      assert.deepStrictEqual({ kind, there }, { kind: "unchanged", there: Option.none() })
      assert.isUndefined(yield* tipOf(clone))
    })
  )

  it.effect("moves the tracking ref to the remote's notes, with nothing pending", () =>
    Effect.gen(function* () {
      const { clone, first, hub } = yield* oneClone
      const tip = yield* say(hub, first, "there")
      const { kind, written } = yield* pullIn(clone)
      assert.deepStrictEqual({ kind, written }, { kind: "fast-forward", written: [first] })
      assert.strictEqual(yield* tipOf(clone, tracking), tip)
      assert.isUndefined(yield* tipOf(clone, incoming))
    })
  )

  it.effect("tells removed notes from others, in a fast-forward and in a merge", () =>
    Effect.gen(function* () {
      const { clone, first, hub, second } = yield* oneClone
      const remove = (commit: string) => hub.git(["notes", `--ref=${notesRef}`, "remove", commit])
      yield* say(hub, first, "there")
      yield* say(hub, second, "there")
      yield* pullIn(clone)
      yield* remove(first)
      assert.deepInclude(yield* pullIn(clone), { kind: "fast-forward", written: [first], removed: [first] })
      yield* say(clone, first, "here")
      yield* remove(second)
      assert.deepInclude(yield* pullIn(clone), { kind: "merge", written: [second], removed: [second] })
    })
  )

  it.effect(
    "keeps notes that a rewound remote no longer has",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub, second } = yield* oneClone
        yield* say(hub, first, "kept")
        yield* pullIn(clone)
        yield* hub.git(["update-ref", "-d", notesRef])
        yield* say(hub, second, "again")
        yield* pullIn(clone)
        assert.deepStrictEqual(anchorsOf(yield* noteText(clone, first)), ["kept"])
        assert.deepStrictEqual(anchorsOf(yield* noteText(clone, second)), ["again"])
      }),
    slow
  )

  it.effect(
    "restores notes that were reset locally, also when the remote has nothing new",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub } = yield* oneClone
        yield* say(hub, first, "there")
        yield* pullIn(clone)
        yield* clone.git(["update-ref", "-d", notesRef])
        yield* pullIn(clone)
        assert.deepStrictEqual(anchorsOf(yield* noteText(clone, first)), ["there"])
      }),
    slow
  )

  it.effect("talks to configured remotes only", () =>
    Effect.gen(function* () {
      const { clone, hub } = yield* oneClone
      for (const remote of [hub.directory, `file://${hub.directory}`, "--upload-pack=touch", "."]) {
        const error = yield* failure(authoredNow(clone)(pull({ remote: Option.some(remote) })))
        assert.strictEqual(error._tag === "SyncError" && error.code, "remote_unknown")
      }
    })
  )

  it.effect("fails for a remote whose name fits into no list or ref", () =>
    Effect.gen(function* () {
      const { clone, hub } = yield* oneClone
      for (const name of ["a,b", "a..b"]) {
        yield* clone.git(["config", `remote.${name}.url`, hub.directory])
        const error = yield* Effect.flip(authoredNow(clone)(pull({ remote: Option.some(name) })))
        assert.strictEqual(error._tag === "SyncError" && error.code, "remote_unusable", name)
      }
    })
  )

  it.effect("in a repository without a remote fails with instructions to add one", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const error = yield* failure(pullIn(repository))
      assert.strictEqual(error.hint, "Add one: git remote add origin URL")
    })
  )
})

describe("a push", () => {
  it.effect("without notes sends nothing", () =>
    Effect.gen(function* () {
      const { clone, hub } = yield* oneClone
      const { pushed, tip } = yield* pushFrom(clone)
      assert.deepStrictEqual({ pushed, tip }, { pushed: false, tip: Option.none() })
      assert.isUndefined(yield* tipOf(hub))
    })
  )

  it.effect("sends nothing a second time", () =>
    Effect.gen(function* () {
      const { clone, first } = yield* oneClone
      yield* say(clone, first, "once")
      assert.isTrue((yield* pushFrom(clone)).pushed)
      assert.isFalse((yield* pushFrom(clone)).pushed)
    })
  )

  it.effect(
    "that the remote refuses fails at once, with the remote's reason",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub } = yield* oneClone
        yield* hub.write("hooks/pre-receive", "#!/bin/sh\nexit 1\n", { executable: true })
        yield* say(clone, first, "refused")
        const error = yield* failure(authoredNow(clone)(push({ remote: Option.none() })))
        assert.strictEqual(error.code, "remote_failed")
      }),
    slow
  )
})

describe("the status", () => {
  it.effect("counts local-only and remote-only notes, and reports what a pull would do", () =>
    Effect.gen(function* () {
      const { clone, first, hub, second } = yield* oneClone
      yield* say(hub, first, "there")
      yield* clone.git(["fetch", "--quiet", "origin", `${notesRef}:${incoming}`])
      const before = yield* statusOf(clone)
      yield* say(clone, second, "here")
      const after = yield* statusOf(clone)
      assert.deepStrictEqual(
        [before, after].map(({ ahead, behind, pull: would }) => ({ ahead, behind, would })),
        [
          { ahead: 0, behind: 1, would: "fast-forward" },
          { ahead: 1, behind: 1, would: "merge" }
        ]
      )
    })
  )

  it.effect("contacts the remote only on request", () =>
    Effect.gen(function* () {
      const { clone, first, hub } = yield* oneClone
      const tip = yield* say(hub, first, "there")
      const asked = yield* statusOf(clone, true)
      yield* clone.git(["remote", "set-url", "origin", "/nowhere"])
      const { now } = yield* statusOf(clone)
      assert.deepStrictEqual([asked.now, now], [Option.some(tip), undefined])
    })
  )
})
