/** What environment variables say of the next commit, each by its name after `ULTRAGIT_`. */
export const contextVariables = [
  "TASK",
  "REASONING",
  "CONSTRAINTS",
  "REJECTED",
  "DEPENDENCIES",
  "TAGS",
  "RISK"
] as const
export type ContextVariable = (typeof contextVariables)[number]
