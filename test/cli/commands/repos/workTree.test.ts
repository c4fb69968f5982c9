import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "../../../support/program.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"

it.effect("repos adds a repository by its git directory where git does not find it from its work tree", () =>
  Effect.gen(function* () {
    const db = join(yield* makeFolder, "commits.db")
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files: { "a.ts": "export const a = 1\n" } })
    yield* repository.git(["config", "core.worktree", yield* makeFolder])
    const repos = (...args: ReadonlyArray<string>) => run(["repos", ...args, "--db", db, "--json"])
    const added = yield* repos("add", repository.directory, "--name", "api")
    assert.strictEqual(JSON.parse(added.stdout).repository.directory, join(repository.directory, ".git"))
    const synced = yield* repos("sync")
    assert.strictEqual(synced.exitCode, 0, synced.stdout)
  })
)
