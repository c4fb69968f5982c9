import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import type { SessionClient } from "./Session.ts"

type Environment = Readonly<Record<string, string | undefined>>

const homeOf = (environment: Environment): string => environment["HOME"] ?? environment["USERPROFILE"] ?? homedir()

/** Returns the folder that a variable names, or else a path below the user's folder. */
const folderOf = (environment: Environment, variable: string, ...path: ReadonlyArray<string>): string => {
  const named = environment[variable] ?? ""
  return isAbsolute(named) ? named : join(homeOf(environment), ...path)
}

/** Returns the folders in which a client keeps transcripts. Entire keeps its own in the repository. */
export const transcriptFolders = (client: SessionClient, environment: Environment): ReadonlyArray<string> => {
  switch (client) {
    case "claude-code":
      return [join(folderOf(environment, "CLAUDE_CONFIG_DIR", ".claude"), "projects")]
    case "codex": {
      const home = folderOf(environment, "CODEX_HOME", ".codex")
      return [join(home, "sessions"), join(home, "archived_sessions")]
    }
    case "gemini":
      return [join(folderOf(environment, "GEMINI_CLI_HOME"), ".gemini", "tmp")]
    case "copilot":
      return [join(folderOf(environment, "COPILOT_HOME", ".copilot"), "session-state")]
    case "opencode":
      return [join(folderOf(environment, "XDG_DATA_HOME", ".local", "share"), "opencode")]
    case "entire":
      return []
  }
}
