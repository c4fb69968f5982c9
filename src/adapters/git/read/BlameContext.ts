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

const largestFile = 16 * 1024 * 1024

/** What a file holds, or that it is none; of one that is no plain file or very large, what the file system says. */
const fileState = (path: string): Effect.Effect<string> =>
  Effect.tryPromise(() => lstat(path, { bigint: true })).pipe(
    Effect.flatMap((found) =>
      found.isFile() && found.size <= largestFile
        ? Effect.tryPromise(() => readFile(path)).pipe(
            Effect.map((bytes) => createHash("sha256").update(bytes).digest("hex"))
          )
        : Effect.succeed(`${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`)
    ),
    Effect.orElseSucceed(() => "none")
  )

/** The folder git runs in, against which relative paths of the configuration count. */
const folderOf = (repository: Repository): string =>
  Option.getOrElse(repository.workTree, () => repository.gitDirectory)

/** Where what changes history itself is kept: replace refs by either way of storing refs, grafts, a shallow boundary. */
const historyFiles = ({ commonDirectory }: Repository): ReadonlyArray<string> =>
  ["refs/replace", "packed-refs", "reftable/tables.list", "info/grafts", "shallow"].map((path) =>
    join(commonDirectory, path)
  )

/** Packed refs larger than this are git's to read. */
const largestPackedRefs = 1024 * 1024

const exists = (path: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    lstat(path).then(
      () => true,
      () => false
    )
  )

/** Whether there is no replace ref for certain, by the files alone: refs are files, and none of them has such a name. */
const isWithoutReplacements = Effect.fnUntraced(function* (
  { commonDirectory }: Repository,
  config: ReadonlyArray<ConfigEntry>
) {
  if (configValues(config, "extensions.refstorage").length > 0) return false
  if (yield* exists(join(commonDirectory, "reftable"))) return false
  if (yield* exists(join(commonDirectory, "refs", "replace"))) return false
  const packed = join(commonDirectory, "packed-refs")
  if (!(yield* exists(packed))) return true
  const refs = Effect.tryPromise(() =>
    lstat(packed).then(({ size }) => (size > largestPackedRefs ? undefined : readFile(packed, "latin1")))
  )
  return Option.exists(yield* Effect.option(refs), (text) => text !== undefined && !text.includes(" refs/replace/"))
})

const replacements = Effect.fnUntraced(function* (session: GitSession, config: ReadonlyArray<ConfigEntry>) {
  if (yield* isWithoutReplacements(session.repository, config)) return ""
  const { stdout } = yield* session.runner.collect(
    sessionCall(session, "for-each-ref", ["--format=%(refname) %(objectname)", "--", "refs/replace/"])
  )
  return stdout.toString("latin1")
})

const historyState = Effect.fnUntraced(function* (session: GitSession, config: ReadonlyArray<ConfigEntry>) {
  const { commonDirectory } = session.repository
  const replaced = yield* replacements(session, config)
  const states = yield* Effect.forEach(["info/grafts", "shallow"], (path) => fileState(join(commonDirectory, path)))
  return [replaced, ...states].join("\0")
})

type Env = Readonly<Record<string, string | undefined>>

/** Where attributes are that hold for every path. By them a file is text or not, and renames are found, and line ends. */
const attributeFiles = (repository: Repository, env: Env): ReadonlyArray<string> => [
  "/etc/gitattributes",
  join(env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config"), "git", "attributes"),
  join(repository.commonDirectory, "info", "attributes"),
  join(folderOf(repository), ".gitattributes")
]

/** The files that the configuration names or git looks for: revisions to pass over, names to map, attributes. */
const namedFiles = (repository: Repository, config: ReadonlyArray<ConfigEntry>, env: Env): ReadonlyArray<string> => [
  join(folderOf(repository), ".mailmap"),
  ...attributeFiles(repository, env),
  ...["blame.ignorerevsfile", "core.attributesfile", "mailmap.file"]
    .flatMap((key) => configValues(config, key))
    .filter((value) => value !== "")
    .map((value) => configuredPath(folderOf(repository), value))
]

/** Settings that say what is text and how its line ends are converted. */
const isOfText = ({ key }: ConfigEntry): boolean =>
  /^(?:core\.(?:autocrlf|bigfilethreshold|eol)|diff\..+\.(?:algorithm|binary))$/s.test(key)

const textSettings = (config: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> =>
  config.filter(isOfText).map(({ key, value }) => `${key}=${value}`)

/** The mailmap that is a blob: as configured, and HEAD's own, as its attributes, where there is no work tree. */
const mailmapBlobs = Effect.fnUntraced(function* (session: GitSession, config: ReadonlyArray<ConfigEntry>) {
  const own = Option.isNone(session.repository.workTree) ? ["HEAD:.mailmap", "HEAD:.gitattributes"] : []
  const names = [...own, ...configValues(config, "mailmap.blob").filter((name) => !/[\0\n]/.test(name))]
  return yield* session.names.ask(names.map(encodePath)).pipe(
    Effect.map((answers) => answers.map((answer) => (answer._tag === "Found" ? answer.id : "none"))),
    Effect.catchReason("GitError", "ObjectMissing", ({ id }) => Effect.succeed([`missing ${id}`]))
  )
})

/**
 * {@link Git.blameContext}. When history itself changed its shape since the last time, the long-lived processes are let
 * go: they read replace refs, grafts and the shallow boundary only once.
 */
export const makeBlameContext = (
  session: GitSession,
  config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>,
  env: Env
): Effect.Effect<string, GitError> => {
  let known: string | undefined
  const readState = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
    const history = yield* historyState(session, yield* config)
    if (known !== undefined && known !== history) {
      yield* session.names.renew
      yield* session.contents.renew
    }
    known = history
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
    const facts = [last.files, settings, ...(yield* last.state), ...(yield* mailmapBlobs(session, entries))]
    return createHash("sha256").update(JSON.stringify(facts)).digest("hex")
  }).pipe(Effect.withSpan("Git.blameContext"))
}
