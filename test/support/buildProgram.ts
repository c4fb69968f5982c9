import { execFileSync } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { makeProgram } from "../../.build/program.ts"
import { builtFolder } from "./builtFolder.ts"

const root = join(import.meta.dirname, "../..")

/** Builds the program once before the tests, so that those of the whole program run what users run, and their own ones. */
export const setup = (): Promise<void> => {
  execFileSync(process.execPath, [join(root, ".build/build.ts")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  const entries = {
    program: join(import.meta.dirname, "demoServer.ts"),
    noteWriter: join(import.meta.dirname, "noteWriter.ts"),
    syncProcess: join(import.meta.dirname, "commits/syncProcess.ts"),
    callsThread: join(import.meta.dirname, "threads/callsThread.ts"),
    thingsThread: join(import.meta.dirname, "threads/thingsThread.ts")
  }
  return makeProgram({ entries, outDir: builtFolder, version: "1.2.3" }).then(() => undefined)
}
