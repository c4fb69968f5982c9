/**
 * Are sessions matched with the commits that came of them? Pairs of session and commit that Entire recorded itself: a
 * commit names checkpoints by trailers `Entire-Checkpoint:`, and a checkpoint the sessions that it came of.
 *
 *     git clone --bare https://github.com/entireio/cli FOLDER && node bench/agents/matching.ts FOLDER [--half tune|test] [--misses]
 *
 * The pairs are split by the last hexadecimal digit of the checkpoint's id: even ones are for tuning, odd ones were not
 * looked at meanwhile. Only checkpoints count that a commit of the clone names, of sessions whose transcript is there.
 * `recall`: of these pairs, those found; `recall of edited`: the same of pairs whose session, as recorded, edited a file
 * of the commit by a tool of the agent. `precision`: of the matches with commits that name any checkpoint, those that name
 * one of the session.
 */
import { NodeServices } from "@effect/platform-node"
import { Console, Effect, Layer, Option, Schema } from "effect"
import { parseArgs } from "node:util"
import { Git, GitDirectory } from "../../src/adapters/git/Git.ts"
import { SettingsFlags } from "../../src/config/SettingsFlags.ts"
import { settingsLayer } from "../../src/Layers.ts"
import { matchSession } from "../../src/sessions/matching/matchSession.ts"
import { readCandidates } from "../../src/sessions/matching/readCandidates.ts"
import { readEntireSessions } from "../../src/sessions/transcripts/readEntire.ts"
import type { Session } from "../../src/sessions/transcripts/Session.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { half: { type: "string", default: "tune" }, misses: { type: "boolean", default: false } }
})
const [folder = "."] = positionals

const Metadata = Schema.fromJsonString(Schema.Struct({ session_id: Schema.String, created_at: Schema.String }))
const decodeMetadata = Schema.decodeUnknownOption(Metadata)

const isInHalf = (checkpoint: string): boolean =>
  (Number.parseInt(checkpoint.slice(-1), 16) % 2 === 0) === (values.half === "tune")

/** Older checkpoints put the date in front of a session's id. */
const withoutDate = (id: string): string => id.replace(/^\d{4}-\d{2}-\d{2}-/, "")

const checkpointIn = (path: string): string => path.replace(/^.*:/, "").split("/").slice(0, 2).join("")

/** The checkpoints of each session, with the times at which they were made. */
const readCheckpointsOfSessions = Effect.gen(function* () {
  const git = yield* Git
  const tip = yield* git.resolveCommit("refs/heads/entire/checkpoints/v1")
  const files = (yield* git.files(tip, "")).filter(({ path }) => /^..\/[^/]+\/\d+\/metadata\.json$/.test(path))
  const contents = yield* git.objects(
    files.map(({ id }) => id),
    { maxBytes: 1_000_000 }
  )
  const found = new Map<string, Map<string, number>>()
  files.forEach(({ path }, index) => {
    const content = contents[index]
    if (content?._tag !== "Found") return
    const metadata = decodeMetadata(Buffer.from(content.bytes).toString())
    if (Option.isNone(metadata)) return
    const session = withoutDate(metadata.value.session_id)
    const checkpoints = found.get(session) ?? new Map<string, number>()
    found.set(session, checkpoints.set(checkpointIn(path), Date.parse(metadata.value.created_at)))
  })
  return found
})

const trailer = /^\s*Entire-Checkpoint:\s*([0-9a-f]{12})\s*$/gm

/** The checkpoints that each commit names. */
const readCheckpointsOfCommits = Effect.gen(function* () {
  const git = yield* Git
  const tips = (yield* git.refs(["refs/heads/"])).filter(({ name }) => !name.startsWith("refs/heads/entire/"))
  const commits = yield* git.commits(yield* git.walk({ from: tips.map(({ commit }) => commit), merges: false }))
  return new Map(
    commits.flatMap((found) =>
      Option.isNone(found)
        ? []
        : [[found.value.id, [...found.value.message.matchAll(trailer)].map(([, id = ""]) => id)] as const]
    )
  )
})

/** A resumed session repeats what the earlier one recorded under another id: sessions that share an edit, by path and time. */
const groupContinued = (sessions: ReadonlyArray<Session>): ReadonlyMap<Session, ReadonlyArray<Session>> => {
  const groups = new Map<Session, Set<Session>>()
  const first = new Map<string, Session>()
  for (const session of sessions) {
    let group = new Set([session])
    for (const entry of session.entries) {
      if (entry.kind !== "edit" || entry.time === 0) continue
      const key = `${entry.time} ${entry.path}`
      const other = first.get(key)
      if (other !== undefined && other !== session) group = new Set([...group, ...(groups.get(other) ?? [other])])
      first.set(key, session)
    }
    for (const each of group) groups.set(each, group)
  }
  return new Map([...groups].map(([session, group]) => [session, [...group]]))
}

const share = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(3)

const program = Effect.gen(function* () {
  const ofSession = yield* readCheckpointsOfSessions
  const ofCommit = yield* readCheckpointsOfCommits
  const commitsOf = new Map<string, Array<string>>()
  for (const [commit, ids] of ofCommit) for (const id of ids) commitsOf.set(id, [...(commitsOf.get(id) ?? []), commit])
  const sessions: Array<Session> = []
  yield* readEntireSessions(0, (session) => Effect.sync(() => void sessions.push(session)))
  const started = performance.now()
  const candidates = yield* readCandidates(sessions)
  const read = performance.now()
  const git = yield* Git
  const filesOf = new Map<string, ReadonlyArray<string>>()
  yield* git.changes(
    [...ofCommit.keys()],
    ({ files, id }) =>
      void filesOf.set(
        id,
        files.map(({ path }) => path)
      )
  )
  const families = groupContinued(sessions)
  const tally = { all: 0, pairs: 0, found: 0, edited: 0, editedFound: 0, right: 0, wrong: 0, unnamed: 0 }
  for (const session of sessions) {
    const { matches } = matchSession(session, candidates)
    const family = families.get(session) ?? [session]
    const own = new Map(family.flatMap(({ id }) => [...(ofSession.get(withoutDate(id)) ?? [])]))
    const made = ofSession.get(withoutDate(session.id)) ?? new Map<string, number>()
    const readAt = made.get(checkpointIn(session.file)) ?? 0
    for (const [id, time] of [...made].filter(([each]) => isInHalf(each) && commitsOf.has(each))) {
      tally.all += 1
      if (time > readAt) continue
      const commits = commitsOf.get(id) ?? []
      const isFound = matches.some(({ commit }) => commits.includes(commit))
      const before = Math.max(0, ...[...made.values()].filter((each) => each < time))
      const edited = session.entries.flatMap((entry) =>
        entry.kind === "edit" && entry.time > before && entry.time <= time ? [entry.path] : []
      )
      const isEdited = commits.some((commit) =>
        (filesOf.get(commit) ?? []).some((path) => edited.some((each) => each.endsWith(`/${path}`)))
      )
      tally.pairs += 1
      tally.found += Number(isFound)
      tally.edited += Number(isEdited)
      tally.editedFound += Number(isEdited && isFound)
      if (values.misses && isEdited && !isFound) yield* Console.log(`missed ${session.id} ${id} ${commits.join(" ")}`)
    }
    for (const { commit, edits, weight } of matches) {
      const named = ofCommit.get(commit) ?? []
      if (named.length === 0) tally.unnamed += Number(values.half === "tune")
      else if (named.some((id) => own.has(id))) tally.right += Number(named.some(isInHalf))
      else if (named.some(isInHalf)) {
        tally.wrong += 1
        if (values.misses) {
          const lines = edits.flatMap(({ keys }) => [...keys]).slice(0, 4)
          yield* Console.log(`wrong ${session.id} ${commit} ${weight.toFixed(2)} ${JSON.stringify(lines)}`)
        }
      }
    }
  }
  yield* Console.log(JSON.stringify(tally))
  yield* Console.log(
    `${values.half}: precision ${share(tally.right, tally.right + tally.wrong)}, recall ${share(tally.found, tally.pairs)}, recall of edited ${share(tally.editedFound, tally.edited)}; ${sessions.length} sessions, ${candidates.commits.length} commits, ${((read - started) / 1000).toFixed(1)} s to read commits, ${((performance.now() - read) / 1000).toFixed(1)} s to match`
  )
})

const layer = settingsLayer.pipe(
  Layer.provideMerge(Layer.succeed(GitDirectory)(folder)),
  Layer.provideMerge(Layer.succeed(SettingsFlags)({})),
  Layer.provideMerge(NodeServices.layer)
)
await Effect.runPromise(Effect.provide(program, layer))
