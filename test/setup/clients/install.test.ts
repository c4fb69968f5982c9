import * as fs from "node:fs"
import { basename, dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { install, type InstallOptions, uninstall } from "../../../src/setup/clients/install.ts"
import { report } from "../../../src/setup/clients/report.ts"
import { makeMachine } from "../../support/installing.ts"

const read = (file: string) => fs.readFileSync(file, "utf8")
const json = (file: string): unknown => JSON.parse(read(file))

/** Makes a machine with the program on its path and a repository. */
const ready = Effect.map(makeMachine, (machine) => {
  machine.installProgram()
  const { repository } = machine
  return {
    ...machine,
    entry: { command: "ultragit", args: ["mcp", "start"] },
    file: join(repository, ".mcp.json"),
    install: (options: Partial<InstallOptions> = {}) =>
      install({ repository, ...options }).pipe(Effect.provide(machine.layer())),
    uninstall: (options: Partial<InstallOptions> = {}) =>
      uninstall({ repository, ...options }).pipe(Effect.provide(machine.layer()))
  }
})

/** A realistic project file: comments, unsorted keys, four spaces, an entry with secrets. */
const existing = `{
    // servers of this project
    "mcpServers": {
        "zeta": { "command": "npx", "args": ["-y", "zeta@1"], "env": { "TOKEN": "\\u00e9" } }, // keep
        /* alpha is slow */
        "alpha": {
            "type": "http",
            "url": "https://example.org/mcp",
        },
    },
    "other": [1,2,   3]
}
`

describe("install", () => {
  it.effect("creates the project file with only the entry", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const outcome = yield* machine.install()
      assert.strictEqual(outcome.kind, "added")
      assert.deepStrictEqual(json(machine.file), { mcpServers: { ultragit: machine.entry } })
      assert.isTrue(read(machine.file).endsWith("}\n"))
      assert.deepStrictEqual(fs.readdirSync(machine.repository), [".mcp.json"])
    })
  )

  it.effect("does not write a file that has the entry", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      yield* machine.install()
      fs.utimesSync(machine.file, 1000, 1000)
      const before = fs.statSync(machine.file)
      const outcome = yield* machine.install()
      assert.strictEqual(outcome.kind, "unchanged")
      const after = fs.statSync(machine.file)
      assert.deepStrictEqual([after.mtimeMs, after.ino], [before.mtimeMs, before.ino])
    })
  )

  it.effect("keeps other entries, comments, order, indentation and trailing commas, and removes the entry again", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      machine.write("work/repo/.mcp.json", existing)
      yield* machine.install()
      const written = read(machine.file)
      for (const line of existing.split("\n")) assert.include(written, line)
      assert.match(written, /^ {8}"ultragit": \{$/m)
      assert.isTrue(written.endsWith('"other": [1,2,   3]\n}\n'))
      assert.strictEqual((yield* machine.install()).kind, "unchanged")
      const removed = yield* machine.uninstall()
      assert.strictEqual(removed.kind, "removed")
      assert.notInclude(read(machine.file), "ultragit")
      for (const line of existing.split("\n")) assert.include(read(machine.file), line)
    })
  )

  it.effect.each([
    ["tabs", '{\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}\n'],
    ["carriage returns", '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n'],
    ["no newline at its end", '{\n  "mcpServers": {\n    "a": {}\n  }\n}'],
    ["a byte order mark", '\ufeff{\n  "mcpServers": {\n    "a": {}\n  }\n}\n']
  ] as const)("keeps the style of the file: %s", ([, text]) =>
    Effect.gen(function* () {
      const machine = yield* ready
      machine.write("work/repo/.mcp.json", text)
      yield* machine.install()
      const written = read(machine.file)
      const kept = text.slice(0, text.indexOf('"a": {}') + '"a": {}'.length)
      assert.isTrue(written.startsWith(kept))
      const newline = text.includes("\r\n") ? "\r\n" : "\n"
      assert.strictEqual(written.split("\n").length, written.split(newline).length)
      assert.strictEqual(written.endsWith(newline), text.endsWith(newline))
      if (text.includes("\t")) assert.match(written, /^\t\t"ultragit": \{$/m)
      assert.deepStrictEqual(JSON.parse(written.replace(/^\ufeff/, "")), {
        mcpServers: { a: {}, ultragit: machine.entry }
      })
      yield* machine.uninstall()
      assert.strictEqual(read(machine.file), text)
    })
  )

  it.effect("updates a different entry, keeps the user's members, and reports the former ones", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const old = { type: "stdio", command: "old", args: ["x\u001b"], env: { KEEP: "me" } }
      machine.write("work/repo/.mcp.json", JSON.stringify({ mcpServers: { ultragit: old } }, null, 2))
      const outcome = yield* machine.install()
      assert.strictEqual(outcome.kind, "replaced")
      assert.deepStrictEqual(json(machine.file), { mcpServers: { ultragit: { ...old, ...machine.entry } } })
      assert.include(report(outcome), 'Before: {"command":"old"')
      assert.notInclude(report(outcome), "\u001b")
    })
  )

  it.effect.each([
    ["{ broken", "line 1, column 3"],
    ['{\n  "mcpServers": {\n    "a": \n  }\n}', "line 4"],
    ["[1]", "does not contain a JSON object"],
    ['{"mcpServers": []}', '"mcpServers" is not a JSON object'],
    ["\u0000\u0001", "line 1"]
  ] as const)("rejects a file that does not parse and does not change it: %j", ([text, detail]) =>
    Effect.gen(function* () {
      const machine = yield* ready
      machine.write("work/repo/.mcp.json", text)
      for (const attempt of [machine.install(), machine.uninstall()]) {
        const error = yield* Effect.flip(attempt)
        assert.strictEqual(error.code, "config_unparseable")
        assert.include(error.message, detail)
        assert.include(error.message, machine.file)
      }
      assert.strictEqual(read(machine.file), text)
    })
  )

  it.effect("rejects a file that is not UTF-8, and a folder", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      machine.write("work/repo/.mcp.json", new Uint8Array([0x7b, 0xff, 0x7d]))
      assert.strictEqual((yield* Effect.flip(machine.install())).code, "config_unparseable")
      const folder = machine.path("folder")
      fs.mkdirSync(folder)
      assert.strictEqual((yield* Effect.flip(machine.install({ config: folder }))).code, "config_inaccessible")
    })
  )

  it.effect("treats an empty file as an empty document", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      machine.write("work/repo/.mcp.json", " \n")
      yield* machine.install()
      assert.deepStrictEqual(json(machine.file), { mcpServers: { ultragit: machine.entry } })
    })
  )

  it.effect("writes through symbolic links, including dangling ones, and keeps permissions", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const target = machine.write("dotfiles/mcp.json", "{}\n", 0o600)
      fs.symlinkSync("../../dotfiles/mcp.json", machine.file)
      yield* machine.install()
      assert.isTrue(fs.lstatSync(machine.file).isSymbolicLink())
      assert.deepStrictEqual(json(target), { mcpServers: { ultragit: machine.entry } })
      assert.strictEqual(fs.statSync(target).mode & 0o777, 0o600)
      assert.deepStrictEqual(fs.readdirSync(dirname(target)), ["mcp.json"])

      const dangling = machine.path("dangling.json")
      fs.symlinkSync("dotfiles/new.json", dangling)
      yield* machine.install({ config: dangling })
      assert.isTrue(fs.lstatSync(dangling).isSymbolicLink())
      const { args, command } = machine.entry
      const elsewhere = { command, args: [...args, "--repo", machine.repository], cwd: machine.repository }
      assert.deepStrictEqual(json(machine.path("dotfiles/new.json")), { mcpServers: { ultragit: elsewhere } })
    })
  )

  it.effect("reports the changes and writes nothing with dryRun", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const outcome = yield* machine.install({ dryRun: true, toolsets: ["annotations", "commits"] })
      assert.isFalse(fs.existsSync(machine.file))
      assert.include(report(outcome), "Would add")
      assert.include(report(outcome), "annotations,commits")
      yield* machine.install()
      const text = read(machine.file)
      assert.include(report(yield* machine.uninstall({ dryRun: true })), "Would remove")
      assert.strictEqual(read(machine.file), text)
    })
  )

  it.effect("keeps the toolsets and the index that were chosen before, until others are", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const servedWith = (...flags: ReadonlyArray<string>) =>
        assert.deepStrictEqual(json(machine.file), {
          mcpServers: { ultragit: { ...machine.entry, args: [...machine.entry.args, ...flags] } }
        })
      yield* machine.install({ toolsets: ["annotations", "authoring"], db: "/index.db" })
      const again = yield* machine.install()
      assert.strictEqual(again.kind, "unchanged")
      servedWith("--toolsets", "annotations,authoring", "--db", "/index.db")
      yield* machine.install({ toolsets: ["annotations"] })
      servedWith("--toolsets", "annotations", "--db", "/index.db")
    })
  )

  it.effect("does nothing when it removes a missing entry", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const outcome = yield* machine.uninstall()
      assert.strictEqual(outcome.kind, "absent")
      assert.isFalse(fs.existsSync(machine.file))
    })
  )

  it.effect("gives each repository its own name in a shared file", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const at = (folder: string) => ({ repository: machine.path(folder), global: true })
      const names = yield* Effect.forEach(["a/app", "b/my app", "c/app", "b/my app", "d/app"], (folder) =>
        Effect.map(machine.install(at(folder)), (outcome) => [outcome.kind, outcome.name])
      )
      assert.deepStrictEqual(names, [
        ["added", "ultragit"],
        ["added", "ultragit-my-app"],
        ["added", "ultragit-app"],
        ["unchanged", "ultragit-my-app"],
        ["added", "ultragit-app-2"]
      ])
      yield* machine.uninstall(at("a/app"))
      assert.deepStrictEqual((yield* machine.install(at("c/app"))).kind, "unchanged")
      assert.strictEqual((yield* machine.uninstall(at("x/unknown"))).kind, "absent")
      assert.strictEqual((yield* machine.install({ ...at("c/app"), name: "mine" })).name, "mine")
    })
  )

  it.effect("prints the entry to paste for an unknown client", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const outcome = yield* machine.install({ client: "emacs" })
      assert.strictEqual(outcome.kind, "paste")
      assert.include(report(outcome), '"mcpServers"')
      assert.include(report(outcome), machine.repository)
      const error = yield* Effect.flip(machine.uninstall({ client: "emacs" }))
      assert.include(error.hint ?? "", "claude-code, claude-desktop")
      const named = yield* Effect.flip(machine.install({ client: "emacs", config: machine.path("servers.json") }))
      assert.strictEqual(named.code, "client_unknown")
    })
  )
})

describe("the file of Claude Desktop", () => {
  const locate = Effect.fnUntraced(function* (
    machine: Effect.Success<typeof ready>,
    facts: Parameters<typeof machine.layer>[0]
  ) {
    const outcome = yield* install({ repository: machine.repository, client: "claude-desktop", dryRun: true }).pipe(
      Effect.provide(machine.layer(facts))
    )
    return outcome.kind === "paste" ? "" : outcome.file
  })

  it.effect("is in the platform's folder", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const home = machine.path("home")
      const name = "claude_desktop_config.json"
      assert.strictEqual(yield* locate(machine, { os: "linux" }), join(home, ".config/claude", name))
      fs.mkdirSync(join(home, ".config/Claude"), { recursive: true })
      assert.strictEqual(yield* locate(machine, { os: "linux" }), join(home, ".config/Claude", name))
      assert.strictEqual(
        yield* locate(machine, { os: "darwin" }),
        join(home, "Library/Application Support/Claude", name)
      )
      const windows = yield* locate(machine, { os: "win32", appData: Option.some("C:\\Users\\ada\\AppData\\Roaming") })
      assert.strictEqual(windows, "C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json")
      const error = yield* Effect.flip(locate(machine, { os: "win32" }))
      assert.strictEqual(error.code, "location_unknown")
    })
  )

  it.effect("is created with its folder, and recognized by its name", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const outcome = yield* machine.install({ global: true })
      assert.strictEqual(outcome.kind === "paste" ? "" : basename(outcome.file), "claude_desktop_config.json")
      const named = machine.write("elsewhere/claude_desktop_config.json", "{}")
      yield* machine.install({ config: named, repository: machine.path("one") })
      assert.strictEqual(
        (yield* machine.install({ config: named, repository: machine.path("two") })).name,
        "ultragit-two"
      )
    })
  )
})

describe("the command of an entry", () => {
  const commandOf = Effect.fnUntraced(function* (
    machine: Effect.Success<typeof makeMachine>,
    facts: Parameters<typeof machine.layer>[0],
    client = "claude-code"
  ) {
    const outcome = yield* install({ repository: machine.repository, client, dryRun: true }).pipe(
      Effect.provide(machine.layer(facts))
    )
    const text: unknown = JSON.parse(outcome.kind === "paste" ? "{}" : Option.getOrElse(outcome.text, () => "{}"))
    return JSON.stringify(text)
  })

  it.effect("is the program's name if the client finds it, otherwise this Node with this script", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      const absolute = `"command":${JSON.stringify(machine.node)},"args":[${JSON.stringify(machine.script)},"mcp","start"`
      assert.include(yield* commandOf(machine, {}), absolute)
      machine.write("bin/ultragit", "not executable", 0o644)
      assert.include(yield* commandOf(machine, {}), absolute)
      fs.chmodSync(machine.path("bin/ultragit"), 0o755)
      assert.include(yield* commandOf(machine, {}), '"command":"ultragit","args":["mcp","start"')
      assert.include(yield* commandOf(machine, {}, "claude-desktop"), absolute)
      machine.write("win/ultragit.cmd", "", 0o755)
      assert.include(yield* commandOf(machine, { os: "darwin" }), '"command":"ultragit"')
    })
  )

  it.effect("ignores search path folders of package runners and npm run", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      const folders = [
        "cache/_npx/1a2b/node_modules/.bin",
        "work/repo/node_modules/.bin",
        "tmp/bunx-1000-x",
        "tmp/dlx-7"
      ]
      folders.forEach(machine.installProgram)
      const searchPath = [...folders.map(machine.path), "", ".", "relative/bin"]
      assert.include(yield* commandOf(machine, { searchPath }), JSON.stringify(machine.script))
    })
  )

  it.effect("is never inside a package runner's cache", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      const script = Option.some("/home/ada/.npm/_npx/1a2b/node_modules/ultragit/dist/main.js")
      for (const facts of [{ script }, { script: Option.none() }, { node: "/tmp/bunx-1000-node/node" }]) {
        const error = yield* Effect.flip(commandOf(machine, facts))
        assert.strictEqual(error.code, "program_transient")
        assert.include(error.hint ?? "", "npm install --global ./ultragit-")
      }
      assert.isFalse(fs.existsSync(join(machine.repository, ".mcp.json")))
      machine.installProgram()
      assert.include(yield* commandOf(machine, { script }), '"command":"ultragit"')
    })
  )
})
