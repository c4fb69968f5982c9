import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { namesIn, tell, textOf } from "../../support/agents.ts"
import { makePool } from "../../support/annotated.ts"
import { run } from "../../support/program.ts"
import { runUnprivileged } from "../../support/runUnprivileged.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

describe("the program that works out what hooks ask for", () => {
  it.live("ends where a request cannot be removed", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Add", { files: { "a.ts": "export const a = 1\n" } })
      const requests = join(repository.directory, ".git/ultragit/agents/requests")
      mkdirSync(requests, { recursive: true })
      writeFileSync(join(requests, "one.json"), "{}")
      chmodSync(requests, 0o555)
      const { exitCode } = yield* runUnprivileged(repository.directory, "agents", "prepare").pipe(
        Effect.ensuring(Effect.sync(() => chmodSync(requests, 0o755)))
      )
      assert.strictEqual(exitCode, 0)
      assert.deepStrictEqual(readdirSync(requests), ["one.json"])
      assert.match(textOf(repository, "agents/errors.log"), /a request cannot be removed: .*\n$/)
    })
  )

  it.live("works for the repository of the hook's folder, whatever GIT_DIR names", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const other = yield* makeRepository()
      const env = { GIT_DIR: join(other.directory, ".git"), ULTRAGIT_HOOK_TIMEOUT: "10000" }
      const started = { hook_event_name: "SessionStart", source: "startup" }
      assert.match(yield* tell(repository, started, { env }), /^Ultragit: 2 commits/)
    })
  )

  it.live("keeps no plan for a state that the repository is not in", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Add", { files: { "a.ts": "export const a = 1\n" } })
      const requests = join(repository.directory, ".git/ultragit/agents/requests")
      mkdirSync(requests, { recursive: true })
      writeFileSync(join(requests, "one.json"), JSON.stringify({ state: "before", paths: ["a.ts"], overview: false }))
      const { exitCode } = yield* run(["agents", "prepare"], { cwd: repository.directory })
      assert.strictEqual(exitCode, 0)
      assert.deepStrictEqual(readdirSync(requests), [])
      assert.deepStrictEqual(namesIn(repository, "agents/plans"), [])
      assert.strictEqual(textOf(repository, "agents/errors.log"), "")
    })
  )
})
