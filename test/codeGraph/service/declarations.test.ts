import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { formatTraced, graphOf, impact, nextTo, trace } from "../../support/code/codeGraph.ts"
import { indexOf } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const files = {
  "audio/format.h": "void fill(void *dst, int bytes);\nstatic inline int halve(int n) { return n / 2; }\n",
  "audio/format.c": '#include "format.h"\nvoid fill(void *dst, int bytes) {\n}\n',
  "audio/play.c": '#include "format.h"\nvoid play(void) {\n  fill(0, halve(1));\n}\n',
  "tools/fill.c": "void fill(void *dst, int bytes) {\n}\nint run(void) { fill(0, 1); return 0; }\n",
  "os/terminal.h": "void open_terminal(void);\n",
  "os/terminal-unix.c": '#include "terminal.h"\nvoid open_terminal(void) {\n}\n',
  "os/terminal-win.c": '#include "terminal.h"\nvoid open_terminal(void) {\n}\n',
  "main.c": '#include "os/terminal.h"\nint start(void) {\n  open_terminal();\n  return 0;\n}\n',
  "db/writer.h": "class Writer {\n public:\n  int Add(int n);\n private:\n  int Emit(int n);\n};\n",
  "db/writer.cc":
    '#include "writer.h"\nint Writer::Add(int n) {\n  return Emit(n);\n}\nint Writer::Emit(int n) {\n  return n;\n}\n',
  "db/db.cc": '#include "writer.h"\nint Store(Writer* writer) {\n  return writer->Add(1);\n}\n'
}

const project = Layer.unwrap(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files })
    return Layer.mergeAll(indexOf(repository.directory), graphOf(repository.directory))
  })
)

const callers = (name: string) =>
  Effect.flatMap(CodeIndex, (index) =>
    Effect.map(index.callers({ name, limit: 100, withNameOnly: false }), (answer) =>
      answer.callers.map(({ line, path, within }) => `${path}:${line} ${within ?? ""}`)
    )
  )

const reached = (target: string, name: string) =>
  Effect.map(impact({ target, name }), (answer) =>
    answer.reasons.map(({ depth, file, name: own }) => `${depth} ${file}:${own}`)
  )

layer(project, { excludeTestServices: true })("a function that a header declares", (hosted) => {
  hosted.effect("has the callers of its definition, and of the file that takes in the header", () =>
    Effect.gen(function* () {
      for (const path of ["audio/format.h", "audio/format.c"]) {
        assert.deepStrictEqual(yield* callers(`${path}:fill`), ["audio/play.c:3 play"], path)
        assert.deepStrictEqual(yield* nextTo("callers", `${path}:fill`), ["audio/play.c:play resolved 3"], path)
        assert.deepStrictEqual(yield* reached(path, "fill"), ["1 audio/play.c:play"], path)
      }
      assert.deepStrictEqual(yield* callers("tools/fill.c:fill"), ["tools/fill.c:3 run"])
    })
  )

  hosted.effect("has the callers of its declaration where several files define it", () =>
    Effect.gen(function* () {
      for (const path of ["os/terminal.h", "os/terminal-unix.c", "os/terminal-win.c"]) {
        assert.deepStrictEqual(yield* callers(`${path}:open_terminal`), ["main.c:3 start"], path)
        assert.deepStrictEqual(yield* nextTo("callers", `${path}:open_terminal`), ["main.c:start resolved 3"], path)
        assert.deepStrictEqual(yield* reached(path, "open_terminal"), ["1 main.c:start"], path)
      }
    })
  )

  hosted.effect("is followed from the declaration of a method to its definition, and on", () =>
    Effect.gen(function* () {
      for (const path of ["db/writer.h", "db/writer.cc"]) {
        assert.deepStrictEqual(yield* reached(path, "Writer::Emit"), ["1 db/writer.cc:Writer::Add", "2 db/db.cc:Store"])
        assert.deepStrictEqual(yield* callers(`${path}:Writer::Emit`), ["db/writer.cc:3 Writer::Add"])
      }
      const { downstream } = yield* trace({ name: "db/db.cc:Store", direction: "downstream", kind: "calls" })
      assert.deepStrictEqual(downstream.map(formatTraced), [
        "1 db/writer.h:Writer::Add calls",
        "2 db/writer.h:Writer::Add > db/writer.h:Writer::Emit calls"
      ])
    })
  )

  hosted.effect("is one definition where its name alone is given", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* nextTo("callers", "Writer::Emit"), ["db/writer.cc:Writer::Add imported 3"])
    })
  )
})
