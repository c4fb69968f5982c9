import { execFileSync } from "node:child_process"
import { join } from "node:path"
import process from "node:process"

const root = join(import.meta.dirname, "../..")

/** Builds the program once before the tests, so that those of the whole program run what users run. */
export const setup = (): void => {
  execFileSync(process.execPath, [join(root, ".build/build.ts")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
}
