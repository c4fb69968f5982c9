import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../support/annotated.ts"
import { oncePerFile } from "../support/oncePerFile.ts"
import { run } from "../support/program.ts"
import { slow } from "../support/scale.ts"
import { minimalNote } from "../support/notes.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"

const pool = oncePerFile(makePool)
const plain = { FORCE_COLOR: "", NO_COLOR: "1", ULTRAGIT_LOG: "" }

const runInPool = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const { repository } = yield* pool
  return yield* run(args, { cwd: repository.directory, env: plain })
})

describe("a message names what is wrong and the next step", () => {
  for (const [args, code, message, options] of [
    [["import", "nothere.jsonl"], 1, "Error: Cannot read nothere.jsonl: no such file\n", {}],
    [["annotate", "--file", "nothere.json"], 1, "Error: Cannot read nothere.json: no such file\n", slow],
    [["annotate", "src/pool.ts"], 2, "Hint: Write --file src/pool.ts or < src/pool.ts.\n", {}],
    [["read", "zzz.qqq"], 1, "Hint: Paths are relative to the working directory or the repository root.\n", {}],
    [
      ["code", "outline", "zzz.qqq"],
      1,
      "Hint: Give the path of a file from the working directory or the repository",
      slow
    ],
    [["read", "src/pool.ts", "--max-tokens", "abc"], 2, "Error: --max-tokens is a whole number, not abc\n", {}],
    [["read", "src/pool.ts", "--min-confidence", "abc"], 2, "Error: --min-confidence is a number, not abc\n", slow],
    [["read", "src/pool.ts", "--min-confidence", "2"], 2, "Error: --min-confidence must be a number from 0 to 1", {}],
    [["read", "src/pool.ts", "src", "--depth", "99"], 2, "Error: --depth must be a whole number from 0 to 10", slow],
    [["history", "src/pool.ts", "--depth", "99"], 2, "Error: --depth must be a whole number from 0 to 10", {}],
    [["summary", "src", "--min-confidence", "-1"], 2, "Error: --min-confidence must be a number from 0 to 1", slow],
    [["deps", "src/pool.ts", "--max-tokens", "0"], 2, "Error: --max-tokens must be a whole number above zero", slow],
    [["code", "search", "pool", "--limit", "0"], 2, "Error: --limit must be between 1 and 100", slow],
    [["code", "symbol", "connect", "--limit", "0"], 2, 'Error: Invalid value for --limit: "0". Expected 1 to', slow],
    [["code", "callers", "connect", "--limit", "-1"], 2, 'Error: Invalid value for --limit: "-1". Expected', {}],
    [["graph", "ask", "pool", "--limit", "0"], 2, 'Error: Invalid value for --limit: "0". Expected 1 to 100.', slow],
    [["code", "search", "pool", "--language", "x"], 2, "Error: Invalid value for --language: ", {}],
    [["code", "search", "pool", "--cursor", "x"], 2, "Error: Invalid value for --cursor: ", slow],
    [["code", "search", "a", "b", "c", "d", "e", "f"], 2, "Error: Maximum 5 search tags allowed\n", slow],
    [["code", "search", ""], 2, "Hint: Give words for what the code is about, such as: auth session\n", slow],
    [["commits", "search", "pool", "--limit", "0"], 2, "Error: --limit must be a number from 1 to 500", slow],
    [["gitblit", "read", "x", "y", "--root", "."], 1, "Hint: ultragit gitblit list lists the names", slow],
    [["gitblit", "read", "x", "y", "--root", ".", "--start", "0"], 1, "Error: --start must be at least 1", slow],
    [["graph", "file", "src/pool.ts", "--start", "9", "--end", "2"], 1, "and --start is not after --end.\n", slow],
    [
      ["export", "-o", "nowhere/notes.jsonl"],
      1,
      "Error: Cannot write nowhere/notes.jsonl: there is no folder nowhere.\nHint: Make that folder first",
      {}
    ],
    [["graph", "impact", "nothere.ts"], 1, "Use `ultragit graph architecture` to see available files.\n", {}],
    [["graph", "callers", "nothere"], 1, "Use ultragit graph query functions to list available names.\n", slow],
    [["graph", "trace", "connect", "--depth", "99"], 2, "Error: Invalid value for --depth: ", slow],
    [
      ["graph", "evolution", "function_history", "src/pool.ts"],
      2,
      "Error: function_history requires a name after the file, or --start and --end.\n",
      {}
    ],
    [["graph", "evolution", "file_churn"], 2, "Error: file_churn requires a file.\n", slow],
    [["graph", "findings", "--detector", "nope"], 2, "Error: There is no detector 'nope'.\n", slow],
    [["drafts", "accept"], 2, "Error: Name a commit or give --all, but not both.\n", {}],
    [["export", "--since", "bogus"], 2, "Error: Not a time: bogus\n", slow],
    [["read", "src/pool.ts", "--lines", "x"], 2, "Error: Not a line range: x\n", slow],
    [
      ["correct", "HEAD", "--region", "connect", "--field", "intent", "--add", "x"],
      2,
      "Error: Cannot correct intent: it is a single text. Use --set to replace it.\n",
      slow
    ],
    [["graph", "fix", "abc"], 1, "Hint: ultragit graph findings lists findings with their ids.", slow],
    [["mcp", "--repo", "/nowhere"], 2, "Error: Missing command before --repo /nowhere\nHint: Flags follow their ", {}],
    [["mcp", "--repo=x"], 2, "ultragit mcp COMMAND --repo (start, install or uninstall)\n", slow],
    [["--repo", ".", "read", "a"], 2, "Hint: Flags follow their command: ultragit COMMAND --repo .\n", slow],
    [["--repo=.", "read", "a"], 2, "Hint: Put it after the subcommand.\n", slow],
    [["graph", "--depth", "2", "callers"], 2, "Flags follow their command: ultragit graph trace --depth 2\n", slow],
    [["mcp", "--bogus", "x"], 2, "Error: Unknown flag: --bogus\n", slow],
    [["sync", "--no-push", "x"], 2, "Error: Unknown flag: --no-push\n", slow],
    [["read", "src"], 1, "Hint: For a directory: ultragit summary src\n", {}],
    [["config", "set", "maxTokens", "3"], 2, "maxTokens is at least 200, or 0 for no budget.\n", {}],
    [["mcp", "install", "--client", "cusor"], 2, "Error: Unknown client: cusor\nHint: Did you mean cursor? ", {}],
    [["read", "src/pool.ts", "--max-tokens", "0"], 2, "--max-tokens must be a whole number above zero, got 0.\n", {}],
    [["read", "a", "b.c", "--max-tokens", "0"], 2, "--max-tokens must be a whole number above zero, got 0.\n", slow],
    [["history", "src/pool.ts", "-n", "0"], 2, "--limit must be a whole number above zero, got 0.\n", slow],
    [["sync", "status"], 1, "Error: This repository has no remote.\nHint: Add one: git remote add origin URL\n", {}]
  ] as const) {
    it.effect(
      `after ${JSON.stringify(args)}`,
      () =>
        Effect.gen(function* () {
          const { exitCode, stderr, stdout } = yield* runInPool(...args)
          assert.deepStrictEqual([exitCode, stdout], [code, ""])
          assert.include(stderr, message)
        }),
      options
    )
  }

  it.effect("after lines that a file with one line does not have", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One line", { files: { "one.txt": "1\n" } })
      const { stderr } = yield* run(["read", "one.txt", "--lines", "2:2"], { cwd: repository.directory, env: plain })
      assert.include(stderr, "Error: Lines 2:2 are not in one.txt, which has 1 line.\n")
    })
  )

  it.effect(
    "outside a repository says so, also about remotes",
    () =>
      Effect.gen(function* () {
        const cwd = yield* makeFolder
        for (const args of [
          ["sync", "status"],
          ["sync", "enable"],
          ["import", "github"]
        ]) {
          assert.include(
            (yield* run(args, { cwd, env: plain })).stderr,
            "Error: Not a git repository: ",
            args.join(" ")
          )
        }
      }),
    slow
  )

  it.effect("of backfill --dry-run says that no model is set", () =>
    Effect.gen(function* () {
      const { repository } = yield* pool
      const env = { ...plain, ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", ULTRAGIT_LLM_PROVIDER: "" }
      const { exitCode, stdout } = yield* run(["backfill", "--dry-run"], { cwd: repository.directory, env })
      assert.strictEqual(exitCode, 0)
      assert.include(stdout, "No model can be used: ")
    })
  )

  it.effect("about a path of 100,000 characters is short", () =>
    Effect.gen(function* () {
      const { stderr } = yield* runInPool("read", "a".repeat(100_000))
      assert.match(stderr, /^Error: File not found: a+…a+ \(100000 characters\)\n/)
      assert.isBelow(stderr.length, 500)
    })
  )

  it.effect("about a commit without a note names the last one before it that has one", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const noted = yield* repository.git(["notes", "--ref", "ultragit", "list"])
      yield* repository.commit("More", { files: { "more.ts": "1\n" } })
      const { exitCode, stderr } = yield* run(["show", "HEAD"], { cwd: repository.directory, env: plain })
      assert.strictEqual(exitCode, 1)
      const [, near = "none"] = /has one is ([0-9a-f]{12})\. Add one: ultragit annotate --commit /.exec(stderr) ?? []
      assert.include(noted, ` ${near}`)
    })
  )

  it.effect("about a noted commit that git removed says so, and shows the note", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const kept = yield* repository.commit("Kept")
      const gone = yield* repository.commit("Gone")
      yield* repository.note(gone, minimalNote(gone, { summary: "Stays" }))
      yield* repository.git(["reset", "-q", "--hard", kept])
      yield* repository.git(["reflog", "expire", "--expire=all", "--all"])
      yield* repository.git(["gc", "-q", "--prune=now"])
      for (const name of [gone, gone.slice(0, 10)]) {
        const { exitCode, stderr, stdout } = yield* run(["show", name], { cwd: repository.directory, env: plain })
        assert.strictEqual(exitCode, 0)
        assert.include(stdout, "Stays")
        assert.include(stderr, `warn: Commit ${gone.slice(0, 12)} is not in this repository, only its note.`)
        assert.include(stderr, `echo ${gone} FULL_ID | ultragit rewrite --map -`)
      }
      const unknown = yield* run(["show", "0123456789"], { cwd: repository.directory, env: plain })
      assert.include(unknown.stderr, "Error: Revision not found: 0123456789\n")
    })
  )

  it.effect("says that there are no notes to export, apart from the export", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      assert.deepStrictEqual(yield* run(["export"], { cwd: repository.directory, env: plain }), {
        exitCode: 0,
        stdout: "",
        stderr: "warn: No notes to export in refs/notes/ultragit.\n"
      })
    })
  )

  it.effect("about a bare repository does not say that hooks are installed", () =>
    Effect.gen(function* () {
      const { repository } = yield* pool
      const bare = yield* makeFolder
      yield* repository.git(["clone", "-q", "--bare", ".", bare])
      const { stdout } = yield* run(["status"], { cwd: bare, env: plain })
      assert.include(stdout, "No hooks: commits are not made in a bare repository.\n")
    })
  )
})
