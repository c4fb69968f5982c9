import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, makePool } from "../../../support/annotated.ts"
import { oncePerFile } from "../../../support/oncePerFile.ts"
import { run as runProgram } from "../../../support/program.ts"
import { slow } from "../../../support/scale.ts"

const run = (args: ReadonlyArray<string>, cwd: string) =>
  runProgram(args, { cwd, env: { NO_COLOR: "1", FORCE_COLOR: "" } })

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)
const schemas = (text: string) => [...text.matchAll(/"\$schema":"([\w-]+)\/v1"/g)].map(([, name]) => name)
const paths = (text: string) => [...text.matchAll(/"query":\{"path":"([^"]*)"/g)].map(([, path]) => path)

/** The pool with a folder that is called as a function is, and a file with a long reason. */
const pools = oncePerFile(
  Effect.gen(function* () {
    const { repository } = yield* makePool
    const commit = yield* repository.commit("Add more", {
      files: { "connect/deep.ts": "export const deep = 1\n", "long.ts": "export const long = 1\n" }
    })
    yield* annotate(repository, commit, [
      { file: "long.ts", anchor: "long", lines: [1, 1], reasoning: `So it is. ${"On and on. ".repeat(200)}` }
    ])
    const cwd = repository.directory
    return { cwd, read: (...args: ReadonlyArray<string>) => run(["read", ...args], cwd) }
  })
)

describe("read of several files", () => {
  it.effect(
    "answers each as in a separate call, one line each, in the given order",
    () =>
      Effect.gen(function* () {
        const { read } = yield* pools
        const both = yield* read("src/app.ts", "src/pool.ts", "--json")
        const alone = yield* Effect.forEach(["src/app.ts", "src/pool.ts"], (path) => read(path, "--json"))
        assert.strictEqual(both.stdout, alone.map(({ stdout }) => stdout).join(""))
        assert.deepStrictEqual([both.exitCode, both.stderr], [0, ""])
        const sections = yield* read("src/app.ts", "long.ts")
        assert.match(sections.stdout, /^# Why: src\/app\.ts\n[^]*\n\n# Why: long\.ts\n/)
      }),
    slow
  )

  it.effect(
    "takes lines at the end of a path as --lines",
    () =>
      Effect.gen(function* () {
        const { read } = yield* pools
        const flagged = yield* read("src/pool.ts", "--lines", "2:3", "--json")
        assert.include(flagged.stdout, '"lines":{"start":2,"end":3}')
        assert.strictEqual((yield* read("src/pool.ts:2-3", "--json")).stdout, flagged.stdout)
        const several = yield* read("src/pool.ts:2-3", "long.ts:1", "--json")
        assert.deepStrictEqual(linesOf(several.stdout)[0], linesOf(flagged.stdout)[0])
        assert.deepStrictEqual(paths(several.stdout), ["src/pool.ts", "long.ts"])
        const both = yield* read("src/pool.ts:2-3", "--lines", "1:1", "--json")
        assert.include(both.stdout, '"hint":"Give the lines apart from the path: 2:3"')
        const missing = yield* read("src/none.ts:2-3", "--json")
        assert.include(missing.stdout, "File not found: src/none.ts")
        assert.notInclude(missing.stdout, "apart from the path")
      }),
    slow
  )

  it.effect(
    "takes a function at the end of a path as --anchor",
    () =>
      Effect.gen(function* () {
        const { read } = yield* pools
        const flagged = yield* read("src/pool.ts", "--anchor", "connect", "--json")
        assert.include(flagged.stdout, '"anchor":"connect"')
        assert.strictEqual((yield* read("src/pool.ts:connect", "--json")).stdout, flagged.stdout)
        const several = yield* read("long.ts", "src/pool.ts:connect", "--json")
        assert.deepStrictEqual(linesOf(several.stdout)[1], linesOf(flagged.stdout)[0])
        const both = yield* read("src/pool.ts:connect", "--anchor", "connect", "--json")
        assert.include(both.stdout, '"hint":"Give the anchor apart from the path: connect"')
        const unknown = yield* read("src/pool.ts:conect", "--json")
        assert.include(unknown.stdout, '"anchor":"conect"')
      }),
    slow
  )

  it.effect(
    "treats an existing path as a file, and other arguments as the anchor for each",
    () =>
      Effect.gen(function* () {
        const { cwd, read } = yield* pools
        const named = yield* read("src/pool.ts", "connect", "src/app.ts", "--json")
        assert.deepStrictEqual(paths(named.stdout), ["src/pool.ts", "src/app.ts"])
        assert.deepStrictEqual(named.stdout.match(/"anchor":"connect","rev"/g)?.length, 2)
        const here = yield* run(["read", "app.ts", "pool.ts", "../long.ts", "--json"], `${cwd}/src`)
        assert.deepStrictEqual(paths(here.stdout), ["src/app.ts", "src/pool.ts", "long.ts"])
        const former = yield* read("src/pool.ts", "long.ts", "--rev", "HEAD~1", "--json")
        assert.deepStrictEqual(schemas(former.stdout), ["ultragit-read", "ultragit-error"])
        const flagged = yield* read("src/pool.ts", "start", "--anchor", "connect", "--json")
        assert.include(linesOf(flagged.stdout)[1], "File not found: start")
      }),
    slow
  )

  it.effect(
    "reports a failing path in its place, answers the others, and exits with 1",
    () =>
      Effect.gen(function* () {
        const { read } = yield* pools
        const json = yield* read("src/poll.ts", "src/pool.ts", "src/nope/", "--json")
        assert.deepStrictEqual(schemas(json.stdout), ["ultragit-error", "ultragit-read"])
        const lines = yield* read("src/app.ts", "src/poll.ts", "connect/deep.ts", "src/", "--json")
        assert.deepStrictEqual(schemas(lines.stdout), [
          "ultragit-read",
          "ultragit-error",
          "ultragit-read",
          "ultragit-error"
        ])
        assert.deepStrictEqual([lines.exitCode, lines.stderr], [1, ""])
        const words = yield* read("src/poll.ts", "src/app.ts")
        assert.strictEqual(words.stderr, "Error: File not found: src/poll.ts\nHint: Did you mean src/pool.ts?\n")
        assert.match(words.stdout, /^# Why: src\/app\.ts/)
        assert.strictEqual(words.exitCode, 1)
      }),
    slow
  )

  it.effect(
    "reports an error common to all files once",
    () =>
      Effect.gen(function* () {
        const { read } = yield* pools
        const asked = ["./src/pool.ts", "./src/app.ts", "--json"]
        for (const [flags, code, expected] of [
          [["--rev", "nope"], "revision_not_found", 1],
          [["--since", "nope"], "since_invalid", 2],
          [["--max-tokens", "0"], "limit_invalid", 2]
        ] as const) {
          const { exitCode, stdout } = yield* read(...asked, ...flags)
          assert.match(stdout, new RegExp(`^\\{"\\$schema":"ultragit-error/v1","error":\\{"code":"${code}"[^\\n]*\\n$`))
          assert.strictEqual(exitCode, expected)
        }
        for (const args of [
          ["src/pool.ts", "one", "two"],
          ["src/pool.ts", "src/app.ts", "--lines", "1:2"]
        ]) {
          const { exitCode, stderr, stdout } = yield* read(...args)
          assert.deepStrictEqual([exitCode, stdout], [2, ""])
          assert.match(stderr, /^Error: [^\n]*\nRun 'ultragit read --help' for usage\.\n$/)
        }
      }),
    slow
  )

  it.effect(
    "shares one budget: short answers stay whole, long ones are truncated with a warning",
    () =>
      Effect.gen(function* () {
        const { read } = yield* pools
        for (const [format, budget] of [
          ["json", 900],
          ["markdown", 600],
          ["pretty", 1300]
        ] as const) {
          const { stdout } = yield* read(
            "long.ts",
            "src/app.ts",
            "src/poll.ts",
            "--format",
            format,
            "--max-tokens",
            `${budget}`,
            "--evidence",
            "never"
          )
          assert.isAtMost(Math.ceil(Buffer.byteLength(stdout.trimEnd()) / 3), budget)
          assert.strictEqual(stdout.match(/"trimmed"|Left out:/g)?.length, 1, format)
          assert.include(stdout, "Start with one pool.")
        }
        const { exitCode, stdout } = yield* read("long.ts", "src/app.ts", "--json", "--max-tokens", "100")
        const smallest = /"code":"budget_too_small".*The smallest that works here is (\d+)\./.exec(stdout)?.[1] ?? ""
        assert.strictEqual(exitCode, 1)
        const fitting = yield* read("long.ts", "src/app.ts", "--json", "--max-tokens", smallest)
        assert.deepStrictEqual(schemas(fitting.stdout), ["ultragit-read", "ultragit-read"])
      }),
    slow
  )
})

describe("the quotes of history on the command line", () => {
  it.effect(
    "are given never, for code without annotations, or always, and for no other word",
    () =>
      Effect.gen(function* () {
        const { read } = yield* pools
        const count = (mode: string) =>
          Effect.map(
            read("src/pool.ts", "--json", "--max-tokens", "8000", "--evidence", mode),
            ({ exitCode, stdout }) => {
              assert.strictEqual(exitCode, 0, mode)
              return stdout.match(/"quality":/g)?.length ?? 0
            }
          )
        const [never, auto, always] = [yield* count("never"), yield* count("auto"), yield* count("always")]
        assert.strictEqual(never, 0)
        assert.isAtLeast(always, Math.max(1, auto))
        const { exitCode, stderr } = yield* read("src/pool.ts", "--evidence", "sometimes")
        assert.notStrictEqual(exitCode, 0)
        assert.include(stderr, "sometimes")
      }),
    slow
  )
})

describe("the filters of the command line", () => {
  it.effect(
    "match those of the query, and report what they leave out",
    () =>
      Effect.gen(function* () {
        const { cwd, read } = yield* pools
        const tagged = yield* read("src/pool.ts", "--tags", "none,POOL", "--json")
        assert.include(tagged.stdout, '"warnings":["1 region left out by tags.')
        const flags = ["--since", "2099-01-01", "--context-level", "enhanced"]
        for (const question of ["read", "deps", "history", "summary"]) {
          const { exitCode, stderr, stdout } = yield* run([question, "src/pool.ts", ...flags], cwd)
          assert.deepStrictEqual([exitCode, stderr], [0, ""], question)
          assert.match(
            stdout,
            /\nWarning: \d+ \w+ left out by since\.\n[^]*\nThe filters excluded everything\.\n/,
            question
          )
        }
        const sure = yield* read("src/pool.ts", "--min-confidence", "1", "--depth", "0", "--max-regions", "1", "--json")
        assert.include(sure.stdout, "left out by min-confidence")
      }),
    slow
  )
})
