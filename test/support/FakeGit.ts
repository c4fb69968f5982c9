import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { chmod, readFile, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { env, kill } from "node:process"
import { makeFolder } from "./TemporaryRepository.ts"

/** Path of the installed git. */
export const realGit = execFileSync("sh", ["-c", "command -v git"]).toString().trim()

/** Shell code that finds the subcommand in the arguments of git: `$command`. */
export const findCommand = `command=
skip=
for argument in "$@"; do
  if [ -n "$skip" ]; then skip=; continue; fi
  case "$argument" in
    -c|-C) skip=1 ;;
    -*) ;;
    *) command="$argument"; break ;;
  esac
done
`

/** A fake `git` that logs its process id and subcommand, and runs shell code instead of some subcommands. */
export interface FakeGit {
  /** Environment that puts it before the installed git. */
  readonly environment: Readonly<Record<string, string>>
  /** Process id and subcommand of every start, oldest first. */
  readonly starts: Effect.Effect<ReadonlyArray<{ readonly pid: number; readonly command: string }>>
  /** Those of them that still run. */
  readonly running: Effect.Effect<ReadonlyArray<{ readonly pid: number; readonly command: string }>>
  /** A folder for files of the scripts, which see it as `$FOLDER`. */
  readonly folder: string
}

/** A start of git, with the line that the system keeps of the process where it does. */
interface Start {
  readonly pid: number
  readonly command: string
  readonly stat: string
}

const exists = (pid: number): boolean => {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}

/** What `/proc/PID/stat` says of a process after its name. */
const fieldsOf = (stat: string): ReadonlyArray<string> => stat.slice(stat.lastIndexOf(")") + 2).split(" ")

const startedAt = (stat: string): string => fieldsOf(stat)[19] ?? ""

const readStat = (pid: number): string => {
  const file = `/proc/${pid}/stat`
  try {
    return existsSync(file) ? readFileSync(file, "utf8") : ""
  } catch {
    return ""
  }
}

/**
 * Whether a process still runs. On a busy machine its number may belong to another process or thread already; and a process that
 * ended is there until its parent asks for its exit code.
 */
const runs = ({ pid, stat }: Start): boolean => {
  if (!exists(pid)) return false
  const now = readStat(pid)
  return stat === "" || (startedAt(now) === startedAt(stat) && fieldsOf(now)[0] !== "Z")
}

/**
 * Creates a fake git. `cases`: shell code by subcommand, run instead of git. In it, `real` runs the installed git with
 * the same arguments.
 */
export const makeFakeGit = Effect.fnUntraced(function* (cases: Readonly<Record<string, string>>) {
  const folder = yield* makeFolder
  const log = join(folder, "starts")
  const branches = Object.entries(cases).map(([command, code]) => `${command})\n${code}\n;;`)
  const script = `#!/bin/sh
FOLDER='${folder}'
${findCommand}stat=
[ -r /proc/$$/stat ] && read -r stat < /proc/$$/stat
printf '%s\\t%s\\t%s\\n' "$$" "$command" "$stat" >> '${log}'
real() { exec '${realGit}' "$@"; }
case "$command" in
${branches.join("\n")}
esac
real "$@"
`
  yield* Effect.promise(() => writeFile(join(folder, "git"), script))
  yield* Effect.promise(() => chmod(join(folder, "git"), 0o755))
  const starts = Effect.promise(() => readFile(log, "utf8").catch(() => "")).pipe(
    Effect.map((text) =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line): Start => {
          const [pid = "", command = "", stat = ""] = line.split("\t")
          return { pid: Number(pid), command, stat }
        })
    )
  )
  const fake: FakeGit = {
    environment: { PATH: `${folder}${delimiter}${env["PATH"] ?? ""}` },
    starts,
    running: Effect.map(starts, (all) => all.filter(runs)),
    folder
  }
  return fake
})
