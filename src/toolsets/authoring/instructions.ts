/** Names of the tools, in the order in which they are listed. */
export const authoringToolNames = ["ultragit_annotate"] as const

/** When to call which tool, for the server's instructions. */
export const authoringInstructions =
  "Right after each commit you make, call ultragit_annotate: for each function or type whose change has a reason, its " +
  "intent, the reasoning, and what whoever changes it next must keep. Say what the diff cannot."
