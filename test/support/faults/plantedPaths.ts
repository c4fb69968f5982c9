import { execFileSync } from "node:child_process"
import {
  type FSWatcher,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"

/**
 * Every path that the program and its hooks write below a git directory; `*` is one name. A test runs the program and
 * fails where it writes another: who makes a new file adds it here, and it is tried with links in its place.
 */
export const ownPaths = [
  "hooks/*",
  "rebase-merge/ultragit",
  "ultragit",
  "ultragit/.draft-*",
  "ultragit/backfill.json",
  "ultragit/cache",
  "ultragit/cache/.draft-*",
  "ultragit/cache/*",
  "ultragit/cache/*/*",
  "ultragit/cache/*/*/*",
  "ultragit/cache/looked",
  "ultragit/code.db",
  "ultragit/code.db-*",
  "ultragit/commit-*.json",
  "ultragit/context.json",
  "ultragit/failed",
  "ultragit/failed/*",
  "ultragit/failed/*/*",
  "ultragit/log",
  "ultragit/pending",
  "ultragit/queue",
  "ultragit/queue/.draft-*",
  "ultragit/queue/*",
  "ultragit/queue/*/*",
  "ultragit/remote-notes.json",
  "ultragit/settled",
  "ultragit/setup.json",
  "ultragit/worker.lock",
  "ultragit/worker.lock.*"
]

/** What git writes by itself, for the commands that it is given. */
const gitPaths =
  /^(?:objects|refs|logs|rebase-merge|sequencer|info)(?:\/|$)|^(?:[A-Z_]+|index|config|packed-refs)(?:\.lock)?$|^\.?gitstatus|^hooks$|\.lock$|^fast_import_crash/

const patterns = ownPaths.map(
  (path) =>
    new RegExp(
      `^${path
        .split("*")
        .map((part) => part.replaceAll(".", "\\."))
        .join("[^/]+")}$`
    )
)

/** Whether a path below a git directory is one that the list has, or git's own. */
export const isListed = (path: string): boolean =>
  patterns.some((pattern) => pattern.test(path)) || (gitPaths.test(path) && path !== "rebase-merge/ultragit")

/** All that is below a folder, links not followed, with size, mode and time. */
export const stateOf = (folder: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const { ino, mode, mtimeMs, size } = lstatSync(join(folder, name))
    found.set(name, `${ino} ${mode} ${size} ${mtimeMs}`)
  }
  return found
}

/** Names that appear in the folders while something runs, however briefly; relative to the first. */
export const watchFolders = (root: string, folders: ReadonlyArray<string>) => {
  const seen = new Set<string>()
  const watchers = folders.map((folder): FSWatcher => {
    mkdirSync(join(root, folder), { recursive: true })
    return watch(join(root, folder), (_, name) => {
      // Removing a watched folder reports the folder's own name.
      if (name !== null && name !== basename(folder)) seen.add(join(folder, name))
    })
  })
  return { seen, close: () => watchers.forEach((watcher) => watcher.close()) }
}

/** What is planted: a link to a file or folder of the user's, one to nothing, a second name of a file, a pipe. */
export type Kind = "link" | "dangling" | "second name" | "pipe"

/** Files with names that can be known before. The commits of the events are given. */
const plantedFiles = (commit: string): ReadonlyArray<readonly [path: string, text: string]> => [
  ["ultragit/pending", `cherry-pick ${commit}\n`],
  ["ultragit/log", "a diary\n"],
  ["ultragit/worker.lock", "1 0\n"],
  ["ultragit/context.json", '{"reason":"planted"}\n'],
  ["ultragit/settled", "0\n"],
  ["ultragit/setup.json", "{}\n"],
  ["ultragit/backfill.json", "{}\n"],
  [
    "ultragit/remote-notes.json",
    `{"$schema":"ultragit-remote-notes/v1","remotes":[{"remote":"origin","ref":"refs/notes/ultragit","seen":"2026-01-31T12:00:00Z"}]}\n`
  ],
  ["ultragit/cache/looked", "precious\n"],
  ["ultragit/queue/planted/event", `post-commit ${commit}\n`],
  ["ultragit/queue/own/tries", "0\n"],
  ["ultragit/queue/own/reason", "none\n"],
  ["ultragit/queue/own/context.json", '{"reason":"planted"}\n'],
  ["ultragit/failed/left/reason", "planted\n"],
  ["ultragit/failed/left/tries", "1\n"],
  ["hooks/.post-commit.ultragit", "#!/bin/sh\n"]
]

/** Folders, in layers: a link hides what is below it. */
export const plantedFolders: ReadonlyArray<ReadonlyArray<string>> = [
  ["ultragit"],
  ["ultragit/cache", "ultragit/queue", "ultragit/failed"],
  [
    "ultragit/cache/blame-1",
    "ultragit/cache/file-history-1",
    "ultragit/cache/line-history-1",
    "ultragit/cache/notes-1",
    "ultragit/cache/renames-1",
    "ultragit/cache/outline-1",
    "ultragit/cache/additions-1",
    "ultragit/cache/cochange-2",
    "ultragit/queue/planted",
    "ultragit/failed/planted",
    "worktrees/planted"
  ]
]

const nameOf = (path: string) => path.replaceAll("/", "+")

const isFree = (path: string) => lstatSync(path, { throwIfNoEntry: false }) === undefined

/** Plants where there is nothing: what a command took away is there again for the next one. */
export const plantFiles = (gitDirectory: string, victims: string, kind: Kind, commit: string): void => {
  for (const [path, text] of plantedFiles(commit)) {
    const [place, victim] = [join(gitDirectory, path), join(victims, nameOf(path))]
    mkdirSync(dirname(place), { recursive: true })
    if (kind !== "pipe" && kind !== "dangling" && isFree(victim)) writeFileSync(victim, text)
    if (!isFree(place)) continue
    if (kind === "second name") linkSync(victim, place)
    else if (kind === "pipe") execFileSync("mkfifo", [place])
    else symlinkSync(victim, place)
  }
  const own = join(gitDirectory, "ultragit/queue/own/event")
  if (isFree(own)) writeFileSync(own, `post-commit ${"0".repeat(40)}\n`)
}

/** The same with folders that have something in them that the program might take for its own. */
export const plantFolders = (gitDirectory: string, victims: string, paths: ReadonlyArray<string>): void => {
  for (const path of paths) {
    const [place, victim] = [join(gitDirectory, path), join(victims, nameOf(path))]
    mkdirSync(dirname(place), { recursive: true })
    if (isFree(victim)) {
      for (const folder of ["queue", "cache", "ultragit/queue", ".draft-old"]) {
        mkdirSync(join(victim, folder), { recursive: true })
        writeFileSync(join(victim, folder, "diary"), "precious\n")
      }
      for (const name of ["pending", "log", "tries", "reason", "context.json"]) {
        writeFileSync(join(victim, name), "precious\n")
      }
    }
    if (!isFree(place) && !lstatSync(place).isSymbolicLink()) rmSync(place, { recursive: true })
    if (isFree(place)) symlinkSync(victim, place)
  }
}

/** Paths below a folder that are new, gone, or other than before. */
export const changed = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
