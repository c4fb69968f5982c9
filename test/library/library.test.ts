import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import process from "node:process"
import { annotate, makePool } from "../support/annotated.ts"
import { isolation } from "../support/runGit.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"
import { loadedWith } from "./chunks.ts"
import { declarationFiles } from "./declarations.ts"
import { slow } from "../support/scale.ts"

const root = join(import.meta.dirname, "../..")
const program = (name: string) => join(import.meta.dirname, name)
const programs = ["example.ts", "outlines.ts", "replacements.ts", "commits.ts", "apart.ts", "graph.ts"].map(program)

/** Runs a script by this Node: what it prints, and its exit code. */
const runNode = (script: string, ...args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resume) => {
    const env = { ...process.env, ...isolation }
    const child = execFile(process.execPath, [script, ...args], { env }, (_, stdout, stderr) =>
      resume(Effect.succeed({ code: child.exitCode ?? -1, stdout, stderr }))
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** What the compiler says of the programs, which find the built package by its name, as its users do. */
const compile = Effect.fnUntraced(function* (options: { readonly [name: string]: unknown }) {
  const config = join(yield* makeFolder, "tsconfig.json")
  const compilerOptions = {
    target: "ES2024",
    lib: ["ES2024"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    ...options
  }
  yield* Effect.promise(() => writeFile(config, JSON.stringify({ compilerOptions, files: programs })))
  return (yield* runNode(join(root, "node_modules/typescript/bin/tsc"), "-p", config)).stdout
})

describe("the library", () => {
  it.effect(
    "is typed for programs that resolve modules as Node does",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* compile({ module: "NodeNext" }), "")
      }),
    slow
  )

  it.effect("is typed for programs that resolve modules as bundlers do", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* compile({ module: "ESNext", moduleResolution: "bundler" }), "")
    })
  )

  it.effect("answers in a program of another, from the repository's notes and from that program's own", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const ran = yield* runNode(program("example.ts"), repository.directory, "src/pool.ts", "Pool.acquire")
      assert.deepStrictEqual(ran, {
        code: 0,
        stdout: "Pool.acquire: Hand out one connection at a time.\nPool.acquire: The program says so.\n",
        stderr: ""
      })
    })
  )

  it.effect(
    "lets a program replace any of its services",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const text = "[broker]\nurl = mqtt://here\n\n[log]\nlevel = info\n"
        const commit = yield* repository.commit("Add settings", { files: { "settings.ini": text } })
        yield* annotate(repository, commit, [
          { file: "settings.ini", anchor: "broker", lines: [1, 2], intent: "One broker." },
          { file: "settings.ini", anchor: "log", lines: [4, 5], intent: "Say little." }
        ])
        const { stderr, stdout } = yield* runNode(program("replacements.ts"), repository.directory)
        assert.strictEqual(stderr, "")
        assert.deepStrictEqual(JSON.parse(stdout), {
          nothing: ["lines: One broker.", "lines: Say little."],
          git: [],
          parser: ["exact: One broker."],
          settings: [],
          annotations: ["lines: One broker."]
        })
      }),
    slow
  )

  it.effect("finds its grammars, and the worker for files too long for the calling thread", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const texts: Readonly<Record<string, string>> = {
        "short.py": "def short():\n    pass\n",
        "long.py": `${"# a comment\n".repeat(10_000)}def long():\n    pass\n`,
        "long.ts": `${"// a comment\n".repeat(10_000)}export const long = () => {}\n`
      }
      const paths = Object.keys(texts).map((name) => join(folder, name))
      yield* Effect.promise(() => Promise.all(paths.map((path) => writeFile(path, texts[basename(path)] ?? ""))))
      const { stderr, stdout } = yield* runNode(program("outlines.ts"), ...paths)
      assert.strictEqual(stderr, "")
      assert.strictEqual(stdout, "short\nlong\nlong\n")
    })
  )

  it.effect("indexes commits and finds them, also in its own thread, with the git process", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Add a rate limiter", { files: { "src/limiter.ts": "// limits\n" } })
      const index = join(yield* makeFolder, "commits.db")
      const ran = yield* runNode(program("commits.ts"), index, repository.directory, "limiter")
      assert.deepStrictEqual(ran, { code: 0, stdout: `${commit.slice(0, 10)} Add a rate limiter\n`, stderr: "" })
      yield* repository.commit("Tune the limiter")
      const { stderr, stdout } = yield* runNode(program("apart.ts"), index, "limiter")
      assert.strictEqual(stderr, "")
      const subjects = ["Add a rate limiter"]
      assert.deepStrictEqual(JSON.parse(stdout), {
        apart: { subjects, behind: [1] },
        sources: { subjects, behind: [0] }
      })
    })
  )

  it.effect(
    "says what a change may break",
    () =>
      Effect.gen(function* () {
        const { commit, directory } = yield* makeRepository()
        yield* commit("First", {
          files: {
            "src/pool.ts": "export const grow = () => 1\n",
            "src/app.ts": 'import { grow } from "./pool.ts"\nexport const run = () => grow()\n'
          }
        })
        assert.deepStrictEqual(yield* runNode(program("graph.ts"), directory, "src/pool.ts"), {
          code: 0,
          stdout: "1 files depend on src/pool.ts\nsrc/pool.ts < src/app.ts\n",
          stderr: ""
        })
      }),
    slow
  )

  it.each(["library.mjs", "commitsLibrary.mjs", "graphLibrary.mjs"])(
    "loads neither SQLite nor native code with %s",
    (entry) => {
      const loaded = loadedWith(entry)
      assert.isTrue(loaded.has("effect"))
      for (const late of ["node:sqlite", "es-git"]) assert.isFalse(loaded.has(late), late)
    }
  )

  const files = declarationFiles()
  const entries = ["library.d.mts", "commitsLibrary.d.mts", "graphLibrary.d.mts"]
  /** What may be imported, with the file that declares it. */
  const imported = files
    .filter(({ path }) => entries.includes(path))
    .flatMap(({ declared, passedOn, path }) => [...passedOn, ...declared.map(({ name }) => ({ from: path, name }))])
  const givenBy = (file: string) => imported.flatMap(({ from, name }) => (from === file ? name : []))
  const given = new Set(imported.map(({ name }) => name))

  it("gives every name that its types speak of", () => {
    assert.isTrue(given.has("layer") && given.has("Pipeline") && given.has("CommitIndex"))
    assert.deepStrictEqual(
      files.flatMap(({ path, spokenOf }) =>
        spokenOf(givenBy(path))
          .filter((name) => !given.has(name))
          .map((name) => `${path}: ${name}`)
      ),
      []
    )
  })

  it("documents every export", () => {
    const silent = files.flatMap(({ declared, path }) =>
      declared
        .filter(
          ({ name }) => givenBy(path).includes(name) && !declared.some((same) => same.name === name && same.documented)
        )
        .map(({ name }) => `${path}: ${name}`)
    )
    assert.deepStrictEqual(silent, [])
  })
})
