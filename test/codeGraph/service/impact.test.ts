import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { annotate } from "../../support/annotated.ts"
import { graphOf, impact, inRepository } from "../../support/code/codeGraph.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const files = {
  "src/log.ts": "export const log = (text: string) => text\nexport const unused = () => log('x')\n",
  "src/pool.ts":
    'import { log } from "./log.ts"\nexport const connect = () => log("a")\nexport const retry = (): number => retry()\n',
  "src/app.ts": 'import { connect } from "./pool.ts"\nexport const run = () => connect()\n',
  "test/pool.test.ts": 'import { connect } from "../src/pool.ts"\nexport const check = () => connect()\n',
  "src/loose.ts": "export const guess = (it: any) => it.log()\n"
}

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("First", { files })
  return { repository, commit }
})

/** A class that overrides a method of `Base`, which it imports from a path. */
const derived = (path: string, name: string) =>
  `import { Base } from "${path}"\nexport class ${name} extends Base {\n  run() {}\n}\n`

/** A function that calls one of another file. */
const calling = (from: string, name: string) =>
  `import { ${from} } from "./${from}.ts"\nexport const ${name} = () => ${from}()\n`

/** The graph of the project, for all tests that do not change it. */
const project = Layer.unwrap(Effect.map(makeProject, ({ repository }) => graphOf(repository.directory)))

const hintOf = (target: string) => Effect.map(Effect.flip(impact({ target })), ({ hint }) => hint)

layer(project, { excludeTestServices: true })("the impact of a change", (hosted) => {
  hosted.effect("counts direct and all dependents, names files and tests, and the nearest reason for each file", () =>
    Effect.gen(function* () {
      const found = yield* impact({ target: "src/log.ts", name: "log" })
      assert.deepInclude(found, {
        target: "src/log.ts:log",
        direct_dependents: 2,
        transitive_dependents: 4,
        affected_files: ["src/app.ts", "src/log.ts", "src/pool.ts", "test/pool.test.ts"],
        affected_tests: 1,
        risk_score: "low",
        strongly_connected: false
      })
      assert.deepStrictEqual(
        found.reasons.find(({ file }) => file === "src/app.ts"),
        {
          file: "src/app.ts",
          name: "run",
          line: 2,
          depth: 2,
          kind: "calls",
          how: "resolved",
          confidence: 0.99,
          path: ["src/pool.ts:connect"]
        }
      )
    })
  )

  hosted.effect("takes a target in the form that answers print, and lists names like one that is not there", () =>
    Effect.gen(function* () {
      const printed = yield* impact({ target: "src/log.ts:log" })
      assert.deepStrictEqual(printed, yield* impact({ target: "src/log.ts", name: "log" }))
      const unknown = yield* Effect.flip(impact({ target: "src/log.ts", name: "logg" }))
      assert.match(`${unknown.message} ${unknown.hint ?? ""}`, /repotoire_query_graph .* Similar names: log/)
      assert.strictEqual((yield* Effect.flip(impact({ target: "src/no.ts:log" }))).code, "file_not_found")
    })
  )

  hosted.effect("names what a target that is no file may mean", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* hintOf("lib/logs.ts"), "Did you mean src/log.ts?")
      assert.strictEqual(yield* hintOf("lib/poool.ts:connect"), "Did you mean src/pool.ts?")
      assert.match((yield* hintOf("src/nothing-like-it.ts")) ?? "", /^Paths start at the root/)
    })
  )

  it.live("of a name that several files define asks for one of them", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const open = "export const open = () => 1\n"
      yield* repository.commit("First", { files: { "src/a.ts": open, "src/b.ts": open } })
      const failure = yield* Effect.flip(impact({ target: "open" })).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(
        [failure.code, failure.hint],
        ["symbol_ambiguous", "Name one of them: src/a.ts:open, src/b.ts:open"]
      )
    })
  )

  it.live(
    "of a method does not count production code that can only reach its base",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: {
            "src/base.ts": "export class Base {\n  run() {}\n}\nexport const use = (base: Base) => base.run()\n",
            "src/derived.ts": derived("./base.ts", "Derived"),
            "test/derived.test.ts": derived("../src/base.ts", "Tested")
          }
        })
        yield* Effect.gen(function* () {
          const own = yield* impact({ target: "src/derived.ts", name: "Derived.run" })
          assert.deepStrictEqual(own.affected_files, ["src/base.ts"])
          const tested = yield* impact({ target: "test/derived.test.ts", name: "Tested.run" })
          assert.deepStrictEqual(tested.affected_files, [])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live(
    "of a method counts what may call it, neither the method that it overrides nor calls by super of others",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: {
            "base.py": "class Base:\n    def run(self):\n        pass\n",
            "one.py": "from base import Base\nclass One(Base):\n    def run(self):\n        super().run()\n",
            "two.py": "from base import Base\nclass Two(Base):\n    def run(self):\n        pass\n",
            "use.py": "from base import Base\ndef use(base: Base):\n    base.run()\n"
          }
        })
        yield* Effect.gen(function* () {
          const two = yield* impact({ target: "two.py", name: "Two.run" })
          assert.deepStrictEqual(two.affected_files, ["use.py"])
          assert.deepInclude(two, { direct_dependents: 1, transitive_dependents: 1 })
          const base = yield* impact({ target: "base.py", name: "Base.run" })
          assert.deepStrictEqual(base.affected_files, ["one.py", "use.py"])
        }).pipe(inRepository(repository.directory))
      })
  )

  it.live("gives the way to a file without what an earlier reason gives", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", {
        files: {
          "a.ts": "export const a = () => 1\n",
          "b.ts": calling("a", "b"),
          "c.ts": calling("b", "c"),
          "d.ts": calling("c", "d"),
          "e.ts": calling("c", "e")
        }
      })
      const { reasons } = yield* impact({ target: "a.ts", name: "a" }).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(
        reasons.map(({ depth, file, path }) => [file, depth, path]),
        [
          ["b.ts", 1, []],
          ["c.ts", 2, ["b.ts:b"]],
          ["d.ts", 3, ["c.ts:c"]],
          ["e.ts", 3, ["c.ts:c"]]
        ]
      )
    })
  )

  it.live("names the nearest 100 files, gives the reasons of 50, and counts all", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const near = Array.from({ length: 101 }, (_, at) => [`near${at}.ts`, 'import "./target.ts"\n'] as const)
      yield* repository.commit("First", {
        files: { "target.ts": "", ...Object.fromEntries(near), "far.ts": 'import "./near0.ts"\n' }
      })
      const found = yield* impact({ target: "target.ts" }).pipe(inRepository(repository.directory))
      assert.deepInclude(found, { affected_count: 102, truncated: true })
      assert.deepStrictEqual([found.affected_files.length, found.reasons.length], [100, 50])
      assert.notInclude(found.affected_files, "far.ts")
    })
  )

  hosted.effect("counts and places calls of unknown receivers apart", () =>
    Effect.gen(function* () {
      const found = yield* impact({ target: "src/log.ts", name: "log" })
      assert.deepInclude(found, { possible_callers: 1, possible_places: ["src/loose.ts:1"] })
      assert.notInclude(found.affected_files, "src/loose.ts")
    })
  )

  hosted.effect("of a file counts importers, and not what is within it", () =>
    Effect.gen(function* () {
      const found = yield* impact({ target: "src/log.ts" })
      assert.deepStrictEqual(found.affected_files, ["src/app.ts", "src/pool.ts", "test/pool.test.ts"])
    })
  )

  it.live(
    "says that the target is part of a cycle",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: {
            "a.ts": 'import { b } from "./b.ts"\nexport const a = (): number => b()\n',
            "b.ts": 'import { a } from "./a.ts"\nexport const b = (): number => a()\n'
          }
        })
        const found = yield* impact({ target: "a.ts", name: "a" }).pipe(inRepository(repository.directory))
        assert.isTrue(found.strongly_connected)
      }),
    slow
  )

  it.live("shows the constraints and risks noted about what would break", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* makeProject
      yield* annotate(repository, commit, [
        {
          file: "src/pool.ts",
          anchor: "connect",
          lines: [2, 2],
          intent: "One connection at a time.",
          constraints: [{ text: "Log before connecting.", source: "author" }],
          risk_notes: "The log is read by support."
        },
        { file: "src/app.ts", anchor: "run", lines: [2, 2], intent: "Only an intent." }
      ])
      const found = yield* impact({ target: "src/log.ts", name: "log" }).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(found.notes, [
        {
          file: "src/pool.ts",
          anchor: "connect",
          constraints: ["Log before connecting."],
          risk: "The log is read by support.",
          commit
        }
      ])
    })
  )

  it.live("shows what history says of the target's file and of files that would break and are not noted", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* makeProject
      const change = (path: keyof typeof files, reason: string) =>
        repository.commit(`Change ${path}\n\n${reason}`, { files: { [path]: `${files[path]}// changed\n` } })
      const target = yield* change("src/log.ts", "Texts are kept whole, because support searches for them.")
      yield* change("src/pool.ts", "Connected late, so that a start is fast.")
      const app = yield* change("src/app.ts", "Runs once, because the port is taken otherwise.")
      yield* change("test/pool.test.ts", "Checked alone, because others wait for it.")
      yield* annotate(repository, commit, [
        { file: "src/pool.ts", anchor: "connect", lines: [2, 2], intent: "One at a time.", risk_notes: "It may hang." }
      ])
      const found = yield* impact({ target: "src/log.ts", name: "log" }).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(found.evidence, [
        {
          file: "src/log.ts",
          commit: target,
          subject: "Change src/log.ts",
          reason: "Texts are kept whole, because support searches for them."
        },
        {
          file: "src/app.ts",
          commit: app,
          subject: "Change src/app.ts",
          reason: "Runs once, because the port is taken otherwise."
        }
      ])
    })
  )

  it.live(
    "quotes a commit once, for the nearest file that it changed",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeProject
        const commit = yield* repository.commit("Move on\n\nRead late, because files are slow.", {
          files: {
            "src/log.ts": `${files["src/log.ts"]}// changed\n`,
            "src/pool.ts": `${files["src/pool.ts"]}// changed\n`
          }
        })
        const { evidence = [] } = yield* impact({ target: "src/log.ts", name: "log" }).pipe(
          inRepository(repository.directory)
        )
        assert.deepStrictEqual(
          evidence.map(({ commit: quoted, file }) => [file, quoted]),
          [["src/log.ts", commit]]
        )
      }),
    slow
  )

  it.live("is given without notes that cannot be read, and says so", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeProject
      yield* repository.write(".git/refs/notes/ultragit", "not an id\n")
      const found = yield* impact({ target: "src/log.ts", name: "log" }).pipe(inRepository(repository.directory))
      assert.strictEqual(found.direct_dependents, 2)
      assert.match(found.warnings?.join() ?? "", /^Notes are left out: /)
    })
  )

  hosted.effect("is refused for a file or name that is not there", () =>
    Effect.gen(function* () {
      const noFile = yield* Effect.flip(impact({ target: "src/gone.ts" }))
      assert.include(noFile.message, "src/gone.ts")
      const noName = yield* Effect.flip(impact({ target: "src/log.ts", name: "run" }))
      assert.include(noName.message, "'run'")
      const neither = yield* Effect.flip(impact({ target: "src/log.ts", scope: "function" }))
      assert.include(neither.message, "name")
    })
  )
})
