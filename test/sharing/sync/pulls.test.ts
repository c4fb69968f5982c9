import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { basename, dirname } from "node:path"
import { mergeAllFetched } from "../../../src/notes/remotes/mergeFetched.ts"
import { encodePulls, type ImportedPull } from "../../../src/notes/pulls/PullsNote.ts"
import { disable, enable } from "../../../src/sharing/sync/enable.ts"
import { status } from "../../../src/sharing/sync/status.ts"
import { failure } from "../../support/ask.ts"
import { authoredNow } from "../../support/authored.ts"
import { startGitServer } from "../../support/gitServer.ts"
import { makeHub, pullIn, pushFrom, tipOf } from "../../support/hub.ts"
import { pullsOn, pullsRef } from "../../support/importing.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const here = { remote: Option.none<string>() }

const enableIn = (repository: TemporaryRepository, pulls: boolean) =>
  authoredNow(repository)(enable({ ...here, pulls }).pipe(Effect.provide(NodeServices.layer)))

const disableIn = (repository: TemporaryRepository) =>
  authoredNow(repository)(disable(here).pipe(Effect.provide(NodeServices.layer)))

/** Clones of a repository on a host, with a commit in it. */
const makeHosted = Effect.fnUntraced(function* (clones: number) {
  const made = yield* makeHub(clones)
  const { directory } = made.hub
  const root = dirname(dirname(directory))
  const { host } = yield* startGitServer(root, "me:secret")
  const url = `http://me:secret@${host}/${basename(dirname(directory))}/${basename(directory)}`
  yield* Effect.forEach(made.clones, (clone) => clone.git(["remote", "set-url", "origin", url]))
  const pull = (id: string, more: Partial<ImportedPull> = {}): ImportedPull => ({
    host,
    project: "octo/demo",
    id,
    title: `Change ${id}`,
    author: "ada",
    by: "person",
    merged_at: "2024-05-01T00:00:00Z",
    updated_at: "2024-05-01T00:00:00Z",
    ...more
  })
  return { ...made, pull }
})

const add = (repository: TemporaryRepository, commit: string, ...pulls: ReadonlyArray<ImportedPull>) =>
  repository.note(commit, encodePulls(pulls), { ref: pullsRef })

const idsOn = (repository: TemporaryRepository, commit: string) =>
  Effect.map(pullsOn(repository, commit), (pulls: ReadonlyArray<ImportedPull> | undefined) =>
    pulls?.map(({ id }) => id)
  )

const two = Effect.fnUntraced(function* () {
  const { clones, ...rest } = yield* makeHosted(2)
  const [a, b] = clones
  return {
    ...rest,
    a: yield* Effect.fromNullishOr(a).pipe(Effect.orDie),
    b: yield* Effect.fromNullishOr(b).pipe(Effect.orDie)
  }
})

describe("imported pull requests", () => {
  it.live(
    "are not shared unless that is enabled",
    () =>
      Effect.gen(function* () {
        const { a, b, first, hub, pull } = yield* two()
        yield* add(a, first, pull("#1"))
        yield* enableIn(a, false)
        const { pulls } = yield* pushFrom(a)
        assert.isTrue(Option.isNone(pulls))
        assert.isUndefined(yield* tipOf(hub, pullsRef))
        yield* hub.git(["fetch", "-q", a.directory, `${pullsRef}:${pullsRef}`])
        yield* enableIn(b, false)
        yield* b.git(["fetch", "-q"])
        yield* pullIn(b)
        assert.isUndefined(yield* tipOf(b, pullsRef))
      }),
    slow
  )

  it.live(
    "are shared with the host that they came from, each request once, as it was changed last",
    () =>
      Effect.gen(function* () {
        const { a, b, first, pull, second } = yield* two()
        yield* add(a, first, pull("#1", { title: "Old" }), pull("#2"))
        yield* enableIn(a, true)
        const pushed = Option.getOrThrow((yield* pushFrom(a)).pulls)
        assert.isTrue(pushed.pushed)
        yield* add(b, first, pull("#1", { title: "New", updated_at: "2024-06-01T00:00:00Z" }), pull("#3"))
        yield* add(b, second, pull("#4"))
        const enabled = yield* enableIn(b, true)
        assert.deepInclude(Result.getOrThrow(Option.getOrThrow(enabled.pulls)), { kind: "merge", merged: [first] })
        assert.deepStrictEqual(yield* idsOn(b, first), ["#1", "#2", "#3"])
        yield* pushFrom(b)
        yield* a.git(["fetch", "-q"])
        yield* authoredNow(a)(mergeAllFetched(() => Effect.void))
        assert.deepStrictEqual(yield* pullsOn(a, first), yield* pullsOn(b, first))
        assert.strictEqual((yield* pullsOn(a, first))[0].title, "New")
        assert.strictEqual(yield* tipOf(a, pullsRef), yield* tipOf(b, pullsRef))
      }),
    slow
  )

  it.live("are shared with no other host, and with no remote that is none", () =>
    Effect.gen(function* () {
      const { a, first, hub, pull } = yield* two()
      yield* add(a, first, pull("#1"), pull("!7", { host: "gitlab.com" }))
      const error = yield* failure(enableIn(a, true))
      assert.strictEqual(
        error.message.replace(/127\.0\.0\.1:\d+/, "HOST"),
        "Imported pull requests are not shared with origin at HOST: some came from gitlab.com."
      )
      assert.strictEqual((yield* a.tryGit(["config", "ultragit.syncPulls"])).exitCode, 1)

      yield* add(a, first, pull("#1"))
      yield* enableIn(a, true)
      yield* add(a, first, pull("!7", { host: "gitlab.com" }))
      assert.deepInclude(yield* failure(pushFrom(a)), { code: "pulls_of_other_host" })
      assert.isUndefined(yield* tipOf(hub, pullsRef))

      yield* disableIn(a)
      yield* a.git(["remote", "set-url", "origin", hub.directory])
      const local = yield* failure(enableIn(a, true))
      assert.include(local.message, "its address names no host")
    })
  )

  it.live("are shared with no host to which only pushes go", () =>
    Effect.gen(function* () {
      const { a, first, hub, pull } = yield* two()
      yield* add(a, first, pull("#1"))
      yield* enableIn(a, true)
      const url = yield* a.git(["config", "remote.origin.url"])
      const elsewhere = url.replace("127.0.0.1", "localhost")
      for (const config of [
        ["remote.origin.pushurl", elsewhere],
        ["remote.origin.url", elsewhere],
        [`url.${elsewhere}.pushInsteadOf`, url],
        ["remote.origin.pushurl", hub.directory]
      ]) {
        yield* a.git(["config", "--add", ...config])
        assert.deepInclude(yield* failure(pushFrom(a)), { code: "pulls_of_other_host" }, config.join(" "))
        yield* a.git(["config", "--fixed-value", "--unset", ...config])
      }
      assert.isUndefined(yield* tipOf(hub, pullsRef))
      assert.isTrue(Option.getOrThrow((yield* pushFrom(a)).pulls).pushed)
    })
  )

  it.live(
    "are part of the status, and disabled without a trace",
    () =>
      Effect.gen(function* () {
        const { a, first, pull } = yield* two()
        const before = yield* a.git(["config", "--local", "--list"])
        const statusOf = authoredNow(a)(status({ ...here, ask: false }))
        assert.isTrue(Option.isNone((yield* statusOf).pulls))
        yield* add(a, first, pull("#1"))
        assert.deepInclude(Option.getOrThrow((yield* statusOf).pulls), { enabled: false, ahead: 1 })
        assert.isTrue((yield* enableIn(a, true)).changed)
        assert.isFalse((yield* enableIn(a, true)).changed)
        assert.deepInclude(Option.getOrThrow((yield* statusOf).pulls), { enabled: true, fetched: true, ahead: 1 })
        yield* pushFrom(a)
        assert.deepInclude(Option.getOrThrow((yield* statusOf).pulls), { ahead: 0, behind: 0 })
        yield* disableIn(a)
        assert.strictEqual(yield* a.git(["config", "--local", "--list"]), before)
      }),
    slow
  )
})
