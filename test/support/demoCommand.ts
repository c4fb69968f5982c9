import { join } from "node:path"
import process from "node:process"
import { builtFolder } from "./builtFolder.ts"
import type { ServerCommand } from "./McpProcess.ts"

/** Starts the demonstration server with the Node that runs the tests. */
export const demoCommand: ServerCommand = {
  command: process.execPath,
  args: [join(builtFolder, "main.js")]
}

/** The same, waiting at most so many milliseconds after end of input. */
export const commandWithGrace = (grace: number): ServerCommand => ({
  ...demoCommand,
  args: [...demoCommand.args, String(grace)]
})
