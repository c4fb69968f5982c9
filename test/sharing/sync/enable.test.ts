import { readFileSync } from "node:fs"
import { join } from "node:path"
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { disable, enable, SetUpTimeout, type SwitchInput } from "../../../src/sharing/sync/enable.ts"
import { mergeAllFetched } from "../../../src/notes/remotes/mergeFetched.ts"
import { init } from "../../../src/setup/init/init.ts"
import { settingUp } from "../../support/settingUp.ts"
import { authoredNow } from "../../support/authored.ts"
import { notesRef, noteText, oneClone, pullIn, pushFrom, say, tipOf } from "../../support/hub.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const incoming = "refs/ultragit/incoming/origin/notes/ultragit"

const enableIn = (repository: TemporaryRepository, input: Partial<SwitchInput> = {}) =>
  authoredNow(repository)(enable({ remote: Option.none(), ...input }).pipe(Effect.provide(NodeServices.layer)))

const disableIn = (repository: TemporaryRepository) =>
  authoredNow(repository)(disable({ remote: Option.none() }).pipe(Effect.provide(NodeServices.layer)))

const configOf = (repository: TemporaryRepository) => readFileSync(join(repository.directory, ".git", "config"), "utf8")

describe("enabled sharing", () => {
  it.effect("lets git fetch succeed where the remote has no notes yet", () =>
    Effect.gen(function* () {
      const { clone } = yield* oneClone
      yield* enableIn(clone)
      const { exitCode, stderr } = yield* clone.tryGit(["fetch"])
      assert.deepStrictEqual({ exitCode, stderr: stderr.toString() }, { exitCode: 0, stderr: "" })
    })
  )

  it.effect("lets git fetch bring notes, and a merge include them", () =>
    Effect.gen(function* () {
      const { clone, first, hub, second } = yield* oneClone
      yield* enableIn(clone)
      yield* say(clone, second, "here")
      const tip = yield* tipOf(clone)
      yield* say(hub, first, "there")
      yield* clone.git(["fetch", "--quiet"])
      assert.strictEqual(yield* tipOf(clone), tip)
      yield* authoredNow(clone)(mergeAllFetched(() => Effect.void))
      assert.include(yield* noteText(clone, first), '"there"')
      assert.include(yield* noteText(clone, second), '"here"')
      assert.isUndefined(yield* tipOf(clone, incoming))
    })
  )

  it.effect(
    "lets git fetch succeed after the remote was rewound, once its notes were merged",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub, second } = yield* oneClone
        yield* enableIn(clone)
        yield* say(hub, first, "there")
        yield* clone.git(["fetch", "--quiet"])
        yield* authoredNow(clone)(mergeAllFetched(() => Effect.void))
        yield* hub.git(["update-ref", "-d", notesRef])
        yield* say(hub, second, "again")
        assert.strictEqual((yield* clone.tryGit(["fetch", "--quiet"])).exitCode, 0)
      }),
    slow
  )

  it.effect("lets git fetch succeed after the remote was rewound, once this clone pushed its notes", () =>
    Effect.gen(function* () {
      const { clone, first, hub, second } = yield* oneClone
      yield* enableIn(clone)
      yield* say(clone, first, "here")
      yield* pushFrom(clone)
      assert.isUndefined(yield* tipOf(clone, incoming))
      yield* hub.git(["update-ref", "-d", notesRef])
      yield* say(hub, second, "again")
      assert.strictEqual((yield* clone.tryGit(["fetch", "--quiet"])).exitCode, 0)
    })
  )

  it.effect("is not changed by being enabled again", () =>
    Effect.gen(function* () {
      const { clone } = yield* oneClone
      assert.isTrue((yield* enableIn(clone, { hooks: true })).changed)
      const once = configOf(clone)
      assert.isFalse((yield* enableIn(clone, { hooks: true })).changed)
      assert.strictEqual(configOf(clone), once)
    })
  )

  it.effect("is disabled without a trace in the configuration and the hooks", () =>
    Effect.gen(function* () {
      const { clone } = yield* oneClone
      const before = yield* clone.git(["config", "--local", "--list"])
      yield* enableIn(clone, { hooks: true })
      assert.isTrue((yield* disableIn(clone)).changed)
      assert.strictEqual(yield* clone.git(["config", "--local", "--list"]), before)
      assert.strictEqual((yield* clone.tryGit(["hook", "run", "post-merge"])).exitCode, 1)
      assert.isFalse((yield* disableIn(clone)).changed)
    })
  )

  it.effect(
    "follows a remote that was renamed",
    () =>
      Effect.gen(function* () {
        const { clone } = yield* oneClone
        yield* enableIn(clone)
        yield* clone.git(["remote", "rename", "origin", "upstream"])
        yield* enableIn(clone, { remote: Option.some("upstream") })
        const refspecs = yield* clone.git(["config", "--get-all", "remote.upstream.fetch"])
        assert.deepStrictEqual(refspecs.split("\n").slice(1), [
          "refs/note*s/ultragit:refs/ultragit/incoming/upstream/note*s/ultragit"
        ])
      }),
    slow
  )

  it.effect(
    "adds no refspec where it would be the only one",
    () =>
      Effect.gen(function* () {
        const { clone } = yield* oneClone
        yield* clone.git(["config", "--unset-all", "remote.origin.fetch"])
        assert.isFalse((yield* enableIn(clone)).fetched)
        assert.strictEqual((yield* clone.tryGit(["config", "--get-all", "remote.origin.fetch"])).exitCode, 1)
      }),
    slow
  )

  it.effect("warns of a refspec that overwrites notes", () =>
    Effect.gen(function* () {
      const { clone } = yield* oneClone
      yield* clone.git(["config", "--add", "remote.origin.fetch", "+refs/notes/*:refs/notes/*"])
      const { warnings } = yield* enableIn(clone)
      assert.match(warnings.join("\n"), /^remote\.origin\.fetch = \+refs\/notes\/\*:refs\/notes\/\* overwrites/)
    })
  )

  it.effect("does not need the remote to answer", () =>
    Effect.gen(function* () {
      const { clone } = yield* oneClone
      yield* clone.git(["remote", "set-url", "origin", "/nowhere"])
      const { changed, pulled } = yield* enableIn(clone)
      const problem = Option.map(pulled, Result.getFailure)
      const words = "Remote origin failed: '/nowhere' does not appear to be a git repository"
      assert.deepStrictEqual({ changed, problem }, { changed: true, problem: Option.some(Option.some(words)) })
    })
  )

  it.live(
    "times out on an unresponsive remote, as does init",
    () =>
      Effect.gen(function* () {
        const { clone } = yield* oneClone
        yield* clone.git(["remote", "set-url", "origin", "ssh://nowhere/x"])
        yield* clone.git(["config", "core.sshCommand", "exec sleep 600 #"])
        const soon = Effect.provideService(SetUpTimeout, "200 millis")
        const { sync } = yield* settingUp(clone)(
          init({ hooks: false, dryRun: false, include: [], exclude: [] }).pipe(soon)
        )
        assert.deepStrictEqual(
          sync,
          Option.some({
            remote: "origin",
            kind: "unasked",
            problem: "git ls-remote did not finish within 0.2 s."
          })
        )
        const { changed, pulled } = yield* settingUp(clone)(enable({ remote: Option.none() }).pipe(soon))
        assert.deepStrictEqual([changed, Option.exists(pulled, Result.isFailure)], [true, true])
      }),
    slow
  )

  it.effect("makes its remote the default", () =>
    Effect.gen(function* () {
      const { clone, hub } = yield* oneClone
      yield* clone.git(["remote", "add", "team", hub.directory])
      yield* enableIn(clone, { remote: Option.some("team") })
      assert.strictEqual((yield* pullIn(clone)).remote, "team")
    })
  )
})
