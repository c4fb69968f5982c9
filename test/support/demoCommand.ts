import { join } from "node:path"
import process from "node:process"
import type { ServerCommand } from "./McpProcess.ts"

/** Starts the demonstration server with the Node that runs the tests. */
export const demoCommand: ServerCommand = {
  command: process.execPath,
  args: [join(import.meta.dirname, "demoServer.ts")]
}

/** The same, waiting only so many milliseconds after end of input. */
export const impatientCommand = (grace: number): ServerCommand => ({
  ...demoCommand,
  args: [...demoCommand.args, String(grace)]
})
