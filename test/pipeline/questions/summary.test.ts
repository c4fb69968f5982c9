import { rmSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const units = (answer: {
  readonly units: ReadonlyArray<{ readonly file: string; readonly anchor: { readonly name: string } }>
}) => answer.units.map((unit) => `${unit.file}:${unit.anchor.name}`).toSorted()

describe("summary", () => {
  it.effect("gives intent, constraints and risks of each annotated unit of a file, and counts the others", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).summary({ path: "src/pool.ts" })
      assert.deepStrictEqual(units(answer), ["src/pool.ts:Pool.acquire", "src/pool.ts:connect"])
      assert.deepStrictEqual(answer.stats, { ast_units: 4, annotated_units: 2, unannotated_units: 2, files: 1 })
      const acquire = answer.units.find((unit) => unit.anchor.name === "Pool.acquire")
      assert.deepStrictEqual(acquire?.lines, { start: 2, end: 4 })
      assert.strictEqual(acquire?.last_modified, "2024-01-01T00:00:00Z")
      assert.deepStrictEqual(acquire?.constraints, [{ text: "Never hand out a closed connection.", source: "author" }])
      assert.notProperty(acquire ?? {}, "reasoning")
    })
  )

  it.effect("of a folder is given without a content of the past that is missing", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const table = Array.from({ length: 40 }, (_, index) => `row ${index}\n`).join("")
      yield* repository.commit("Add a table", { files: { "old.txt": table } })
      yield* repository.git(["rm", "-q", "old.txt"])
      yield* repository.commit("Move the table", { files: { "new.txt": `${table}end\n` } })
      const id = (yield* repository.git(["rev-parse", "HEAD~1:old.txt"])).trim()
      rmSync(join(repository.directory, ".git/objects", id.slice(0, 2), id.slice(2)))
      const answer = yield* ask(repository).summary({ path: "src" })
      assert.includeMembers([...units(answer)], ["src/pool.ts:Pool.acquire", "src/pool.ts:connect"])
    })
  )

  it.effect("takes the newest annotation of a unit", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const third = yield* repository.commit("Log", {
        files: { "src/pool.ts": poolSource.replace("return new Pool()", "log()\n  return new Pool()") }
      })
      yield* annotate(repository, third, [
        { file: "src/pool.ts", anchor: "connect", lines: [9, 12], intent: "Log it." }
      ])
      const answer = yield* ask(repository).summary({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.units.map((unit) => unit.intent),
        ["Log it."]
      )
      assert.strictEqual(answer.stats.ast_units, 1)
    })
  )

  it.effect("takes the newest annotation of a unit also where the older one's lines come later", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const third = yield* repository.commit("Open", {
        files: { "src/pool.ts": poolSource.replace("connect(url: string): Pool {", "connect(uri: string): Pool {") }
      })
      yield* annotate(repository, third, [
        { file: "src/pool.ts", anchor: "connect", lines: [9, 9], intent: "Take a URI." }
      ])
      const answer = yield* ask(repository).summary({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.units.map((unit) => unit.intent),
        ["Take a URI."]
      )
    })
  )

  it.effect("accepts a directory, the root included, and skips excluded files", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const everything = yield* ask(repository).summary({ path: "." })
      assert.deepStrictEqual(units(everything), ["src/app.ts:start", "src/pool.ts:Pool.acquire", "src/pool.ts:connect"])
      assert.strictEqual(everything.stats.files, 2)
      yield* repository.git(["config", "ultragit.exclude", "src/app.ts"])
      assert.deepStrictEqual(units(yield* ask(repository).summary({ path: "src/" })), [
        "src/pool.ts:Pool.acquire",
        "src/pool.ts:connect"
      ])
    })
  )

  it.effect("quotes history for 20 files of a folder that have units, whatever lies before them", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const prose = Array.from({ length: 25 }, (_, at) => [`a/${at}.md`, "Words.\n"] as const)
      const code = Array.from({ length: 22 }, (_, at) => [`b/${at}.ts`, `export const f${at} = () => ${at}\n`] as const)
      yield* repository.commit("Make it so", { files: Object.fromEntries([...prose, ...code]) })
      const { evidence = [], warnings } = yield* ask(repository).summary({ path: "b", max_tokens: 20_000 })
      assert.lengthOf(evidence, 20)
      assert.include(warnings ?? [], "History is quoted for 20 of 22 files; ask for a smaller folder, or one file.")
      const all = yield* ask(repository).summary({ path: ".", max_tokens: 20_000 })
      assert.lengthOf(all.evidence ?? [], 20)
      const some = yield* ask(repository).summary({ path: "a" })
      assert.notInclude(some.warnings?.join() ?? "", "History is quoted")
    })
  )

  it.effect("quotes history for the largest files of each part of a folder, tests last, until the answer is full", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const commitFile = (path: string, length: number) => {
        const source = Array.from({ length }, (_, at) => `export const f${at} = () => ${at}\n`).join("")
        const reason = `Because ${path} would otherwise be read twice by the server that ${"waits and ".repeat(20)}waits.`
        return repository.commit(`Add ${path}\n\n${reason}`, { files: { [path]: source } })
      }
      yield* commitFile("lib/pool/test/all.ts", 9)
      for (const at of [1, 2, 3, 4, 5]) yield* commitFile(`lib/pool/${at}.ts`, at)
      yield* commitFile("lib/http/send.ts", 1)
      const { evidence = [], warnings } = yield* ask(repository).summary({ path: "lib", max_tokens: 500 })
      assert.deepStrictEqual(
        evidence.filter(({ reason }) => reason !== undefined).map(({ file }) => file),
        ["lib/pool/5.ts", "lib/http/send.ts"]
      )
      assert.include(warnings ?? [], "History is quoted for 4 of 7 files; ask for a smaller folder, or one file.")
    })
  )

  it.effect("quotes history for each folder of the root, whatever letter it begins with", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const source = "export const f = () => 1\nexport const g = () => 2\n"
      const files = Array.from({ length: 21 }, (_, at) => [`cat/${at}.ts`, source] as const)
      yield* repository.commit("Add the cats", { files: Object.fromEntries(files) })
      yield* repository.commit("Add a bat", { files: { "bat/send.ts": "export const h = () => 3\n" } })
      const { evidence = [] } = yield* ask(repository).summary({ path: ".", max_tokens: 20_000 })
      assert.include(
        evidence.map(({ file }) => file),
        "bat/send.ts"
      )
    })
  )

  it.effect("still finds annotations made before a file was renamed", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      yield* repository.commit("Rename")
      const answer = yield* ask(repository).summary({ path: "src" })
      assert.deepStrictEqual(units(answer), [
        "src/app.ts:start",
        "src/connections.ts:Pool.acquire",
        "src/connections.ts:connect"
      ])
    })
  )

  it.effect(
    "still finds them when another file has the former path, or a merge moved the file",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
        yield* repository.commit("Rename")
        yield* repository.commit("Use the name again", { files: { "src/pool.ts": "export const other = 1\n" } })
        const renamed = yield* ask(repository).summary({ path: "src" })
        assert.include(units(renamed), "src/connections.ts:connect")
        yield* repository.git(["checkout", "--quiet", "--orphan", "apart"])
        yield* repository.git(["rm", "--quiet", "-r", "--force", "."])
        const apart = yield* repository.commit("Another project", {
          files: { "b.ts": poolSource.replaceAll("connect", "attach") }
        })
        yield* annotate(repository, apart, [{ file: "b.ts", anchor: "attach", lines: [9, 11] }])
        yield* repository.git(["checkout", "--quiet", "main"])
        const merge = ["merge", "--quiet", "--no-commit", "--strategy=ours", "--allow-unrelated-histories", "apart"]
        yield* repository.git(merge)
        yield* repository.commit("Join", { files: { "joined/b.ts": poolSource.replaceAll("connect", "attach") } })
        const joined = yield* ask(repository).summary({ path: "joined" })
        assert.strictEqual(joined.stats.files, 1)
        assert.deepStrictEqual(
          joined.units.map((unit) => unit.intent),
          ["Why attach is."]
        )
      }),
    slow
  )

  it.effect("omits annotations of commits with no line left in the unit", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const acquire = "  acquire(): number {\n    return 1\n  } // new"
      const source = poolSource.replace('  acquire(): string {\n    return "connection"\n  }', acquire)
      yield* repository.commit("Rewrite acquire", { files: { "src/pool.ts": source } })
      const answer = yield* ask(repository).summary({ path: "src/pool.ts" })
      assert.deepStrictEqual(units(answer), ["src/pool.ts:connect"])
    })
  )

  it.effect("assigns regions that name no unit to the innermost units with their lines", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const source = poolSource.replace("{\n", "{\n  size = 1\n").replace("new Pool()", "new Pool() // one")
      const third = yield* repository.commit("Touch both ends", { files: { "src/pool.ts": source } })
      yield* annotate(repository, third, [{ file: "src/pool.ts", anchor: "pool.ts", lines: [2, 11], intent: "Both." }])
      const answer = yield* ask(repository).summary({ path: "src/pool.ts" })
      const both = answer.units.filter((unit) => unit.intent === "Both.")
      assert.deepStrictEqual(units({ units: both }), ["src/pool.ts:Pool", "src/pool.ts:connect"])
    })
  )

  it.effect("does not assign the annotation of a method to its class", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).summary({ path: "src/pool.ts", anchor: "Pool" })
      assert.deepStrictEqual(units(answer), ["src/pool.ts:Pool.acquire"])
    })
  )

  it.effect("prefers the annotation of a method to that of its class, of the same commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
      const file = "src/pool.ts"
      yield* annotate(repository, commit, [
        { file, anchor: "Pool", lines: [1, 8], intent: "Pool." },
        { file, anchor: "Pool.acquire", lines: [2, 4], intent: "Acquire." }
      ])
      const intentsOf = (anchor: string) =>
        Effect.map(ask(repository).summary({ path: file, anchor }), (answer) =>
          answer.units.map(({ intent }) => intent)
        )
      assert.deepStrictEqual(yield* intentsOf("Pool.acquire"), ["Acquire."])
      assert.deepStrictEqual(yield* intentsOf("Pool.release"), ["Pool."])
    })
  )

  it.effect("shows the regions themselves without a grammar", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const third = yield* repository.commit("Write", { files: { "notes.txt": "one\ntwo\nthree\n" } })
      yield* annotate(repository, third, [{ file: "notes.txt", anchor: "two", lines: [2, 2], intent: "Say two." }])
      const answer = yield* ask(repository).summary({ path: "notes.txt" })
      assert.deepStrictEqual(
        answer.units.map((unit) => [unit.intent, unit.lines]),
        [["Say two.", { start: 2, end: 2 }]]
      )
    })
  )
})

describe("directories", () => {
  it.effect("are refused by the other questions, which name ultragit_summary", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { deps, history, read } = ask(repository)
      const errors = [
        yield* failure(read({ path: "src" })),
        yield* failure(deps({ path: "src" })),
        yield* failure(history({ path: "." }))
      ]
      for (const error of errors) {
        assert.strictEqual(error.code, "path_is_directory")
        assert.match(error.hint ?? "", /ultragit_summary/)
      }
    })
  )
})
