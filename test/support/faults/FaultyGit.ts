import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { chmod, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { env } from "node:process"
import { findCommand, realGit } from "../FakeGit.ts"
import { makeFolder } from "../TemporaryRepository.ts"

/** The only git on the PATH of a server, that can be made to fail while the server runs. */
export interface FaultyGit {
  /** Variables for the server; all its descendants inherit them, even when reparented. */
  readonly environment: Readonly<Record<string, string>>
  /** A folder for this instance alone. */
  readonly folder: string
  /**
   * From now on this shell code runs first whenever git is asked for the sub-command. `real "$@"` in it is the true
   * git; where the code comes to its end, git answers as always.
   */
  readonly fault: (command: string, code: string) => Effect.Effect<void>
  /** Nothing is wrong any more. */
  readonly repair: Effect.Effect<void>
  /** Takes git away, or brings it back. */
  readonly present: (present: boolean) => Effect.Effect<void>
}

const script = (folder: string) => `#!/bin/sh
PATH='${env["PATH"] ?? ""}'
FOLDER='${folder}'
${findCommand}real() { '${realGit}' "$@"; }
if [ -f "$FOLDER/faults/$command" ]; then . "$FOLDER/faults/$command"; fi
exec '${realGit}' "$@"
`

const io = (run: () => Promise<unknown>) => Effect.asVoid(Effect.promise(run))

/** Makes one in which nothing is wrong yet. */
export const makeFaultyGit = Effect.gen(function* () {
  const folder = yield* makeFolder
  const [bin, faults] = [join(folder, "bin"), join(folder, "faults")]
  yield* Effect.sync(() => execFileSync("mkdir", [bin, faults]))
  const git = join(bin, "git")
  yield* io(() => writeFile(git, script(folder)))
  yield* io(() => chmod(git, 0o755))
  const faulty: FaultyGit = {
    environment: { PATH: bin, FAULTY_GIT: folder },
    folder,
    // Put in place whole: a git that starts now must not read half of it.
    fault: (command, code) =>
      io(() =>
        writeFile(join(folder, "next"), `${code}\n`).then(() => rename(join(folder, "next"), join(faults, command)))
      ),
    repair: io(() => rm(faults, { recursive: true }).then(() => execFileSync("mkdir", [faults]))),
    present: (present) => io(() => (present ? rename(`${git}.gone`, git) : rename(git, `${git}.gone`)))
  }
  return faulty
})
