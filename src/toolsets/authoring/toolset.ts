import { declare, toolFrom } from "../tool/Toolset.ts"

const tool = toolFrom(() => import("./tools.ts"))

/** Tools that write annotations. */
export const authoringToolset = declare({
  name: "authoring",
  title: "Authoring",
  instructions:
    "Right after each commit you make, call ultragit_annotate: for each function or type whose change has a reason, give " +
    "its intent, the reasoning, and what later changes must preserve. Say what the diff cannot.",
  brief: "ultragit_annotate: right after a commit, say why its code is so.",
  default: false,
  tools: [tool("ultragit_annotate", ({ bind, tools }) => bind(tools.annotateTool))],
  layer: ({ authoring }) => authoring
})
