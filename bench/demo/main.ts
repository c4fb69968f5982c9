/**
 * Demonstrates the program: builds it, makes a small annotated repository and asks the four questions on the command line.
 * The repository is kept for further questions. With `--wire`, asks over MCP and prints all messages.
 *
 *     npm run demo [-- --wire]
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { askOverWire } from "./askOverWire.ts"
import { heading, note } from "./Printer.ts"
import { questions } from "./questions.ts"
import { makeDemoRepository } from "./repository.ts"

const root = join(import.meta.dirname, "..", "..")
const program = join(root, "dist", "main.js")
const { values } = parseArgs({ options: { wire: { type: "boolean", default: false } } })

const askOnCommandLine = (directory: string): void => {
  for (const { command, title } of questions) {
    heading(title)
    note(`$ ultragit ${command.join(" ")}`)
    execFileSync(process.execPath, [program, ...command], { cwd: directory, stdio: "inherit" })
  }
}

const demonstrate = Effect.gen(function* () {
  heading("Build the program")
  note(execFileSync("npm", ["run", "--silent", "build"], { cwd: root, encoding: "utf8" }).trim())

  const { directory, git } = yield* makeDemoRepository
  heading("Make a small repository with an annotated history")
  note(yield* git(["log", "--reverse", "--format=%h %s"]))
  const notes = (yield* git(["notes", "--ref=ultragit", "list"])).split("\n").length
  note(`${notes} of these commits have a note in refs/notes/ultragit.`)

  if (values.wire) return yield* askOverWire(program, directory, questions)
  const kept = mkdtempSync(join(tmpdir(), "ultragit-demo-"))
  cpSync(directory, kept, { recursive: true })
  askOnCommandLine(kept)
  heading("Go on")
  note(`cd ${kept}\n${process.execPath} ${program} read web/pool.ts\n\nDelete the folder when you are done.`)
}).pipe(Effect.scoped)

await Effect.runPromise(demonstrate)
