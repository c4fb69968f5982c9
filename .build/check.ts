/**
 * Runs all checks: format, lint, types, the Effect rules, README, tests and the package. Prints one line per step, and
 * the output of failed steps. The last line counts every test and every other step: `N passed, N failed`.
 *
 *     npm run check
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

interface Count {
  readonly passed: number
  readonly failed: number
}

interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

const { FORCE_COLOR: _, ...inherited } = process.env
/** Without colors, for logs. */
const plain = { ...inherited, NO_COLOR: "1" }

const root = join(import.meta.dirname, "..")
const scratch = mkdtempSync(join(tmpdir(), "ultragit-check-"))
/** Where a run of tests writes its report. */
const reportFile = (script: string): string => join(scratch, `${script}.json`)
const testStep = (script: string): readonly [string, ...ReadonlyArray<string>] => [
  script,
  script,
  "--",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${reportFile(script)}`
]
const testScripts = new Set(["test", "test:slow"])

const steps: ReadonlyArray<readonly [name: string, ...script: ReadonlyArray<string>]> = [
  ["format", "format", "--", "--check"],
  ["lint", "lint"],
  ["types", "types"],
  ["effect rules", "effect"],
  ["documents", "docs", "--", "--check"],
  ...[...testScripts].map(testStep),
  ["package", "package"]
]

/** Counts tests. A failed run without a failed test, such as a file that does not load, counts as one failure. */
const testCount = (script: string, ok: boolean): Count => {
  try {
    const found: TestReport = JSON.parse(readFileSync(reportFile(script), "utf8"))
    return { passed: found.numPassedTests, failed: ok ? found.numFailedTests : Math.max(1, found.numFailedTests) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const run = ([name, ...script]: (typeof steps)[number]): Count => {
  process.stdout.write(name.padEnd(14))
  const started = performance.now()
  const done = spawnSync("npm", ["run", "--silent", ...script], {
    cwd: root,
    encoding: "utf8",
    env: plain,
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ok = done.status === 0
  const count = testScripts.has(name) ? testCount(name, ok) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const detail = testScripts.has(name) ? `, ${count.passed} passed, ${count.failed} failed` : ""
  process.stdout.write(`${ok ? "ok" : "FAILED"} ${seconds} s${detail}\n`)
  if (!ok) process.stdout.write(`${done.stdout}${done.stderr}\n`)
  return count
}

const counts = steps.map(run)
rmSync(scratch, { recursive: true })
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
