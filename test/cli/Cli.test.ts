import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makePool } from "../support/annotated.ts"
import { oncePerFile } from "../support/oncePerFile.ts"
import process from "node:process"
import { main, run as runProgram } from "../support/program.ts"
import { runCommand } from "../support/runCommand.ts"
import { isLong, slow } from "../support/scale.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"

const plain = { FORCE_COLOR: "", NO_COLOR: "1", ULTRAGIT_LOG: "" }

const run = (
  args: ReadonlyArray<string>,
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {}
) => runProgram(args, { ...options, env: { ...plain, ...options.env } })

const parsed = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))
const ErrorDocument = Schema.fromJsonString(
  Schema.Struct({
    $schema: Schema.Literal("ultragit-error/v1"),
    error: Schema.Struct({ code: Schema.String, message: Schema.String, hint: Schema.optionalKey(Schema.String) })
  })
)
const errorIn = (text: string) => Schema.decodeSync(ErrorDocument)(text).error

/** The pool for all tests that only ask. */
const pool = oncePerFile(makePool)

const questions = ["read", "deps", "history", "summary"]

describe("ultragit", () => {
  it.effect("prints its version", () =>
    Effect.gen(function* () {
      for (const flag of ["--version", "-v", "-V", "version"]) {
        const { exitCode, stderr, stdout } = yield* run([flag])
        assert.match(stdout, /^ultragit v\d+\.\d+\.\d+\n$/)
        assert.deepStrictEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" })
      }
      assert.strictEqual((yield* run(["read", "--version"])).stdout, (yield* run(["--version"])).stdout)
    })
  )

  it.effect(
    "shows help on standard output, with examples for every command",
    () =>
      Effect.gen(function* () {
        const commands = [
          [],
          ...questions.map((name) => [name]),
          ["mcp", "start"],
          ["mcp", "install"],
          ["mcp", "uninstall"]
        ]
        for (const command of commands) {
          const { exitCode, stderr, stdout } = yield* run([...command, "--help"])
          assert.deepStrictEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" }, command.join(" "))
          assert.include(stdout, `ultragit ${command.join(" ")}`.trim())
          assert.include(stdout, "EXAMPLES")
        }
        assert.deepStrictEqual(yield* run([]), yield* run(["--help"]))
        assert.strictEqual((yield* run(["mcp"])).exitCode, 0)
      }),
    slow
  )

  for (const [args, said, options] of [
    [["raed", "a.ts"], "Error: Unknown command: raed\nHint: Did you mean read?\n", {}],
    [["read", "a.ts", "--jsn"], "Hint: Did you mean --json?", {}],
    [["read"], "Missing required argument: path", {}],
    [["deps", "a.ts", "b", "c"], "c", slow],
    [["deps", "a.ts", "one", "--anchor", "other"], "Two anchors given", {}],
    [["read", "a.ts", "--max-tokens", "many"], "max-tokens", slow],
    [["read", "a.ts", "--format", "yaml"], "yaml", slow],
    [["mcp", "begin"], "begin", slow]
  ] as const) {
    it.effect(
      `exits with 2 and a pointer to the help on standard error after wrong usage: ${JSON.stringify(args)}`,
      () =>
        Effect.gen(function* () {
          const { exitCode, stderr, stdout } = yield* run(args)
          assert.deepStrictEqual({ exitCode, stdout }, { exitCode: 2, stdout: "" })
          assert.include(stderr, said)
          assert.match(stderr, /Run 'ultragit[\w ]* --help' for usage\.\n$/)
        }),
      options
    )
  }

  it.effect("reports wrong usage as JSON if JSON is requested", () =>
    Effect.gen(function* () {
      const { exitCode, stderr, stdout } = yield* run(["mcp", "instal", "--json"])
      assert.deepStrictEqual({ exitCode, stderr }, { exitCode: 2, stderr: "" })
      assert.deepStrictEqual(errorIn(stdout), {
        code: "usage",
        message: "Unknown command: mcp instal",
        hint: "Did you mean mcp install? Run 'ultragit mcp --help' for usage."
      })
    })
  )
})

describe("arguments before the command", () => {
  it.effect.each<[ReadonlyArray<string>, number, string]>([
    [["--json", "read", "src/pool.ts"], 0, "ultragit-read/v1"],
    [["--json", "sync", "status"], 1, "ultragit-error/v1"],
    [["--json", "read", "--", "src/pool.ts"], 0, "ultragit-read/v1"],
    [["--json", "rea"], 2, "ultragit-error/v1"],
    [["--json"], 2, "ultragit-error/v1"]
  ])("take --json: %j", ([args, exitCode, schema]) =>
    Effect.gen(function* () {
      const { repository } = yield* pool
      const found = yield* run(args, { cwd: repository.directory })
      assert.deepStrictEqual([found.exitCode, found.stderr], [exitCode, ""])
      assert.include(found.stdout, `"${schema}"`)
    })
  )

  it.effect(
    "help COMMAND is COMMAND --help",
    () =>
      Effect.gen(function* () {
        for (const command of [[], ["read"], ["mcp", "install"]]) {
          assert.deepStrictEqual(yield* run(["help", ...command]), yield* run([...command, "--help"]))
        }
        const unknown = yield* run(["help", "blame"])
        assert.strictEqual(unknown.exitCode, 2)
        assert.include(unknown.stderr, "Unknown command: blame\nHint: Did you mean read?")
      }),
    slow
  )

  it.effect(
    "-C PATH runs the command in that folder, each -C relative to the one before",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* pool
        const inside = yield* run(["read", "src/pool.ts", "--json"], { cwd: repository.directory })
        const asked = ["read", "src/pool.ts", "--json"]
        assert.deepStrictEqual(yield* run(["-C", repository.directory, ...asked]), inside)
        assert.deepStrictEqual(yield* run(["-C", repository.directory, "-C", "src", "-C", "", ...asked]), inside)
        const committed = yield* run(["-C", repository.directory, "commit", "--dry-run"])
        assert.match(committed.stdout, /^On branch /)
        const missing = yield* run(["-C", "/nowhere", "status"])
        assert.deepStrictEqual(missing, {
          exitCode: 2,
          stdout: "",
          stderr: "Error: Cannot change to /nowhere: no such folder.\nHint: -C takes an existing folder.\n"
        })
      }),
    slow
  )
})

it.effect(
  "a working directory that was removed is named",
  () =>
    Effect.gen(function* () {
      const shell = ["-c", 'rmdir "$PWD" && exec "$@"', "sh", process.execPath, main, "status"]
      const cwd = yield* makeFolder
      const { exitCode, stderr } = yield* runCommand({ command: "/bin/sh", args: shell, cwd, env: process.env })
      assert.deepStrictEqual(
        [exitCode, stderr.toString()],
        [
          2,
          "Error: The working directory does not exist any more.\nHint: Change to one that does, or name one: ultragit -C PATH.\n"
        ]
      )
    }),
  slow
)

describe("a question on the command line", () => {
  it.effect(
    "has the same answer in Markdown, compact JSON and indented JSON",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* pool
        for (const question of questions) {
          const asked = (...flags: ReadonlyArray<string>) =>
            run([question, "src/pool.ts", ...flags], { cwd: repository.directory })
          const [markdown, json] = yield* Effect.all([asked(), asked("--json")])
          for (const { exitCode, stderr } of [markdown, json]) {
            assert.deepStrictEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" })
          }
          assert.match(markdown.stdout, /^# \w[\s\S]*src\/pool\.ts[\s\S]*[^\n]\n$/)
          assert.match(json.stdout, /^\{"\$schema":"ultragit-\w+\/v1".*\}\n$/)
          // The names of a flag and its third value are read in one place, for all questions.
          if (question !== "read" && !isLong) continue
          assert.strictEqual((yield* asked("--format", "json")).stdout, json.stdout)
          const pretty = yield* asked("--format=pretty")
          assert.deepStrictEqual([pretty.exitCode, pretty.stderr], [0, ""])
          assert.strictEqual(pretty.stdout, `${JSON.stringify(parsed(json.stdout), null, 2)}\n`)
        }
      }),
    slow
  )

  it.effect(
    "accepts the anchor after the path or from --anchor",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* pool
        const asked = (...args: ReadonlyArray<string>) =>
          run(["read", "src/pool.ts", "--json", ...args], { cwd: repository.directory })
        const named = yield* asked("Pool.acquire")
        assert.include(named.stdout, '"anchor":"Pool.acquire"')
        assert.deepStrictEqual(yield* asked("--anchor", "Pool.acquire"), named)
        assert.deepStrictEqual(yield* asked("-a", "Pool.acquire", "Pool.acquire"), named)
        assert.include((yield* asked("--lines", "9:11")).stdout, '"lines":{"start":9,"end":11}')
        assert.include((yield* asked("--rev", "HEAD~1")).stdout, '"rev":')
      }),
    slow
  )

  it.effect(
    "stays within its budget in the format it is written in",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* pool
        for (const format of ["markdown", "json", "pretty"]) {
          const { exitCode, stderr, stdout } = yield* run(
            ["read", "src/pool.ts", "--format", format, "--max-tokens", "420"],
            { cwd: repository.directory }
          )
          assert.deepStrictEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" })
          assert.isAtMost(Math.ceil(Buffer.byteLength(stdout.trimEnd()) / 3), 420)
          assert.strictEqual(/trimmed|Left out/.test(stdout), format !== "markdown", format)
        }
      }),
    slow
  )

  it.effect("is asked of the repository named, also below its root, paths then being from its root only", () =>
    Effect.gen(function* () {
      const { repository } = yield* pool
      const elsewhere = yield* makeRepository()
      yield* elsewhere.commit("Add", { files: { "sub/own.ts": "1\n" } })
      const cwd = `${elsewhere.directory}/sub`
      const found = yield* run(["read", "src/pool.ts", "--json", "--repo", `${repository.directory}/src`], { cwd })
      assert.include(found.stdout, '"path":"src/pool.ts"')
      const missing = yield* run(["read", "own.ts", "--json", "--repo", repository.directory], { cwd })
      assert.strictEqual(errorIn(missing.stdout).code, "path_not_found")
    })
  )

  it.effect(
    "accepts paths that look like flags after --",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Add", { files: { "--json": "1\n", "-L1": "2\n" } })
        const asked = (path: string) => run(["read", "--format", "json", "--", path], { cwd: repository.directory })
        assert.include((yield* asked("--json")).stdout, '"path":"--json"')
        assert.include((yield* asked("-L1")).stdout, '"path":"-L1"')
        assert.strictEqual(errorIn((yield* asked("--output=x")).stdout).code, "path_not_found")
      }),
    slow
  )

  it.effect(
    "reads the notes ref named",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const cwd = repository.directory
        const args = ["read", "src/pool.ts", "--json"]
        yield* repository.git(["update-ref", "refs/notes/mine", "refs/notes/ultragit"])
        yield* repository.git(["update-ref", "-d", "refs/notes/ultragit"])
        assert.include((yield* run(args, { cwd })).stdout, '"regions":[]')
        const noted = yield* run([...args, "--noteref", "mine"], { cwd })
        assert.notInclude(noted.stdout, '"regions":[]')
        assert.strictEqual((yield* run([...args, "--ref", "mine"], { cwd })).stdout, noted.stdout)
        assert.strictEqual((yield* run([...args, "-l", "1", "--ref", "mine"], { cwd })).exitCode, 0)
        const refused = yield* run([...args, "--noteref", "refs/heads/main"], { cwd })
        assert.strictEqual(errorIn(refused.stdout).code, "setting_invalid")
      }),
    slow
  )

  it.effect(
    "summarises the whole repository when no path is given",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* pool
        const { exitCode, stdout } = yield* run(["summary", "--json"], { cwd: `${repository.directory}/src` })
        assert.strictEqual(exitCode, 0)
        assert.include(stdout, '"path":"."')
      }),
    slow
  )
})

describe("a failure on the command line", () => {
  it.effect("exits with 1, with message and hint on standard error and nothing on standard output", () =>
    Effect.gen(function* () {
      const { repository } = yield* pool
      const { exitCode, stderr, stdout } = yield* run(["read", "src/poll.ts"], { cwd: repository.directory })
      assert.deepStrictEqual({ exitCode, stdout }, { exitCode: 1, stdout: "" })
      assert.strictEqual(stderr, "Error: File not found: src/poll.ts\nHint: Did you mean src/pool.ts?\n")
    })
  )

  it.effect("is one JSON document on standard output if JSON is requested, with nothing on standard error", () =>
    Effect.gen(function* () {
      const { repository } = yield* pool
      const asked = (...flags: ReadonlyArray<string>) =>
        run(["read", "src/poll.ts", ...flags], { cwd: repository.directory })
      const json = yield* asked("--json")
      assert.deepStrictEqual({ exitCode: json.exitCode, stderr: json.stderr }, { exitCode: 1, stderr: "" })
      assert.strictEqual(
        json.stdout,
        '{"$schema":"ultragit-error/v1","error":{"code":"path_not_found","message":"File not found: src/poll.ts","hint":"Did you mean src/pool.ts?"}}\n'
      )
      const pretty = yield* asked("--format", "pretty")
      assert.strictEqual(pretty.stdout, `${JSON.stringify(parsed(json.stdout), null, 2)}\n`)
    })
  )

  it.effect("escapes terminal control characters", () =>
    Effect.gen(function* () {
      const { repository } = yield* pool
      const { stderr } = yield* run(["read", "\u001b[2J\u202e\nError: x"], { cwd: repository.directory })
      assert.match(stderr, /^Error: File not found: \\x1b\[2J\\u202e\\x0aError: x\n/)
    })
  )

  it.effect("outside a repository names the folder", () =>
    Effect.gen(function* () {
      const cwd = yield* makeFolder
      const { exitCode, stderr } = yield* run(["read", "a.ts"], { cwd })
      assert.strictEqual(exitCode, 1)
      assert.strictEqual(
        stderr,
        `Error: Not a git repository: ${cwd}\nHint: Run in a repository or name one with --repo.\n`
      )
      const named = yield* run(["read", "a.ts", "--repo", "/nonexistent/\u001b"], { cwd })
      assert.include(named.stderr, String.raw`Error: Not a git repository: /nonexistent/\x1b`)
    })
  )
})

describe("standard output and standard error", () => {
  it.effect(
    "have no colours unless forced, and never in JSON",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* pool
        const asked = (env: Record<string, string>, ...flags: ReadonlyArray<string>) =>
          Effect.map(
            runProgram(["read", "src/pool.ts", ...flags], { cwd: repository.directory, env }),
            ({ stdout }) => stdout
          )
        const none = yield* asked({ NO_COLOR: "", FORCE_COLOR: "" })
        assert.notInclude(none, "\u001b")
        const forced = yield* asked({ NO_COLOR: "", FORCE_COLOR: "1" })
        assert.include(forced, "\u001b[1mPool.acquire")
        assert.strictEqual(yield* asked({ NO_COLOR: "1", FORCE_COLOR: "1" }), none)
        assert.notInclude(yield* asked({ NO_COLOR: "", FORCE_COLOR: "1" }, "--json"), "\u001b")
      }),
    slow
  )

  it.effect(
    "keep warnings about settings out of the answer",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const asked = run(["read", "src/pool.ts", "--json"], { cwd: repository.directory })
        const before = yield* asked
        yield* repository.write(".ultragit-config.toml", 'noteRef = "evil"\n')
        const after = yield* asked
        assert.strictEqual(after.stdout, before.stdout)
        assert.match(after.stderr, /^warn: \.ultragit-config\.toml may not set noteRef, so it is ignored\.[^\n]*\n$/)
      }),
    slow
  )

  it.effect(
    "keep the log out of the answer, at the level asked for",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* repository.write(".ultragit-config.toml", 'noteRef = "evil"\n')
        const cwd = repository.directory
        const args = ["read", "src/pool.ts", "--json"]
        const quiet = yield* run(args, { cwd, env: { ULTRAGIT_LOG: "error" } })
        assert.strictEqual(quiet.stderr, "")
        const flag = yield* run([...args, "--log-level", "none"], { cwd, env: { ULTRAGIT_LOG: "debug" } })
        assert.strictEqual(flag.stderr, "")
        const loud = yield* run(args, { cwd, env: { ULTRAGIT_LOG: "Warning" } })
        assert.include(loud.stderr, "warn: ")
        assert.strictEqual(loud.stdout, quiet.stdout)
      }),
    slow
  )
})
