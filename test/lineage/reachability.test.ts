import { NodeServices } from "@effect/platform-node"
import { env } from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Reachability } from "../../src/lineage/Reachability.ts"
import { DiskCache } from "../../src/store/DiskCache.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { Git, GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { settingsLayer } from "../../src/Layers.ts"
import { isolation } from "../support/runGit.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"

describe("reachability of annotated commits", () => {
  it.effect("is looked up for all of them at once after repeated questions", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      for (const name of ["a", "b", "c", "d"]) yield* repository.commit(name, { files: { [name]: name } })
      yield* repository.git(["checkout", "--quiet", "-b", "side"])
      yield* repository.commit("aside", { files: { aside: "aside" } })
      yield* repository.git(["checkout", "--quiet", "-"])
      const story = Effect.gen(function* () {
        const git = yield* Git
        const [a, b, c, d, aside] = yield* Effect.forEach(
          ["HEAD~3", "HEAD~2", "HEAD~1", "HEAD", "side"],
          git.resolveCommit
        )
        const walks: Array<number> = []
        const counting = Git.of({
          ...git,
          reachable: (ids, from) =>
            Effect.suspend(() => {
              walks.push(ids.length)
              return git.reachable(ids, from)
            })
        })
        const all = [a, b, c, d, aside].flatMap((id) => id ?? [])
        const likely = { size: all.length, commits: () => all }
        const asked = (reachability: Reachability["Service"]) =>
          Effect.forEach(all, (id) =>
            Effect.map(reachability.reachableFromHead([id], d ?? id, likely), (found: ReadonlySet<ObjectId>) =>
              found.has(id)
            )
          )
        const found = yield* Effect.flatMap(Reachability, asked).pipe(
          Effect.provide(
            Reachability.layerNoDeps.pipe(
              Layer.provide(DiskCache.layerNoDeps),
              Layer.provide([Layer.succeed(Git, counting), NodeServices.layer])
            ),
            { local: true }
          )
        )
        assert.deepStrictEqual(found, [true, true, true, true, false])
        assert.deepStrictEqual(walks, [1, 1, 3])
      })
      yield* story.pipe(
        Effect.provide(
          settingsLayer.pipe(
            Layer.provide(Layer.succeed(GitDirectory, repository.directory)),
            Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
          ),
          { local: true }
        )
      )
    })
  )
})
