import { existsSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { runCommand } from "./runCommand.ts"
import { isolation } from "./runGit.ts"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))
const script = "/usr/bin/script"

/** Runs the program on a terminal made by `script` of util-linux, and returns what it shows. */
export const onTerminal = (cwd: string, args: string, env: Readonly<Record<string, string>>) =>
  Effect.map(
    runCommand({
      command: script,
      args: ["-qec", `'${process.execPath}' '${main}' ${args}`, "/dev/null"],
      cwd,
      env: { ...process.env, ...isolation, TERM: "xterm", NO_COLOR: "1", FORCE_COLOR: "", LC_ALL: "C.UTF-8", ...env }
    }),
    ({ exitCode, stdout }) => ({ exitCode, text: stdout.toString().replaceAll("\r\n", "\n") })
  )

/** Whether {@link onTerminal} works here. */
export const hasTerminal = process.platform === "linux" && existsSync(script)
