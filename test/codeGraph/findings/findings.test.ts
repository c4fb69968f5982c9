import { toAnalyzeAnswer } from "../../../src/codeGraph/service/makeFindings.ts"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { maxCommits } from "../../../src/codeGraph/evolution/churn.ts"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import type { Finding } from "../../../src/codeGraph/model/answers.ts"
import type { FindingsInput } from "../../../src/codeGraph/model/inputs.ts"
import { EmptyAnswerTimeout } from "../../../src/codeIndex/service/EmptyAnswerTimeout.ts"
import { graphLayer } from "../../../src/Layers.ts"
import { MaxHistoryWait } from "../../../src/lineage/MaxHistoryWait.ts"
import { graphOf, inRepository } from "../../support/code/codeGraph.ts"
import { patientlyIn } from "../../support/code/codeIndex.ts"
import { cloneRepository, firstDate, makeRepository } from "../../support/TemporaryRepository.ts"
import { runFindingEdits } from "../../support/code/findingEdits.ts"
import { scaled, slow } from "../../support/scale.ts"

const unused = "function forgotten(text: string) {\n  return text\n}\n\nexport function keep() {\n  return 1\n}\n"

const withLine = (line: string): string => `${line}\n${unused}`

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", {
    files: {
      "src/a.ts": unused,
      "lib/b.py": "def add(item):\n    raise NotImplemented\n"
    }
  })
  return repository
})

/** A file that was renamed and changed, with the path of the object that it was before. */
const makeRenamed = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const lines = Array.from({ length: 20 }, (_, at) => `export const a${at} = ${at}\n`)
  yield* repository.commit("First", { files: { "src/old.ts": lines.join("") } })
  const id = yield* repository.git(["rev-parse", "HEAD:src/old.ts"])
  yield* repository.git(["mv", "src/old.ts", "src/new.ts"])
  yield* repository.commit("Rename", { files: { "src/new.ts": `${lines.join("")}// More\n` } })
  return { repository, blob: `.git/objects/${id.slice(0, 2)}/${id.slice(2)}` }
})

const list = (input: FindingsInput = {}) => Effect.flatMap(CodeGraph, (graph) => graph.findings(input))
const analyze = Effect.flatMap(CodeGraph, (graph) => graph.analyze)

const names = (input: FindingsInput = {}) =>
  Effect.map(list(input), ({ findings }) => findings.map(({ detector, file }) => `${file} ${detector}`))

const idOf = (detector: string) => Effect.map(list({ detector }), ({ findings }) => findings.map(({ id }) => id))

describe("an analysis", () => {
  it.live("waits for the whole project where a question waits for the index without end, as commands do", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      const answer = yield* Effect.provideService(analyze, EmptyAnswerTimeout, 0).pipe(inRepository(directory))
      assert.deepInclude(answer, { status: "completed", total_findings: 2 })
    })
  )
})

describe("findings of files that change together", () => {
  it.live("are missing, with a warning, only while history is still being read", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory(
        Array.from({ length: 5 }, (_, at) => ({
          message: `Change ${at}`,
          files: { "src/a.ts": `export const a = () => ${at}\n`, "lib/b.ts": `export const b = () => ${at}\n` }
        }))
      )
      const ask = list({ detector: "hidden-coupling" })
      const impatiently = Layer.fresh(graphLayer).pipe(
        Layer.provide(Layer.succeed(MaxHistoryWait)(0)),
        Layer.provideMerge(patientlyIn(repository.directory))
      )
      yield* Effect.gen(function* () {
        const early = yield* ask
        assert.deepStrictEqual(early.findings, [])
        assert.match(early.warnings?.join() ?? "", /^Files that change together are left out: .*Ask again\.$/)
        const later = yield* Effect.delay(ask, "10 millis").pipe(
          Effect.repeat({ until: ({ warnings }) => warnings === undefined })
        )
        assert.deepStrictEqual(
          later.findings.map(({ file }) => file),
          ["lib/b.ts"]
        )
      }).pipe(Effect.provide(impatiently))
    })
  )
})

describe("findings of authors who left", () => {
  it.live("take into account what these changed elsewhere", () =>
    Effect.gen(function* () {
      const ada = "Ada <ada@example.org>"
      const bob = "Bob <bob@example.org>"
      const repository = yield* makeRepository()
      const date = firstDate + 200 * 86_400
      yield* repository.importHistory([
        ...Array.from({ length: 10 }, (_, at) => ({
          message: `Change ${at}`,
          author: at < 5 ? ada : bob,
          files: { [at < 5 ? "src/a.ts" : "src/b.ts"]: `export const value = () => ${at}\n` }
        })),
        { message: "Document", author: ada, date, files: { "README.md": "a\n" } }
      ])
      assert.deepStrictEqual(yield* names({ detector: "departed-author" }).pipe(inRepository(repository.directory)), [
        "src/b.ts departed-author"
      ])
    })
  )
})

describe("findings of history", () => {
  it.live("are looked for again where more of a shallow clone was fetched", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const branches = Array.from({ length: 100 }, (_, at) => `  if (n === ${at}) return ${at}\n`).join("")
      yield* repository.importHistory(
        Array.from({ length: 12 }, (_, at) => ({
          message: `Change ${at}`,
          files: { "src/a.ts": `export function choose(n: number) {\n${branches}  return -${at}\n}\n` }
        }))
      )
      const clone = yield* cloneRepository(repository, ["--depth=2"])
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* names({ detector: "hotspot" }), [])
        yield* clone.git(["fetch", "--quiet", "--unshallow"])
        assert.deepStrictEqual(yield* names({ detector: "hotspot" }), ["src/a.ts hotspot"])
      }).pipe(inRepository(clone.directory))
    })
  )
})

/** The graph of the project, for all tests that do not change it. */
const project = Layer.unwrap(Effect.map(makeProject, ({ directory }) => graphOf(directory)))

layer(project, { excludeTestServices: true })("findings", (hosted) => {
  hosted.effect("are those of detectors that are on, with what they mean, the most severe first", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* names(), ["lib/b.py raise-not-implemented", "src/a.ts unused-function"])
      const { findings } = yield* list({ detector: "unused-function" })
      assert.deepInclude(findings[0], {
        severity: "low",
        category: "dead-code",
        file: "src/a.ts",
        name: "forgotten",
        line_start: 1,
        line_end: 3,
        title: "Nothing refers to forgotten (3 lines)."
      })
      assert.deepInclude(yield* analyze, {
        total_findings: 2,
        by_severity: { critical: 0, high: 0, medium: 1, low: 1, info: 0 },
        message: "Analysis complete. Found 2 issues."
      })
    })
  )

  hosted.effect("can be limited to a severity, a folder and a page, and asked of a detector that is off", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* names({ path: "src" }), ["src/a.ts unused-function"])
      assert.deepStrictEqual(yield* names({ severity: "high" }), [])
      assert.deepInclude(yield* list({ limit: 1, offset: 1 }), { total_count: 2, returned: 1, has_more: false })
      assert.deepStrictEqual(yield* names({ detector: "undocumented-export" }), [
        "lib/b.py undocumented-export",
        "src/a.ts undocumented-export"
      ])
      const unknown = yield* Effect.flip(list({ detector: "typo" }))
      assert.include(unknown.message, "no detector 'typo'")
      assert.include((yield* Effect.flip(list({ limit: 0 }))).message, "limit")
    })
  )

  it.live(
    "keep their ids when the code moves within its file, and get others in other functions",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* Effect.gen(function* () {
          const before = yield* idOf("unused-function")
          yield* repository.write("src/a.ts", `// One\n// Two\nexport const x = 1\n${unused}`)
          assert.deepStrictEqual(yield* idOf("unused-function"), before)
          yield* repository.write("src/a.ts", unused.replace("forgotten", "lost"))
          assert.notDeepEqual(yield* idOf("unused-function"), before)
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live(
    "say one line of what has only one",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.write("src/a.ts", "function forgotten() {}\n\nexport const kept = 1\n")
        const { findings } = yield* list({ detector: "unused-function" }).pipe(inRepository(repository.directory))
        assert.deepStrictEqual(
          findings.map(({ title }) => title),
          ["Nothing refers to forgotten (1 line)."]
        )
      }),
    slow
  )

  it.live("are gone when a comment with a reason suppresses them", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* Effect.gen(function* () {
        const comment = "// ultragit-ignore unused-function"
        yield* repository.write("src/a.ts", withLine(comment))
        assert.include(yield* names(), "src/a.ts unused-function")
        yield* repository.write("src/a.ts", withLine(`${comment}: it is called by its name`))
        assert.notInclude(yield* names(), "src/a.ts unused-function")
        assert.strictEqual((yield* analyze).suppressed, 1)
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live("that the baseline knows are left out, and those that are new are not", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* Effect.gen(function* () {
        const graph = yield* CodeGraph
        assert.deepStrictEqual(yield* graph.baseline, {
          file: ".ultragit-baseline.json",
          findings: 2,
          added: 2,
          removed: 0
        })
        assert.deepInclude(yield* analyze, { total_findings: 0, baselined: 2 })
        yield* repository.write("src/c.ts", unused.replace("forgotten", "lost"))
        assert.deepStrictEqual(yield* names(), ["src/c.ts unused-function"])
        yield* repository.remove("src/a.ts")
        assert.deepInclude(yield* graph.baseline, { findings: 2, added: 1, removed: 1 })
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live(
    "are not given while the baseline cannot be read",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* Effect.gen(function* () {
          yield* repository.write(".ultragit-baseline.json", "{")
          assert.include((yield* Effect.flip(list())).message, ".ultragit-baseline.json cannot be read")
          yield* repository.remove(".ultragit-baseline.json")
          yield* repository.link(".ultragit-baseline.json", "/etc/passwd")
          assert.include((yield* Effect.flip(list())).message, "symbolic link")
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it("are called incomplete while files are not indexed", () => {
    const state = { revision: "", files: 3, indexed: 2, pending: 1, failed: 0, unsupported: 0 }
    const none = { all: [], wanted: [], fresh: [], suppressed: 0, lines: 1, warnings: [] }
    const analyzed = { root: "/", view: "", baseline: new Set<string>(), ...none }
    const behind = toAnalyzeAnswer({ ...analyzed, state })
    assert.deepInclude(behind, {
      status: "incomplete",
      message: "1 file of 3 not indexed yet; ask again. Found 0 issues."
    })
    const complete = toAnalyzeAnswer({ ...analyzed, state: { ...state, pending: 0 } })
    assert.deepInclude(complete, { status: "completed", message: "Analysis complete. Found 0 issues." })
  })

  it("cost points of a large project, too", () => {
    const state = { revision: "", files: 3, indexed: 3, pending: 0, failed: 0, unsupported: 0 }
    const low: Finding = {
      id: "a",
      detector: "todo-comment",
      severity: "low",
      category: "design",
      title: "Title.",
      file: "a.ts",
      line_start: 1,
      line_end: 2,
      why_it_matters: "Why.",
      confidence: 0.9
    }
    const found = { all: [low], wanted: [low], fresh: [low], suppressed: 0, lines: 1_000_000, warnings: [] }
    const answer = toAnalyzeAnswer({ root: "/", view: "", baseline: new Set<string>(), ...found, state })
    assert.strictEqual(answer.health_score, 99.9)
  })

  it.live("of a path are refused where it names nothing, and none where it has none", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.write("clean/a.md", "Nothing.\n")
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* list({ path: "./clean/" })).total_count, 0)
        const { file = "", line_start: line } = (yield* list({})).findings[0] ?? {}
        assert.isAbove((yield* list({ path: `./${file}` })).total_count, 0, `${file}:${line}`)
        const error = yield* Effect.flip(list({ path: "nope/" }))
        assert.include(error.message, "Expected a file or folder of the project")
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live(
    "are given without those of history where objects are missing, as in a partial clone",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.commit("Second", { files: { "src/a.ts": `${unused}// More\n` } })
        const blob = yield* repository.git(["rev-parse", "HEAD~1:src/a.ts"])
        yield* repository.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`)
        yield* Effect.gen(function* () {
          const { findings, warnings } = yield* list({ path: "src" })
          assert.deepStrictEqual(
            findings.map(({ detector }) => detector),
            ["unused-function"]
          )
          assert.match(warnings?.join() ?? "", /^Findings of history are left out: /)
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("are reported, and that renames are not followed, where objects of renamed files are missing", () =>
    Effect.gen(function* () {
      const { blob, repository } = yield* makeRenamed
      yield* repository.remove(blob)
      const report = Effect.flatMap(CodeGraph, (graph) => graph.report("1.0.0"))
      const { hotspots, warnings } = yield* report.pipe(inRepository(repository.directory))
      assert.deepStrictEqual(hotspots, [])
      assert.match(warnings?.join("\n") ?? "", /^Renames are not followed, /m)
    })
  )

  it.live(
    "leave out only which files change together where objects of older commits are missing",
    () =>
      Effect.gen(function* () {
        const { blob, repository } = yield* makeRenamed
        yield* repository.importHistory(
          Array.from({ length: maxCommits }, (_, at) => ({
            message: `Later ${at}`,
            files: { "src/b.ts": `export const b = () => ${at}\n` }
          }))
        )
        yield* repository.remove(blob)
        const { warnings } = yield* list().pipe(inRepository(repository.directory))
        assert.match(warnings?.join("\n") ?? "", /^Files that change together are left out: [^\n]+$/)
      }),
    slow
  )

  it.live("of code before the first commit are given without those of history", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("src/a.ts", unused)
      assert.deepStrictEqual(yield* names().pipe(inRepository(repository.directory)), ["src/a.ts unused-function"])
    })
  )
})

describe("findings after edits", () => {
  it.live(
    "equal those of an index made from scratch",
    () =>
      Effect.gen(function* () {
        const { compared, different } = yield* runFindingEdits(1, scaled(8, 300))
        assert.deepStrictEqual(different, [])
        assert.isAbove(compared, 100)
      }),
    slow
  )
})
