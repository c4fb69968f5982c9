import { basename } from "node:path"
import { distance } from "fastest-levenshtein"
import { claudeCode } from "./known/claudeCode.ts"
import { claudeDesktop, desktopFileName } from "./known/claudeDesktop.ts"
import type { Client } from "./Client.ts"
import { codex } from "./known/codex.ts"
import { cursor } from "./known/cursor.ts"
import { gemini } from "./known/gemini.ts"
import { openCode } from "./known/openCode.ts"
import { vsCode } from "./known/vsCode.ts"
import { windsurf, windsurfFileName } from "./known/windsurf.ts"
import { zed } from "./known/zed.ts"

/** The clients whose files this program writes. */
export const clients: ReadonlyArray<Client> = [
  claudeCode,
  claudeDesktop,
  cursor,
  vsCode,
  zed,
  windsurf,
  codex,
  gemini,
  openCode
]

const simple = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** The client of that name or title, however it is spelled: `VS Code` is `vscode`. */
export const clientOfName = (name: string): Client | undefined =>
  clients.find((client) => [client.name, client.title].some((known) => simple(known) === simple(name)))

/** The name that was meant, if one is near. */
export const nearName = (name: string): string | undefined => {
  const asked = simple(name)
  const reach = Math.max(1, Math.floor(asked.length / 3))
  const found = clients
    .map((client) => ({ name: client.name, apart: distance(simple(client.name), asked) }))
    .toSorted((a, b) => a.apart - b.apart)
    .at(0)
  return found !== undefined && found.apart <= reach ? found.name : undefined
}

/**
 * The client that reads a file named on the command line: by the end of its path as the client has it, by its name, by
 * its format. The form of Claude Code's is the usual one.
 */
export const clientOfFile = (file: string): Client => {
  const path = file.replaceAll("\\", "/")
  const name = basename(path)
  if (name === desktopFileName) return claudeDesktop
  if (name === windsurfFileName) return windsurf
  if (name.endsWith(".toml")) return codex
  if (path.endsWith("/User/mcp.json")) return vsCode
  if (path.endsWith("/zed/settings.json") || path.endsWith("/Zed/settings.json")) return zed
  const own = clients.find((client) => client.projectFiles.some((known) => `/${path}`.endsWith(`/${known}`)))
  return own ?? claudeCode
}
