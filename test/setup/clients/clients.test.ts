import * as fs from "node:fs"
import { basename, dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { clients } from "../../../src/setup/clients/clients.ts"
import { install, type InstallOptions, uninstall } from "../../../src/setup/clients/install.ts"
import { report } from "../../../src/setup/clients/report.ts"
import { type ClientCase, clientCases } from "../../support/clientFiles.ts"
import { makeMachine } from "../../support/installing.ts"

type Facts = Parameters<Effect.Success<typeof makeMachine>["layer"]>[0]

/** Makes a machine with the program on its path, and the texts of a client's file for it. */
const ready = Effect.fnUntraced(function* ({ newFile, client, file, inHome, existingFile }: ClientCase) {
  const machine = yield* makeMachine
  machine.installProgram()
  const here = (text: string) =>
    text.replaceAll("$REPO", machine.repository).replaceAll("$NODE", machine.node).replaceAll("$SCRIPT", machine.script)
  const path = join(inHome === true ? "home" : "work/repo", file)
  return {
    ...machine,
    file: machine.path(path),
    newFile: here(newFile),
    existing: here(existingFile).replaceAll(/<<[\s\S]*?>>/g, ""),
    merged: here(existingFile).replaceAll(/<<|>>/g, ""),
    put: (text: string) => machine.write(path, text),
    read: () => fs.readFileSync(machine.path(path), "utf8"),
    install: (options: Partial<InstallOptions> = {}) =>
      install({ repository: machine.repository, client, ...options }).pipe(Effect.provide(machine.layer())),
    uninstall: (options: Partial<InstallOptions> = {}) =>
      uninstall({ repository: machine.repository, client, ...options }).pipe(Effect.provide(machine.layer()))
  }
})

/** Sets an old modification time and returns a function that reads it and the inode: writing the file changes both. */
const watchWrites = (file: string) => {
  fs.utimesSync(file, 1000, 1000)
  return () => {
    const { ino, mtimeMs } = fs.statSync(file)
    return [mtimeMs, ino]
  }
}

const compact = (text: string) => text.replaceAll(/\s/g, "")

it("every client has a case", () => {
  assert.deepStrictEqual(
    clientCases.map(({ client }) => client),
    clients.map(({ name }) => name)
  )
})

describe.each(clientCases.map((known) => [known.client, known] as const))("the file of %s", (_, known) => {
  it.effect("is created with only the entry, and deleted with it", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      const outcome = yield* machine.install()
      assert.strictEqual(outcome.kind, "added")
      assert.strictEqual(machine.read(), machine.newFile)
      assert.include(report(yield* machine.uninstall({ dryRun: true })), "contains nothing else")
      assert.strictEqual(machine.read(), machine.newFile)
      assert.strictEqual((yield* machine.uninstall()).kind, "removed")
      assert.isFalse(fs.existsSync(machine.file))
      assert.strictEqual((yield* machine.uninstall()).kind, "absent")
    })
  )

  it.effect("gets the entry added once, and is restored byte for byte", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      machine.put(machine.existing)
      assert.strictEqual((yield* machine.install()).kind, "added")
      assert.strictEqual(machine.read(), machine.merged)
      const installed = watchWrites(machine.file)
      const before = installed()
      assert.strictEqual((yield* machine.install()).kind, "unchanged")
      assert.deepStrictEqual(installed(), before)
      assert.strictEqual((yield* machine.uninstall()).kind, "removed")
      assert.strictEqual(machine.read(), machine.existing)
      const uninstalled = watchWrites(machine.file)
      const restored = uninstalled()
      assert.strictEqual((yield* machine.uninstall()).kind, "absent")
      assert.deepStrictEqual(uninstalled(), restored)
    })
  )

  it.effect("gets a different entry of the same name replaced and reported", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      machine.put(machine.merged.replace('"start"', '"begin", "--fast\\u001b"'))
      const outcome = yield* machine.install({ name: "ultragit" })
      assert.strictEqual(outcome.kind, "replaced")
      assert.include(report(outcome), '"begin","--fast\\u001b"')
      assert.notInclude(report(outcome), "\u001b")
      const again = yield* machine.install({ name: "ultragit" })
      assert.strictEqual(again.kind, "unchanged")
      assert.strictEqual(compact(machine.read()), compact(machine.merged))
    })
  )

  it.effect("is rejected and unchanged if it does not parse", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      const broken = `${machine.existing}\n{[ =`
      machine.put(broken)
      for (const attempt of [machine.install(), machine.uninstall()]) {
        const error = yield* Effect.flip(attempt)
        assert.strictEqual(error.code, "config_unparseable")
        assert.match(error.message, /line \d+, column \d+/)
      }
      assert.strictEqual(machine.read(), broken)
    })
  )

  it.effect("is printed, not written, with dryRun", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      const outcome = yield* machine.install({ dryRun: true })
      assert.isFalse(fs.existsSync(machine.file))
      assert.include(
        report(outcome),
        `Would add ultragit (${outcome.kind === "paste" ? "" : outcome.client}) in ${machine.file}\n`
      )
      assert.include(report(outcome), machine.newFile)
      machine.put(machine.merged)
      assert.include(report(yield* machine.uninstall({ dryRun: true })), "Would remove")
      assert.strictEqual(machine.read(), machine.merged)
    })
  )
})

describe("the user file", () => {
  const fileOf = Effect.fnUntraced(function* (client: string, facts: Facts) {
    const machine = yield* makeMachine
    machine.installProgram()
    const outcome = yield* install({ repository: machine.repository, client, global: true, dryRun: true }).pipe(
      Effect.provide(machine.layer({ home: facts?.os === "win32" ? "C:\\Users\\ada" : "/home/ada", ...facts }))
    )
    return outcome.kind === "paste" ? "" : outcome.file
  })
  const appData = Option.some("C:\\Users\\ada\\AppData\\Roaming")

  it.effect.each([
    ["cursor", "/home/ada/.cursor/mcp.json", "/home/ada/.cursor/mcp.json", "C:\\Users\\ada\\.cursor\\mcp.json"],
    [
      "vscode",
      "/home/ada/.config/Code/User/mcp.json",
      "/home/ada/Library/Application Support/Code/User/mcp.json",
      "C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json"
    ],
    [
      "zed",
      "/home/ada/.config/zed/settings.json",
      "/home/ada/.config/zed/settings.json",
      "C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json"
    ],
    [
      "windsurf",
      "/home/ada/.codeium/windsurf/mcp_config.json",
      "/home/ada/.codeium/windsurf/mcp_config.json",
      "C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json"
    ],
    ["codex", "/home/ada/.codex/config.toml", "/home/ada/.codex/config.toml", "C:\\Users\\ada\\.codex\\config.toml"],
    [
      "gemini",
      "/home/ada/.gemini/settings.json",
      "/home/ada/.gemini/settings.json",
      "C:\\Users\\ada\\.gemini\\settings.json"
    ],
    [
      "opencode",
      "/home/ada/.config/opencode/opencode.json",
      "/home/ada/.config/opencode/opencode.json",
      "C:\\Users\\ada\\.config\\opencode\\opencode.json"
    ]
  ] as const)("of %s is in the platform's folder", ([client, linux, mac, windows]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* fileOf(client, { os: "linux" }), linux)
      assert.strictEqual(yield* fileOf(client, { os: "darwin" }), mac)
      assert.strictEqual(yield* fileOf(client, { os: "win32", appData }), windows)
    })
  )

  it.effect("is in the folder from the environment", () =>
    Effect.gen(function* () {
      const facts = { os: "linux", configHome: Option.some("/etc/xdg"), codexHome: Option.some("/srv/codex") } as const
      assert.strictEqual(yield* fileOf("vscode", facts), "/etc/xdg/Code/User/mcp.json")
      assert.strictEqual(yield* fileOf("zed", facts), "/etc/xdg/zed/settings.json")
      assert.strictEqual(yield* fileOf("opencode", facts), "/etc/xdg/opencode/opencode.json")
      assert.strictEqual(yield* fileOf("codex", facts), "/srv/codex/config.toml")
      assert.strictEqual((yield* Effect.flip(fileOf("zed", { os: "win32" }))).code, "location_unknown")
    })
  )

  it.effect("gives each repository its own name and path", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      machine.installProgram()
      const at = (folder: string, client: string) =>
        install({ repository: machine.path(folder), client, global: true }).pipe(Effect.provide(machine.layer()))
      for (const { name, userFile } of clients) {
        if (userFile === undefined) continue
        const names = yield* Effect.forEach(["a/app", "b/app", "a/app"], (folder) => at(folder, name))
        assert.deepStrictEqual(
          names.map((outcome) => [outcome.kind, outcome.name]),
          [
            ["added", "ultragit"],
            ["added", "ultragit-app"],
            ["unchanged", "ultragit"]
          ],
          name
        )
        const [first] = names
        const text = first === undefined || first.kind === "paste" ? "" : fs.readFileSync(first.file, "utf8")
        assert.include(text, machine.path("b/app"), name)
        assert.notInclude(text, "workspaceFolder", name)
        const removed = yield* uninstall({ repository: machine.path("a/app"), client: name, global: true }).pipe(
          Effect.provide(machine.layer())
        )
        assert.deepStrictEqual([removed.kind, removed.name], ["removed", "ultragit"])
      }
    })
  )

  it.effect("keeps the entry of another repository when passed with --config", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      machine.installProgram()
      const [first, second] = [machine.path("a/app"), machine.path("b/app")]
      for (const { name, userFile } of clients) {
        if (userFile === undefined) continue
        const outcome = yield* install({ repository: first, client: name, global: true }).pipe(
          Effect.provide(machine.layer())
        )
        const config = outcome.kind === "paste" ? "" : outcome.file
        const removed = yield* uninstall({ repository: second, config }).pipe(Effect.provide(machine.layer()))
        assert.strictEqual(removed.kind, "absent", name)
        const added = yield* install({ repository: second, config }).pipe(Effect.provide(machine.layer()))
        assert.deepStrictEqual([added.kind, added.name], ["added", "ultragit-app"], name)
      }
    })
  )

  const toolsets = ["annotations", "authoring"]

  it.effect("has one entry for all repositories where none is named", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      machine.installProgram()
      const on = { repository: undefined, global: true, toolsets }
      for (const client of ["cursor", "codex", "gemini", "opencode"]) {
        const added = yield* install({ ...on, client }).pipe(Effect.provide(machine.layer()))
        const file = added.kind === "paste" ? "" : added.file
        const text = fs.readFileSync(file, "utf8")
        assert.notInclude(text, machine.root, client)
        assert.notInclude(text, "cwd", client)
        assert.strictEqual(text.includes("--repo"), client === "cursor", client)
        assert.strictEqual(text.includes("${workspaceFolder}"), client === "cursor", client)
        const again = yield* install({ ...on, client }).pipe(Effect.provide(machine.layer()))
        assert.strictEqual(again.kind, "unchanged", client)
        const removed = yield* uninstall({ ...on, client }).pipe(Effect.provide(machine.layer()))
        assert.strictEqual(removed.kind, "removed", client)
        assert.isFalse(fs.existsSync(file), client)
      }
      for (const client of ["zed", "claude-desktop", "claude-code"]) {
        const error = yield* Effect.flip(install({ ...on, client }).pipe(Effect.provide(machine.layer())))
        assert.strictEqual(error.code, "scope_unknown", client)
      }
    })
  )

  it.effect("has that entry in place of those with the same toolsets for one repository each", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      machine.installProgram()
      const on = { repository: undefined, global: true, toolsets }
      const tied = { repository: machine.path("a/app"), global: true }
      for (const client of ["cursor", "codex", "gemini", "opencode"]) {
        const here = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, machine.layer())
        const kept = yield* here(install({ ...tied, client }))
        const file = kept.kind === "paste" ? "" : kept.file
        const before = fs.readFileSync(file, "utf8")
        yield* here(install({ ...tied, repository: machine.path("b/app"), client, toolsets }))
        yield* here(install({ ...on, client }))
        assert.include(fs.readFileSync(file, "utf8"), machine.path("a/app"), client)
        assert.notInclude(fs.readFileSync(file, "utf8"), machine.path("b/app"), client)
        yield* here(install({ ...tied, repository: machine.path("b/app"), client, toolsets }))
        yield* here(uninstall({ ...on, client }))
        assert.strictEqual(fs.readFileSync(file, "utf8"), before, client)
      }
    })
  )

  it.effect("is rejected with a hint for a client that writes its own", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      const error = yield* Effect.flip(
        install({ repository: machine.repository, client: "claude-code", global: true }).pipe(
          Effect.provide(machine.layer())
        )
      )
      assert.strictEqual(error.code, "scope_unknown")
      assert.include(error.hint ?? "", "claude mcp add --scope user ultragit")
      assert.include(error.hint ?? "", "claude-desktop, cursor, vscode")
    })
  )
})

describe("a client", () => {
  const outcomeOf = Effect.fnUntraced(function* (options: Partial<InstallOptions>, files: Record<string, string> = {}) {
    const machine = yield* makeMachine
    machine.installProgram()
    for (const [path, text] of Object.entries(files)) machine.write(join("work/repo", path), text)
    const config = options.config === undefined ? {} : { config: machine.path(options.config) }
    const outcome = yield* install({ repository: machine.repository, dryRun: true, ...options, ...config }).pipe(
      Effect.provide(machine.layer())
    )
    return outcome
  })

  const openCodeFile = (files: Record<string, string>) =>
    Effect.map(outcomeOf({ client: "opencode" }, files), (outcome) =>
      outcome.kind === "paste" ? "" : `${basename(dirname(outcome.file))}/${basename(outcome.file)}`
    )

  it.effect.each([
    ["VS Code", "VS Code"],
    ["vs-code", "VS Code"],
    ["Gemini CLI", "Gemini CLI"],
    ["CURSOR", "Cursor"]
  ] as const)("is found by its title in any spelling: %s", ([client, title]) =>
    Effect.map(outcomeOf({ client }), (outcome) => assert.strictEqual(outcome.client, title))
  )

  it.effect.each([
    ["elsewhere/config.toml", "Codex"],
    ["elsewhere/mcp_config.json", "Windsurf"],
    ["other/.cursor/mcp.json", "Cursor"],
    ["other/.vscode/mcp.json", "VS Code"],
    ["conf/Code - Insiders/User/mcp.json", "VS Code"],
    ["conf/zed/settings.json", "Zed"],
    ["other/.gemini/settings.json", "Gemini CLI"],
    ["other/opencode.jsonc", "OpenCode"],
    ["elsewhere/mcp.json", "Claude Code"]
  ] as const)("is guessed from the file: %s", ([config, title]) =>
    Effect.map(outcomeOf({ config }), (outcome) => {
      assert.strictEqual(outcome.client, title)
      assert.notInclude(report(outcome), "workspaceFolder")
    })
  )

  it.effect("gets its variable for the repository's root only in the project file", () =>
    Effect.gen(function* () {
      assert.include(report(yield* outcomeOf({ config: "work/repo/.cursor/mcp.json" })), "${workspaceFolder}")
    })
  )

  it.effect("that reads several files gets the entry in the existing one", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* openCodeFile({ "opencode.jsonc": "{}" }), "repo/opencode.jsonc")
      assert.strictEqual(yield* openCodeFile({ ".opencode/opencode.json": "{}" }), ".opencode/opencode.json")
      const both = { "opencode.json": "{}", "opencode.jsonc": '{ "mcp": { "ultragit": {} } }' }
      assert.strictEqual(yield* openCodeFile(both), "repo/opencode.jsonc")
    })
  )

  it.effect("that had a remote server under our name reports its address", () =>
    Effect.gen(function* () {
      const text = '{ "mcpServers": { "ultragit": { "url": "https://example.org/x" } } }'
      const outcome = yield* outcomeOf({ client: "cursor" }, { ".cursor/mcp.json": text })
      assert.include(report(outcome), 'Before: {"url":"https://example.org/x"}')
    })
  )

  it.effect("that is unknown gets the entry and the command line to paste", () =>
    Effect.gen(function* () {
      const text = report(yield* outcomeOf({ client: "emacs" }))
      assert.include(text, `Known clients: ${clients.map(({ name }) => name).join(", ")}.\n`)
      assert.include(text, '"mcpServers"')
      assert.match(text, /\n\S+\/node \S+\/main\.js mcp start --repo \S+\/repo\n$/)
      const other = report(yield* outcomeOf({ client: "ema\u001bcs" }))
      assert.include(other, "ema\\x1bcs")
    })
  )

  it.effect("whose file cannot be edited gets the entry as one line, and the file is unchanged", () =>
    Effect.gen(function* () {
      const text = "mcp_servers = { a = { command = 'x' } }\n"
      const error = yield* Effect.flip(outcomeOf({ client: "codex" }, { ".codex/config.toml": text }))
      assert.strictEqual(error.code, "config_uneditable")
      assert.include(error.hint ?? "", 'ultragit = { command = "ultragit", args = ["mcp", "start"], cwd = "')
    })
  )

  it.effect("whose file is a symbolic link keeps an empty document there", () =>
    Effect.gen(function* () {
      const machine = yield* makeMachine
      machine.installProgram()
      const target = machine.write("dotfiles/mcp.json", "")
      fs.symlinkSync(target, join(machine.repository, ".mcp.json"))
      const { repository } = machine
      yield* install({ repository }).pipe(Effect.provide(machine.layer()))
      yield* uninstall({ repository }).pipe(Effect.provide(machine.layer()))
      assert.strictEqual(fs.readFileSync(target, "utf8"), "{}\n")
    })
  )
})
