import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { decodeDraft, parseInput } from "../../../src/writing/annotate/decodeDraft.ts"
import { guidance } from "../../../src/setup/skill/Guidance.ts"
import { run } from "../../support/program.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const found = (pattern: RegExp): string => pattern.exec(guidance)?.[1] ?? ""

/** Splits a command line into arguments. Supports only double quotes. */
const words = (line: string): ReadonlyArray<string> =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")

describe("the example in the guidance", () => {
  it.effect("of an annotation is valid", () =>
    Effect.gen(function* () {
      const draft = yield* decodeDraft(yield* parseInput(found(/`(\{"summary".*\})`/)))
      assert.deepStrictEqual([draft.refused, draft.warnings], [[], []])
      assert.strictEqual(draft.regions[0]?.region.anchor?.name, "Pool.acquire")
    })
  )

  it.live("of a commit records its reason", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("a.ts", "export const one = 1\n")
      yield* repository.git(["add", "a.ts"])
      const args = words(found(/`ultragit (commit -m [^`]*)`/)).map((word) =>
        word === "FILE:NAME" ? "a.ts:one" : word
      )
      const { exitCode, stderr } = yield* run(args, { cwd: repository.directory })
      assert.strictEqual(exitCode, 0, stderr)
      const note = JSON.parse(yield* repository.git(["notes", "--ref=ultragit", "show", "HEAD"]))
      assert.deepInclude(note.regions[0], {
        reasoning: "Why so",
        alternatives: [{ text: "What else", reason: "why not" }],
        constraints: [{ text: "What must stay true", source: "author" }],
        semantic_dependencies: [{ file: "FILE", anchor: "NAME", nature: "what is relied on" }]
      })
    })
  )
})

describe("ultragit skill", () => {
  it.live(
    "check exits with 1 until the guidance is installed",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const here = { cwd: repository.directory }
        const before = yield* run(["skill", "check", "--json"], here)
        const installed = yield* run(["skill", "install"], here)
        const after = yield* run(["skill", "check"], here)
        assert.deepStrictEqual([before.exitCode, installed.exitCode, after.exitCode], [1, 0, 0])
        assert.deepStrictEqual(JSON.parse(before.stdout), {
          $schema: "ultragit-skill/v1",
          ok: false,
          files: [{ file: "AGENTS.md", state: "absent" }]
        })
        assert.strictEqual(installed.stdout, "Added the guidance to AGENTS.md\n")
      }),
    slow
  )
})
