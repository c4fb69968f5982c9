/**
 * Draws an answer about the demonstration's repository as it looks in a terminal: an SVG for the README.
 *
 *     node bench/demo/picture.ts [--check]
 *
 * With `--check` it writes nothing, and exits with 1 if the picture is out of date.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { makeDemoRepository } from "./repository.ts"
import { drawTerminal } from "./terminalSvg.ts"

const root = join(import.meta.dirname, "..", "..")
const picture = join(root, "docs", "read.svg")
const command = ["read", "src/broker/client.rs", "MqttClient::connect", "--max-regions", "2"]

const { NO_COLOR: _, ...inherited } = process.env

const show = (directory: string): string => {
  const printed = execFileSync(process.execPath, [join(root, "dist", "main.js"), ...command], {
    cwd: directory,
    encoding: "utf8",
    env: { ...inherited, FORCE_COLOR: "1", LC_ALL: "C.UTF-8" }
  })
  return `\u001b[32m$\u001b[39m \u001b[1multragit ${command.join(" ")}\u001b[22m\n${printed.trimEnd()}`
}

const draw = Effect.gen(function* () {
  const { directory } = yield* makeDemoRepository
  return drawTerminal(show(directory), "What ultragit read prints about a function")
}).pipe(Effect.scoped)

execFileSync("npm", ["run", "--silent", "build"], { cwd: root })
const svg = await Effect.runPromise(draw)
if (!process.argv.includes("--check")) writeFileSync(picture, svg)
else if (readFileSync(picture, "utf8") !== svg) {
  process.stderr.write(`${picture} is out of date. Run: node bench/demo/picture.ts\n`)
  process.exitCode = 1
}
