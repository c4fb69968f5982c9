import { Effect, Option, type PlatformError, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import type { Site } from "../../adapters/hosting/Site.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { pullsRef } from "../../notes/pulls/PullsNote.ts"
import { ImportError, StateFailed } from "./ImportError.ts"

/** A request whose merge commit this repository did not have. */
const Waiting = Schema.Struct({ number: Schema.Int, commit: ObjectId })

/** How far the import from a project is. */
const ProjectState = Schema.Struct({
  host: Schema.String,
  project: Schema.String,
  /** Continues after the last page; absent at the beginning. */
  cursor: Schema.optionalKey(Schema.String),
  /** The notes commit after the last page: if the ref no longer contains it, the import starts again. */
  tip: Schema.optionalKey(ObjectId),
  /** The requests that were looked at. */
  numbers: Schema.Array(Schema.Int),
  waiting: Schema.Array(Waiting)
})
export type ProjectState = typeof ProjectState.Type

const States = Schema.fromJsonString(
  Schema.Struct({ $schema: Schema.Literal("ultragit-pulls-state/v1"), projects: Schema.Array(ProjectState) })
)

const name = "pulls.json"
/** Maximum size of the file. */
const maxBytes = 32 * 1024 * 1024

const place = Effect.map(
  Effect.flatMap(Git, (git) => git.repository),
  ({ commonDirectory }) => privateFiles(commonDirectory)
)

const inaccessible = (file: string) => (error: PlatformError.PlatformError) =>
  new ImportError({ reason: new StateFailed({ file, detail: error.message }) })

/** Reads all states. An invalid or too large file counts as empty. */
const readStates = Effect.gen(function* () {
  const files = yield* place
  const text = yield* files.readText(name, maxBytes).pipe(
    Effect.catchIf(
      (error) => error.reason._tag === "InvalidData",
      () => Effect.succeed(Option.none<string>())
    ),
    Effect.mapError(inaccessible(files.pathOf(name)))
  )
  const states = Option.flatMap(text, (found) => Schema.decodeOption(States)(found))
  return Option.match(states, { onNone: (): ReadonlyArray<ProjectState> => [], onSome: ({ projects }) => projects })
})

const isOf =
  ({ host, project }: Site) =>
  (state: ProjectState): boolean =>
    state.host === host && state.project === project

/** Whether the notes that a state speaks of are still there. */
const isCurrent = Effect.fnUntraced(function* ({ tip }: ProjectState) {
  const git = yield* Git
  if (tip === undefined) return true
  const now = yield* git.resolveRef(pullsRef)
  if (Option.isNone(now)) return false
  const base = yield* Effect.orElseSucceed(git.mergeBase(tip, now.value), () => Option.none<ObjectId>())
  return Option.exists(base, (id) => id === tip)
})

/** Reads how far the import from a project is; the beginning if its notes were deleted or rewound since. */
export const readState = Effect.fn("Imports.readState")(function* (site: Site) {
  const { host, project } = site
  const beginning: ProjectState = { host, project, numbers: [], waiting: [] }
  const known = (yield* readStates).find(isOf(site))
  return known !== undefined && (yield* isCurrent(known)) ? known : beginning
})

/** Replaces the state of a project, atomically. */
export const writeState = Effect.fn("Imports.writeState")(function* (site: Site, state: ProjectState) {
  const files = yield* place
  const others = (yield* readStates).filter((other) => !isOf(site)(other))
  const encoded = Schema.encodeEffect(States)({ $schema: "ultragit-pulls-state/v1", projects: [...others, state] })
  const text = yield* Effect.orDie(encoded)
  yield* Effect.mapError(files.write(name, `${text}\n`), inaccessible(files.pathOf(name)))
})
