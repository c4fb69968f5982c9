import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { join } from "node:path"
import { at } from "../../../support/conformance/Subject.ts"
import { makeGitblitFolder } from "../../../support/gitblitFolder.ts"
import { initialize, startServer, toolCall } from "../../../support/McpProcess.ts"
import { run as runProgram, serverOf } from "../../../support/program.ts"
import { slow } from "../../../support/scale.ts"

const parsed = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))

/** A root, and how to run a command over it: without an index of files or commits. */
const start = Effect.gen(function* () {
  const root = yield* makeGitblitFolder
  const env = {
    NO_COLOR: "1",
    ULTRAGIT_LOG: "",
    ULTRAGIT_DB: join(root, "..", "commits.db"),
    XDG_DATA_HOME: join(root, "..", "data")
  }
  const run = (...args: ReadonlyArray<string>) => runProgram(["gitblit", ...args, "--root", root], { env })
  return { root, env, run }
})

/** Each tool with its arguments, and the command that asks the same. */
const questions: ReadonlyArray<readonly [tool: string, given: object, args: ReadonlyArray<string>]> = [
  ["gb_list_repos", { query: "team", limit: 1 }, ["list", "team", "-n", "1"]],
  ["gb_list_files", { repo: "alpha", path: "src", offset: 1 }, ["files", "alpha", "src", "--offset", "1"]],
  [
    "gb_read_file",
    { repo: "alpha", path: "size/large.txt", startLine: 2, endLine: 3 },
    ["read", "alpha", "size/large.txt", "--start", "2", "--end", "3"]
  ],
  [
    "gb_find_files",
    { pathPattern: "**/*.py", repos: ["alpha"], revision: "main" },
    ["find", "**/*.py", "--in", "alpha", "--revision", "main"]
  ],
  [
    "gb_file_search",
    { query: "return", repos: ["alpha"], pathPattern: "*.PY", contextLines: 2, count: 2 },
    ["search", "return", "--in", "alpha", "--path", "*.PY", "--context", "2", "-n", "2"]
  ],
  [
    "gb_commit_search",
    { query: "*", repos: ["alpha"], authors: ["Bob"], branch: "main", count: 25 },
    ["commits", "*", "--in", "alpha", "--author", "Bob", "--branch", "main"]
  ]
]

const refusals: ReadonlyArray<readonly [args: ReadonlyArray<string>, exitCode: number, words: string]> = [
  [["read", "alpha", "nope"], 1, "NOT_FOUND"],
  [["read", "alpha", "size/large.txt"], 1, "FILE_TOO_LARGE"],
  [["read", "alpha", "bytes/binary.gif"], 1, "BINARY_FILE"],
  [["read", "alpha", "src/a.txt", "--start", "3", "--end", "2"], 1, "INVALID_RANGE"],
  [["read", "alpha", "src/a.txt", "--revision=--all"], 1, "INVALID_REQUEST"],
  [["search", '"open'], 1, "INVALID_QUERY"],
  [["commits", "x"], 2, "--in"],
  [["list", "-n", "many"], 2, "--limit"]
]

describe("ultragit gitblit", () => {
  it.live(
    "answers in JSON what the tools answer",
    () =>
      Effect.gen(function* () {
        const { env, root, run } = yield* start
        const server = serverOf("/", "--toolsets", "gitblit", "--root", root)
        const process = yield* startServer({ ...server, env: { ...server.env, ...env } })
        yield* initialize(process, "2025-06-18")
        for (const [tool, given, args] of questions) {
          yield* process.send(toolCall(tool, tool, given))
          const answer = at(yield* process.answer(tool), "result", "structuredContent")
          const { exitCode, stderr, stdout } = yield* run(...args, "--json")
          assert.deepStrictEqual([exitCode, stderr, parsed(stdout)], [0, "", answer], tool)
        }
      }),
    slow
  )

  it.live(
    "says that nothing was found, and what a glob is for",
    () =>
      Effect.gen(function* () {
        const { run } = yield* start
        const none = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
          const { exitCode, stdout } = yield* run(...args)
          assert.strictEqual(exitCode, 0)
          return stdout
        })
        assert.strictEqual(yield* none("list", "zzqq"), "No repository matches.\n")
        assert.match(yield* none("search", "zzqq"), /^No file matches\.\n/)
        assert.match(yield* none("commits", "zzqq", "--in", "alpha"), /^No commit matches\.\n/)
        assert.include(yield* none("find", "zzqq"), "No path matches zzqq. A glob is for the whole path: '**/pool.ts' ")
      }),
    slow
  )

  it.live(
    "goes on after the cursor of a page",
    () =>
      Effect.gen(function* () {
        const { run } = yield* start
        for (const command of ["search", "commits"]) {
          const page = [command, "*", "--in", "alpha", "-n", "1", "--json"]
          const first = parsed((yield* run(...page)).stdout)
          const cursor = String(at(first, "pagination", "endCursor"))
          const second = parsed((yield* run(...page, "--after", cursor)).stdout)
          assert.strictEqual(at(second, "pagination", "totalCount"), at(first, "totalCount"))
          assert.notDeepEqual(second, first)
        }
      }),
    slow
  )

  it.live(
    "refuses with codes, and exits with 1, or 2 where it is used wrongly",
    () =>
      Effect.gen(function* () {
        const { run } = yield* start
        for (const [args, expected, words] of refusals) {
          const { exitCode, stderr, stdout } = yield* run(...args, "--json")
          assert.strictEqual(exitCode, expected, args.join(" "))
          assert.include(`${stdout}${stderr}`, words)
        }
      }),
    slow
  )
})
