import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, makePool } from "../../support/annotated.ts"
import { runHook, textOf, toolCall } from "../../support/agents.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const closed = "Never hand out a closed connection."
const edit = (path: string, old: string) =>
  toolCall("PreToolUse", "Edit", { file_path: path, old_string: old, new_string: "changed" })
const acquire = edit("src/pool.ts", 'return "connection"')

const makeGated = Effect.gen(function* () {
  const { repository } = yield* makePool
  yield* repository.git(["config", "ultragit.gate", "once"])
  return repository
})

const isDenial = ({ stdout }: { readonly stdout: string }): boolean => stdout.includes('"permissionDecision":"deny"')

describe("the gate", () => {
  it.live("allows the edit, and reports why, where the denial cannot be recorded", () =>
    Effect.gen(function* () {
      const repository = yield* makeGated
      mkdirSync(join(repository.directory, ".git/ultragit/agents"), { recursive: true })
      writeFileSync(join(repository.directory, ".git/ultragit/agents/sessions"), "")
      const first = yield* runHook(repository, acquire)
      assert.isFalse(isDenial(first))
      assert.include(first.stdout, closed)
      assert.include(textOf(repository, "agents/errors.log"), "agents/sessions")
    })
  )

  it.live(
    "never denies in a session without a name",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeGated
        const first = yield* runHook(repository, acquire, { session: "" })
        assert.isFalse(isDenial(first))
        assert.include(first.stdout, closed)
      }),
    slow
  )

  it.live(
    "denies a unit once, however many constraints it has",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.git(["config", "ultragit.gate", "once"])
        const commit = yield* repository.commit("Add", {
          files: { "a.ts": "export const f = () => 1\nexport const g = 2\n" }
        })
        const constraints = Array.from({ length: 60 }, (_, index) => ({
          text: `Rule ${index} of this function must hold whenever a caller relies on what it returns.`,
          source: "author"
        }))
        const others = [{ text: "Keep g even.", source: "author" }]
        yield* annotate(repository, commit, [
          { file: "a.ts", anchor: "f", lines: [1, 1], constraints },
          { file: "a.ts", anchor: "g", lines: [2, 2], constraints: others }
        ])
        assert.isTrue(isDenial(yield* runHook(repository, edit("a.ts", "=> 1"))))
        const second = yield* runHook(repository, edit("a.ts", "=> 1"))
        assert.isFalse(isDenial(second))
        assert.include(second.stdout, "Rule ")
        // Another unit is denied for itself.
        assert.isTrue(isDenial(yield* runHook(repository, edit("a.ts", "g = 2"))))
      }),
    slow
  )

  it.live(
    "denies once for two hooks of the same edit",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeGated
        const answers = yield* Effect.all([runHook(repository, acquire), runHook(repository, acquire)], {
          concurrency: 2
        })
        assert.lengthOf(answers.filter(isDenial), 1)
        assert.lengthOf(
          answers.filter(({ stdout }) => stdout === ""),
          1
        )
      }),
    slow
  )

  it.live(
    "denies a subagent's first edit, too",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeGated
        const bySubagent = { ...acquire, agent_id: "a1" }
        assert.isTrue(isDenial(yield* runHook(repository, acquire)))
        assert.isTrue(isDenial(yield* runHook(repository, bySubagent)))
        assert.isFalse(isDenial(yield* runHook(repository, bySubagent)))
        assert.isFalse(isDenial(yield* runHook(repository, acquire)))
      }),
    slow
  )
})
