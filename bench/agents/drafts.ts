/**
 * Prints drafts of Entire's published sessions for judging, and checks the verdicts in `judged/drafts.json`.
 *
 *     node bench/agents/drafts.ts FOLDER [--half tune|test] [--every N]    # drafts of one half, each with its id
 *     node bench/agents/drafts.ts --verdicts                               # shares of the verdicts
 *
 * `FOLDER` is a bare clone of github.com/entireio/cli. A draft's half is that of its commit's id: even or odd. The ids
 * hash commit and quotes: a verdict holds only while the quotes are the same.
 */
import { NodeServices } from "@effect/platform-node"
import { Console, Effect, Layer, Schema } from "effect"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { SettingsFlags } from "../../src/config/SettingsFlags.ts"
import { authoringLayer } from "../../src/Layers.ts"
import { draftMatch } from "../../src/sessions/importing/draftMatch.ts"
import { matchSession } from "../../src/sessions/matching/matchSession.ts"
import { readCandidates } from "../../src/sessions/matching/readCandidates.ts"
import { readEntireSessions } from "../../src/sessions/transcripts/readEntire.ts"
import type { Session } from "../../src/sessions/transcripts/Session.ts"
import type { DraftContent } from "../../src/writing/drafts/Draft.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: "string", default: "tune" },
    every: { type: "string", default: "1" },
    verdicts: { type: "boolean", default: false }
  }
})
const [folder = "."] = positionals

const isInHalf = ({ commit }: DraftContent): boolean =>
  (Number.parseInt(commit.slice(-1), 16) % 2 === 0) === (values.half === "tune")

const idOf = ({ commit, places }: DraftContent): string =>
  createHash("sha256")
    .update(JSON.stringify([commit, places.map(({ ast_anchor, file, quotes }) => [file, ast_anchor.name, quotes])]))
    .digest("hex")
    .slice(0, 10)

const format = (draft: DraftContent): string =>
  [
    `## ${idOf(draft)} ${draft.commit.slice(0, 10)} ${draft.subject}`,
    ...draft.places.flatMap(({ ast_anchor, file, quotes }) => [
      `  ${file}:${ast_anchor.name}`,
      ...quotes.map(({ by, kind, text }) => `    ${kind} (${by}): ${text}`)
    ])
  ].join("\n")

const print = Effect.gen(function* () {
  const sessions: Array<Session> = []
  yield* readEntireSessions(0, (session) => Effect.sync(() => void sessions.push(session)))
  const candidates = yield* readCandidates(sessions)
  const drafts: Array<DraftContent> = []
  for (const session of sessions) {
    for (const match of matchSession(session, candidates).matches) {
      drafts.push(...(yield* draftMatch(session, match, () => true)).filter(isInHalf))
    }
  }
  const sorted = drafts.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  const chosen = sorted.filter((_, index) => index % Number(values.every) === 0)
  yield* Console.log(chosen.map(format).join("\n"))
  yield* Console.log(`${drafts.length} drafts, ${chosen.length} shown`)
})

const Verdicts = Schema.Array(
  Schema.Struct({
    draft: Schema.String,
    half: Schema.Literals(["tune", "test"]),
    /** Whether every quote is said in the session. */
    said: Schema.Boolean,
    /** Whether its quotes are about the code where they are. */
    about: Schema.Boolean,
    /** Whether a reviewer would keep it. */
    keep: Schema.Boolean,
    reason: Schema.String
  })
)

const sumUp = Effect.gen(function* () {
  const file = readFileSync(new URL("judged/drafts.json", import.meta.url), "utf8")
  const verdicts = yield* Schema.decodeEffect(Schema.fromJsonString(Verdicts))(file)
  for (const half of ["tune", "test"] as const) {
    const own = verdicts.filter((verdict) => verdict.half === half)
    const share = (holds: "said" | "about" | "keep"): string =>
      (own.filter((verdict) => verdict[holds]).length / Math.max(1, own.length)).toFixed(2)
    yield* Console.log(
      `${half}: ${own.length} drafts, said ${share("said")}, about ${share("about")}, keep ${share("keep")}`
    )
  }
})

const layer = authoringLayer.pipe(
  Layer.provideMerge(Layer.succeed(GitDirectory)(folder)),
  Layer.provideMerge(Layer.succeed(SettingsFlags)({})),
  Layer.provideMerge(NodeServices.layer)
)
await (values.verdicts ? Effect.runPromise(sumUp) : Effect.runPromise(Effect.provide(print, layer)))
process.exit(0)
