import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../support/annotated.ts"
import { run } from "../support/program.ts"
import { slow } from "../support/scale.ts"

const path = "src/pool.ts"

describe("what follows a path on the command line", () => {
  for (const command of ["read", "deps", "history", "summary"]) {
    it.live(
      `is taken for the anchor by ${command}`,
      () =>
        Effect.gen(function* () {
          const { repository } = yield* makePool
          const ask = (...args: ReadonlyArray<string>) =>
            run([command, ...args, "--json"], { cwd: repository.directory })
          const apart = yield* ask(path, "Pool.acquire")
          assert.strictEqual(apart.exitCode, 0, apart.stderr)
          assert.deepStrictEqual(yield* ask(`${path}:Pool.acquire`), apart)
        }),
      command === "deps" ? {} : slow
    )
  }

  it.live("names the unit at a line for a question that takes no lines", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const ask = (...args: ReadonlyArray<string>) => run(["deps", ...args, "--json"], { cwd: repository.directory })
      assert.deepStrictEqual(yield* ask(`${path}:3`), yield* ask(path, "Pool.acquire"))
    })
  )

  it.live("belongs to the path as it is, also where the path of another file ends in it", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const files = { [`packages/a/${path}`]: "export const a = 1\n", [`My ${path}`]: "export const b = 1\n" }
      yield* repository.commit("Add a package", { files })
      const ask = (folder: string, file = path) =>
        Effect.map(run(["read", `${file}:1`, "--json"], { cwd: join(repository.directory, folder) }), ({ stdout }) => {
          const { query }: { readonly query?: unknown } = JSON.parse(stdout)
          return query
        })
      assert.deepInclude(yield* ask("."), { path, lines: { start: 1, end: 1 } })
      assert.deepInclude(yield* ask("packages/a"), { path: `packages/a/${path}`, lines: { start: 1, end: 1 } })
      assert.deepInclude(yield* ask(".", `My ${path}`), { path: `My ${path}`, lines: { start: 1, end: 1 } })
    })
  )

  it.live("is refused where the anchor is given twice", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const outcome = yield* run(["deps", `${path}:Pool.acquire`, "Pool.close"], { cwd: repository.directory })
      assert.strictEqual(outcome.exitCode, 1)
      assert.include(outcome.stderr, "Pool.acquire")
    })
  )
})
