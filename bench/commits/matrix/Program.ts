import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { plainEnvironment } from "../../processes.ts"

const main = join(import.meta.dirname, "../../../dist/main.js")

/** A finished run of the program. */
export interface FinishedRun {
  readonly seconds: number
  /** Null if it was killed. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The progress of a sync, read from the index. */
export interface SyncProgress {
  readonly commits: number
  readonly withoutPatch: number
  readonly isUnfinished: boolean
}

/** The built program with its own index. */
export interface Program {
  readonly index: string
  /** Runs it, and kills it with SIGKILL after this many seconds, if given. */
  readonly run: (args: ReadonlyArray<string>, seconds?: number) => FinishedRun
  /** Runs it. Throws for a nonzero exit code. */
  readonly must: (...args: ReadonlyArray<string>) => FinishedRun
  readonly syncProgress: (name: string) => SyncProgress
}

const runOf =
  (index: string): Program["run"] =>
  (args, seconds) => {
    const started = performance.now()
    const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args, "--db", index], {
      cwd: "/",
      env: plainEnvironment,
      encoding: "utf8",
      maxBuffer: 2 ** 30,
      killSignal: "SIGKILL",
      ...(seconds === undefined ? {} : { timeout: Math.round(seconds * 1_000) })
    })
    return { seconds: (performance.now() - started) / 1_000, exitCode: status, stdout, stderr }
  }

const readSyncProgress = (index: string, name: string): SyncProgress => {
  const nothing: SyncProgress = { commits: 0, withoutPatch: 0, isUnfinished: false }
  if (!existsSync(index)) return nothing
  const file = new DatabaseSync(index)
  const row = file
    .prepare(
      `SELECT count(*) AS commits, coalesce(sum(patch_state = 0), 0) AS without,
         (SELECT is_unfinished FROM repositories WHERE name = ?) AS unfinished
       FROM commits WHERE repository = (SELECT id FROM repositories WHERE name = ?)`
    )
    .get(name, name)
  file.close()
  return {
    commits: Number(row?.["commits"]),
    withoutPatch: Number(row?.["without"]),
    isUnfinished: row?.["unfinished"] === 1
  }
}

export const programAt = (index: string): Program => {
  const run = runOf(index)
  const must: Program["must"] = (...args) => {
    const ended = run(args)
    if (ended.exitCode === 0) return ended
    throw new Error(`ultragit ${args.join(" ")} (${String(ended.exitCode)}): ${ended.stderr}${ended.stdout}`)
  }
  return { index, run, must, syncProgress: (name) => readSyncProgress(index, name) }
}
