import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { env } from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { request, toolCall } from "../../support/McpProcess.ts"
import { runCommand } from "../../support/runCommand.ts"
import { run } from "../../support/program.ts"
import { slow } from "../../support/scale.ts"
import { makeFolder, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const agents = (repository: TemporaryRepository, ...args: ReadonlyArray<string>) =>
  run(["agents", ...args], { cwd: repository.directory })

const textAt = (repository: TemporaryRepository, path: string): string =>
  readFileSync(join(repository.directory, path), "utf8")

/** Has an agent call a tool twice, once in vain. */
const callTools = (repository: TemporaryRepository) =>
  run(["mcp", "start"], {
    cwd: repository.directory,
    stdin: [
      request(0, "initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "t", version: "1" }
      }),
      toolCall(1, "ultragit_read", { path: "a.ts" }),
      toolCall(2, "ultragit_read", { path: "gone.ts" })
    ]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join("")
  })

/** Everything that git sees in the work tree. */
const stateOf = (repository: TemporaryRepository) => repository.git(["status", "--porcelain", "--untracked-files=all"])

const everyClient = ["claude-code", "codex", "cursor", "gemini", "copilot", "opencode"].flatMap((name) => [
  "--client",
  name
])

const searchPath = env["PATH"] ?? ""

describe("agents install", () => {
  it.live(
    "says where the program is, and how to install it for all, if agents may not find it",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Root", { files: { "a.ts": "1\n" } })
        const install = Effect.fnUntraced(function* (path: string) {
          const args = ["agents", "install", "--client", "claude-code", "--dry-run"]
          const { stderr, stdout } = yield* run(args, { cwd: repository.directory, env: { PATH: path } })
          assert.include(stdout + stderr, "npm ci && npm pack && npm install --global ./ultragit-*.tgz")
          return stdout + stderr
        })
        assert.include(yield* install(searchPath), "ultragit is not on your search path")
        yield* repository.write("node_modules/.bin/ultragit", "", { executable: true })
        const projects = yield* install(`${repository.directory}/node_modules/.bin:${searchPath}`)
        assert.include(projects, "ultragit is only in a project's node_modules/.bin")
        assert.notInclude(projects, "is not on your search path")
      }),
    slow
  )

  it.live("sets up hooks, server and guidance for each client, and uninstall leaves nothing", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Root", { files: { "a.ts": "1\n" } })
      const installed = yield* agents(repository, "install", ...everyClient)
      assert.strictEqual(installed.exitCode, 0, installed.stderr)
      const lines = installed.stdout.trimEnd().split("\n")
      assert.deepStrictEqual(lines, [...new Set(lines)])
      for (const file of [
        ".claude/settings.json",
        ".codex/hooks.json",
        ".cursor/hooks.json",
        ".gemini/settings.json",
        ".github/hooks/ultragit.json",
        ".opencode/plugins/ultragit.js"
      ]) {
        assert.include(textAt(repository, file), "agents", file)
        // Others have other folders.
        assert.notInclude(textAt(repository, file), repository.directory)
      }
      assert.include(textAt(repository, ".mcp.json"), "annotations,authoring")
      assert.include(textAt(repository, "AGENTS.md"), "ultragit:guidance")
      const again = yield* agents(repository, "install", ...everyClient)
      assert.notInclude(again.stdout, "Added")
      const removed = yield* agents(repository, "uninstall")
      assert.strictEqual(removed.exitCode, 0, removed.stderr)
      assert.strictEqual(yield* stateOf(repository), "")
      for (const line of removed.stdout.trimEnd().split("\n")) assert.match(line, /^(Removed|The file was deleted)/)
      assert.strictEqual((yield* agents(repository, "uninstall")).stdout, "Nothing to remove.\n")
    })
  )

  it.live(
    "keeps what other tools have written, and changes nothing in a file that it cannot parse",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const theirs =
          '{\n  // theirs\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "entire" }] }] }\n}\n'
        yield* repository.commit("Root", { files: { ".claude/settings.json": theirs } })
        yield* agents(repository, "install")
        assert.include(textAt(repository, ".claude/settings.json"), "// theirs")
        yield* agents(repository, "uninstall")
        assert.strictEqual(textAt(repository, ".claude/settings.json"), theirs)
        writeFileSync(join(repository.directory, ".claude/settings.json"), "{ broken")
        const refused = yield* agents(repository, "install")
        assert.strictEqual(refused.exitCode, 1)
        assert.include(refused.stderr, "Cannot parse")
        assert.strictEqual(textAt(repository, ".claude/settings.json"), "{ broken")
      }),
    slow
  )

  it.live(
    "writes nothing in a dry run, and shows whole entries and hooks",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Root", { files: { "a.ts": "1\n" } })
        const dry = yield* agents(repository, "install", "--dry-run", ...everyClient)
        assert.include(dry.stdout, "Would add hooks to")
        assert.strictEqual(yield* stateOf(repository), "")
        // Whole documents: each begins and ends with a brace in the first column.
        const documents = dry.stdout.match(/^\{\n(?:.*\n)*?\}$/gm) ?? []
        const members = documents.map((text) => Object.keys(JSON.parse(text)).join())
        assert.deepStrictEqual([...new Set(members)].toSorted(), ["hooks", "mcp", "mcpServers"], members.join(" "))
        assert.lengthOf(
          members.filter((keys) => keys === "mcpServers"),
          3
        )
        assert.lengthOf(
          members.filter((keys) => keys === "hooks"),
          5
        )
      }),
    slow
  )

  it.live(
    "changes with --local only what is not shared",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Root", { files: { "a.ts": "1\n" } })
        yield* agents(repository, "install")
        yield* repository.git(["add", "--all"])
        yield* repository.git(["commit", "-qm", "Set up"])
        const exclude = join(repository.directory, ".git/info/exclude")
        const before = existsSync(exclude) ? readFileSync(exclude, "utf8") : ""
        const installed = yield* agents(repository, "install", "--local")
        assert.strictEqual(installed.exitCode, 0, installed.stderr)
        assert.include(installed.stdout, ".git/info/exclude")
        assert.include(installed.stdout, "claude mcp add --scope local ultragit -- ultragit mcp start")
        assert.isTrue(existsSync(join(repository.directory, ".claude/settings.local.json")))
        assert.strictEqual(yield* stateOf(repository), "")
        yield* agents(repository, "install", "--local")
        assert.lengthOf(readFileSync(exclude, "utf8").match(/settings\.local/g) ?? [], 1)
        const removed = yield* agents(repository, "uninstall", "--local")
        assert.strictEqual(removed.exitCode, 0, removed.stderr)
        assert.strictEqual(yield* stateOf(repository), "")
        assert.isFalse(existsSync(join(repository.directory, ".claude/settings.local.json")))
        assert.strictEqual(existsSync(exclude) ? readFileSync(exclude, "utf8") : "", before)
        writeFileSync(exclude, "*.local.json")
        yield* agents(repository, "install", "--local")
        yield* agents(repository, "uninstall", "--local")
        assert.strictEqual(readFileSync(exclude, "utf8"), "*.local.json")
        yield* repository.write(".claude/settings.local.json", "{}")
        yield* repository.git(["add", "--force", ".claude/settings.local.json"])
        const tracked = yield* agents(repository, "install", "--local")
        assert.include(tracked.stdout, "because git tracks it: .claude/settings.local.json")
      }),
    slow
  )

  it.live(
    "writes with --global entries for all repositories, wherever it runs",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Root", { files: { "a.ts": "1\n" } })
        const home = yield* makeFolder
        const environment = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), CODEX_HOME: join(home, ".codex") }
        mkdirSync(join(home, ".cursor"))
        const inHome = (cwd: string, ...args: ReadonlyArray<string>) =>
          run(["agents", ...args], { cwd, env: environment })
        const found = yield* inHome(home, "install", "--global")
        assert.strictEqual(found.exitCode, 0, found.stderr)
        assert.include(found.stdout, join(home, ".claude/settings.json"))
        assert.include(found.stdout, join(home, ".cursor/hooks.json"))
        assert.notInclude(found.stdout, ".codex")
        assert.include(found.stdout, "claude mcp add --scope user ultragit -- ultragit mcp start")
        const here = yield* inHome(repository.directory, "install", "--global", ...everyClient)
        assert.strictEqual(here.exitCode, 0, here.stderr)
        const files = [
          ".cursor/mcp.json",
          ".codex/config.toml",
          ".gemini/settings.json",
          ".config/opencode/opencode.json"
        ]
        for (const file of files) {
          const text = readFileSync(join(home, file), "utf8")
          assert.include(text, "annotations,authoring", file)
          assert.notInclude(text, repository.directory, file)
        }
        assert.strictEqual(yield* stateOf(repository), "")
        const removed = yield* inHome(home, "uninstall", "--global")
        assert.strictEqual(removed.exitCode, 0, removed.stderr)
        for (const file of files) assert.isFalse(existsSync(join(home, file)), file)
      }),
    slow
  )

  it.live(
    "skips a client with a file that cannot be parsed, and does the rest",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Root", { files: { ".cursor/mcp.json": "{ broken" } })
        const clients = ["--client", "cursor", "--client", "claude-code"]
        const installed = yield* agents(repository, "install", ...clients)
        assert.strictEqual(installed.exitCode, 1)
        assert.include(installed.stderr, "Cannot parse")
        assert.include(installed.stdout, "Added ultragit (Claude Code)")
        assert.include(installed.stdout, "Added the guidance to AGENTS.md")
        assert.isFalse(existsSync(join(repository.directory, ".cursor/hooks.json")))
        writeFileSync(join(repository.directory, ".cursor/hooks.json"), "{ broken")
        const status = yield* agents(repository, "status")
        assert.strictEqual(status.exitCode, 1)
        assert.include(status.stdout, "Claude Code: set up")
        assert.include(status.stderr, "Cannot parse")
        const json = JSON.parse((yield* agents(repository, "status", "--json")).stdout)
        assert.deepInclude(json.failed[0], { client: "cursor" })
        assert.strictEqual(json.failed[0].error.code, "config_unparseable")
        const removed = yield* agents(repository, "uninstall", "--json")
        assert.strictEqual(removed.exitCode, 1)
        assert.deepInclude(JSON.parse(removed.stdout).failed[0], { client: "cursor" })
        assert.strictEqual(removed.stderr, "")
        assert.isFalse(existsSync(join(repository.directory, ".mcp.json")))
        assert.isFalse(existsSync(join(repository.directory, "AGENTS.md")))
      }),
    slow
  )

  it.live(
    "adds the hooks that deny only where the gate is on",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* agents(repository, "install", "--client", "gemini")
        assert.notInclude(textAt(repository, ".gemini/settings.json"), "BeforeTool")
        yield* repository.git(["config", "ultragit.gate", "once"])
        const status = yield* agents(repository, "status")
        assert.include(status.stdout, "Gemini CLI: outdated")
        yield* agents(repository, "install", "--client", "gemini")
        assert.include(textAt(repository, ".gemini/settings.json"), "BeforeTool")
      }),
    slow
  )
})

describe("an installed hook", () => {
  it.live("succeeds and prints nothing where ultragit is not installed", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* agents(repository, "install", ...everyClient)
      const documents = [".claude/settings.json", ".cursor/hooks.json", ".github/hooks/ultragit.json"]
      const commands = documents.flatMap((path) =>
        [...textAt(repository, path).matchAll(/"(?:command|bash)": ("command -v(?:[^"\\]|\\.)*")/g)].map(
          ([, text = '""']): string => JSON.parse(text)
        )
      )
      assert.isAtLeast(commands.length, 10)
      for (const command of new Set(commands)) {
        const ended = yield* runCommand({
          command: "/bin/sh",
          args: ["-c", command],
          cwd: repository.directory,
          env: { PATH: "/usr/bin:/bin" },
          stdin: "{}"
        })
        assert.deepStrictEqual([ended.exitCode, ended.stdout.length, ended.stderr.length], [0, 0, 0], command)
      }
    })
  )
})

describe("agents status", () => {
  it.live(
    "says what is set up, and what hooks did",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Root", { files: { "a.ts": "export const a = 1\n" } })
        assert.include((yield* agents(repository, "status")).stdout, "No agent is set up. Run: ultragit agents install")
        yield* agents(repository, "install")
        yield* callTools(repository)
        assert.isFalse(existsSync(join(repository.directory, ".git", "ultragit", "agents", "usage.jsonl")))
        yield* run(["agents", "hook"], {
          cwd: repository.directory,
          stdin: JSON.stringify({
            session_id: "s",
            cwd: repository.directory,
            hook_event_name: "PreToolUse",
            tool_name: "Read",
            tool_input: { file_path: "a.ts" }
          }),
          env: { ULTRAGIT_HOOK_TIMEOUT: "60000" }
        })
        yield* callTools(repository)
        // Commits of these tests have a time of their own, long before the hook ran.
        const usage = join(repository.directory, ".git", "ultragit", "agents", "usage.jsonl")
        writeFileSync(usage, readFileSync(usage, "utf8").replace(/"time":"\d+/, '"time":"2000'))
        yield* annotate(repository, yield* repository.id("HEAD"), [{ file: "a.ts", anchor: "a", lines: [1, 1] }])
        const shown = yield* agents(repository, "status", "--usage")
        assert.include(shown.stdout, "Claude Code: set up")
        assert.include(shown.stdout, "read: 1 run, 0 answered, 1 silent, 0 out of time")
        assert.include(shown.stdout, "ultragit_read: 2 calls, 1 failed\n  notes of 1 commit written or received")
        const json = JSON.parse((yield* agents(repository, "status", "--usage", "--json")).stdout)
        assert.deepInclude(json.usage, { sessions: 1, unitsTold: 0, unitsChangedAfter: 0, notesWritten: 1 })
        assert.deepStrictEqual(json.usage.tools, [{ tool: "ultragit_read", calls: 2, failed: 1 }])
        assert.deepInclude(json.usage.events[0], { event: "read", runs: 1, silent: 1, told: 0 })
        // A file that something else has filled does not end the record.
        writeFileSync(usage, "x".repeat(8 * 1024 * 1024))
        yield* callTools(repository)
        const { usage: later } = JSON.parse((yield* agents(repository, "status", "--usage", "--json")).stdout)
        assert.deepStrictEqual(later.tools, [{ tool: "ultragit_read", calls: 2, failed: 1 }])
      }),
    slow
  )
})

describe("doctor", () => {
  it.live(
    "names hooks of agents that are out of date, and the newest failure of one",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Root", { files: { "a.ts": "1\n" } })
        const checks = Effect.map(run(["doctor", "--json"], { cwd: repository.directory }), ({ stdout }) =>
          JSON.parse(stdout).checks.filter(({ name }: { readonly name: string }) => name.startsWith("agents"))
        )
        assert.deepStrictEqual(yield* checks, [])
        yield* agents(repository, "install", "--client", "gemini")
        assert.deepInclude((yield* checks)[0], { name: "agents gemini", status: "pass" })
        yield* repository.git(["config", "ultragit.gate", "once"])
        mkdirSync(join(repository.directory, ".git", "ultragit", "agents"), { recursive: true })
        writeFileSync(join(repository.directory, ".git", "ultragit", "agents", "errors.log"), "2026 one\n2026 two\n")
        const [hooks, failure] = yield* checks
        assert.deepInclude(hooks, { status: "warn", fix: "ultragit agents install --client gemini" })
        assert.deepInclude(failure, { name: "agents", status: "warn", message: "A hook failed: 2026 two" })
      }),
    slow
  )
})

describe("agents plugin", () => {
  it.live(
    "writes hooks, server and skill into a folder, as install writes them into files",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const folder = join(yield* makeFolder, "plugin")
        yield* agents(repository, "install")
        const made = yield* agents(repository, "plugin", folder)
        assert.strictEqual(made.exitCode, 0, made.stderr)
        const read = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"))
        assert.strictEqual(read(".claude-plugin/plugin.json").name, "ultragit")
        assert.deepStrictEqual(
          read("hooks/hooks.json").hooks,
          JSON.parse(textAt(repository, ".claude/settings.json")).hooks
        )
        assert.deepStrictEqual(read(".mcp.json").mcpServers.ultragit, {
          command: "ultragit",
          args: ["mcp", "start", "--toolsets", "annotations,authoring"]
        })
        assert.match(readFileSync(join(folder, "skills/ultragit/SKILL.md"), "utf8"), /^---\nname: ultragit\n/)
        const again = yield* agents(repository, "plugin", folder)
        assert.strictEqual(again.exitCode, 0, again.stderr)
        const other = yield* makeFolder
        const theirs = { ".mcp.json": '{"mcpServers":{"x":{"command":"x"}}}', "hooks/hooks.json": '{"hooks":{}}' }
        mkdirSync(join(other, "hooks"))
        for (const [name, text] of Object.entries(theirs)) writeFileSync(join(other, name), text)
        const foreign = yield* agents(repository, "plugin", other)
        assert.strictEqual(foreign.exitCode, 1)
        for (const [name, text] of Object.entries(theirs)) {
          assert.include(foreign.stderr, join(other, name))
          assert.strictEqual(readFileSync(join(other, name), "utf8"), text)
        }
        assert.isFalse(existsSync(join(other, ".claude-plugin")))
        const refused = yield* agents(repository, "plugin", join(folder, ".mcp.json"))
        assert.strictEqual(refused.exitCode, 1)
      }),
    slow
  )
})
