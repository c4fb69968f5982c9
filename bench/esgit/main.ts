/**
 * Runs processes that call es-git very often, and prints how they exit and by how much they grow.
 *
 *     node bench/esgit/main.ts --repo PATH
 *
 * Exits with 1 if a process fails that uses es-git like the program.
 */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import process from "node:process"
import { parseArgs } from "node:util"

const { values } = parseArgs({ options: { repo: { type: "string", default: "." } } })

const wrapping = fileURLToPath(new URL("wrap.ts", import.meta.url))
const asking = fileURLToPath(new URL("../../test/support/esGitCalls.ts", import.meta.url))

interface Case {
  readonly what: string
  readonly args: ReadonlyArray<string>
  /** Whether it must succeed. False for a case that shows what the program must avoid. */
  readonly isRequired: boolean
}

const cases: ReadonlyArray<Case> = [
  { what: "10,000 calls of each, natural exit", args: [asking, values.repo, "10000"], isRequired: true },
  { what: "120,000 calls of each, natural exit", args: [asking, values.repo, "120000"], isRequired: true },
  { what: "300,000 references, `process.exit`", args: [wrapping, values.repo, "300000", "exit"], isRequired: true },
  { what: "300,000 references, natural exit", args: [wrapping, values.repo, "300000", "natural"], isRequired: false }
]

const rows = cases.map(({ args, isRequired, what }) => {
  const { signal, status, stdout } = spawnSync(process.execPath, ["--expose-gc", ...args], { encoding: "utf8" })
  return { what, ended: signal ?? `exit ${status}`, grown: stdout.trim(), well: status === 0 || !isRequired }
})

process.stdout.write("| what | ended | bytes grown |\n| --- | --- | --- |\n")
for (const { ended, grown, what } of rows) process.stdout.write(`| ${what} | ${ended} | ${grown} |\n`)
process.exitCode = rows.every(({ well }) => well) ? 0 : 1
