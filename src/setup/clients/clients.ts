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

const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Finds a client by its name or title, ignoring case and punctuation: `VS Code` is `vscode`. */
export const findClientByName = (name: string): Client | undefined =>
  clients.find((client) => [client.name, client.title].some((known) => normalizeName(known) === normalizeName(name)))

/** Returns the most similar client name, if at most a third of its characters differ. */
export const suggestName = (name: string): string | undefined => {
  const normalized = normalizeName(name)
  const maxDistance = Math.max(1, Math.floor(normalized.length / 3))
  const nearest = clients
    .map((client) => ({ name: client.name, edits: distance(normalizeName(client.name), normalized) }))
    .toSorted((a, b) => a.edits - b.edits)
    .at(0)
  return nearest !== undefined && nearest.edits <= maxDistance ? nearest.name : undefined
}

/** Guesses which client reads a file, by its name and the end of its path. Defaults to Claude Code's format. */
export const guessClientByFile = (file: string): Client => {
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
