import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../../../support/annotated.ts"
import { makeFakeGit } from "../../../support/FakeGit.ts"
import { startServer } from "../../../support/McpProcess.ts"
import { run as runProgram, serverOf } from "../../../support/program.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const run = (args: ReadonlyArray<string>, cwd: string, env: Readonly<Record<string, string>> = {}) =>
  runProgram(args, { cwd, env: { FORCE_COLOR: "", NO_COLOR: "1", ...env } })

const hello = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
})
const list = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" })

describe("ultragit mcp start", () => {
  it.live("exits with 0 at end of input, at SIGTERM and at SIGINT", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      for (const end of ["SIGTERM", "SIGINT", "end of input"] as const) {
        const server = yield* startServer(serverOf(repository.directory))
        yield* server.send(hello(1))
        yield* server.answer(1)
        yield* end === "end of input" ? server.endInput : server.kill(end)
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null }, end)
        assert.strictEqual(server.log(), "", end)
      }
    })
  )

  it.live("starts outside a repository, with invalid settings, and without git", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broken = yield* makeRepository({ config: { "ultragit.maxTokens": "many" } })
      const cases = [
        [folder, {}],
        [broken.directory, {}],
        [broken.directory, { PATH: "/nonexistent" }]
      ] as const
      for (const [directory, env] of cases) {
        const command = serverOf(directory)
        const server = yield* startServer({ ...command, env: { ...command.env, ...env } })
        yield* server.send(hello(1), list(2))
        yield* server.answer(1)
        assert.include(JSON.stringify(yield* server.answer(2)), "ultragit_read")
        yield* server.endInput
        assert.strictEqual((yield* server.exit).code, 0)
      }
    })
  )

  it.effect(
    "refuses a toolset that does not exist, by flag or configuration, and lists those that do",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const said =
          "Error: Unknown toolset: nonsense\nHint: Known toolsets: annotations, authoring, commits, code, graph, gitblit, all.\n"
        const flag = yield* run(["mcp", "start", "--toolsets", "annotations,nonsense"], repository.directory)
        assert.deepStrictEqual(flag, { exitCode: 1, stdout: "", stderr: said })
        yield* repository.git(["config", "ultragit.toolsets", "nonsense"])
        const configured = yield* run(["mcp", "start"], repository.directory)
        assert.deepStrictEqual(configured, { exitCode: 1, stdout: "", stderr: said })
        const over = yield* run(["mcp", "start", "--toolsets", "all"], repository.directory)
        assert.strictEqual(over.exitCode, 0)
      }),
    slow
  )

  it.effect(
    "reads its settings where git does not say in time whether there are any",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ config: { "ultragit.toolsets": "nonsense" } })
        const git = yield* makeFakeGit({ config: 'case "$*" in *--get-regexp*) exec sleep 600 ;; esac' })
        const { exitCode, stderr } = yield* run(["mcp", "start"], repository.directory, git.environment)
        assert.strictEqual(exitCode, 1)
        assert.include(stderr, "Unknown toolset: nonsense")
      }),
    slow
  )

  it.live("logs one JSON line per entry, and only on request", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const server = yield* startServer(serverOf(repository.directory, "--log-level", "debug"))
      const arguments_ = { path: "nowhere.ts" }
      const call = {
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: { name: "ultragit_read", arguments: arguments_ }
      }
      yield* server.send(hello(1), call)
      yield* server.answer(2)
      yield* server.endInput
      yield* server.exit
      const lines = server.log().trimEnd().split("\n")
      assert.isAbove(lines.length, 0)
      for (const line of lines) assert.match(line, /^\{.*"level":"DEBUG".*\}$/)
    })
  )
})

describe("ultragit mcp install", () => {
  it.effect(
    "writes the entry once, from anywhere in the repository, and removes it again",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const cwd = join(repository.directory, "src")
        const file = join(repository.directory, ".mcp.json")
        const ownPaths =
          "The entry has paths of this machine, so that others cannot use it. With ultragit installed globally, it needs none.\n"
        const words = (verb: string) => ({
          exitCode: 0,
          stdout: `${verb} ultragit (Claude Code) in ${file}\n${verb === "Added" ? ownPaths : ""}`,
          stderr: ""
        })
        const dry = yield* run(["mcp", "install", "--dry-run"], cwd)
        assert.match(
          dry.stdout,
          /^Would add ultragit \(Claude Code\) in .*\.mcp\.json\nThe entry has .*\n\{\n[\s\S]*\}\n$/
        )
        assert.throws(() => readFileSync(file))
        assert.deepStrictEqual(yield* run(["mcp", "install"], cwd), words("Added"))
        const written = readFileSync(file, "utf8")
        assert.strictEqual(dry.stdout.slice(dry.stdout.indexOf("{")), `${written.trimEnd()}\n`)
        assert.deepStrictEqual(yield* run(["mcp", "install"], cwd), words("Already up to date:"))
        assert.strictEqual(readFileSync(file, "utf8"), written)
        const changed = yield* run(["mcp", "install", "--toolsets", "all"], cwd)
        assert.match(changed.stdout, /^Updated ultragit .*\nBefore: \{.*\}\nThe entry has .*\n$/)
        assert.include(readFileSync(file, "utf8"), "--toolsets")
        const removed = words("Removed")
        assert.deepStrictEqual(yield* run(["mcp", "uninstall"], cwd), {
          ...removed,
          stdout: `${removed.stdout}The file was deleted: it contained nothing else.\n`
        })
        assert.deepStrictEqual(yield* run(["mcp", "uninstall"], cwd), words("Nothing to remove:"))
      }),
    slow
  )

  it.effect("passes the location of the commit index to the server, wherever the client starts it", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const dry = yield* run(
        ["mcp", "install", "--dry-run", "--toolsets", "commits", "--db", "near/commits.db"],
        repository.directory
      )
      const entry = dry.stdout.replaceAll(/\s+/g, " ")
      assert.include(entry, `"--toolsets", "commits", "--db", "${join(repository.directory, "near/commits.db")}" ]`)
    })
  )

  it.effect("refuses a toolset that the server would refuse", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const refused = yield* run(["mcp", "install", "--toolsets", "annotations,nonsense"], repository.directory)
      assert.strictEqual(refused.exitCode, 1)
      assert.include(refused.stderr, "Unknown toolset: nonsense")
      assert.throws(() => readFileSync(join(repository.directory, ".mcp.json")))
    })
  )

  it.effect("prints the entry for a client it does not know", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { exitCode, stdout } = yield* run(["mcp", "install", "--client", "else"], repository.directory)
      assert.strictEqual(exitCode, 0)
      assert.match(
        stdout,
        /^Unknown client: else\. Known clients: claude-code,[^\n]*\n[^\n]*\n\{\n {2}"mcpServers": \{\n {4}"ultragit": [\s\S]*\n\}\n[^\n]*\n[^\n]* mcp start --repo [^\n]*\n$/
      )
    })
  )

  it.effect("fails outside a repository, and on a file it does not understand", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outside = yield* run(["mcp", "install"], folder)
      assert.strictEqual(outside.exitCode, 1)
      assert.include(outside.stderr, "Not a git repository")
      const repository = yield* makeRepository()
      yield* repository.write(".mcp.json", "{ not json")
      const broken = yield* run(["mcp", "install"], repository.directory)
      assert.strictEqual(broken.exitCode, 1)
      assert.match(broken.stderr, /^Error: Cannot parse .*\nHint: /)
    })
  )
})
