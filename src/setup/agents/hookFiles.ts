import { join } from "node:path"
import { Effect, FileSystem, Option, Result } from "effect"
import { installAdvice } from "../../config/Program.ts"
import type { HookClient } from "../../agents/events/AgentEvent.ts"
import { projectHookFiles } from "../../agents/events/projectHookFiles.ts"
import { isOnOwnSearchPath, resolveCommand } from "../clients/command.ts"
import { readConfig, removeConfig, writeConfig } from "../clients/formats/configFile.ts"
import { ConfigUnparseable, InstallError } from "../clients/InstallError.ts"
import { Platform } from "../clients/Platform.ts"
import { checkEntries, type EventEntry, formatEntries, putEntries, removeEntries } from "./hookEntries.ts"
import { type HookCommand, type HookTarget, hookTargets } from "./hookTable.ts"
import { isPlugin, makePlugin } from "./openCodePlugin.ts"

/** In which file the hooks of a client are: the project's, the user's for this project, or the user's for all. */
export type HookScope = "project" | "local" | "global"

/** Selects hooks. */
export interface HookFileOptions {
  /** Absolute path of the work tree's root. Not used in the scope `global`. */
  readonly root: string
  readonly scope: HookScope
  /** Whether edits may be denied, which needs further hooks in some clients. */
  readonly isGated: boolean
  /** Write nothing. */
  readonly dryRun: boolean
}

/** What was done to a file of hooks, or is there. */
export interface HookFileOutcome {
  readonly client: HookClient
  readonly title: string
  readonly file: string
  readonly done: "added" | "updated" | "unchanged" | "removed" | "absent"
  readonly notes: ReadonlyArray<string>
  /** What the file has of ours once they are installed; `""` after a removal. */
  readonly content: string
}

/** The text of a client's file of hooks, before and after a change. */
interface HookText {
  readonly client: HookClient
  readonly title: string
  readonly file: string
  readonly notes: ReadonlyArray<string>
  /** What the file has of ours once the hooks are installed. */
  readonly content: string
  readonly check: (text: string) => Result.Result<"absent" | "current" | "outdated", string>
  readonly put: (text: string) => Result.Result<string, string>
  readonly remove: (text: string) => Result.Result<string, string>
}

const openCodeTitle = "OpenCode"

const quotePosix = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
const quotePowershell = (word: string): string => `'${word.replaceAll("'", "''")}'`

/** Makes the command of a hook: it succeeds where the program is not installed, so that the agent goes on. */
const makeCommand = (client: HookClient, program: ReadonlyArray<string>): HookCommand => {
  const [first = "", script] = program
  const tail = `agents hook --client ${client}`
  if (script === undefined) {
    return {
      posix: `command -v ${first} >/dev/null 2>&1 && ${first} ${tail} || true`,
      windows: `if (Get-Command ${first} -ErrorAction SilentlyContinue) { $input | ${first} ${tail} }; exit 0`
    }
  }
  const [node, file] = [quotePosix(first), quotePosix(script)]
  return {
    posix: `[ -f ${file} ] && ${node} ${file} ${tail} || true`,
    windows: `if (Test-Path ${quotePowershell(script)}) { $input | & ${quotePowershell(first)} ${quotePowershell(script)} ${tail} }; exit 0`
  }
}

/** The user's file of a client for this repository, relative to the root; undefined if it has none. */
export const localFileOf = (client: HookClient): string | undefined =>
  hookTargets.find((known) => known.client === client)?.localFile

/** The file of a client in a scope. Clients without a local file have none there. */
const fileOf = (target: HookTarget, { root, scope }: HookFileOptions, platform: Platform["Service"]) => {
  if (scope === "global") return join(target.userFolder(platform), target.userFile)
  const name = scope === "local" ? target.localFile : target.projectFile
  return name === undefined ? undefined : join(root, name)
}

/**
 * Finds what starts the program. A project's file names no path of this machine: where the program is not on the search
 * path, its hooks do nothing.
 */
const findProgram = Effect.fnUntraced(function* (scope: HookScope) {
  const platform = yield* Platform
  const { command, leading } = yield* resolveCommand({ hasShellPath: true }, platform)
  if (scope !== "project") return { words: [command, ...leading], notes: [] }
  if (leading.length === 0) return { words: ["ultragit"], notes: [] }
  return { words: ["ultragit"], notes: [(yield* isOnOwnSearchPath(platform)) ? projectNote : pathNote] }
})

const pathNote = `ultragit is not on your search path, so that these hooks do nothing. Install it: ${installAdvice}`
const projectNote = `ultragit is only in a project's node_modules/.bin; where an agent does not have that on its search path, these hooks do nothing. Install it for all: ${installAdvice}`

/** The hooks of Claude Code by event, as its plugins have them. */
export const claudeHooks = (): { readonly [event: string]: ReadonlyArray<object> } => {
  const target = hookTargets.find(({ client }) => client === "claude-code")
  const command = makeCommand("claude-code", ["ultragit"])
  return Object.fromEntries(
    (target?.events ?? []).map((event) => [event.event, [target?.entryOf(event, command) ?? {}]])
  )
}

const planTarget = (target: HookTarget, file: string, command: HookCommand, options: HookFileOptions): HookText => {
  const events = target.events.filter(({ isForGate }) => isForGate !== true || options.isGated)
  const wanted = events.map((event): EventEntry => ({ event: event.event, entry: target.entryOf(event, command) }))
  return {
    client: target.client,
    title: target.title,
    file,
    notes: target.note === undefined ? [] : [target.note],
    content: formatEntries(wanted),
    check: (text) => checkEntries(text, wanted),
    put: (text) => putEntries(text, wanted, target.newFile),
    remove: (text) => removeEntries(text, target.newFile)
  }
}

const openCodeFolder = (platform: Platform["Service"]): string =>
  join(
    Option.getOrElse(platform.configHome, () => join(platform.home, ".config")),
    "opencode"
  )

const refuseForeign = () => Result.fail("it is not the plugin that ultragit writes.")

const planOpenCode = (
  program: ReadonlyArray<string>,
  { root, scope }: HookFileOptions,
  platform: Platform["Service"]
) => {
  const plugin = makePlugin(program)
  const plan: HookText = {
    client: "opencode",
    title: openCodeTitle,
    file:
      scope === "global"
        ? join(openCodeFolder(platform), "plugins", "ultragit.js")
        : join(root, projectHookFiles.opencode.team),
    notes: [
      "OpenCode shows what the plugin says with a tool's result; versions that never call tool.execute.after show nothing."
    ],
    content: plugin,
    check: (text) => Result.succeed(text === "" ? "absent" : text === plugin ? "current" : "outdated"),
    put: (text) => (text === "" || isPlugin(text) ? Result.succeed(plugin) : refuseForeign()),
    remove: (text) => (text === "" || isPlugin(text) ? Result.succeed("") : refuseForeign())
  }
  return plan
}

/** Plans the file of a client. None if the client has no file in this scope. */
const planClient = Effect.fnUntraced(function* (client: HookClient, options: HookFileOptions) {
  const platform = yield* Platform
  const program = yield* findProgram(options.scope)
  const target = hookTargets.find((known) => known.client === client)
  if (target === undefined) {
    if (options.scope === "local") return Option.none<HookText>()
    const plan = planOpenCode(program.words, options, platform)
    return Option.some({ ...plan, notes: [...plan.notes, ...program.notes] })
  }
  const file = fileOf(target, options, platform)
  if (file === undefined) return Option.none<HookText>()
  const plan = planTarget(target, file, makeCommand(client, program.words), options)
  return Option.some({ ...plan, notes: [...plan.notes, ...program.notes] })
})

const byteOrderMark = "\ufeff"

const toInstallError = (file: string) => (detail: string) =>
  new InstallError({ reason: new ConfigUnparseable({ file, detail }) })

/** Applies a change to a file, and writes it if it differs. */
const changeFile = Effect.fnUntraced(function* (plan: HookText, change: "put" | "remove", dryRun: boolean) {
  const config = yield* readConfig(plan.file)
  const raw = Option.getOrElse(config.text, () => "")
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : ""
  const text = raw.slice(mark.length)
  const checked = yield* Effect.mapError(Effect.fromResult(plan.check(text)), toInstallError(plan.file))
  const changed = yield* Effect.mapError(Effect.fromResult(plan[change](text)), toInstallError(plan.file))
  if (changed !== text && !dryRun) {
    yield* changed === "" && !config.isLink ? removeConfig(config) : writeConfig(config, mark + changed)
  }
  return { before: checked, isChanged: changed !== text }
})

const describePut = { absent: "added", outdated: "updated", current: "unchanged" } as const

/** Adds the hooks of a client to its file; other entries, comments and order stay. None if it has no file in this scope. */
export const installHooks = Effect.fn("Agents.installHooks")(function* (client: HookClient, options: HookFileOptions) {
  const plan = yield* planClient(client, options)
  if (Option.isNone(plan)) return Option.none<HookFileOutcome>()
  const { before } = yield* changeFile(plan.value, "put", options.dryRun)
  const { content, file, notes, title } = plan.value
  return Option.some<HookFileOutcome>({ client, title, file, done: describePut[before], notes, content })
})

/** Removes the hooks of a client from its file, and deletes the file if it contains nothing else. */
export const uninstallHooks = Effect.fn("Agents.uninstallHooks")(function* (
  client: HookClient,
  options: HookFileOptions
) {
  const plan = yield* planClient(client, options)
  if (Option.isNone(plan)) return Option.none<HookFileOutcome>()
  const { isChanged } = yield* changeFile(plan.value, "remove", options.dryRun)
  const { file, title } = plan.value
  const done = isChanged ? "removed" : "absent"
  return Option.some<HookFileOutcome>({ client, title, file, done, notes: [], content: "" })
})

/** State of the hooks of a client in a file. */
export const checkHooks = Effect.fn("Agents.checkHooks")(function* (client: HookClient, options: HookFileOptions) {
  const plan = yield* planClient(client, options)
  if (Option.isNone(plan)) return Option.none()
  const { file, title } = plan.value
  const config = yield* readConfig(file)
  const text = Option.getOrElse(config.text, () => "").replace(byteOrderMark, "")
  const state = yield* Effect.mapError(Effect.fromResult(plan.value.check(text)), toInstallError(file))
  return Option.some({ client, title, file, state })
})

/** Which of these paths exist. */
const listExisting = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.filter(paths, (path) => Effect.orElseSucceed(files.exists(path), () => false))
})

/**
 * Lists the clients that a repository shows signs of, or in the scope `global` those that have a folder in the user's home;
 * Claude Code in any case.
 */
export const findClients = Effect.fnUntraced(function* ({ root, scope }: HookFileOptions) {
  const platform = yield* Platform
  const signs: ReadonlyArray<readonly [HookClient, ReadonlyArray<string>]> =
    scope === "global"
      ? [
          ...hookTargets.map(({ client, userFolder }) => [client, [userFolder(platform)]] as const),
          ["opencode", [openCodeFolder(platform)]]
        ]
      : [
          ...hookTargets.map((target) => [target.client, target.signs.map((name) => join(root, name))] as const),
          ["opencode", [join(root, ".opencode"), join(root, "opencode.json")]]
        ]
  const found = yield* Effect.filter(signs, ([, paths]) =>
    Effect.map(listExisting(paths), (existing) => existing.length > 0)
  )
  return [...new Set<HookClient>(["claude-code", ...found.map(([client]) => client)])]
})
