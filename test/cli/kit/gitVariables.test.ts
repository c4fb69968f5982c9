import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { makePool } from "../../support/annotated.ts"
import { startServer } from "../../support/McpProcess.ts"
import { run, serverOf } from "../../support/program.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const asked = ["read", "src/pool.ts", "connect", "--json"]
const intents = (stdout: string): ReadonlyArray<string> =>
  JSON.parse(stdout).regions.map(({ intent }: { readonly intent: string }) => intent)
const known = ["Make a pool for one broker."]

describe("GIT_DIR and GIT_WORK_TREE", () => {
  it.live(
    "name the repository asked about, as they do for git",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const elsewhere = yield* makeFolder
        const GIT_DIR = join(repository.directory, ".git")
        const both = { GIT_DIR, GIT_WORK_TREE: repository.directory }
        for (const cwd of [elsewhere, join(repository.directory, "src")]) {
          const answer = yield* run(asked, { cwd, env: both })
          assert.deepStrictEqual(intents(answer.stdout), known, answer.stderr)
        }
        const relative = yield* run(asked, { cwd: repository.directory, env: { GIT_DIR: ".git" } })
        assert.deepStrictEqual(intents(relative.stdout), known, relative.stderr)
        const history = yield* run(["history", "src/pool.ts", "connect", "--json"], { cwd: elsewhere, env: both })
        assert.strictEqual(JSON.parse(history.stdout).timeline.length, 1, history.stderr)
        const other = yield* run(asked, { cwd: elsewhere, env: { GIT_DIR: elsewhere } })
        assert.strictEqual(other.exitCode, 1)
      }),
    slow
  )

  it.live(
    "name a bare repository",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const elsewhere = yield* makeFolder
        const bare = join(yield* makeFolder, "bare.git")
        yield* repository.git(["clone", "--quiet", "--mirror", repository.directory, bare])
        const answer = yield* run(asked, { cwd: elsewhere, env: { GIT_DIR: bare } })
        assert.deepStrictEqual(intents(answer.stdout), known, answer.stderr)
      }),
    slow
  )

  it.live("yield to --repo: a hook has those of the repository that it runs in", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const other = yield* makeRepository()
      yield* other.commit("Add", { files: { "a.ts": "export const a = 1\n" } })
      const env = { GIT_DIR: join(other.directory, ".git"), GIT_WORK_TREE: other.directory, GIT_INDEX_FILE: "index" }
      const answer = yield* run([...asked, "--repo", repository.directory], { cwd: other.directory, env })
      assert.deepStrictEqual(intents(answer.stdout), known, answer.stderr)
    })
  )

  it.live("apply to a server, too", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { args, env, ...command } = serverOf("")
      const places = { GIT_DIR: join(repository.directory, ".git"), GIT_WORK_TREE: repository.directory }
      const server = yield* startServer({
        ...command,
        args: args.slice(0, -2),
        cwd: yield* makeFolder,
        env: { ...env, ...places }
      })
      const clientInfo = { name: "test", version: "1" }
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }
      yield* server.send({ jsonrpc: "2.0", id: 1, method: "initialize", params })
      yield* server.answer(1)
      const call = { name: "ultragit_read", arguments: { path: "src/pool.ts", anchor: "connect" } }
      yield* server.send(
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: 2, method: "tools/call", params: call }
      )
      assert.include(JSON.stringify(yield* server.answer(2)), "Make a pool for one broker.")
    })
  )
})
