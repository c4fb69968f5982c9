import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { oncePerFile } from "../../support/oncePerFile.ts"
import { run as runProgram } from "../../support/program.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const run = (args: ReadonlyArray<string>, cwd: string) =>
  runProgram(args, { cwd, env: { NO_COLOR: "1", FORCE_COLOR: "", ULTRAGIT_LOG: "", CI: "" } })

/** The pool, with a folder that has a file of the same path. */
const namesakes = oncePerFile(
  Effect.gen(function* () {
    const { repository } = yield* makePool
    const commit = yield* repository.commit("Add namesakes", {
      files: {
        "sub/src/pool.ts": poolSource,
        "sub/own.ts": "export const own = (): number => 1\n",
        "top.ts": "export const top = (): number => 2\n"
      }
    })
    yield* annotate(repository, commit, [{ file: "sub/src/pool.ts", anchor: "connect", lines: [9, 11] }])
    return { repository, root: repository.directory, cwd: `${repository.directory}/sub` }
  })
)

/** Runs a command below the root and returns the first match of a pattern in its output. */
const findIn = (pattern: RegExp, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { cwd } = yield* namesakes
    const { stderr, stdout } = yield* run([...args, "--json"], cwd)
    return pattern.exec(stdout)?.[1] ?? stdout + stderr
  })

const pathOf = (...args: ReadonlyArray<string>) => findIn(/"path":"([^"]*)"/, ...args)

describe("a path below the root", () => {
  it.effect(
    "is from the working directory, or from the root if it is bare and not there",
    () =>
      Effect.gen(function* () {
        const { root } = yield* namesakes
        for (const [path, expected] of [
          ["src/pool.ts", "sub/src/pool.ts"],
          ["./src/pool.ts", "sub/src/pool.ts"],
          ["../src/pool.ts", "src/pool.ts"],
          ["own.ts", "sub/own.ts"],
          ["sub/own.ts", "sub/own.ts"],
          ["top.ts", "top.ts"],
          ["./src/../own.ts", "sub/own.ts"],
          [`${root}/src/pool.ts`, "src/pool.ts"]
        ] as const) {
          assert.strictEqual(yield* pathOf("read", path), expected, path)
        }
        assert.strictEqual(yield* pathOf("read", "src/pool.ts", "--rev", "HEAD~1"), "src/pool.ts")
        assert.strictEqual(yield* pathOf("read", "src/pool.ts:2-3"), "sub/src/pool.ts")
        assert.strictEqual(yield* pathOf("history", "./src/pool.ts"), "sub/src/pool.ts")
        assert.strictEqual(yield* pathOf("deps", "./src/pool.ts"), "sub/src/pool.ts")
        assert.strictEqual(yield* pathOf("summary", "."), "sub")
        assert.strictEqual(yield* pathOf("summary", ".."), ".")
        assert.strictEqual(yield* pathOf("summary"), ".")
        assert.include(yield* pathOf("read", "./top.ts"), "File not found: sub/top.ts")
        assert.include(yield* pathOf("read", "../../top.ts"), "Path is outside the repository: ../../top.ts")
      }),
    slow
  )

  it.effect(
    "means the same to commands that write",
    () =>
      Effect.gen(function* () {
        const flags = ["connect", "--reason", "x", "--dry-run"]
        const flagged = (path: string) => findIn(/"file":"([^"]*)"/, "flag", path, ...flags)
        assert.strictEqual(yield* flagged("./src/pool.ts"), "sub/src/pool.ts")
        assert.strictEqual(yield* flagged("src/pool.ts"), "sub/src/pool.ts")
        assert.strictEqual(yield* flagged("../src/pool.ts"), "src/pool.ts")
        const corrections = ["--region", "connect", "--dry-run", "--file", "./src/pool.ts"]
        const corrected = findIn(
          /"file":"([^"]*)"/,
          "correct",
          "HEAD",
          ...corrections,
          "--field",
          "intent",
          "--set",
          "x"
        )
        assert.strictEqual(yield* corrected, "sub/src/pool.ts")
        const places = ["--at", "src/pool.ts:connect", "--at", "top.ts", "--depends", "./own.ts:own=is one"]
        const context = yield* findIn(/("placed":.*)/s, "context", "set", ...places)
        assert.deepStrictEqual(
          [...context.matchAll(/"file":\s*"([^"]*)"/g)]
            .map(([, file = ""]) => file)
            .toSorted((a, b) => (a < b ? -1 : 1)),
          ["sub/own.ts", "sub/src/pool.ts", "top.ts"]
        )
        yield* findIn(/cleared/, "context", "clear")
      }),
    slow
  )

  it.effect(
    "means the same to questions about code",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* findIn(/"path":"([^"]*)"/, "code", "outline", "./own.ts"), "sub/own.ts")
        assert.strictEqual(
          yield* findIn(/"path":"([^"]*)"/, "code", "symbol", "connect", "--path", "src/pool.ts"),
          "sub/src/pool.ts"
        )
        for (const question of ["symbol", "callers"])
          assert.strictEqual(
            yield* findIn(/"path":"([^"]*)"/, "code", question, "src/pool.ts:connect"),
            "sub/src/pool.ts"
          )
        assert.strictEqual(yield* findIn(/"path":"([^"]*)"/, "code", "symbol", "../src/pool.ts:connect"), "src/pool.ts")
        assert.strictEqual(yield* findIn(/"path":"([^"]*)"/, "graph", "file", "../top.ts"), "top.ts")
        assert.strictEqual(yield* findIn(/"target":"([^"]*)"/, "graph", "impact", "own.ts"), "sub/own.ts")
        assert.strictEqual(yield* findIn(/"root":"([^"]*)"/, "graph", "trace", "./own.ts:own"), "sub/own.ts:own")
        assert.strictEqual(yield* findIn(/"root":"([^"]*)"/, "graph", "trace", "top"), "top.ts:top")
        assert.strictEqual(
          yield* findIn(/"file_path":"([^"]*)"/, "graph", "query", "files", "--path", "."),
          "sub/own.ts"
        )
        assert.strictEqual(
          yield* findIn(/"file_path":"([^"]*)"/, "graph", "query", "files", "--path", ".."),
          "src/app.ts"
        )
      }),
    slow
  )

  it.effect(
    "means the same to commit, in the first commit, too",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const cwd = `${repository.directory}/sub`
        const commitAt = Effect.fnUntraced(function* (path: string) {
          yield* repository.git(["add", "."])
          return yield* run(["commit", "-qam", "Change", "--at", path, "--reason", "R"], cwd)
        })
        yield* repository.write("cfg.ts", "export const a = 1\n")
        yield* repository.write("sub/cfg.ts", "export const a = 1\n")
        const first = yield* commitAt("./cfg.ts")
        assert.match(first.stderr, /^Noted [12] regions? on/)
        yield* repository.write("sub/cfg.ts", "export const a = 2\n")
        assert.match((yield* commitAt("cfg.ts:a")).stderr, /^Noted 1 region on/)
        assert.include((yield* run(["read", "../sub/cfg.ts"], cwd)).stdout, "**Why** R")
        assert.strictEqual((yield* commitAt("../cfg.ts")).exitCode, 1)
      }),
    slow
  )
})
