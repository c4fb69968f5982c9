import { declare, toolFrom } from "../tool/Toolset.ts"
import { configUri, outlineTemplate, searchTemplate, statusUri } from "./addresses.ts"

const tool = toolFrom(() => import("./tools.ts"))

/** Tools over the code index. */
export const codeToolset = declare({
  name: "code",
  title: "Code",
  instructions:
    "An index of this project's code: to find where something is, call code-scout_search with 1-5 tags before grepping. " +
    "It is always up to date with the files on disk; index.pending counts those not indexed yet.",
  brief: "code-scout_search: where something is, before grepping.",
  default: false,
  indexesCode: true,
  tools: [
    tool("code-scout_search", ({ bind, tools }) => bind(tools.searchTool)),
    tool("code-scout_index", ({ bind, tools }) => bind(tools.indexTool)),
    tool("code-scout_status", ({ bind, tools }) => bind(tools.statusTool))
  ],
  resources: {
    list: [
      {
        uri: statusUri,
        name: "Project Index Status",
        description: "Current indexing status and statistics",
        mimeType: "application/json"
      },
      {
        uri: configUri,
        name: "Code-Scout Configuration",
        description: "Current configuration settings",
        mimeType: "application/json"
      }
    ],
    templates: [
      {
        uriTemplate: outlineTemplate,
        name: "Outline",
        description: "The definitions of a file",
        mimeType: "application/json"
      },
      {
        uriTemplate: searchTemplate,
        name: "Search",
        description: "The files that a search for one tag finds",
        mimeType: "application/json"
      }
    ],
    load: () => import("./resources.ts").then(({ resources }) => resources)
  },
  layer: ({ code }) => code
})
