import { Effect, Option } from "effect"
import type { Dirent } from "node:fs"
import { lstat, readdir, realpath } from "node:fs/promises"
import { basename, dirname, join, relative, sep } from "node:path"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { tryFileCall } from "../../adapters/git/RegularFile.ts"
import { transcriptFolders } from "./folders.ts"
import type { SessionClient } from "./Session.ts"

/** A file of a client that holds a session. */
export interface TranscriptFile {
  readonly client: SessionClient
  /** Absolute path without links. */
  readonly path: string
  /** Files of its subagents. */
  readonly parts: ReadonlyArray<string>
  /** Milliseconds since 1970. */
  readonly modifiedMillis: number
}

/** Depth below which no client keeps transcripts. */
const maxDepth = 6

/** Which paths below a client's folder are transcripts. Separators are `/`. */
const patterns: Record<Exclude<SessionClient, "entire">, RegExp> = {
  "claude-code": /^[^/]+\/[^/]+\.jsonl$/,
  codex: /(?:^|\/)rollout-[^/]+\.jsonl(?:\.zst)?$/,
  gemini: /^[^/]+\/chats\/(?:[^/]+\/)?session-[^/]+\.jsonl?$/,
  copilot: /^[^/]+\/events\.jsonl$/,
  opencode: /^opencode\.db$/
}

/** Lists the regular files below a folder. Links are neither listed nor entered. */
const walk = (folder: string, enters: (path: string) => boolean, depth = 0): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const found = yield* Effect.option(tryFileCall("list", folder, () => readdir(folder, { withFileTypes: true })))
    const entries = Option.getOrElse(found, (): ReadonlyArray<Dirent> => [])
    const nested = yield* Effect.forEach(
      entries.filter((entry) => entry.isDirectory() && depth < maxDepth),
      (entry) =>
        enters(join(folder, entry.name)) ? walk(join(folder, entry.name), enters, depth + 1) : Effect.succeed([]),
      { concurrency: 8 }
    )
    return [...entries.filter((entry) => entry.isFile()).map((entry) => join(folder, entry.name)), ...nested.flat()]
  })

/** How Claude Code names the folder of a project. */
const toProjectName = (path: string): string => path.replaceAll(/[^A-Za-z0-9]/g, "-")
/** Length at which it cuts the name. */
const maxProjectName = 200

const slashed = (path: string): string => path.split(sep).join("/")

/** Whether sessions of one of these work trees, or of a folder in it, may be in a project's folder of Claude Code. */
const mayBelong = (name: string, roots: ReadonlyArray<string>): boolean =>
  roots.some((root) => name.startsWith(toProjectName(root).slice(0, maxProjectName)))

const describe = Effect.fnUntraced(function* (client: SessionClient, path: string, parts: ReadonlyArray<string>) {
  const found = yield* Effect.option(tryFileCall("stat", path, () => lstat(path)))
  return Option.match(found, {
    onNone: (): ReadonlyArray<TranscriptFile> => [],
    onSome: ({ mtimeMs }) => [{ client, path, parts, modifiedMillis: mtimeMs }]
  })
})

const listBelow = Effect.fnUntraced(function* (
  client: Exclude<SessionClient, "entire">,
  folder: string,
  roots: ReadonlyArray<string>
) {
  const root = yield* Effect.option(tryFileCall("realpath", folder, () => realpath(folder)))
  if (Option.isNone(root)) return []
  const enters = (path: string): boolean =>
    client !== "claude-code" || mayBelong(slashed(relative(root.value, path)).replace(/\/.*$/s, ""), roots)
  const files = yield* walk(root.value, enters)
  const transcripts = files.filter((path) => patterns[client].test(slashed(relative(root.value, path))))
  const partsOf = (path: string): ReadonlyArray<string> => {
    const own = join(dirname(path), basename(path, ".jsonl"), "subagents")
    return client === "claude-code" ? files.filter((each) => dirname(each) === own && each.endsWith(".jsonl")) : []
  }
  return (yield* Effect.forEach(transcripts, (path) => describe(client, path, partsOf(path)))).flat()
})

/**
 * Lists the transcripts of a client that may be of sessions in these work trees, newest first. Only what is below the
 * client's own folders, without following links there.
 */
export const listTranscripts = Effect.fn("Sessions.listTranscripts")(function* (
  client: SessionClient,
  roots: ReadonlyArray<string>
) {
  if (client === "entire") return []
  const folders = transcriptFolders(client, yield* GitEnvironment)
  const found = (yield* Effect.forEach(folders, (folder) => listBelow(client, folder, roots))).flat()
  return found.toSorted((a, b) => b.modifiedMillis - a.modifiedMillis)
})

/** Returns the transcript at a path that a client gave; none unless it is in that client's folders, links resolved. */
export const findTranscript = Effect.fn("Sessions.findTranscript")(function* (
  client: SessionClient,
  path: string,
  roots: ReadonlyArray<string>
) {
  const real = yield* Effect.option(tryFileCall("realpath", path, () => realpath(path)))
  const listed = Option.isNone(real) ? [] : yield* listTranscripts(client, roots)
  return Option.fromUndefinedOr(listed.find((file) => Option.contains(real, file.path)))
})
