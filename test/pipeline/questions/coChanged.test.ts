import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { DepsAnswer } from "../../../src/pipeline/answering/answers.ts"
import { fitDeps } from "../../../src/pipeline/answering/fitDeps.ts"
import type { DepsQuery } from "../../../src/pipeline/answering/queries.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { ask, servingAtOnce } from "../../support/ask.ts"
import { makeFakeGit } from "../../support/FakeGit.ts"
import { fromTemplate } from "../../support/template.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const path = "src/pool.ts"
const test = "test/pool.test.ts"

/** A file that changed twice with its test, and an annotation that relies on it. */
const makeChanged = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("Add the pool", { files: { [path]: poolSource, [test]: "one\n" } })
    yield* repository.commit("Change the pool", { files: { [path]: `${poolSource}\n`, [test]: "two\n" } })
    const files = { "src/app.ts": "export const start = () => 1\n" }
    const app = yield* repository.commit("Use the pool", { files })
    yield* annotate(repository, app, [
      {
        file: "src/app.ts",
        anchor: "start",
        lines: [1, 1],
        intent: "Start.",
        semantic_dependencies: [{ file: path, anchor: "connect", nature: "assumes that it never throws" }]
      }
    ])
    return { repository }
  })
)

/** Asks with the setting `evidence` in the repository's configuration. */
const askWith = (repository: TemporaryRepository, mode: string, query: DepsQuery) =>
  Effect.andThen(repository.git(["config", "ultragit.evidence", mode]), ask(repository).deps(query))

const paths = ({ co_changed: found = [] }: DepsAnswer) => found.map((file) => file.path)

/** Counts the files listed within each budget of tokens; the dependents are those of an answer without them. */
const countWithin = (budgets: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const { repository } = yield* makeChanged
    return yield* Effect.forEach(budgets, (maxTokens) =>
      Effect.gen(function* () {
        const query = { path, max_tokens: maxTokens }
        const without = yield* askWith(repository, "never", query)
        const answer = yield* askWith(repository, "auto", query)
        assert.strictEqual(answer.dependents.length, without.dependents.length, `${maxTokens} tokens`)
        return paths(answer).length
      })
    )
  })

describe("deps with evidence", () => {
  it.effect("lists files that change together unless the setting says not to", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeChanged
      assert.property(yield* ask(repository).deps({ path }), "co_changed")
      assert.notProperty(yield* askWith(repository, "never", { path }), "co_changed")
    })
  )

  it.effect("lists the files that change together with the file, also for a unit in it", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeChanged
      const since = "2024-01-01T00:00:00Z"
      const expected = [{ path: test, support: 2, confidence: 1, reverse_confidence: 1, since }]
      for (const query of [{ path }, { path, anchor: "connect" }]) {
        const { co_changed: found, dependents } = yield* askWith(repository, "auto", query)
        assert.deepStrictEqual(
          found?.map((file) => ({ ...file, since })),
          expected
        )
        assert.strictEqual(dependents.length, 1)
      }
    })
  )

  it.effect("lists no excluded files", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeChanged
      yield* repository.git(["config", "ultragit.exclude", "test/**"])
      assert.deepStrictEqual(paths(yield* askWith(repository, "auto", { path })), [])
    })
  )

  it.effect("never leaves out a dependent for them", () =>
    Effect.map(countWithin([130, 300]), (counts) => assert.deepStrictEqual(counts, [0, 1]))
  )

  it.effect(
    "never leaves out a dependent for them, with budgets in between",
    () => countWithin([150, 170, 190, 210]),
    slow
  )

  it.effect("drops them first where the answer costs more than its budget, and says so", () => {
    const answer: DepsAnswer = {
      $schema: "ultragit-deps/v1",
      query: { path, rev: "HEAD" },
      dependents: [],
      co_changed: Array.from({ length: 9 }, (_, at) => ({
        path: `src/other${at}.ts`,
        support: 2,
        confidence: 0.5,
        reverse_confidence: 0.5,
        since: "2024-01-01T00:00:00Z"
      })),
      stats: { commits_scanned: 0, dependencies_found: 0 }
    }
    return Effect.map(fitDeps(answer, { maxTokens: 250, configured: 0, measure: undefined }), (fitted) => {
      assert.isBelow(paths(fitted).length, 9)
      assert.strictEqual(paths(fitted)[0], "src/other0.ts")
      assert.strictEqual(fitted.trimmed?.strategy, "co_changed")
    })
  })

  it.effect("lists them after the next commit with that as well", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeChanged
      yield* askWith(repository, "auto", { path })
      yield* repository.commit("Again", { files: { [path]: poolSource, [test]: "three\n" } })
      const [first] = (yield* ask(repository).deps({ path })).co_changed ?? []
      assert.strictEqual(first?.support, 3)
    })
  )

  it.live("answers a server's client without them while history is read, and with them afterwards", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeChanged
      yield* repository.git(["config", "ultragit.evidence", "auto"])
      const git = yield* makeFakeGit({ log: 'while [ ! -e "$FOLDER/go" ]; do sleep 0.05; done' })
      yield* servingAtOnce(
        repository,
        ({ deps }) =>
          Effect.gen(function* () {
            const before = yield* deps({ path })
            assert.deepStrictEqual([paths(before), before.dependents.length], [[], 1])
            assert.include(before.warnings?.join("\n") ?? "", "ask it again later")
            yield* Effect.promise(() => writeFile(join(git.folder, "go"), ""))
            const after = yield* Effect.repeat(deps({ path }), { until: (answer) => paths(answer).length > 0 })
            assert.deepStrictEqual(paths(after), [test])
            assert.notProperty(after, "warnings")
            const started = (yield* git.starts).filter(({ command }) => command === "log")
            assert.strictEqual(started.length, 1)
          }),
        git.environment
      )
    })
  )

  it.effect("says why there are none where git cannot read history, and answers the rest", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeChanged
      yield* repository.git(["config", "ultragit.evidence", "auto"])
      const git = yield* makeFakeGit({ log: "echo 'fatal: out of memory' >&2; exit 128" })
      const answer = yield* ask(repository, git.environment).deps({ path })
      assert.deepStrictEqual([paths(answer), answer.dependents.length], [[], 1])
      assert.include(answer.warnings?.join("\n") ?? "", "Files that change together with this one are left out: ")
    })
  )
})
