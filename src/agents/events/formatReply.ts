import type { AgentEvent } from "./AgentEvent.ts"

/** What a hook tells the model. */
export interface Reply {
  readonly text: string
  /** Denies the tool, so that the model reads the text before it tries again. */
  readonly isDenial: boolean
}

/** Formats a denial in the client's form. */
const formatDenial = ({ client, name }: AgentEvent, text: string): object => {
  if (client === "cursor") return { permission: "deny", agent_message: text, agentMessage: text }
  if (client === "gemini") return { decision: "deny", reason: text }
  if (client === "copilot") return { permissionDecision: "deny", permissionDecisionReason: text }
  return { hookSpecificOutput: { hookEventName: name, permissionDecision: "deny", permissionDecisionReason: text } }
}

/** Formats a reply as the one JSON document that the client expects (see the sources in docs/agents.md). */
export const formatReply = (event: AgentEvent, { isDenial, text }: Reply): string => {
  if (isDenial) return JSON.stringify(formatDenial(event, text))
  if (event.client === "cursor") return JSON.stringify({ additional_context: text })
  if (event.client === "copilot") return JSON.stringify({ additionalContext: text })
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event.name, additionalContext: text } })
}

/** Whether a hook's text can reach the model at this event, if it is not a denial. */
export const reachesModel = ({ client, kind, ...event }: AgentEvent): boolean => {
  if (kind === "session-end" || kind === "compaction") return false
  if (kind === "session-start" || kind === "command") return true
  const isAfter = "isAfter" in event && event.isAfter
  return isAfter || client === "claude-code" || client === "codex"
}
