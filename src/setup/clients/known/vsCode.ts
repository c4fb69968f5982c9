import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { bearerHeaders, type Client, plainMembers } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { joinAppData, joinConfigHome, joinHome } from "./userFolder.ts"

/**
 * VS Code: `servers` in `.vscode/mcp.json`, or in `mcp.json` of the default profile's `User` folder. It requires `type`
 * and respects `cwd` (default: the workspace folder). It replaces predefined variables such as `${workspaceFolder}`, and
 * resolves the shell's environment when it starts. Sources:
 * code.visualstudio.com/docs/agents/reference/mcp-configuration, github.com/microsoft/vscode/pull/330253 for `cwd`.
 */
export const vsCode: Client = {
  name: "vscode",
  title: "VS Code",
  repositorySource: { kind: "cwd", variable: "${workspaceFolder}" },
  hasShellPath: true,
  format: jsonFormat("servers"),
  membersOf: (entry) => ({ type: "stdio", ...plainMembers.membersOf(entry) }),
  entryOf: plainMembers.entryOf,
  remoteMembersOf: (entry) => ({
    type: "http",
    url: entry.url,
    ...bearerHeaders(entry, (name) => `\${env:${name}}`)
  }),
  projectFiles: clientFiles.vsCode,
  userFile: (platform) => {
    const path = ["Code", "User", "mcp.json"]
    if (platform.os === "win32") return joinAppData(platform, "VS Code", ...path)
    if (platform.os !== "darwin") return Effect.succeed(joinConfigHome(platform, ...path))
    return Effect.succeed(joinHome(platform, "Library", "Application Support", ...path))
  }
}
