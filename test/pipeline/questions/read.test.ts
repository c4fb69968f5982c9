import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const anchors = (answer: { readonly regions: ReadonlyArray<{ readonly anchor: { readonly name: string } }> }) =>
  answer.regions.map((region) => region.anchor.name)

const line = (index: number) => `export const v${index} = ${index}\n`

const headed = (head: string) => `${head} {\n  return size\n}\nexport const other = 1\n`

describe("read", () => {
  it.effect("returns intent, reasoning, constraints and risks of the code asked about", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "Pool.acquire", verbose: true })
      assert.strictEqual(answer.regions.length, 1)
      const region = answer.regions[0]
      assert.strictEqual(region?.commit, first)
      assert.strictEqual(region?.intent, "Hand out one connection at a time.")
      assert.strictEqual(region?.match, "exact")
      assert.deepStrictEqual(region?.lines, { start: 2, end: 4 })
      assert.strictEqual(region?.confidence_factors?.anchor_stability, 1)
      assert.deepStrictEqual(answer.stats, {
        commits_examined: 1,
        annotations_found: 1,
        regions_returned: 1,
        related_hops: 0,
        uncommitted_lines: 0
      })
      assert.notProperty(answer, "warnings")
    })
  )

  it.effect("finds a method by its unqualified name", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "acquire" })
      assert.deepStrictEqual(
        answer.regions.map((region) => [region.anchor.name, region.match]),
        [["Pool.acquire", "unqualified"]]
      )
    })
  )

  it.effect("resolves a misspelled name to the nearest one, with a warning", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "conect" })
      assert.deepStrictEqual(
        answer.regions.map((region) => [region.anchor.name, region.match]),
        [["connect", "fuzzy"]]
      )
      assert.match(answer.warnings?.[0] ?? "", /'conect' not found .* answering for connect/)
    })
  )

  it.effect("answers for the whole file, with a warning, when the anchor is unknown", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "somethingElse" })
      assert.deepStrictEqual(anchors(answer).toSorted(), ["Pool.acquire", "connect"])
      assert.deepStrictEqual(answer.warnings, [
        "Anchor 'somethingElse' not found in src/pool.ts. Returning file-level annotations."
      ])
    })
  )

  it.effect("says of a file without a grammar that it finds no names in it, and how to ask for a part", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.write("main.zig", "fn main() void {}\n")
      const answer = yield* ask(repository).read({ path: "main.zig", anchor: "main" })
      assert.deepStrictEqual(answer.warnings, [
        "No grammar for main.zig: code in it is not found by name. For a part of the file, give lines, such as 10:20.",
        "Anchor 'main' not found in main.zig. Returning file-level annotations."
      ])
    })
  )

  it.effect("lists similar names when nothing matches the anchor", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const questions = ask(repository)
      const query = { path: "src/pool.ts", anchor: "acquireConnection" }
      const expected =
        "Anchor 'acquireConnection' not found in src/pool.ts. Returning file-level annotations. Similar names: Pool.acquire, connect."
      assert.deepStrictEqual((yield* questions.read(query)).warnings, [expected])
      assert.deepStrictEqual((yield* questions.summary(query)).warnings, [expected])
      assert.include((yield* questions.deps(query)).warnings ?? [], expected)
      assert.include((yield* questions.history(query)).warnings ?? [], expected)
    })
  )

  it.effect("treats an empty anchor as absent", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "" })
      assert.strictEqual(answer.regions.length, 2)
      assert.notProperty(answer.query, "anchor")
    })
  )

  it.effect("answers for lines, and refuses lines beyond the end of the file, naming its length", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", lines: "9:10" })
      assert.deepStrictEqual(anchors(answer), ["connect"])
      assert.deepStrictEqual(answer.query.lines, { start: 9, end: 10 })
      for (const lines of ["0:3", "3:2", "5:12", "12"]) {
        const error = yield* failure(ask(repository).read({ path: "src/pool.ts", lines }))
        assert.match(error.message, /not in src\/pool\.ts, which has 11 lines/)
      }
      const malformed = yield* failure(ask(repository).read({ path: "src/pool.ts", lines: "abc" }))
      assert.strictEqual(malformed.code, "lines_malformed")
    })
  )

  it.effect("says that an anchor is not in the lines given with it, and answers for both", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "Pool.acquire", lines: "10" })
      assert.deepStrictEqual(answer.regions.map(({ anchor, match }) => `${anchor.name} ${match}`).toSorted(), [
        "Pool.acquire exact",
        "connect lines"
      ])
      assert.deepStrictEqual(answer.warnings, [
        "Pool.acquire is not in line 10 of src/pool.ts but in lines 2-4; answering for both."
      ])
      const agreeing = yield* ask(repository).read({ path: "src/pool.ts", anchor: "Pool.acquire", lines: "3" })
      assert.deepStrictEqual(anchors(agreeing), ["Pool.acquire"])
      assert.notProperty(agreeing, "warnings")
    })
  )

  it.effect("takes the overloads of a function for one", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const text =
        "export function f(a: 1): void\nexport function f(a: 2): void\nexport function f(a: number) {\n  return a\n}\n"
      const commit = yield* repository.commit("Add", { files: { "f.ts": text } })
      yield* annotate(repository, commit, [{ file: "f.ts", anchor: "f", lines: [3, 5], intent: "Both." }])
      const answer = yield* ask(repository).read({ path: "f.ts", anchor: "f" })
      assert.notProperty(answer, "ambiguous_anchor")
      assert.deepStrictEqual(
        answer.regions.map(({ lines }) => lines),
        [{ start: 1, end: 5 }]
      )
      const { stats } = yield* ask(repository).summary({ path: "f.ts" })
      assert.deepStrictEqual([stats.ast_units, stats.unannotated_units], [1, 0])
    })
  )

  it.effect("selects by lines among units of one name", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const java =
        "class Sum {\n  int add(int a) {\n    return a;\n  }\n  int add(int a, int b) {\n    return a + b;\n  }\n}\n"
      yield* repository.commit("Add", { files: { "Sum.java": java } })
      const both = yield* ask(repository).read({ path: "Sum.java", anchor: "add" })
      assert.isTrue(both.ambiguous_anchor)
      const one = yield* ask(repository).read({ path: "Sum.java", anchor: "add", lines: "6" })
      assert.notProperty(one, "ambiguous_anchor")
      assert.notInclude(one.warnings?.join() ?? "", "answering for both")
    })
  )

  it.effect("names dependents and cross-cutting concerns of the code", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.dependencies_on_this.map(({ anchor, commit, file, nature }) => ({ anchor, commit, file, nature })),
        [{ anchor: "start", commit: second, file: "src/app.ts", nature: "assumes that connect never throws" }]
      )
      assert.deepStrictEqual(
        answer.cross_cutting.map((concern) => concern.description),
        ["One connection a process."]
      )
      const other = yield* ask(repository).read({ path: "src/pool.ts", anchor: "Pool.acquire" })
      assert.deepStrictEqual([other.dependencies_on_this, other.cross_cutting], [[], []])
    })
  )

  it.effect("follows related annotations one hop, by an abbreviated commit", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const answer = yield* ask(repository).read({ path: "src/app.ts", anchor: "start" })
      assert.deepStrictEqual(answer.regions[0]?.related, [
        { commit: first, anchor: "connect", relationship: "builds on", intent: "Make a pool for one broker." }
      ])
      assert.strictEqual(answer.stats.related_hops, 1)
    })
  )

  it.effect("still finds code that moved down in its file", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const header = Array.from({ length: 20 }, (_, index) => `// header ${index}\n`).join("")
      yield* repository.commit("Add a header", { files: { "src/pool.ts": `${header}\nimport "x"\n${poolSource}` } })
      const answer = yield* ask(repository).read({ path: "src/pool.ts", lines: "24:26" })
      assert.deepStrictEqual(
        answer.regions.map((region) => [region.anchor.name, region.commit, region.match]),
        [["Pool.acquire", first, "lines"]]
      )
      assert.deepStrictEqual(answer.regions[0]?.lines, { start: 24, end: 26 })
    })
  )

  it.effect("still finds code in a renamed file", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      yield* repository.commit("Rename")
      const answer = yield* ask(repository).read({ path: "src/connections.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.regions.map((region) => [region.file, region.commit, region.match]),
        [["src/pool.ts", first, "exact"]]
      )
      assert.strictEqual(answer.dependencies_on_this.length, 1)
    })
  )

  it.effect("omits the reasons of overwritten lines", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const rewritten = poolSource.replace(
        '  acquire(): string {\n    return "connection"\n  }',
        "  acquire(): number {\n    return 1\n  } // new"
      )
      yield* repository.commit("Rewrite acquire", { files: { "src/pool.ts": rewritten } })
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "Pool.acquire" })
      assert.deepStrictEqual(answer.regions, [])
    })
  )

  it.effect("lowers confidence with anchor stability: changed signature, then lines only", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const stability = (path: string, anchor: string) =>
        Effect.map(
          ask(repository).read({ path, anchor, verbose: true }),
          (answer) => answer.regions[0]?.confidence_factors?.anchor_stability
        )
      assert.strictEqual(yield* stability("src/pool.ts", "Pool.acquire"), 1)
      yield* repository.commit("Change the signature", {
        files: { "src/pool.ts": poolSource.replace("acquire(): string", "acquire(timeout: number): string") }
      })
      assert.strictEqual(yield* stability("src/pool.ts", "Pool.acquire"), 0.7)
      yield* repository.commit("Rename the method", {
        files: { "src/pool.ts": poolSource.replace("acquire(): string", "borrowOne(): string") }
      })
      assert.strictEqual(yield* stability("src/pool.ts", "borrowOne"), 0.4)
    })
  )

  it.effect("answers for every overload of a name, with an ambiguity warning", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const source =
        "export class A {\n  add(n: number) {\n    return n\n  }\n}\nexport class B {\n  add(s: string) {\n    return s\n  }\n}\n"
      const commit = yield* repository.commit("Add", { files: { "a.ts": source } })
      yield* annotate(repository, commit, [
        { file: "a.ts", anchor: "A.add", lines: [2, 4] },
        { file: "a.ts", anchor: "B.add", lines: [7, 9] }
      ])
      const answer = yield* ask(repository).read({ path: "a.ts", anchor: "add" })
      assert.deepStrictEqual(anchors(answer).toSorted(), ["A.add", "B.add"])
      assert.isTrue(answer.ambiguous_anchor)
    })
  )

  it.effect("says where lines belong that are given as an anchor", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const warningsOf = (anchor: string) =>
        Effect.map(ask(repository).read({ path: "src/pool.ts", anchor }), ({ warnings = [] }) => warnings)
      assert.include(yield* warningsOf("2:3"), "To ask about lines, give 2:3 as lines, not as anchor.")
      assert.notInclude((yield* warningsOf("nothing")).join(), "as lines")
      assert.notInclude((yield* warningsOf("Pool.acquire")).join(), "as lines")
    })
  )

  it.effect("uses work tree lines: edits above shift them, edits inside are counted", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const edited = `// one\n// two\n${poolSource.replace('    return "connection"', '    const it = "connection"\n    return it')}`
      yield* repository.write("src/pool.ts", edited)
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "Pool.acquire" })
      assert.strictEqual(answer.query.rev, "worktree")
      assert.deepStrictEqual(
        answer.regions.map((region) => [region.commit, region.lines]),
        [[first, { start: 4, end: 7 }]]
      )
      assert.strictEqual(answer.stats.uncommitted_lines, 2)
    })
  )

  it.effect("does not take annotations of other lines, which are still there, for overwritten", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const text = "import a\nimport b\n\n\ndef run():\n    return a\n"
      const commit = yield* repository.commit("Add", { files: { "a.py": text } })
      yield* annotate(repository, commit, [
        { file: "a.py", anchor: "lines 2-2", lines: [2, 2], ast_anchor: { type: "lines", name: "lines 2-2" } },
        { file: "a.py", anchor: "run", lines: [5, 6] }
      ])
      const questions = ask(repository)
      const warningsOf = (query: { readonly lines: string }) =>
        Effect.map(questions.read({ path: "a.py", ...query }), ({ warnings }) => warnings)
      assert.lengthOf((yield* questions.read({ path: "a.py", lines: "2" })).regions, 1)
      assert.isUndefined(yield* warningsOf({ lines: "1" }))
      assert.isUndefined(yield* warningsOf({ lines: "3" }))
      yield* repository.commit("Change", { files: { "a.py": text.replace("import b", "import c") } })
      assert.match((yield* warningsOf({ lines: "2" }))?.[0] ?? "", /overwritten since are left out \(lines 2-2\)\./)
    })
  )

  it.effect("finds the annotation of a commit that only removed lines, while code of its time is left", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const text = "import a\n\n\ndef run():\n    b = a()\n    retry(b)\n    return b\n\n\ndef stop():\n    return 1\n"
      const first = yield* repository.commit("Add", { files: { "a.py": text } })
      const without = text.replace("    retry(b)\n", "").replace("import a", "from x import a")
      const second = yield* repository.commit("Do not retry", { files: { "a.py": without } })
      const third = yield* repository.commit("Add a line", {
        files: { "a.py": without.replace("b = a()", "b = a(1)") }
      })
      yield* repository.commit("Change it", { files: { "a.py": without.replace("b = a()", "b = a(2)") } })
      yield* annotate(repository, first, [{ file: "a.py", anchor: "run", lines: [4, 7], intent: "Run." }])
      yield* annotate(repository, second, [{ file: "a.py", anchor: "run", lines: [4, 6], intent: "Never retry." }])
      yield* annotate(repository, third, [{ file: "a.py", anchor: "run", lines: [4, 6], intent: "One." }])
      const read = ask(repository).read
      const commitsOf = (query: Omit<Parameters<typeof read>[0], "path">) =>
        Effect.map(read({ path: "a.py", ...query }), ({ regions }) => regions.map(({ commit }) => commit).toSorted())
      const both = [first, second].toSorted()
      assert.deepStrictEqual(yield* commitsOf({ anchor: "run" }), both)
      assert.deepStrictEqual(yield* commitsOf({ lines: "5:6" }), both)
      assert.deepStrictEqual(yield* commitsOf({}), both)
      assert.deepStrictEqual(yield* commitsOf({ anchor: "stop" }), [])
      const { regions } = yield* read({ path: "a.py", anchor: "run" })
      const freshness = regions.map((region) => region.freshness)
      assert.deepInclude(freshness, { state: "edited", changed_lines: 1, lines: 3, commits: 1 })
      const elsewhere = yield* repository.commit("Import from y", {
        files: { "a.py": without.replace("b = a()", "b = a(2)").replace("from x", "from y") }
      })
      yield* annotate(repository, elsewhere, [{ file: "a.py", anchor: "run", lines: [4, 6], intent: "Elsewhere." }])
      assert.deepStrictEqual(yield* commitsOf({ anchor: "run" }), both)
      yield* repository.commit("Write it again", {
        files: { "a.py": without.replace(/def run[^]*return b/, "def run(c):\n    d = c()\n    return d") }
      })
      assert.deepStrictEqual(yield* commitsOf({ anchor: "run" }), [])
    })
  )

  it.effect("finds what a commit that only removed lines says of this file, not of another with the same name", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const before = "def run():\n    b = a()\n    retry(b)\n    return b\n"
      const after = before.replace("    retry(b)\n", "")
      yield* repository.commit("Add", { files: { "a.py": before, "b.py": before } })
      const commit = yield* repository.commit("Do not retry", { files: { "a.py": after, "b.py": after } })
      yield* annotate(repository, commit, [
        { file: "b.py", anchor: "run", lines: [1, 3], intent: "Of b." },
        { file: "a.py", anchor: "run", lines: [1, 3], intent: "Of a." }
      ])
      const { regions } = yield* ask(repository).read({ path: "a.py", anchor: "run" })
      assert.deepStrictEqual(
        regions.map(({ intent }) => intent),
        ["Of a."]
      )
    })
  )

  it.effect("says that it leaves out annotations of lines that were overwritten, as by a new name", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Add", { files: { "a.ts": headed("export function length(size)") } })
      const typed = "export function length(size: number)"
      const commit = yield* repository.commit("Type", { files: { "a.ts": headed(typed) } })
      yield* annotate(repository, commit, [{ file: "a.ts", anchor: "length", lines: [1, 3] }])
      assert.notProperty(yield* ask(repository).read({ path: "a.ts", anchor: "length" }), "warnings")
      yield* repository.commit("Rename", { files: { "a.ts": headed(typed.replace("length", "remaining")) } })
      const warning =
        "Annotations of lines that were overwritten since are left out (length). Run 'ultragit history a.ts' to see them."
      const renamed = yield* ask(repository).read({ path: "a.ts", anchor: "remaining" })
      assert.deepStrictEqual(renamed.warnings, [warning])
      assert.deepStrictEqual((yield* ask(repository).read({ path: "a.ts" })).warnings, [warning])
      const { timeline } = yield* ask(repository).history({ path: "a.ts", anchor: "remaining" })
      assert.deepStrictEqual(
        timeline.map((entry) => entry.commit),
        [commit]
      )
    })
  )

  it.effect("says so where an older annotation is found, and not where a newer one is", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Add", { files: { "a.ts": headed("export function length(size)") } })
      yield* annotate(repository, first, [{ file: "a.ts", anchor: "length", lines: [1, 3] }])
      const typed = headed("export function length(size: number)")
      const second = yield* repository.commit("Type", { files: { "a.ts": typed } })
      yield* annotate(repository, second, [{ file: "a.ts", anchor: "length", lines: [1, 3] }])
      yield* repository.commit("Untype", { files: { "a.ts": headed("export function length(size?)") } })
      const asked = (anchor: string) => ask(repository).read({ path: "a.ts", anchor })
      const { regions, warnings } = yield* asked("length")
      assert.deepStrictEqual(
        regions.map(({ commit }) => commit),
        [first]
      )
      assert.match(warnings?.join() ?? "", /overwritten since are left out \(length\)/)
      assert.notProperty(yield* asked("other"), "warnings")
      const last = yield* repository.commit("Type", { files: { "a.ts": typed } })
      yield* annotate(repository, last, [{ file: "a.ts", anchor: "length", lines: [1, 3] }])
      assert.notProperty(yield* asked("length"), "warnings")
    })
  )

  it.effect(
    "says nothing of overwritten lines of other units, nor of annotations of other branches",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Add", { files: { "a.ts": headed("export function length(size)") } })
        yield* repository.git(["checkout", "-q", "-b", "side"])
        const typed = { "a.ts": headed("export function length(size: number)") }
        const commit = yield* repository.commit("Type", { files: typed })
        yield* annotate(repository, commit, [{ file: "a.ts", anchor: "length", lines: [1, 3] }])
        yield* repository.commit("Untype", { files: { "a.ts": headed("export function length(size?)") } })
        const asked = (anchor: string) =>
          Effect.map(ask(repository).read({ path: "a.ts", anchor }), (answer) => answer.warnings)
        assert.lengthOf((yield* asked("length")) ?? [], 1)
        assert.isUndefined(yield* asked("other"))
        yield* repository.git(["checkout", "-q", "-"])
        assert.isUndefined(yield* asked("length"))
      }),
    slow
  )

  it.effect("finds what was said of a file that is renamed and edited, but not committed", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      yield* repository.write("src/connections.ts", `// one\n${poolSource}`)
      const answer = yield* ask(repository).read({ path: "src/connections.ts", anchor: "Pool.acquire" })
      assert.deepStrictEqual(
        answer.regions.map(({ commit, intent, lines, match }) => [commit, intent, lines, match]),
        [[first, "Hand out one connection at a time.", { start: 3, end: 5 }, "exact"]]
      )
      assert.strictEqual(answer.stats.uncommitted_lines, 0)
    })
  )

  it.effect("answers for an uncommitted file with only a count of its lines", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.write("src/new.ts", "export const a = 1\nexport const b = 2\n")
      const answer = yield* ask(repository).read({ path: "src/new.ts" })
      assert.deepStrictEqual([answer.regions, answer.stats.uncommitted_lines], [[], 2])
    })
  )

  it.effect("answers for the content of a given revision", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.commit("Empty it", { files: { "src/pool.ts": "export {}\n" } })
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect", rev: first })
      assert.deepStrictEqual([anchors(answer), answer.dependencies_on_this, answer.query.rev], [["connect"], [], first])
    })
  )

  it.effect("returns empty lists without annotations, and a warning where nothing was set up", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Add", { files: { "a.ts": "export const a = 1\n" } })
      const answer = yield* ask(repository).read({ path: "a.ts" })
      assert.deepStrictEqual(answer.regions, [])
      assert.deepStrictEqual(answer.warnings, ["No Ultragit annotations found. Run 'ultragit init' to set up."])
    })
  )

  it.effect("skips a note that does not decode, naming commit and field, and answers from the others", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      const third = yield* repository.commit("Append", {
        files: {
          "src/app.ts":
            'import { connect } from "./pool.ts"\nexport const start = () => connect("mqtt://here")\nexport const stop = 1\n'
        }
      })
      yield* annotate(repository, third, [{ file: "src/app.ts", anchor: "stop", lines: [3, 3], intent: "" }])
      const answer = yield* ask(repository).read({ path: "src/app.ts" })
      assert.deepStrictEqual(
        answer.regions.map((region) => region.commit),
        [second]
      )
      assert.match(
        answer.warnings?.join() ?? "",
        new RegExp(`${third.slice(0, 12)} was skipped: regions\\[0\\]\\.intent`)
      )
    })
  )

  it.effect("sorts regions by confidence, not by position in the file", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const day = 86_400
      const commits = []
      for (const index of [0, 1, 2]) {
        const text = [0, 1, 2]
          .slice(0, index + 1)
          .map(line)
          .join("")
        commits.push(
          yield* repository.commit(`Add ${index}`, { files: { "a.ts": text }, date: 1_700_000_000 + index * 200 * day })
        )
      }
      for (const [index, commit] of commits.entries()) {
        yield* annotate(repository, commit, [{ file: "a.ts", anchor: `v${index}`, lines: [index + 1, index + 1] }])
      }
      const answer = yield* ask(repository).read({ path: "a.ts" })
      assert.deepStrictEqual(anchors(answer), ["v2", "v1", "v0"])
      const confidences = answer.regions.map((region) => region.confidence)
      assert.deepStrictEqual(
        confidences,
        confidences.toSorted((a, b) => b - a)
      )
      assert.strictEqual(new Set(confidences).size, 3)
    })
  )

  it.effect("names concerns of reachable commits only", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["checkout", "--quiet", "-b", "side"])
      const side = yield* repository.commit("On the side")
      yield* annotate(repository, side, [], {
        cross_cutting: [{ description: "Only on the side.", regions: ["src/pool.ts:connect"], nature: "rule" }]
      })
      const concerns = Effect.map(ask(repository).read({ path: "src/pool.ts", anchor: "connect" }), (answer) =>
        answer.cross_cutting.map((concern) => concern.description)
      )
      assert.deepStrictEqual(yield* concerns, ["Only on the side.", "One connection a process."])
      yield* repository.git(["checkout", "--quiet", "main"])
      assert.deepStrictEqual(yield* concerns, ["One connection a process."])
    })
  )

  it.effect("limits regions, and names no more than ten of those it dropped", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const names = Array.from({ length: 40 }, (_, index) => `value${index}`)
      const text = names.map((name) => `export const ${name} = 1\n`).join("")
      const commit = yield* repository.commit("Add", { files: { "a.ts": text } })
      yield* annotate(
        repository,
        commit,
        names.map((anchor, index) => ({ file: "a.ts", anchor, lines: [index + 1, index + 1] }))
      )
      const limited = yield* ask(repository).read({ path: "a.ts" })
      assert.strictEqual(limited.regions.length, 20)
      assert.deepStrictEqual(
        [limited.trimmed?.original_regions, limited.trimmed?.returned_regions, limited.trimmed?.dropped.length],
        [40, 20, 10]
      )
      assert.isAtLeast(limited.trimmed?.estimated_tokens ?? 0, Math.ceil(JSON.stringify(limited).length / 3))
      const smaller = yield* ask(repository).read({ path: "a.ts", max_tokens: 900 })
      assert.isBelow(smaller.regions.length, 20)
      assert.isAtMost(smaller.trimmed?.dropped.length ?? 0, 10)
      assert.strictEqual(smaller.trimmed?.returned_regions, smaller.regions.length)
    })
  )

  it.effect("returns identical bytes for the same repository", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const once = yield* ask(repository).read({ path: "src/pool.ts" })
      const again = yield* ask(repository).read({ path: "src/pool.ts" })
      assert.strictEqual(JSON.stringify(once), JSON.stringify(again))
    })
  )

  it.effect("leaves out rejected alternatives before a region, never its constraints", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Add it", { files: { "a.ts": line(0) } })
      const texts = { constraints: ["Stay small."], alternatives: [`Poll: ${"too slow ".repeat(200)}`] }
      yield* annotate(repository, commit, [{ file: "a.ts", anchor: "v0", lines: [1, 1], ...texts }])
      const answer = yield* ask(repository).read({ path: "a.ts", max_tokens: 500 })
      assert.strictEqual(answer.trimmed?.strategy, "alternatives")
      assert.deepStrictEqual(answer.regions[0]?.constraints, [{ text: "Stay small.", source: "author" }])
      assert.notProperty(answer.regions[0], "alternatives")
    })
  )

  it.effect("stays within max_tokens and reports what it left out", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const whole = yield* ask(repository).read({ path: "src/pool.ts" })
      const full = Math.ceil(Buffer.byteLength(JSON.stringify(whole)) / 3)
      for (let max_tokens = full - 1; max_tokens > 250; max_tokens -= scaled(41, 7)) {
        const answer = yield* ask(repository).read({ path: "src/pool.ts", max_tokens })
        assert.isAtMost(Math.ceil(Buffer.byteLength(JSON.stringify(answer)) / 3), max_tokens)
        if (answer.trimmed === undefined) {
          assert.notProperty(answer, "evidence")
          assert.deepStrictEqual(answer.regions, whole.regions)
        } else {
          assert.isAtLeast(answer.trimmed.estimated_tokens, Math.ceil(Buffer.byteLength(JSON.stringify(answer)) / 3))
        }
        for (const region of answer.regions) assert.isAbove(region.intent.length, 0)
      }
    })
  )

  it.effect(
    "names the smallest sufficient budget when max_tokens is too small",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const tooSmall = yield* failure(ask(repository).read({ path: "src/pool.ts", max_tokens: 5 }))
        assert.strictEqual(tooSmall.code, "budget_too_small")
        const smallest = Number(/\d+/.exec(tooSmall.hint ?? "")?.[0])
        yield* ask(repository).read({ path: "src/pool.ts", max_tokens: smallest })
        const still = yield* failure(ask(repository).read({ path: "src/pool.ts", max_tokens: smallest - 1 }))
        assert.strictEqual(still.code, "budget_too_small")
        for (const max_tokens of [0, -1, 1.5]) {
          const invalid = yield* failure(ask(repository).read({ path: "src/pool.ts", max_tokens }))
          assert.strictEqual(invalid.code, "limit_invalid")
        }
      }),
    slow
  )
})
