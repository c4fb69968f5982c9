import { constants } from "node:fs"
import { realpath, stat } from "node:fs/promises"
import { dirname, isAbsolute, join, relative, sep } from "node:path"
import { Effect, Option } from "effect"
import { openRegularFile, tryFileCall } from "../../adapters/git/RegularFile.ts"
import { probeState, type RepositoryState } from "../../adapters/git/process/StateProbe.ts"
import { isBinary, toUtf8 } from "../../domain/lines.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { trackedFileName } from "../../config/Candidate.ts"
import { digestState, statePrefixes } from "../plans/planFile.ts"

/** Larger files are not read. */
const maxFileBytes = 8 * 1024 * 1024

/** The work tree that an event is about. */
export interface WorkTree extends RepositoryState {
  /** Digest of everything that plans depend on besides the file. */
  readonly state: string
}

const settingsFiles = [trackedFileName, ".mailmap", ".git-blame-ignore-revs"]

/** Files of the git directory that change the history that git shows. */
const historyFiles = ["shallow", "info/grafts"]

const describeFile = (path: string) =>
  tryFileCall("stat", path, () => stat(path)).pipe(
    Effect.map(({ mtimeMs, size }) => `${mtimeMs} ${size}`),
    Effect.orElseSucceed(() => "")
  )

/** Opens the work tree of a folder. None outside a repository, or before its first commit. */
export const openWorkTree = Effect.fnUntraced(function* (folder: string, version: string) {
  const probed = yield* probeState(folder, statePrefixes)
  if (Option.isNone(probed)) return Option.none<WorkTree>()
  const { commonDirectory, workTree } = probed.value
  const paths = [
    ...settingsFiles.map((name) => join(workTree, name)),
    ...historyFiles.map((name) => join(commonDirectory, name))
  ]
  const files = yield* Effect.forEach(paths, describeFile, { concurrency: "unbounded" })
  return Option.some<WorkTree>({
    ...probed.value,
    state: digestState(probed.value, version, yield* GitEnvironment, files)
  })
})

/** A file of the work tree with its current content. */
export interface WorkTreeFile {
  /** Path from the root of the work tree, with `/`. */
  readonly path: string
  /** With the line ends of Unix. */
  readonly text: string
  /** As UTF-8 where the file is UTF-16. */
  readonly bytes: Uint8Array
}

/** Resolves an agent's path; links in its folders are followed. None if the folder does not exist. */
export const resolvePlace = Effect.fnUntraced(function* (folder: string, path: string) {
  const absolute = isAbsolute(path) ? path : join(folder, path)
  const parent = yield* Effect.option(tryFileCall("realpath", absolute, () => realpath(dirname(absolute))))
  return Option.map(parent, (real) => ({ folder: real, file: join(real, absolute.slice(dirname(absolute).length)) }))
})

/** Reads a text file of the work tree. None if it is outside, absent, a link, too large or binary. */
export const readWorkTreeFile = Effect.fnUntraced(function* (root: string, file: string) {
  const path = relative(root, file).replaceAll(sep, "/")
  const isOutside = path === "" || path === ".." || path.startsWith("../") || isAbsolute(path)
  if (isOutside || path === ".git" || path.startsWith(".git/")) return Option.none<WorkTreeFile>()
  const read = Effect.gen(function* () {
    const { handle, stat: found } = yield* openRegularFile("read", file, constants.O_RDONLY)
    return found.size > maxFileBytes ? undefined : yield* tryFileCall("read", file, () => handle.readFile())
  })
  const found = Option.getOrUndefined(yield* Effect.option(Effect.scoped(read)))
  const bytes = found === undefined ? undefined : Buffer.from(toUtf8(found))
  if (bytes === undefined || isBinary(bytes)) return Option.none<WorkTreeFile>()
  return Option.some<WorkTreeFile>({ path, bytes, text: bytes.toString("utf8").replaceAll("\r\n", "\n") })
})
