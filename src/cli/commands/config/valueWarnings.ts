import { isAbsolute, resolve } from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../../adapters/git/Git.ts"
import { inspectPath } from "../../../adapters/git/process/FileFingerprint.ts"
import type { SettingValue } from "../../../config/define.ts"
import { shellArgument } from "../../../domain/Text.ts"
import { remotesIn } from "../../../notes/remotes/RemoteNotes.ts"

const describeRemotes = (known: ReadonlyArray<string>): string =>
  known.length === 0 ? "" : ` Remotes here: ${known.join(", ")}.`

/** Warns of names that are no remotes here. They are accepted, because each may be added later. */
const remoteWarnings = Effect.fnUntraced(function* (setting: string, names: ReadonlyArray<string>) {
  const known = remotesIn(yield* (yield* Git).config)
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `ultragit.${setting}: there is no remote named ${name}.${describeRemotes(known)} Add it: git remote add ${shellArgument(name)} URL`
    )
})

/** Warns of a folder that is not there, because it may be mounted later, and of one whose place varies. */
const folderWarnings = Effect.fnUntraced(function* (setting: string, folder: string) {
  if (folder === "") return []
  const path = resolve(folder)
  const isFolder = Option.exists(yield* inspectPath(path), ({ kind }) => kind === "directory")
  const set = `ultragit config set ${setting}`
  if (!isFolder) return [`ultragit.${setting}: ${path} is not a folder. Create it, or name another: ${set} FOLDER`]
  return isAbsolute(folder)
    ? []
    : [
        `ultragit.${setting}: ${folder} is relative to where each command runs. Name it in full: ${set} ${shellArgument(path)}`
      ]
})

/**
 * One sentence for each part of a valid value that cannot work now. Remotes differ between repositories,
 * so a global value is not compared with them.
 */
export const valueWarnings = Effect.fnUntraced(function* (name: string, value: SettingValue, isGlobal: boolean) {
  if (typeof value === "object" && (name === "syncRemote" || name === "syncPulls")) {
    return isGlobal ? [] : yield* remoteWarnings(name, value)
  }
  return name === "gitblitRoot" && typeof value === "string" ? yield* folderWarnings(name, value) : []
})
