import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { carryRewrites } from "../../../src/authoring/carry/carry.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { authored } from "../../support/authored.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const acquire = {
  file: "src/pool.ts",
  anchor: "Pool.acquire",
  lines: [2, 4] as const,
  ast_anchor: { type: "method", name: "Pool.acquire", signature: "acquire(): string" },
  intent: "Hand out one connection at a time."
}
const connect = { file: "src/pool.ts", anchor: "connect", lines: [9, 11] as const, intent: "One pool for a broker." }

/** The note of a commit as it is written. */
const noteOf = (repository: TemporaryRepository, commit: string) =>
  Effect.map(repository.git(["notes", "--ref=refs/notes/ultragit", "show", commit]), (text) => JSON.parse(text))

const intents = (repository: TemporaryRepository, path: string, anchor?: string) =>
  Effect.map(ask(repository).read({ path, ...(anchor === undefined ? {} : { anchor }) }), ({ regions }) =>
    regions.map(({ intent }) => intent)
  )

const told = (repository: TemporaryRepository, path: string, anchor: string) =>
  Effect.map(ask(repository).history({ path, anchor }), ({ timeline }) => timeline.map(({ intent }) => intent))

/** A repository whose second commit adds `src/pool.ts`, with a note on two of its units. */
const makeNoted = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Start", { files: { "README.md": "A pool.\n" } })
  const noted = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
  yield* annotate(repository, noted, [acquire, connect])
  return { repository, noted }
})

const amend = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  files: Readonly<Record<string, string>> = {}
) {
  for (const [path, content] of Object.entries(files)) yield* repository.write(path, content)
  yield* repository.git(["add", "--all"])
  yield* repository.git(["commit", "--quiet", "--amend", "--no-edit", "--date=2030-01-01T00:00:00Z"])
  return yield* repository.id("HEAD")
})

const carry = (repository: TemporaryRepository, pairs: ReadonlyArray<readonly [ObjectId, ObjectId]>) =>
  authored(repository)(
    carryRewrites(
      pairs.map(([from, to]) => ({ from, to })),
      "amend"
    )
  )

const header = "// One pool for all.\n// Really.\n"

describe("carryRewrites", () => {
  it.effect("brings a note to the amended commit, its regions where their code is now", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const amended = yield* amend(repository, { "src/pool.ts": header + poolSource })
      const outcome = yield* carry(repository, [[noted, amended]])
      assert.deepStrictEqual(outcome, { written: [amended], carried: 1, dropped: 0, missing: 0, unnoted: 0 })
      const note = yield* noteOf(repository, amended)
      assert.deepStrictEqual(
        note.regions.map(({ lines }: { lines: object }) => lines),
        [
          { start: 4, end: 6 },
          { start: 11, end: 13 }
        ]
      )
      assert.deepStrictEqual([note.provenance.operation, note.provenance.derived_from], ["amend", [noted]])
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "connect"), [connect.intent])
      assert.deepStrictEqual(yield* told(repository, "src/pool.ts", "Pool.acquire"), [acquire.intent])
    })
  )
})
