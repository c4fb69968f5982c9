import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { makePool } from "../../../support/annotated.ts"
import { ask } from "../../../support/ask.ts"
import { run, runAt } from "../../../support/program.ts"
import { makeFolder } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const io = <A>(task: () => Promise<A>) => Effect.promise(task)

/** The built program as installed in a folder of its own, with everything but es-git. */
const installElsewhere = Effect.gen(function* () {
  const folder = yield* makeFolder
  const grammars = join(root, "dist", "grammars")
  yield* io(() =>
    cp(join(root, "dist"), join(folder, "dist"), { recursive: true, filter: (path) => !path.startsWith(grammars) })
  )
  yield* io(() => symlink(grammars, join(folder, "dist", "grammars")))
  yield* io(() => cp(join(root, "package.json"), join(folder, "package.json")))
  yield* io(() => mkdir(join(folder, "node_modules", "es-git"), { recursive: true }))
  yield* io(() => symlink(join(root, "node_modules", "oxc-parser"), join(folder, "node_modules", "oxc-parser")))
  return { main: join(folder, "dist", "main.js"), library: join(folder, "node_modules", "es-git") }
})

const questions = (environment: Readonly<Record<string, string>>) =>
  Effect.fnUntraced(function* (repository: { readonly directory: string }) {
    const asked = ask(repository, environment)
    const [path, lines] = ["src/pool.ts", "2:10"]
    return JSON.stringify([
      yield* asked.read({ path, lines }),
      yield* asked.read({ path: "src/app.ts", rev: "HEAD" }),
      yield* asked.deps({ path, anchor: "connect" }),
      yield* asked.history({ path, anchor: "Pool.acquire" }),
      yield* asked.summary({ path })
    ])
  })

describe("the program", () => {
  it.effect(
    "gives byte-identical answers over either layer",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const [byGit, byEsGit] = yield* Effect.forEach(["process", "es-git"], (layer) =>
          questions({ ULTRAGIT_GIT: layer })(repository)
        )
        assert.strictEqual(byEsGit, byGit)
        assert.include(byGit, "Hand out one connection")
      }),
    slow
  )

  it.effect(
    "gives the same output if es-git is not installed, has no binary, or fails to load",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const { library, main } = yield* installElsewhere
        const environment = { ULTRAGIT_GIT: "es-git", NAPI_RS_NATIVE_LIBRARY_PATH: "" }
        const args = ["read", "src/pool.ts", "--json"]
        const options = { cwd: repository.directory, env: environment }
        const here = yield* run(args, options)
        assert.deepStrictEqual([here.exitCode, here.stderr], [0, ""])
        const mark = join(library, "asked")
        const failing = `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "asked")\nthrow new Error("no native binding")\n`
        const files = (path: string) => cp(join(root, "node_modules", "es-git", path), join(library, path))
        const hidings = [
          Effect.void,
          io(() => Promise.all([files("package.json"), files("index.js")])),
          io(() => writeFile(join(library, "index.js"), failing))
        ]
        for (const hide of hidings) {
          yield* hide
          assert.deepStrictEqual(yield* runAt(main, args, options), here)
        }
        assert.strictEqual(yield* io(() => readFile(mark, "utf8")), "asked", "the program did not even try")
      }),
    slow
  )
})
