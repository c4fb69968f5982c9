import { Effect, Option } from "effect"
import { createHash } from "node:crypto"
import { lstat, readFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"
import { configValues, configuredPath } from "./ConfigReads.ts"
import type { ConfigEntry } from "../Git.ts"
import type { Repository } from "../Repository.ts"
import type { GitError } from "../GitError.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { encodePath } from "../parse/PathBytes.ts"
import { cacheWhileUnchanged } from "../process/FileFingerprint.ts"
import { hasNoRefs } from "./RefFiles.ts"

const maxFileBytes = 16 * 1024 * 1024

/**
 * Fingerprint of a file: the hash of its content, or "none" if it does not exist. For special or very large files, its
 * metadata.
 */
const fileState = (path: string): Effect.Effect<string> =>
  Effect.tryPromise(() => lstat(path, { bigint: true })).pipe(
    Effect.flatMap((found) =>
      found.isFile() && found.size <= maxFileBytes
        ? Effect.tryPromise(() => readFile(path)).pipe(
            Effect.map((bytes) => createHash("sha256").update(bytes).digest("hex"))
          )
        : Effect.succeed(`${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`)
    ),
    Effect.orElseSucceed(() => "none")
  )

/** The folder in which git runs. Relative paths in the configuration are resolved against it. */
const folderOf = (repository: Repository): string =>
  Option.getOrElse(repository.workTree, () => repository.gitDirectory)

/** Files that change the shape of history: replace refs in either ref storage, grafts, shallow boundary. */
const historyFiles = ({ commonDirectory }: Repository): ReadonlyArray<string> =>
  ["refs/replace", "packed-refs", "reftable/tables.list", "info/grafts", "shallow"].map((path) =>
    join(commonDirectory, path)
  )

const readReplaceRefs = Effect.fnUntraced(function* (session: GitSession) {
  if (yield* hasNoRefs(session.repository, ["refs/replace/"])) return ""
  const { stdout } = yield* session.runner.collect(
    sessionCall(session, "for-each-ref", ["--format=%(refname) %(objectname)", "--", "refs/replace/"])
  )
  return stdout.toString("latin1")
})

const readHistoryState = Effect.fnUntraced(function* (session: GitSession) {
  const { commonDirectory } = session.repository
  const replaceRefs = yield* readReplaceRefs(session)
  const states = yield* Effect.forEach(["info/grafts", "shallow"], (path) => fileState(join(commonDirectory, path)))
  return [replaceRefs, ...states].join("\0")
})

type Env = Readonly<Record<string, string | undefined>>

/** Attribute files that apply to every path. Attributes decide what is text, which affects renames and line ends. */
const attributeFiles = (repository: Repository, env: Env): ReadonlyArray<string> => [
  "/etc/gitattributes",
  join(env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config"), "git", "attributes"),
  join(repository.commonDirectory, "info", "attributes"),
  join(folderOf(repository), ".gitattributes")
]

/** Files that the configuration names or git looks for by default: revisions to ignore, mailmaps, attributes. */
const namedFiles = (repository: Repository, config: ReadonlyArray<ConfigEntry>, env: Env): ReadonlyArray<string> => [
  join(folderOf(repository), ".mailmap"),
  ...attributeFiles(repository, env),
  ...["blame.ignorerevsfile", "core.attributesfile", "mailmap.file"]
    .flatMap((key) => configValues(config, key))
    .filter((value) => value !== "")
    .map((value) => configuredPath(folderOf(repository), value))
]

/** Returns whether a setting decides what is text or how line ends are converted. */
const isTextSetting = ({ key }: ConfigEntry): boolean =>
  /^(?:core\.(?:autocrlf|bigfilethreshold|eol)|diff\..+\.(?:algorithm|binary))$/s.test(key)

const textSettings = (config: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> =>
  config.filter(isTextSetting).map(({ key, value }) => `${key}=${value}`)

/**
 * Ids of the mailmap blobs: those configured and, in a bare repository, `.mailmap` of HEAD (with its `.gitattributes`).
 */
const mailmapBlobs = Effect.fnUntraced(function* (session: GitSession, config: ReadonlyArray<ConfigEntry>) {
  const headFiles = Option.isNone(session.repository.workTree) ? ["HEAD:.mailmap", "HEAD:.gitattributes"] : []
  const names = [...headFiles, ...configValues(config, "mailmap.blob").filter((name) => !/[\0\n]/.test(name))]
  return yield* session.names.request(names.map(encodePath)).pipe(
    Effect.map((answers) => answers.map((answer) => (answer._tag === "Found" ? answer.id : "none"))),
    Effect.catchReason("GitError", "ObjectMissing", ({ id }) => Effect.succeed([`missing ${id}`]))
  )
})

/**
 * {@link Git.blameContext}. If replace refs, grafts or the shallow boundary changed since the last call, restarts the
 * long-lived processes, which read them only once.
 */
export const makeBlameContext = (
  session: GitSession,
  config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>,
  env: Env
): Effect.Effect<string, GitError> => {
  let lastHistory: string | undefined
  const readState = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
    const history = yield* readHistoryState(session)
    if (lastHistory !== undefined && lastHistory !== history) {
      yield* session.names.renew
      yield* session.contents.renew
    }
    lastHistory = history
    return [history, ...(yield* Effect.forEach(files, fileState))]
  })
  const stateOf = (files: ReadonlyArray<string>) => ({
    files: files.join("\0"),
    state: cacheWhileUnchanged(readState(files), () => Option.some([...historyFiles(session.repository), ...files]))
  })
  let last = stateOf([])
  return Effect.gen(function* () {
    const entries = yield* config
    const files = namedFiles(session.repository, entries, env)
    if (files.join("\0") !== last.files) last = stateOf(files)
    const settings = textSettings(entries).join("\0")
    const parts = [last.files, settings, ...(yield* last.state), ...(yield* mailmapBlobs(session, entries))]
    return createHash("sha256").update(JSON.stringify(parts)).digest("hex")
  }).pipe(Effect.withSpan("Git.blameContext"))
}
