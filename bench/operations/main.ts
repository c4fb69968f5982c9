/**
 * Runs every rewriting operation of git, once with git's own settings for notes and once with the built program, and
 * prints how many annotations are found afterwards.
 *
 *     node bench/operations/main.ts [--json]
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { rowsOf, table, totals } from "./table.ts"

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } })
const root = join(import.meta.dirname, "../..")

const main = Effect.gen(function* () {
  execFileSync(process.execPath, [join(root, ".build/build.ts")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  const rows = yield* rowsOf(({ name }) => void process.stderr.write(`${name}\n`))
  process.stdout.write(values.json ? `${JSON.stringify({ rows, totals: totals(rows) })}\n` : table(rows))
  const { statements, ultragit } = totals(rows)
  return ultragit === statements
})

process.exit((await Effect.runPromise(main)) ? 0 : 1)
