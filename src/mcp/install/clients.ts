import { basename } from "node:path"
import { claudeCode } from "./claudeCode.ts"
import { claudeDesktop, desktopFileName } from "./claudeDesktop.ts"
import type { Client } from "./Client.ts"

/** The clients whose files this program writes. */
export const clients: ReadonlyArray<Client> = [claudeCode, claudeDesktop]

/** The client that reads a file named on the command line; the form of Claude Code's is the usual one. */
export const clientOfFile = (file: string): Client => (basename(file) === desktopFileName ? claudeDesktop : claudeCode)
