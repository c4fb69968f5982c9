import { Effect, Option } from "effect"
import { createHash } from "node:crypto"
import { lstat, readFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import type { ConfigEntry, Repository } from "./Git.ts"
import type { GitError } from "./GitError.ts"
import { type GitSession, sessionCall } from "./GitSession.ts"
import { encodePath } from "./PathBytes.ts"

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

const valuesOf = (config: ReadonlyArray<ConfigEntry>, key: string): ReadonlyArray<string> =>
  config.filter((entry) => entry.key === key).map((entry) => entry.value)

/** The folder git runs in, against which relative paths of the configuration count. */
const folderOf = (repository: Repository): string =>
  Option.getOrElse(repository.workTree, () => repository.gitDirectory)

const configuredPath = (repository: Repository, value: string): string =>
  value.startsWith("~/") ? join(homedir(), value.slice(2)) : resolve(folderOf(repository), value)

/** Replace refs, grafts and the boundary of a shallow clone: what changes history itself. */
const historyState = Effect.fnUntraced(function* (session: GitSession) {
  const { commonDirectory } = session.repository
  const [replaced, grafts, shallow] = yield* Effect.all(
    [
      session.runner.collect(
        sessionCall(session, "for-each-ref", ["--format=%(refname) %(objectname)", "--", "refs/replace/"])
      ),
      fileState(join(commonDirectory, "info", "grafts")),
      fileState(join(commonDirectory, "shallow"))
    ],
    { concurrency: "unbounded" }
  )
  return [replaced.stdout.toString("latin1"), grafts, shallow].join("\0")
})

/** What names are mapped by: files, and a blob where there is no work tree. */
const mailmapState = Effect.fnUntraced(function* (session: GitSession, config: ReadonlyArray<ConfigEntry>) {
  const { repository } = session
  const named = valuesOf(config, "mailmap.blob").filter((name) => !/[\0\n]/.test(name))
  const blobs = yield* session.names.ask(["HEAD:.mailmap", ...named].map(encodePath))
  const paths = [
    join(folderOf(repository), ".mailmap"),
    ...valuesOf(config, "mailmap.file").map((value) => configuredPath(repository, value))
  ]
  const states = yield* Effect.forEach(paths, fileState)
  return [...blobs.map((answer) => (answer._tag === "Found" ? answer.id : "none")), ...states].join("\0")
})

/**
 * {@link Git.blameContext}. When history itself changed its shape since the last time, the long-lived processes are let
 * go: they read replace refs, grafts and the shallow boundary only once.
 */
export const makeBlameContext = () => {
  let lastHistory: string | undefined
  return Effect.fn("Git.blameContext")(function* (
    session: GitSession,
    config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>
  ) {
    const [entries, history] = yield* Effect.all([config, historyState(session)], { concurrency: 2 })
    if (lastHistory !== undefined && lastHistory !== history) {
      yield* session.names.renew
      yield* session.contents.renew
    }
    lastHistory = history
    const ignored = valuesOf(entries, "blame.ignorerevsfile")
    const states = yield* Effect.forEach(
      ignored.filter((value) => value !== ""),
      (value) => fileState(configuredPath(session.repository, value))
    )
    const mailmaps = yield* mailmapState(session, entries)
    return createHash("sha256")
      .update(JSON.stringify([history, ignored, states, mailmaps]))
      .digest("hex")
  })
}
