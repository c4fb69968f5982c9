import type { HookClient } from "./AgentEvent.ts"

/** Where clients keep hooks in a repository, relative to its root: the team's file, and the user's that is not committed. */
export const projectHookFiles = {
  "claude-code": { team: ".claude/settings.json", user: ".claude/settings.local.json" },
  codex: { team: ".codex/hooks.json" },
  cursor: { team: ".cursor/hooks.json" },
  gemini: { team: ".gemini/settings.json" },
  copilot: { team: ".github/hooks/ultragit.json" },
  opencode: { team: ".opencode/plugins/ultragit.js" }
} as const satisfies Record<HookClient, { readonly team: string; readonly user?: string }>
