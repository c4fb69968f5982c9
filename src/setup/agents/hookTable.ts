import type { HookClient } from "../../agents/events/AgentEvent.ts"
import { projectHookFiles } from "../../agents/events/projectHookFiles.ts"
import type { Platform } from "../clients/Platform.ts"
import { Option } from "effect"
import { join } from "node:path"

/** An event of a client that this program answers. */
interface HookedEvent {
  readonly event: string
  /** Which tools; absent where the event has none. */
  readonly matcher?: string
  /** Registered only where `ultragit.gate` may deny: the client's model sees nothing else of this event. */
  readonly isForGate?: true
}

/** What starts the program: by its name where the client finds it, otherwise by absolute paths. */
export interface HookCommand {
  readonly posix: string
  readonly windows: string
}

/** Where a client keeps its hooks, and in which form. */
export interface HookTarget {
  readonly client: HookClient
  readonly title: string
  /** Relative to the repository's root. */
  readonly projectFile: string
  /** The user's file for this repository, which is not committed. */
  readonly localFile?: string
  /** The user's folder of the client. */
  readonly userFolder: (platform: Platform["Service"]) => string
  /** The user's file for all repositories, relative to `userFolder`. */
  readonly userFile: string
  /** Folders or files in a repository that show that the client is used there. */
  readonly signs: ReadonlyArray<string>
  readonly events: ReadonlyArray<HookedEvent>
  /** The entry of one event. */
  readonly entryOf: (event: HookedEvent, command: HookCommand) => object
  /** Members of a file that is created. */
  readonly newFile: object
  /** What the user must know. */
  readonly note?: string
}

/** Seconds after which clients stop waiting; the program itself stops much earlier. */
const timeoutSeconds = 5

const matcherOf = ({ matcher }: HookedEvent) => (matcher === undefined ? {} : { matcher })

/** The form of Claude Code, which Codex and Gemini CLI took over. */
const groupEntry =
  (timeout: number) =>
  (event: HookedEvent, { posix }: HookCommand): object => ({
    ...matcherOf(event),
    hooks: [{ type: "command", command: posix, timeout }]
  })

/** The clients whose hooks this program writes. Sources: docs/agents.md. */
export const hookTargets: ReadonlyArray<HookTarget> = [
  {
    client: "claude-code",
    title: "Claude Code",
    projectFile: projectHookFiles["claude-code"].team,
    localFile: projectHookFiles["claude-code"].user,
    userFolder: (platform) => join(platform.home, ".claude"),
    userFile: "settings.json",
    signs: [".claude", "CLAUDE.md"],
    events: [
      { event: "SessionStart" },
      { event: "PreToolUse", matcher: "Read|Edit|Write|MultiEdit" },
      { event: "PostToolUse", matcher: "Bash" },
      { event: "Stop" },
      { event: "SessionEnd" }
    ],
    entryOf: groupEntry(timeoutSeconds),
    newFile: {}
  },
  {
    client: "codex",
    title: "Codex",
    projectFile: projectHookFiles.codex.team,
    userFolder: (platform) => Option.getOrElse(platform.codexHome, () => join(platform.home, ".codex")),
    userFile: "hooks.json",
    signs: [".codex"],
    events: [
      { event: "SessionStart" },
      { event: "PreToolUse", matcher: "apply_patch|Edit|Write" },
      { event: "PostToolUse", matcher: "Bash" },
      { event: "Stop" }
    ],
    entryOf: ({ event, ...rest }, { posix, windows }) => ({
      ...matcherOf({ event, ...rest }),
      hooks: [{ type: "command", command: posix, commandWindows: windows, timeout: timeoutSeconds }]
    }),
    newFile: {},
    note: "Codex runs a hook only after you have trusted it: type /hooks in Codex."
  },
  {
    client: "cursor",
    title: "Cursor",
    projectFile: projectHookFiles.cursor.team,
    userFolder: (platform) => join(platform.home, ".cursor"),
    userFile: "hooks.json",
    signs: [".cursor"],
    events: [
      { event: "sessionStart" },
      { event: "preCompact" },
      { event: "preToolUse", matcher: "Write|Edit", isForGate: true },
      { event: "postToolUse", matcher: "Read|Write|Edit|Shell" },
      { event: "stop" },
      { event: "sessionEnd" }
    ],
    entryOf: (event, { posix }) => ({ command: posix, ...matcherOf(event), timeout: timeoutSeconds }),
    newFile: { version: 1 }
  },
  {
    client: "gemini",
    title: "Gemini CLI",
    projectFile: projectHookFiles.gemini.team,
    userFolder: (platform) => join(platform.home, ".gemini"),
    userFile: "settings.json",
    signs: [".gemini", "GEMINI.md"],
    events: [
      { event: "SessionStart" },
      { event: "BeforeTool", matcher: "replace|write_file", isForGate: true },
      { event: "PreCompress" },
      { event: "AfterTool", matcher: "read_file|replace|write_file|run_shell_command" },
      { event: "SessionEnd" }
    ],
    entryOf: groupEntry(timeoutSeconds * 1000),
    newFile: {},
    note: "Gemini CLI asks whether to trust a project's hooks. Versions before 0.26 need tools.enableHooks."
  },
  {
    client: "copilot",
    title: "Copilot CLI",
    projectFile: projectHookFiles.copilot.team,
    userFolder: (platform) => join(platform.home, ".copilot"),
    userFile: "hooks/ultragit.json",
    signs: [".github/hooks", ".github/copilot-instructions.md"],
    events: [
      { event: "sessionStart" },
      { event: "preToolUse", isForGate: true },
      { event: "postToolUse" },
      { event: "agentStop" },
      { event: "sessionEnd" }
    ],
    entryOf: ({ event }, { posix, windows }) => ({
      type: "command",
      bash: posix.replace("--client copilot", `--client copilot --event ${event}`),
      powershell: windows.replace("--client copilot", `--client copilot --event ${event}`),
      timeoutSec: timeoutSeconds
    }),
    newFile: { version: 1 },
    note: "Copilot CLI also reads .mcp.json, which --client claude-code writes; for the user: copilot mcp add ultragit -- ultragit mcp start"
  }
]
