import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { isSetToFalse } from "../../../../src/adapters/git/read/ConfigReads.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

it.effect.each(["false", "No", "OFF", "0", "", "true", "yes", "on", "1", "2"])("%j is what git takes it for", (value) =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.git(["config", "core.sparseCheckout", value])
    const boolean = yield* repository.git(["config", "--type=bool", "core.sparseCheckout"])
    const config = yield* Effect.flatMap(Git, (git) => git.config).pipe(
      Effect.provide(gitProcessAt(repository.directory, isolation), { local: true })
    )
    assert.strictEqual(isSetToFalse(config, "core.sparsecheckout"), boolean === "false")
  })
)

it.effect("a key that is not set is not set to false", () =>
  Effect.sync(() => assert.isFalse(isSetToFalse([], "core.sparsecheckout")))
)
