import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { chmod, readFile, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { env } from "node:process"
import { makeFolder } from "./TemporaryRepository.ts"

/** The system's git. */
export const realGit = execFileSync("sh", ["-c", "command -v git"]).toString().trim()

/** Shell code that finds the sub-command in the arguments of git: `$command`. */
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

/** A `git` that notes its process id and sub-command and does something else than git for some of them. */
export interface FakeGit {
  /** Variables that put it before the system's git. */
  readonly environment: Readonly<Record<string, string>>
  /** `<process id> <sub-command>` of every start, oldest first. */
  readonly starts: Effect.Effect<ReadonlyArray<{ readonly pid: number; readonly command: string }>>
  /** A folder for the scripts' own files, `$FOLDER` in them. */
  readonly folder: string
}

/**
 * Makes one. `cases`: shell code by sub-command, run instead of git; `real` in it is the system's git with the same
 * arguments.
 */
export const makeFakeGit = Effect.fnUntraced(function* (cases: Readonly<Record<string, string>>) {
  const folder = yield* makeFolder
  const log = join(folder, "starts")
  const branches = Object.entries(cases).map(([command, code]) => `${command})\n${code}\n;;`)
  const script = `#!/bin/sh
FOLDER='${folder}'
${findCommand}echo "$$ $command" >> '${log}'
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
        .map((line) => {
          const [pid = "", command = ""] = line.split(" ")
          return { pid: Number(pid), command }
        })
    )
  )
  const fake: FakeGit = { environment: { PATH: `${folder}${delimiter}${env["PATH"] ?? ""}` }, starts, folder }
  return fake
})
