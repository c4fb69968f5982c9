import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../support/annotated.ts"
import { run } from "../support/program.ts"
import { slow } from "../support/scale.ts"
import { hasTerminal, onTerminal } from "../support/terminal.ts"

describe.skipIf(!hasTerminal)("the pager", () => {
  it.effect(
    "is git's on a terminal, may quit early, and is left out where it is missing or unwanted",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const cwd = repository.directory
        const read = "read src/pool.ts"
        const paged = yield* onTerminal(cwd, read, { GIT_PAGER: "sed s/^/paged:/" })
        assert.match(paged.text, /^paged:# Why: src\/pool\.ts\npaged:\n/)
        const quit = yield* onTerminal(cwd, read, { GIT_PAGER: "head -n 1" })
        assert.deepStrictEqual(quit, { exitCode: 0, text: "# Why: src/pool.ts\n" })
        const { text } = yield* onTerminal(cwd, read, { GIT_PAGER: "cat" })
        assert.match(text, /^# Why: src\/pool\.ts\n/)
        const unwanted = yield* onTerminal(cwd, `--no-pager ${read}`, { GIT_PAGER: "sed s/^/paged:/" })
        assert.strictEqual(unwanted.text, text)
        const missing = yield* onTerminal(cwd, read, { GIT_PAGER: "no-such-pager" })
        assert.deepStrictEqual([missing.exitCode, missing.text.endsWith(text)], [0, true])
        const json = yield* onTerminal(cwd, `${read} --json`, { GIT_PAGER: "sed s/^/paged:/" })
        assert.match(json.text, /^\{/)
      }),
    slow
  )

  it.effect("is not used off a terminal", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { stdout } = yield* run(["read", "src/pool.ts"], {
        cwd: repository.directory,
        env: { GIT_PAGER: "sed s/^/paged:/" }
      })
      assert.match(stdout, /^# Why/)
    })
  )
})
