/**
 * What becomes of processes that asked es-git very often: how they end, and by how much they grew.
 *
 *     node bench/esgit/main.ts --repo PATH
 *
 * Ends with 1 when the program's own way of using es-git fails, in any of them.
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
  /** Whether it has to end well: not where it shows what the program must not do. */
  readonly counts: boolean
}

const cases: ReadonlyArray<Case> = [
  { what: "10,000 calls of each, ends by itself", args: [asking, values.repo, "10000"], counts: true },
  { what: "120,000 calls of each, ends by itself", args: [asking, values.repo, "120000"], counts: true },
  { what: "300,000 references, `process.exit`", args: [wrapping, values.repo, "300000", "exit"], counts: true },
  { what: "300,000 references, ends by itself", args: [wrapping, values.repo, "300000", "natural"], counts: false }
]

const rows = cases.map(({ args, counts, what }) => {
  const { signal, status, stdout } = spawnSync(process.execPath, ["--expose-gc", ...args], { encoding: "utf8" })
  return { what, ended: signal ?? `exit ${status}`, grown: stdout.trim(), well: status === 0 || !counts }
})

process.stdout.write("| what | ended | bytes grown |\n| --- | --- | --- |\n")
for (const { ended, grown, what } of rows) process.stdout.write(`| ${what} | ${ended} | ${grown} |\n`)
process.exitCode = rows.every(({ well }) => well) ? 0 : 1
