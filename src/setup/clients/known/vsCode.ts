import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plain } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { inAppData, inConfigHome, inHome } from "./userFolder.ts"

/**
 * VS Code: `servers` in `.vscode/mcp.json`, or in `mcp.json` of the default profile's `User` folder. `type` is required;
 * `cwd` is honoured and is the workspace folder unless set; predefined variables such as `${workspaceFolder}` are
 * replaced. The shell's environment is resolved at start. Sources:
 * code.visualstudio.com/docs/agents/reference/mcp-configuration, github.com/microsoft/vscode/pull/330253 for `cwd`.
 */
export const vsCode: Client = {
  name: "vscode",
  title: "VS Code",
  told: { by: "cwd", variable: "${workspaceFolder}" },
  hasShellPath: true,
  format: jsonFormat("servers"),
  membersOf: (entry) => ({ type: "stdio", ...plain.membersOf(entry) }),
  entryOf: plain.entryOf,
  projectFiles: clientFiles.vsCode,
  userFile: (platform) => {
    const path = ["Code", "User", "mcp.json"]
    if (platform.os === "win32") return inAppData(platform, "VS Code", ...path)
    if (platform.os !== "darwin") return Effect.succeed(inConfigHome(platform, ...path))
    return Effect.succeed(inHome(platform, "Library", "Application Support", ...path))
  }
}
