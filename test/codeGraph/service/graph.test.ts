import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { queryText } from "../../../src/toolsets/graph/text.ts"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import { ReconcileTimeout } from "../../../src/codeIndex/service/ReconcileTimeout.ts"
import { withoutWaiting } from "../../support/code/codeIndex.ts"
import { formatTraced, graphOf, impact, inRepository, nextTo, query, trace } from "../../support/code/codeGraph.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const files = {
  "src/pool.ts": [
    "export abstract class Source {",
    "  open(): number { return this.make() }",
    "  protected abstract make(): number",
    "}",
    "export class Pool extends Source {",
    "  protected make(): number { return grow() }",
    "}",
    "export const grow = () => 1",
    ""
  ].join("\n"),
  "src/app.ts": [
    'import { Pool } from "./pool.ts"',
    "export function run(pool: Pool) {",
    "  pool.open()",
    "  return pool.open()",
    "}",
    "export const start = () => run(new Pool())",
    "export const guess = (it: any) => it.open()",
    ""
  ].join("\n"),
  "lib/run.py": "def run():\n    return 1\n"
}

const shapes = `
class Shape:
    def __init__(self):
        pass

    def draw(self):
        pass


class Circle(Shape):
    size = 1

    def draw(self):
        super().draw()


class Corners(Shape):
    corners = 4


class Square(Corners):
    def __init__(self): pass
    def draw(self): pass
def show(shape: Shape):
    shape.draw()
class Frame(Shape):
    inner: Shape
    def draw(self):
        self.inner.draw()
`

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files })
  return repository
})

/** A function that calls `grow` so many times. */
const callsOf = (name: string, count: number) => `export const ${name} = () => {\n${"  grow()\n".repeat(count)}}\n`

/** A class with so many methods. */
const classOf = (name: string, methods: number) =>
  `export class ${name} {\n${Array.from({ length: methods }, (_, at) => `  m${at}() {}\n`).join("")}}\n`

/** The graph of the project, for all tests that do not change it. */
const project = Layer.unwrap(Effect.map(makeProject, ({ directory }) => graphOf(directory)))

const messageOf = <A, E extends { readonly hint?: string | undefined; readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), ({ hint = "", message }) => `${message} ${hint}`)

/** The modules of a project with these files. */
const modulesOf = (...paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files: Object.fromEntries(paths.map((path) => [path, "x = 1\n"])) })
    const found = yield* Effect.flatMap(CodeGraph, (graph) => graph.architecture).pipe(
      inRepository(repository.directory)
    )
    return found.modules.map(({ path }) => path).toSorted()
  })

const architectureOf = (contents: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files: contents })
    return yield* Effect.flatMap(CodeGraph, (graph) => graph.architecture).pipe(inRepository(repository.directory))
  })

layer(project, { excludeTestServices: true })((hosted) => {
  describe("callers and callees", () => {
    hosted.effect("are listed with how they are known and where, calls of unknown receivers left out", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* nextTo("callers", "Source.open"), ["src/app.ts:run imported 3,4"])
        assert.deepStrictEqual(yield* nextTo("callees", "src/app.ts:start"), [
          "src/app.ts:run resolved 6",
          "src/pool.ts:Pool resolved 6"
        ])
      })
    )

    hosted.effect("come with the calls of unknown receivers that may be others", () =>
      Effect.gen(function* () {
        const callers = yield* query({ query_type: "callers", name: "Source.open" })
        assert.deepInclude(callers, { possible_callers: 1, possible_places: ["src/app.ts:7"] })
        assert.include(
          queryText(callers),
          "Perhaps also called by 1 call on unknown receivers, nearest first:\n- src/app.ts:7"
        )
        assert.notProperty(yield* query({ query_type: "callees", name: "Source.open" }), "possible_callers")
        assert.notProperty(yield* query({ query_type: "callers", name: "grow" }), "possible_callers")
      })
    )

    it.live("of unknown receivers are placed nearest first, only in languages that may call it", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: {
            "lib/net/pool.py": "class Pool:\n    def flush(self):\n        pass\n",
            "app/main.py": `def main(it):\n${"    it.flush()\n".repeat(9)}`,
            "lib/net/use.py": "def use(it):\n    it.flush()\n",
            "lib/other.py": "def other(it):\n    it.flush()\n",
            "web/page.js": "export const page = (it) => it.flush()\n"
          }
        })
        const callers = yield* query({ query_type: "callers", name: "Pool.flush" }).pipe(
          inRepository(repository.directory)
        )
        assert.strictEqual(callers.possible_callers, 11)
        assert.deepStrictEqual(callers.possible_places, [
          "lib/net/use.py:2",
          "lib/other.py:2",
          "app/main.py:2,3,4,5,6,…"
        ])
      })
    )

    hosted.effect("of a method include those through an overridden method, which calls nothing itself", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* nextTo("callers", "Pool.make"), ["src/pool.ts:Source.open resolved 2"])
        assert.deepStrictEqual(yield* nextTo("callees", "Source.make"), [])
        assert.deepStrictEqual(yield* nextTo("callees", "Source.open"), [
          "src/pool.ts:Source.make resolved 2",
          "src/pool.ts:Pool.make resolved 2"
        ])
        const { results } = yield* query({ query_type: "callees", name: "Source.open" })
        assert.deepStrictEqual(
          results.map(({ through }) => through),
          [undefined, "src/pool.ts:Source.make"]
        )
        const text = queryText(yield* query({ query_type: "callers", name: "Pool.make" }))
        assert.include(text, "by line 2; through src/pool.ts:Source.make; resolved")
      })
    )

    it.live(
      "through an overridden method leave out calls by super, and constructors; types between may have none",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          yield* repository.commit("First", { files: { "shapes.py": shapes } })
          yield* Effect.gen(function* () {
            assert.deepStrictEqual(yield* nextTo("callers", "Square.draw"), [
              "shapes.py:show imported 25",
              "shapes.py:Frame.draw imported 29"
            ])
            assert.deepStrictEqual(yield* nextTo("callers", "Shape.draw"), [
              "shapes.py:Circle.draw resolved 14",
              "shapes.py:show imported 25",
              "shapes.py:Frame.draw imported 29"
            ])
            assert.deepStrictEqual(yield* nextTo("callees", "Circle.draw"), ["shapes.py:Shape.draw resolved 14"])
            assert.deepStrictEqual(yield* nextTo("callees", "show"), [
              "shapes.py:Shape resolved 24",
              "shapes.py:Shape.draw imported 25",
              "shapes.py:Circle.draw imported 25",
              "shapes.py:Frame.draw imported 25",
              "shapes.py:Square.draw imported 25"
            ])
            assert.deepStrictEqual(yield* nextTo("callers", "Square.__init__"), [])
          }).pipe(inRepository(repository.directory))
        })
    )

    hosted.effect("of a class count its members, but not what these do among themselves", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* nextTo("callers", "Source"), [
          "src/pool.ts:Pool resolved 5",
          "src/app.ts:run imported 3,4"
        ])
      })
    )

    it.live("see what was saved before the question", () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* nextTo("callers", "grow"), ["src/pool.ts:Pool.make resolved 6"])
          yield* repository.write(
            "src/new.ts",
            'import { grow } from "./pool.ts"\nexport const twice = () => grow() * 2\n'
          )
          assert.deepStrictEqual(yield* nextTo("callers", "grow"), [
            "src/new.ts:twice resolved 2",
            "src/pool.ts:Pool.make resolved 6"
          ])
          yield* repository.remove("src/new.ts")
          assert.deepStrictEqual(yield* nextTo("callers", "grow"), ["src/pool.ts:Pool.make resolved 6"])
        }).pipe(inRepository(repository.directory))
      })
    )

    it.live("list at most ten lines each, and say how many more there are", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: { "a.ts": `const grow = () => 1\n${callsOf("few", 10)}${callsOf("many", 13)}` }
        })
        const found = yield* query({ query_type: "callers", name: "grow" }).pipe(inRepository(repository.directory))
        assert.deepStrictEqual(
          found.results.map(({ lines, more_lines: more, name }) => [name, lines?.length, more]),
          [
            ["few", 10, undefined],
            ["many", 10, 3]
          ]
        )
        assert.match(queryText(found), /by line [\d, ]+ and 3 more; /)
        assert.match(queryText(found), /by line [\d, ]+; /)
      })
    )

    it.live(
      "are described by the definition that has the reference, of several with one name",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          yield* repository.commit("First", {
            files: {
              "Cargo.toml": '[package]\nname = "one"\nversion = "1.0.0"\n',
              "src/search.rs": "pub fn build() {}\n",
              "src/main.rs": "mod search;\n\nfn search() {\n    search::build();\n}\n\nfn main() {\n    search();\n}\n"
            }
          })
          yield* Effect.gen(function* () {
            for (const asked of [
              query({ query_type: "callers", name: "src/search.rs:build" }),
              query({ query_type: "callees", name: "src/main.rs:main" })
            ]) {
              const [found] = (yield* asked).results
              assert.deepInclude(found, { qualified_name: "src/main.rs:search", kind: "function", line_start: 3 })
            }
          }).pipe(inRepository(repository.directory))
        }),
      slow
    )

    hosted.effect("come in pages that say whether there is more", () =>
      Effect.gen(function* () {
        const first = yield* query({ query_type: "callees", name: "start", limit: 1 })
        const second = yield* query({ query_type: "callees", name: "start", limit: 1, offset: 1 })
        assert.deepInclude(first, { total_count: 2, returned: 1, has_more: true })
        assert.deepInclude(second, { total_count: 2, returned: 1, has_more: false })
        assert.notDeepEqual(first.results, second.results)
      })
    )
  })

  describe("a name", () => {
    hosted.effect("that several definitions have is refused with the names to choose from", () =>
      Effect.gen(function* () {
        const message = yield* messageOf(query({ query_type: "callers", name: "run" }))
        assert.include(message, "lib/run.py:run")
        assert.include(message, "src/app.ts:run")
      })
    )

    it.live("that a function and a method of another file share is refused, and told apart by the file", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: {
            "src/helpers.py": "def url_for():\n    pass\n",
            "src/app.py":
              "import helpers\n\nclass App:\n    def url_for(self):\n        helpers.url_for()\n\ndef url_for():\n    App().url_for()\n"
          }
        })
        yield* Effect.gen(function* () {
          const message = yield* messageOf(query({ query_type: "callers", name: "url_for" }))
          for (const each of ["src/helpers.py:url_for", "src/app.py:url_for", "src/app.py:App.url_for"]) {
            assert.include(message, each)
          }
          assert.deepStrictEqual(yield* nextTo("callers", "App::url_for"), ["src/app.py:url_for imported 8"])
          assert.deepStrictEqual(yield* nextTo("callers", "./src/helpers.py:url_for"), [
            "src/app.py:App.url_for resolved 5"
          ])
          const { target } = yield* query({ query_type: "callers", name: "src/app.py:url_for" })
          assert.strictEqual(target, "src/app.py:url_for")
        }).pipe(inRepository(repository.directory))
      })
    )

    hosted.effect("that nothing has is refused with similar ones", () =>
      Effect.gen(function* () {
        const message = yield* messageOf(query({ query_type: "callers", name: "stat" }))
        assert.include(
          message,
          "Node 'stat' not found in graph. Use repotoire_query_graph with query_type=functions to list available names."
        )
        assert.include(
          yield* messageOf(query({ query_type: "callers", name: "" })),
          "Missing required 'name' parameter"
        )
      })
    )
  })

  describe("lists of the graph", () => {
    hosted.effect("are filtered by name and folder", () =>
      Effect.gen(function* () {
        const named = yield* query({ query_type: "functions", name: "ake" })
        assert.deepStrictEqual(
          named.results.map((node) => node.qualified_name),
          ["src/pool.ts:Source.make", "src/pool.ts:Pool.make"]
        )
        const below = yield* query({ query_type: "functions", path: "lib/" })
        assert.deepStrictEqual(
          below.results.map((node) => node.qualified_name),
          ["lib/run.py:run"]
        )
        for (const path of ["./lib", "./lib/run.py", "lib//"])
          assert.strictEqual((yield* query({ query_type: "functions", path })).total_count, 1, path)
        for (const path of [".", "./", ""])
          assert.strictEqual((yield* query({ query_type: "files", path })).total_count, 3, path)
        for (const query_type of ["functions", "classes", "files"] as const) {
          const error = yield* Effect.flip(query({ query_type, path: "nope" }))
          assert.include(error.message, "Expected a file or folder of the project")
        }
        assert.deepStrictEqual((yield* query({ query_type: "classes", path: "lib" })).results, [])
        const like = yield* query({ query_type: "functions", name: "%" })
        assert.deepStrictEqual(like.results, [])
      })
    )

    it.live("begin with what has exactly the name, in any class", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: {
            "a.ts": "export const resume = () => 1\n",
            "b.ts": "export const summary = () => 1\nexport const sum = () => 1\n",
            "c.ts": "export class Total {\n  sum() {\n    return 1\n  }\n}\n"
          }
        })
        const namesOf = (page: object) =>
          query({ query_type: "functions", name: "sum", ...page }).pipe(
            Effect.map(({ results, total_count }) => [total_count, results.map((node) => node.qualified_name)]),
            inRepository(repository.directory)
          )
        assert.deepStrictEqual(yield* namesOf({}), [4, ["b.ts:sum", "c.ts:Total.sum", "a.ts:resume", "b.ts:summary"]])
        assert.deepStrictEqual(yield* namesOf({ limit: 2, offset: 1 }), [4, ["c.ts:Total.sum", "a.ts:resume"]])
      })
    )

    hosted.effect("have sizes", () =>
      Effect.gen(function* () {
        const { stats } = yield* query({ query_type: "stats" })
        assert.deepInclude(stats, { total_files: 3, total_functions: 8, total_classes: 2 })
        assert.strictEqual(stats?.edges_by_how["name_only"], 1)
      })
    )
  })

  describe("a trace", () => {
    hosted.effect("names the way to each node, upstream and downstream", () =>
      Effect.gen(function* () {
        const { downstream, upstream } = yield* trace({ name: "grow", direction: "both", max_depth: 20 })
        assert.deepStrictEqual(downstream, [])
        assert.deepStrictEqual(upstream.map(formatTraced), [
          "1 src/pool.ts:Pool.make calls",
          "2 src/pool.ts:Pool.make > src/pool.ts:Source.make dispatches",
          "3 src/pool.ts:Pool.make > src/pool.ts:Source.make > src/pool.ts:Source.open calls",
          "4 src/pool.ts:Pool.make > src/pool.ts:Source.make > src/pool.ts:Source.open > src/app.ts:run calls",
          "5 src/pool.ts:Pool.make > src/pool.ts:Source.make > src/pool.ts:Source.open > src/app.ts:run > src/app.ts:start calls"
        ])
      })
    )

    hosted.effect("goes no further than asked, and says when nodes are left out", () =>
      Effect.gen(function* () {
        const near = yield* trace({ name: "grow", direction: "upstream", max_depth: 1 })
        assert.strictEqual(near.upstream.length, 1)
        assert.isUndefined(near.truncated)
        const few = yield* trace({ name: "grow", direction: "upstream", max_depth: 20, limit: 2 })
        assert.deepInclude(few, { truncated: true, total_nodes: 3 })
      })
    )

    hosted.effect("of imports goes from file to file", () =>
      Effect.gen(function* () {
        const { upstream } = yield* trace({ name: "src/pool.ts", kind: "imports" })
        assert.deepStrictEqual(upstream.map(formatTraced), ["1 src/app.ts imports"])
      })
    )

    hosted.effect("refuses a depth and a limit out of range", () =>
      Effect.gen(function* () {
        assert.include(yield* messageOf(trace({ name: "grow", max_depth: 21 })), "max_depth")
        assert.include(yield* messageOf(trace({ name: "grow", limit: 0 })), "limit")
      })
    )
  })

  describe("the architecture", () => {
    it.live("has modules, cycles of files that need each other to start, and entry points", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", {
          files: {
            "src/main.ts": 'import { a } from "./model/a.ts"\na()\n',
            "src/model/a.ts": 'import { b } from "../view/b.ts"\nexport const a = () => b()\n',
            "src/view/b.ts": 'import { a } from "../model/a.ts"\nexport const b = (): number => a()\n',
            "src/view/c.ts": 'import type { D } from "../model/d.ts"\nexport const c = (d: D) => d\n',
            "src/model/d.ts": 'import { c } from "../view/c.ts"\nexport interface D { readonly c: typeof c }\n',
            "examples/run.ts": 'import { a } from "../src/model/a.ts"\na()\n',
            "src/check/check.ts": "export const check = () => 1\n",
            "src/check/check.test.ts":
              'import { check } from "./check.ts"\nimport { a } from "../model/a.ts"\na() + check()\n'
          }
        })
        const found = yield* Effect.flatMap(CodeGraph, (graph) => graph.architecture).pipe(
          inRepository(repository.directory)
        )
        assert.deepStrictEqual(found.cycles, [["src/model/a.ts", "src/view/b.ts"]])
        assert.deepStrictEqual(found.entry_points, ["src/main.ts"])
        assert.deepStrictEqual(
          found.modules.map(({ depends_on, files: count, path }) => [path, count, depends_on]),
          [
            // What its test needs is no part of how the program is built.
            ["src/check", 2, []],
            ["src/model", 2, ["src/view"]],
            ["src/view", 2, ["src/model"]],
            ["src", 1, ["src/model"]]
          ]
        )
      })
    )
  })

  describe("the classes and entry points of the architecture", () => {
    it.live(
      "are the project's own, and those of the files as they are",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          const use = 'import { Own } from "./own.ts"\nnew Own()\n'
          yield* repository.commit("First", {
            files: {
              LICENSE: "Copyright 2020 Jane Miller\n",
              "src/own.ts": classOf("Own", 1),
              "src/main.ts": use,
              "src/copy/main.js": `// Copyright 2011 Mozilla Foundation\nimport "./copied.js"\n`,
              "src/copy/copied.js": `// Copyright 2011 Mozilla Foundation\n${classOf("Copied", 2)}`,
              "vendor/main.ts": `import "./vendored.ts"\n`,
              "vendor/vendored.ts": classOf("Vendored", 3)
            }
          })
          yield* Effect.gen(function* () {
            const graph = yield* CodeGraph
            const first = yield* graph.architecture
            const named = ({ top_classes: classes }: typeof first) => classes.map(({ class_name: name }) => name)
            assert.deepStrictEqual(named(first), ["Own"])
            assert.deepStrictEqual(first.entry_points, ["src/main.ts"])
            assert.deepStrictEqual(yield* graph.architecture, first)
            yield* repository.write("src/new.ts", classOf("New", 4))
            assert.deepStrictEqual(named(yield* graph.architecture), ["New", "Own"])
          }).pipe(inRepository(repository.directory))
        }),
      slow
    )
  })

  describe("the entry points of compiled languages", () => {
    it.live("are the files at which programs begin, though others use them, before those that nothing uses", () =>
      Effect.gen(function* () {
        const found = yield* architectureOf({
          "src/main.rs": "mod pool;\nuse pool::open;\npub struct App;\nfn main() {\n    open();\n}\n",
          "src/pool.rs": "use crate::App;\npub fn open() -> App {\n    App\n}\n",
          "cmd/run.go": "package main\n\nfunc main() {}\n",
          "java/Start.java": "class Start {\n  public static void main(String[] args) {}\n}\n",
          "java/Menu.java": "class Menu {\n  void Main() {}\n}\n",
          "lib/deep.rs": "struct Deep;\nimpl Deep {\n    fn main(&self) {}\n}\n",
          "tests/main.rs": "fn main() {}\n",
          "_examples/hello/main.go": "package main\n\nfunc main() {}\n"
        })
        assert.deepStrictEqual(found.entry_points, ["src/main.rs", "cmd/run.go", "java/Start.java"])
      })
    )
  })

  describe("the architecture of other languages", () => {
    it.live(
      "counts the methods of a class wherever its language has them, and none of tests",
      () =>
        Effect.gen(function* () {
          const found = yield* architectureOf({
            "pool.go": "package pool\n\ntype Pool struct{}\n\nfunc (p *Pool) Open() {}\n",
            "close.go": "package pool\n\nfunc (p *Pool) Close() {}\nfunc (p Pool) Size() int { return 0 }\n",
            "other/pool.go": "package other\n\ntype Pool struct{}\n\nfunc (p *Pool) Open() {}\n",
            "src/lib.rs":
              "pub struct Store;\nimpl Store {\n    fn a(&self) {}\n}\nimpl Store {\n    fn b(&self) {}\n}\n",
            "over.ts": "export class Over {\n  a(x: string): void\n  a(x: number): void\n  a() {}\n}\n",
            "tests/pool.test.ts": classOf("Tested", 5)
          })
          assert.deepStrictEqual(
            found.top_classes.map(({ class_name: name, file, method_count: count }) => [file, name, count]),
            [
              ["pool.go", "Pool", 3],
              ["src/lib.rs", "Store", 2],
              ["other/pool.go", "Pool", 1],
              ["over.ts", "Over", 1]
            ]
          )
          const tests = yield* architectureOf({ "tests/pool.test.ts": classOf("Tested", 5) })
          assert.deepStrictEqual(
            tests.top_classes.map(({ class_name: name }) => name),
            ["Tested"]
          )
        }),
      slow
    )

    it.live("follows references where packages are imported and not files", () =>
      Effect.gen(function* () {
        const found = yield* architectureOf({
          "go.mod": "module example.org/pool\n",
          "pool.go": "package pool\n\nfunc Open() int { return 1 }\n",
          "tool/go.mod": "module example.org/pool/tool\n",
          "tool/run.go": 'package tool\n\nimport "example.org/pool"\n\nfunc Run() int { return pool.Open() }\n',
          "alone/go.mod": "module example.org/alone\n",
          "alone/run.go": "package alone\n\nfunc Run() int { return 2 }\n"
        })
        assert.deepStrictEqual(
          found.modules.map(({ depends_on, path }) => [path, depends_on]),
          [
            [".", []],
            ["alone", []],
            ["tool", ["."]]
          ]
        )
      })
    )

    it.live(
      "takes no submodule that another one imports from its package for an entry point",
      () =>
        Effect.gen(function* () {
          const found = yield* architectureOf({
            "shop/__init__.py": "",
            "shop/fields.py": "from shop.base import Base\nclass Field(Base):\n    pass\n",
            "shop/base.py": "class Base:\n    pass\n",
            "shop/main.py": "from shop import fields\nprint(fields.Field())\n"
          })
          assert.deepStrictEqual(found.entry_points, ["shop/main.py"])
        }),
      slow
    )
  })

  describe("the modules of a project", () => {
    it.live(
      "are folders where manifests of other folders have no code of their own",
      () =>
        Effect.gen(function* () {
          const found = yield* modulesOf(
            "package.json",
            "infinite/package.json",
            "mutation/package.json",
            "src/infinite/index.py",
            "src/mutation/index.py",
            "src/shared/index.py"
          )
          assert.deepStrictEqual(found, ["src/infinite", "src/mutation", "src/shared"])
        }),
      slow
    )

    it.live("are folders as deep as it takes for some, and no packages of examples", () =>
      Effect.gen(function* () {
        const found = yield* modulesOf(
          "pyproject.toml",
          "src/flask/app.py",
          "src/flask/json/tag.py",
          "src/flask/sansio/app.py",
          "examples/tutorial/pyproject.toml",
          "examples/tutorial/run.py"
        )
        assert.deepStrictEqual(found, ["src/flask", "src/flask/json", "src/flask/sansio"])
      })
    )

    it.live("are folders below the one that has most files, with its own files as one more", () =>
      Effect.gen(function* () {
        const source = "src/main/java/org/shop"
        const found = yield* modulesOf(
          "pom.xml",
          `${source}/Shop.java`,
          `${source}/nodes/Node.java`,
          `${source}/nodes/Leaf.java`,
          `${source}/parser/Parser.java`,
          "src/main/java11/org/shop/Client.java",
          "src/main/java11/module-info.java",
          "src/test/java/org/shop/ShopTest.java"
        )
        assert.deepStrictEqual(found, [
          source,
          `${source}/nodes`,
          `${source}/parser`,
          "src/main/java11",
          "src/main/java11/org"
        ])
      })
    )

    it.live("are files where nearly all are in one folder, without tests", () =>
      Effect.gen(function* () {
        const found = yield* modulesOf("go.mod", "args.go", "args_test.go", "command.go", "zsh.go", "docs/conf.py")
        assert.deepStrictEqual(found, ["args.go", "command.go", "zsh.go"])
      })
    )

    it.live(
      "are two folders where a project has no more",
      () =>
        Effect.gen(function* () {
          const middleware = ["a", "b", "c", "d"].map((name) => `middleware/${name}.go`)
          const found = yield* modulesOf("go.mod", "mux.go", "tree.go", ...middleware)
          assert.deepStrictEqual(found, [".", "middleware"])
        }),
      slow
    )

    it.live("are its packages where it has several", () =>
      Effect.gen(function* () {
        const found = yield* modulesOf("a/pyproject.toml", "a/src/x/run.py", "b/pyproject.toml", "b/run.py")
        assert.deepStrictEqual(found, ["a", "b"])
      })
    )
  })

  describe("an absolute path of the project", () => {
    it.live("is understood by every question, alone and before a name", () =>
      Effect.gen(function* () {
        const { directory } = yield* makeProject
        const pool = `${directory}/src/pool.ts`
        yield* Effect.gen(function* () {
          const graph = yield* CodeGraph
          const callers = yield* query({ query_type: "callers", name: `${pool}:grow` })
          assert.strictEqual(callers.target, "src/pool.ts:grow")
          assert.strictEqual((yield* query({ query_type: "classes", path: pool })).total_count, 2)
          assert.strictEqual((yield* query({ query_type: "files", path: directory })).total_count, 3)
          assert.strictEqual((yield* trace({ name: `${pool}:grow`, direction: "upstream" })).root, "src/pool.ts:grow")
          assert.strictEqual((yield* impact({ target: pool, name: "grow" })).target, "src/pool.ts:grow")
          assert.isAbove((yield* graph.hotspots({ path: `${directory}/src` })).total_files, 0)
          assert.strictEqual((yield* graph.findings({ path: pool })).total_count, 0)
        }).pipe(inRepository(directory))
      })
    )
  })

  describe("a search in words", () => {
    hosted.effect("says that it is lexical, and keeps to the types asked for", () =>
      Effect.gen(function* () {
        const graph = yield* CodeGraph
        const found = yield* graph.search({ query: "where does the pool grow?" })
        assert.strictEqual(found.results[0]?.path, "src/pool.ts")
        assert.deepStrictEqual(found.warnings, ["No embeddings are configured: found by words, not by meaning."])
        const same = yield* graph.search({ query: "pool grow" })
        assert.deepStrictEqual(
          found.results.map(({ path }) => path),
          same.results.map(({ path }) => path)
        )
        const refused = yield* Effect.flip(graph.search({ query: "pool", top_k: 0 }))
        assert.strictEqual(refused.message, 'Invalid value for top_k: "0". Expected 1 to 100.')
        const repeated = yield* graph.search({ query: "Pool. Pool, guess. guess start. start run. run open" })
        assert.isAbove(repeated.results.length, 0)
        const classes = yield* graph.search({ query: "run", entity_types: ["class"] })
        assert.deepStrictEqual(classes.results, [])
      })
    )
  })

  describe("a question to a graph that is not made yet", () => {
    it.live("says so, and calls nothing missing that may only not be indexed", () =>
      Effect.gen(function* () {
        for (const ask of [
          Effect.flatMap(CodeGraph, (graph) => Effect.asVoid(graph.architecture)),
          Effect.asVoid(impact({ target: "src/app.ts" }))
        ]) {
          const { directory } = yield* makeProject
          const { code, message } = yield* Effect.flip(withoutWaiting(ask)).pipe(inRepository(directory))
          assert.strictEqual(code, "index_behind")
          assert.match(message, /^Nothing is indexed yet\. Indexing goes on/)
        }
      })
    )
  })

  describe("a question to a graph that is not up to date", () => {
    it.live("waits longer where nothing would be connected with a definition", () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* Effect.gen(function* () {
          const lone = "src/app.ts:guess"
          const asks = [
            Effect.map(query({ query_type: "callers", name: lone }), (answer) => answer.total_count),
            Effect.map(impact({ target: "src/app.ts", name: "guess" }), (answer) => answer.transitive_dependents),
            Effect.map(trace({ name: lone, direction: "upstream" }), (answer) => answer.total_nodes - 1)
          ]
          for (const ask of asks) {
            yield* repository.write("src/more.ts", "export const more = 1\n")
            assert.strictEqual(yield* ask, 0)
            yield* repository.write(
              "src/more.ts",
              'import { guess } from "./app.js"\nexport const more = () => guess()\n'
            )
            assert.strictEqual(yield* Effect.provideService(ask, ReconcileTimeout, 0), 1)
          }
        }).pipe(inRepository(repository.directory))
      })
    )

    it.live("never answers that nothing is connected with a definition", () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* Effect.gen(function* () {
          const lone = "src/app.ts:guess"
          const asks = [
            Effect.asVoid(query({ query_type: "callers", name: lone })),
            Effect.asVoid(impact({ target: "src/app.ts", name: "guess" })),
            Effect.asVoid(trace({ name: lone, direction: "upstream" }))
          ]
          for (const ask of asks) {
            yield* ask
            yield* repository.write("src/more.ts", "export const more = 1\n")
            const { code, message } = yield* Effect.flip(withoutWaiting(ask))
            assert.strictEqual(code, "index_behind")
            assert.match(
              message,
              /^Nothing that src\/app\.ts:guess is connected with is indexed yet\. Indexing goes on/
            )
          }
          const known = query({ query_type: "callers", name: "Pool.make" })
          yield* repository.write("src/more.ts", "export const more = 2\n")
          const { results, warnings } = yield* withoutWaiting(known)
          assert.strictEqual(results.length, 1)
          assert.match(warnings?.[0] ?? "", /^Indexing goes on/)
        }).pipe(inRepository(repository.directory))
      })
    )
  })

  describe("an answer where files of code have no facts", () => {
    it.live("says which languages have no grammar, and never that nothing depends on their files", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.write("lib/conn.ex", "defmodule Conn do\n  def send(conn), do: conn\nend\n")
        yield* repository.write("lib/use.hs", "use = 1\n")
        yield* repository.write("test/conn_test.exs", "send(conn)\n")
        yield* repository.write("use.ts", "export const use = () => 1\n")
        yield* repository.write("README.md", "Text\n")
        yield* Effect.gen(function* () {
          const graph = yield* CodeGraph
          const warning =
            "There is no grammar for Elixir, Haskell: definitions and references are missing of 2 files, such as lib/conn.ex. Searches find them by their words."
          assert.deepStrictEqual((yield* graph.architecture).warnings, [warning])
          assert.deepStrictEqual((yield* graph.analyze).warnings, [warning])
          assert.deepStrictEqual((yield* query({ query_type: "callers", name: "use" })).warnings, [warning])
          const failures = [
            yield* Effect.flip(impact({ target: "lib/conn.ex" })),
            yield* Effect.flip(trace({ name: "lib/conn.ex" })),
            yield* Effect.flip(query({ query_type: "callers", name: "lib/conn.ex" }))
          ]
          for (const { code, message } of failures) {
            assert.strictEqual(code, "facts_missing")
            assert.match(message, /no definitions of lib\/conn\.ex \(no grammar for Elixir\)/)
          }
          const { hint } = yield* Effect.flip(query({ query_type: "callers", name: "send" }))
          assert.strictEqual(hint, warning)
          assert.strictEqual((yield* impact({ target: "README.md" })).transitive_dependents, 0)
          for (let at = 0; at < 20; at += 1) yield* repository.write(`lib/${at}.ts`, `export const a${at} = 1\n`)
          assert.isUndefined((yield* graph.architecture).warnings)
        }).pipe(inRepository(repository.directory))
      })
    )

    it.live("does not say that nothing calls a macro of Rust, but says so of other code", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.write("src/cfg.rs", "macro_rules! cfg_rt { ($($item:item)*) => { $($item)* } }\n")
        yield* repository.write("src/lib.rs", "cfg_rt! { pub fn spawn() {} }\n")
        yield* repository.write("lib/user.rb", "class User\n  def save!; end\nend\n")
        yield* Effect.gen(function* () {
          for (const ask of [
            Effect.asVoid(query({ query_type: "callers", name: "cfg_rt!" })),
            Effect.asVoid(impact({ target: "src/cfg.rs", name: "cfg_rt!" }))
          ]) {
            const { code, hint, message } = yield* Effect.flip(ask)
            assert.strictEqual(code, "macro_not_followed")
            assert.match(message, /what depends on src\/cfg\.rs:cfg_rt!, and what it needs, is not known/)
            assert.strictEqual(hint, "Search the text for cfg_rt!.")
          }
          assert.strictEqual((yield* query({ query_type: "callers", name: "spawn" })).total_count, 0)
          assert.strictEqual((yield* query({ query_type: "callers", name: "User#save!" })).total_count, 0)
        }).pipe(inRepository(repository.directory))
      })
    )

    it.live(
      "says which, whatever is asked",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          yield* repository.write("large.ts", `export const big = () => "${"x".repeat(6_000_000)}"\n`)
          yield* repository.write("picture.ts", Uint8Array.of(0, 1, 2))
          yield* repository.write("large.txt", "x ".repeat(3_000_000))
          yield* repository.write("use.ts", 'import { big } from "./large.ts"\nexport const use = () => big()\n')
          yield* Effect.gen(function* () {
            const graph = yield* CodeGraph
            const expected = [
              "Definitions and references are missing of 1 file that could not be parsed: large.ts (over 5 MiB)"
            ]
            const functions = yield* query({ query_type: "functions", path: "large.ts" })
            assert.strictEqual(functions.total_count, 0)
            assert.deepStrictEqual(functions.warnings, expected)
            assert.deepStrictEqual((yield* query({ query_type: "callers", name: "use" })).warnings, expected)
            assert.deepStrictEqual((yield* trace({ name: "use" })).warnings, expected)
            assert.deepStrictEqual((yield* graph.impact({ target: "use.ts" })).warnings, expected)
            assert.deepStrictEqual((yield* graph.architecture).warnings, expected)
          }).pipe(inRepository(repository.directory))
        }),
      slow
    )
  })
})
