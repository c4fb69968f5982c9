import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findRepository } from "../../../src/serving/http/RepositoryNames.ts"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { initialize, post } from "../../support/postMcp.ts"
import { makeFolder, repositoryAt } from "../../support/TemporaryRepository.ts"

const demo = { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" }

describe("a repository below a folder", () => {
  it.live("is one with a work tree, or a bare one, and no other folder", () =>
    Effect.gen(function* () {
      const root = yield* makeFolder
      yield* repositoryAt(root).git(["init", "--quiet", "app"])
      yield* repositoryAt(root).git(["init", "--quiet", "--bare", "team/lib.git"])
      mkdirSync(join(root, "app", "src", "objects"), { recursive: true })
      const find = (name: string) => findRepository({ named: new Map(), roots: [root] }, name)
      assert.strictEqual(find("app"), join(root, "app"))
      assert.strictEqual(find("team/lib.git"), join(root, "team", "lib.git"))
      for (const name of ["app/src", "app/.git", "team", "team/../app", "", "app/", "/app", "app\0", "."]) {
        assert.isUndefined(find(name), JSON.stringify(name))
      }
    })
  )

  it.live("is not found, and nothing else is wrong, where the file system refuses its name", () =>
    Effect.gen(function* () {
      const root = yield* makeFolder
      symlinkSync("loop", join(root, "loop"))
      const base = yield* startHttp(demo, { repositories: { named: new Map(), roots: [root] } })
      for (const name of ["é".repeat(200), "loop", "loop/app"]) {
        const answer = yield* post(`${base}/r/${encodeURIComponent(name)}/mcp`, initialize(1))
        assert.deepStrictEqual([answer.status, answer.text.includes("not_found")], [404, true])
      }
    })
  )
})
