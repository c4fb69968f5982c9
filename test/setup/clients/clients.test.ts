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

/** A machine with the program on its path, and what a client is to have there. */
const ready = Effect.fnUntraced(function* ({ anew, client, file, inHome, lived }: ClientCase) {
  const machine = yield* makeMachine
  machine.installProgram()
  const here = (text: string) =>
    text.replaceAll("$REPO", machine.repository).replaceAll("$NODE", machine.node).replaceAll("$SCRIPT", machine.script)
  const path = join(inHome === true ? "home" : "work/repo", file)
  return {
    ...machine,
    file: machine.path(path),
    anew: here(anew),
    existing: here(lived).replaceAll(/<<[\s\S]*?>>/g, ""),
    merged: here(lived).replaceAll(/<<|>>/g, ""),
    put: (text: string) => machine.write(path, text),
    read: () => fs.readFileSync(machine.path(path), "utf8"),
    install: (options: Partial<InstallOptions> = {}) =>
      install({ repository: machine.repository, client, ...options }).pipe(Effect.provide(machine.layer())),
    uninstall: (options: Partial<InstallOptions> = {}) =>
      uninstall({ repository: machine.repository, client, ...options }).pipe(Effect.provide(machine.layer()))
  }
})

/** Time and inode: what changes when a file is written. */
const stamp = (file: string) => {
  fs.utimesSync(file, 1000, 1000)
  return () => {
    const { ino, mtimeMs } = fs.statSync(file)
    return [mtimeMs, ino]
  }
}

const compact = (text: string) => text.replaceAll(/\s/g, "")

it("every client has its case here", () => {
  assert.deepStrictEqual(
    clientCases.map(({ client }) => client),
    clients.map(({ name }) => name)
  )
})

describe.each(clientCases.map((known) => [known.client, known] as const))("the file of %s", (_, known) => {
  it.effect("is made with the entry and nothing else, and goes with it", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      const outcome = yield* machine.install()
      assert.strictEqual(outcome.kind, "added")
      assert.strictEqual(machine.read(), machine.anew)
      assert.include(report(yield* machine.uninstall({ dryRun: true })), "holds nothing else")
      assert.strictEqual(machine.read(), machine.anew)
      assert.strictEqual((yield* machine.uninstall()).kind, "removed")
      assert.isFalse(fs.existsSync(machine.file))
      assert.strictEqual((yield* machine.uninstall()).kind, "absent")
    })
  )

  it.effect("gets the entry among what is there, is left alone the second time, and gets all its bytes back", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      machine.put(machine.existing)
      assert.strictEqual((yield* machine.install()).kind, "added")
      assert.strictEqual(machine.read(), machine.merged)
      const touched = stamp(machine.file)
      const before = touched()
      assert.strictEqual((yield* machine.install()).kind, "unchanged")
      assert.deepStrictEqual(touched(), before)
      assert.strictEqual((yield* machine.uninstall()).kind, "removed")
      assert.strictEqual(machine.read(), machine.existing)
      const left = stamp(machine.file)
      const then = left()
      assert.strictEqual((yield* machine.uninstall()).kind, "absent")
      assert.deepStrictEqual(left(), then)
    })
  )

  it.effect("has another entry of the name replaced, which is said", () =>
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

  it.effect("is refused and left alone when it cannot be understood", () =>
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

  it.effect("is shown, not written, when that is asked for", () =>
    Effect.gen(function* () {
      const machine = yield* ready(known)
      const outcome = yield* machine.install({ dryRun: true })
      assert.isFalse(fs.existsSync(machine.file))
      assert.include(
        report(outcome),
        `Would add ultragit (${outcome.kind === "paste" ? "" : outcome.client}) in ${machine.file}\n`
      )
      assert.include(report(outcome), machine.anew)
      machine.put(machine.merged)
      assert.include(report(yield* machine.uninstall({ dryRun: true })), "Would remove")
      assert.strictEqual(machine.read(), machine.merged)
    })
  )
})

describe("the user's file", () => {
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
  ] as const)("of %s is where the platform has it", ([client, linux, mac, windows]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* fileOf(client, { os: "linux" }), linux)
      assert.strictEqual(yield* fileOf(client, { os: "darwin" }), mac)
      assert.strictEqual(yield* fileOf(client, { os: "win32", appData }), windows)
    })
  )

  it.effect("is where the environment says", () =>
    Effect.gen(function* () {
      const facts = { os: "linux", configHome: Option.some("/etc/xdg"), codexHome: Option.some("/srv/codex") } as const
      assert.strictEqual(yield* fileOf("vscode", facts), "/etc/xdg/Code/User/mcp.json")
      assert.strictEqual(yield* fileOf("zed", facts), "/etc/xdg/zed/settings.json")
      assert.strictEqual(yield* fileOf("opencode", facts), "/etc/xdg/opencode/opencode.json")
      assert.strictEqual(yield* fileOf("codex", facts), "/srv/codex/config.toml")
      assert.strictEqual((yield* Effect.flip(fileOf("zed", { os: "win32" }))).code, "location_unknown")
    })
  )

  it.effect("names repositories by their paths, each under its own name", () =>
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
        const taken = yield* uninstall({ repository: machine.path("a/app"), client: name, global: true }).pipe(
          Effect.provide(machine.layer())
        )
        assert.deepStrictEqual([taken.kind, taken.name], ["removed", "ultragit"])
      }
    })
  )

  it.effect("leaves the entry of another repository alone also where the file itself is named", () =>
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
        const taken = yield* uninstall({ repository: second, config }).pipe(Effect.provide(machine.layer()))
        assert.strictEqual(taken.kind, "absent", name)
        const added = yield* install({ repository: second, config }).pipe(Effect.provide(machine.layer()))
        assert.deepStrictEqual([added.kind, added.name], ["added", "ultragit-app"], name)
      }
    })
  )

  it.effect("is refused for a client whose user's file is its own business, with what to do", () =>
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
  ] as const)("is known by its title, however it is spelled: %s", ([client, title]) =>
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
    ["other/opencode.jsonc", "opencode"],
    ["elsewhere/mcp.json", "Claude Code"]
  ] as const)("is told by the file that is named: %s", ([config, title]) =>
    Effect.map(outcomeOf({ config }), (outcome) => {
      assert.strictEqual(outcome.client, title)
      assert.notInclude(report(outcome), "workspaceFolder")
    })
  )

  it.effect("is told the repository's root by its variable only where that means the root", () =>
    Effect.gen(function* () {
      assert.include(report(yield* outcomeOf({ config: "work/repo/.cursor/mcp.json" })), "${workspaceFolder}")
    })
  )

  it.effect("that reads several files has the entry in the one that is there", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* openCodeFile({ "opencode.jsonc": "{}" }), "repo/opencode.jsonc")
      assert.strictEqual(yield* openCodeFile({ ".opencode/opencode.json": "{}" }), ".opencode/opencode.json")
      const both = { "opencode.json": "{}", "opencode.jsonc": '{ "mcp": { "ultragit": {} } }' }
      assert.strictEqual(yield* openCodeFile(both), "repo/opencode.jsonc")
    })
  )

  it.effect("that had a server elsewhere under our name says where it was", () =>
    Effect.gen(function* () {
      const text = '{ "mcpServers": { "ultragit": { "url": "https://example.org/x" } } }'
      const outcome = yield* outcomeOf({ client: "cursor" }, { ".cursor/mcp.json": text })
      assert.include(report(outcome), 'Before: {"url":"https://example.org/x"}')
    })
  )

  it.effect("that is not known gets the entry and the command line to paste, and the near name", () =>
    Effect.gen(function* () {
      const said = report(yield* outcomeOf({ client: "cursr" }))
      assert.include(said, `Known clients: ${clients.map(({ name }) => name).join(", ")}.\nDid you mean cursor?\n`)
      assert.include(said, '"mcpServers"')
      assert.match(said, /\n\S+\/node \S+\/main\.js mcp start --repo \S+\/repo\n$/)
      const other = report(yield* outcomeOf({ client: "ema\u001bcs" }))
      assert.notInclude(other, "Did you mean")
      assert.include(other, "ema\\x1bcs")
    })
  )

  it.effect("whose file cannot be edited gets the entry in one line, the file untouched", () =>
    Effect.gen(function* () {
      const text = "mcp_servers = { a = { command = 'x' } }\n"
      const error = yield* Effect.flip(outcomeOf({ client: "codex" }, { ".codex/config.toml": text }))
      assert.strictEqual(error.code, "config_uneditable")
      assert.include(error.hint ?? "", 'ultragit = { command = "ultragit", args = ["mcp", "start"], cwd = "')
    })
  )

  it.effect("whose file is a link keeps an empty document there", () =>
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
