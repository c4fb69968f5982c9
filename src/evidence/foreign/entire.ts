import { Effect, Option } from "effect"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { TreeEntry } from "../../adapters/git/TreeEntry.ts"
import type { Trailer } from "../../adapters/git/Trailer.ts"
import { asArray, isObject, fieldOf, parseJson, textIn } from "../../domain/Json.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { type ForeignQuote, type ForeignQuotes, maxRecords, toBoundedQuote } from "./ForeignQuote.ts"

/** Where Entire keeps checkpoints: a ref for each, or folders of a branch, which may be known only from a remote. */
export const entireRefs = [
  "refs/entire/checkpoints",
  "refs/heads/entire/checkpoints/v1",
  "refs/remotes/*/entire/checkpoints/v1"
]

/** Maximum bytes of a file that is read; transcripts are not. */
const maxFileBytes = 1024 * 1024
/** Maximum sessions of a checkpoint that are read. */
const maxSessions = 8

const idPattern = /^(?:[0-9a-f]{12}|[0-9A-HJKMNP-TV-Z]{26})$/

/** Whether a ref holds checkpoints of Entire. */
export const isEntire = ({ name }: RefTip): boolean =>
  name.startsWith("refs/entire/checkpoints/") || /^refs\/(?:heads|remotes\/.+)\/entire\/checkpoints\/v1$/.test(name)

/** Returns the checkpoints that the trailers of a commit name. */
export const findCheckpoints = (trailers: ReadonlyArray<Trailer>): ReadonlyArray<string> => {
  const named = trailers.filter(({ key }) => key.toLowerCase() === "entire-checkpoint").map(({ value }) => value)
  return [...new Set(named)].filter((id) => idPattern.test(id))
}

const isLine = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0

/** What a session learned of code, at its place. */
const readFindings = (summary: unknown, subject: string): ReadonlyArray<ForeignQuote> =>
  asArray(fieldOf(fieldOf(summary, "learnings"), "code"))
    .slice(0, maxRecords)
    .flatMap((each): ReadonlyArray<ForeignQuote> => {
      const [text, path] = [toBoundedQuote(textIn(each, "finding")), textIn(each, "path")]
      if (text === undefined || path === "") return []
      const [start, last] = [fieldOf(each, "line"), fieldOf(each, "end_line")]
      const end = isLine(start) && isLine(last) && last >= start ? last : start
      const lines = isLine(start) && isLine(end) ? { lines: [{ start, end }] } : {}
      return [{ kind: "session", by: "agent", subject, text, path, ...lines, links: [] }]
    })

/** Removes what commands printed. An element that is not closed is left. */
const withoutCommands = (prompts: string): string =>
  prompts
    .split(/^---$/m)
    .map((prompt) => prompt.replaceAll(/<(bash-(?:input|stdout|stderr))>(?:(?!<\1>)[\s\S])*?<\/\1>/g, "").trim())
    .filter((prompt) => prompt !== "")
    .join("\n\n")

/** Reads a session: its summary, which a model wrote, else what a person asked for. */
export const readEntireSession = (metadata: string, prompts: string): ForeignQuotes => {
  const document = Option.getOrUndefined(parseJson(metadata))
  if (!isObject(document)) return { quotes: [], skipped: 1 }
  const subject = textIn(document, "agent")
  const summary = document["summary"]
  const parts = [textIn(summary, "intent"), textIn(summary, "outcome")].filter((part) => part.trim() !== "")
  const findings = readFindings(summary, subject)
  const summarized = toBoundedQuote(parts.join("\n\n"))
  const asked = parts.length + findings.length > 0 ? undefined : toBoundedQuote(withoutCommands(prompts))
  const said = summarized ?? asked
  const by = summarized === undefined ? "person" : "agent"
  const whole: ReadonlyArray<ForeignQuote> =
    said === undefined ? [] : [{ kind: "session", by, subject, text: said, links: [] }]
  return { quotes: [...whole, ...findings], skipped: 0 }
}

/** Finds the files of a checkpoint: the tree of its own ref, or a folder of a branch. */
const findFiles = Effect.fnUntraced(function* (refs: ReadonlyArray<RefTip>, id: string) {
  const git = yield* Git
  const own = refs.find(({ name }) => name === `refs/entire/checkpoints/${id.slice(-2)}/${id}`)
  if (own !== undefined) return { ref: own.name, folder: "", files: yield* git.files(own.commit, "") }
  const folder = `${id.slice(0, 2)}/${id.slice(2)}`
  for (const { commit, name } of refs.filter((ref) => !ref.name.startsWith("refs/entire/"))) {
    const entry = yield* git.entry(commit, folder)
    if (!Option.exists(entry, ({ kind }) => kind === "directory")) continue
    return { ref: name, folder: `${folder}/`, files: yield* git.files(commit, folder) }
  }
  return undefined
})

const readText = Effect.fnUntraced(function* (entry: TreeEntry | undefined) {
  if (entry === undefined || entry.kind !== "file") return ""
  const [content] = yield* (yield* Git).objects([entry.id], { maxBytes: maxFileBytes })
  return content?._tag === "Found" ? Buffer.from(content.bytes).toString("utf8") : ""
})

/** Reads a checkpoint that a commit names. */
const readCheckpoint = Effect.fnUntraced(function* (refs: ReadonlyArray<RefTip>, commit: ObjectId, id: string) {
  const found = yield* findFiles(refs, id)
  if (found === undefined) return { quotes: [], skipped: 0 }
  const { files, folder, ref } = found
  const fileAt = new Map(files.map((file) => [file.path, file]))
  const sessions = files.filter(
    ({ path }) => path.startsWith(folder) && /^\d{1,4}\/metadata\.json$/.test(path.slice(folder.length))
  )
  const read = yield* Effect.forEach(sessions.slice(0, maxSessions), (session) =>
    Effect.gen(function* () {
      const prompts = fileAt.get(session.path.replace(/metadata\.json$/, "prompt.txt"))
      return readEntireSession(yield* readText(session), yield* readText(prompts))
    })
  )
  return {
    quotes: read.flatMap(({ quotes }) => quotes.map((quote) => ({ commit, ref, quote }))),
    skipped: read.reduce((sum, { skipped }) => sum + skipped, Math.max(0, sessions.length - maxSessions))
  }
})

/** Reads the checkpoints that commits name, in place. What does not decode is counted, never a failure. */
export const readCheckpoints = Effect.fn("Evidence.readCheckpoints")(function* (
  refs: ReadonlyArray<RefTip>,
  named: ReadonlyArray<{ readonly commit: ObjectId; readonly checkpoints: ReadonlyArray<string> }>
) {
  const kept = refs.filter(isEntire)
  if (kept.length === 0) return { quotes: [], skipped: 0 }
  const wanted = named.flatMap(({ checkpoints, commit }) => checkpoints.map((id) => ({ commit, id })))
  const read = yield* Effect.forEach(wanted, ({ commit, id }) => readCheckpoint(kept, commit, id))
  return {
    quotes: read.flatMap(({ quotes }) => quotes),
    skipped: read.reduce((sum, { skipped }) => sum + skipped, 0)
  }
})
