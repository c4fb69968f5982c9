import { declare, toolFrom } from "../tool/Toolset.ts"

const tool = toolFrom(() => import("./tools.ts"))

/** Tools over the graph of the code and its history. */
export const graphToolset = declare({
  name: "graph",
  title: "Graph",
  instructions:
    "How this project's code hangs together: repotoire_get_architecture first in an unknown project; before changing a " +
    "file or function, repotoire_analyze_impact; repotoire_query_graph for callers and callees. Names are path:Name, or a " +
    "name that only one definition has.",
  brief: "repotoire_analyze_impact: what a change may break; repotoire_query_graph: callers.",
  default: false,
  indexesCode: true,
  tools: [
    tool("repotoire_analyze", ({ bind, tools }) => bind(tools.analyzeTool)),
    tool("repotoire_get_findings", ({ bind, tools }) => bind(tools.findingsTool)),
    tool("repotoire_get_hotspots", ({ bind, tools }) => bind(tools.hotspotsTool)),
    tool("repotoire_query_graph", ({ bind, tools }) => bind(tools.queryTool)),
    tool("repotoire_get_file", ({ bind, tools }) => bind(tools.fileTool)),
    tool("repotoire_get_architecture", ({ bind, tools }) => bind(tools.architectureTool)),
    tool("repotoire_list_detectors", ({ bind, tools }) => bind(tools.detectorsTool)),
    tool("repotoire_trace_dependencies", ({ bind, tools }) => bind(tools.traceTool)),
    tool("repotoire_analyze_impact", ({ bind, tools }) => bind(tools.impactTool)),
    tool("repotoire_query_evolution", ({ bind, tools }) => bind(tools.evolutionTool)),
    tool("repotoire_search_code", ({ bind, tools }) => bind(tools.searchTool)),
    tool("repotoire_ask", ({ bind, tools }) => bind(tools.askTool)),
    tool("repotoire_generate_fix", ({ bind, tools }) => bind(tools.fixTool))
  ],
  layer: ({ graph }) => graph
})
