import { hash } from "node:crypto"
import { join } from "node:path"
import { Cause, Effect, Option, Result, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { type PrivateFile, type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Notes } from "../../notes/Notes.ts"
import { withLock } from "../../rewrite/hooks/lock.ts"
import { changedUnits } from "../../writing/annotate/changedUnits.ts"
import { readChange, readSource } from "../../writing/annotate/Change.ts"
import { describeFile } from "../plans/describeFile.ts"
import { hashLines, type Plan } from "../plans/Plan.ts"
import { writePlan } from "../plans/planFile.ts"
import { removeOldMarks } from "./marks.ts"
import { openWorkTree, readWorkTreeFile, type WorkTreeFile } from "./openWorkTree.ts"
import { writeChangedUnits, writeOverview } from "./overview.ts"
import { prepareLock, type PrepareRequest, requestsFolder } from "./prepare.ts"
import { recordError } from "./usage.ts"

/** {@link PrepareRequest}, as its file has it. */
const Request = Schema.Struct({
  state: Schema.String,
  paths: Schema.Array(Schema.String),
  overview: Schema.Boolean,
  commit: Schema.optionalKey(ObjectId)
})

const decodeRequest = Schema.decodeUnknownOption(Schema.fromJsonString(Request))

const maxRequestBytes = 1024 * 1024

/** Maximum changed files of a commit whose units are listed. */
const maxChangedFiles = 20

const isSame = (a: WorkTreeFile, b: Option.Option<WorkTreeFile>): boolean =>
  Option.isSome(b) && hash("sha256", a.bytes) === hash("sha256", b.value.bytes)

/** The plan of a file of which nothing is known, so that it is not asked about again. */
const emptyPlan = ({ text }: WorkTreeFile, state: string): Plan => ({
  state,
  lineHashes: hashLines(text),
  units: [],
  items: []
})

/** Where requests come from and results go. */
interface Place {
  readonly workTree: string
  readonly gitDirectory: string
  readonly commonDirectory: string
  /** Of this program. */
  readonly version: string
}

/** Makes and writes the plan of a file, unless the repository or the file changes meanwhile. */
const preparePlan = Effect.fnUntraced(function* (place: Place, { state }: PrepareRequest, path: string) {
  const name = join(place.workTree, path)
  const file = yield* readWorkTreeFile(place.workTree, name)
  if (Option.isNone(file)) return
  const plan = yield* describeFile(path, file.value.bytes, state).pipe(
    Effect.catch((error) =>
      Effect.as(recordError(place.commonDirectory, `${path}: ${error.message}`), emptyPlan(file.value, state))
    )
  )
  const tree = yield* openWorkTree(place.workTree, place.version)
  const isCurrent = Option.exists(tree, (current) => current.state === state)
  if (isCurrent && isSame(file.value, yield* readWorkTreeFile(place.workTree, name))) {
    yield* writePlan(place.gitDirectory, path, plan)
  }
})

const prepareOverview = Effect.fnUntraced(function* ({ gitDirectory }: Place, { state }: PrepareRequest) {
  const { index } = yield* (yield* Notes).snapshot
  yield* writeOverview(gitDirectory, state, { annotated: index.size })
})

/** Lists the units that a commit changed. */
const prepareCommit = Effect.fnUntraced(function* ({ gitDirectory }: Place, commit: ObjectId) {
  const { files } = yield* readChange(commit)
  const changed = files.filter((file) => file.kind !== "deleted" && file.hunks.length > 0).slice(0, maxChangedFiles)
  const units = yield* Effect.forEach(changed, (file) =>
    Effect.map(readSource(commit, file.path), (source) =>
      Result.isFailure(source)
        ? []
        : changedUnits(file.hunks, source.success, () => false).map(
            ({ ast_anchor }) => `${file.path}:${ast_anchor.name}`
          )
    )
  )
  yield* writeChangedUnits(gitDirectory, commit, units.flat())
})

/**
 * Works out one request, and removes it, which ends the hook's wait. Records what goes wrong for `agents status`. Returns
 * whether the request is gone.
 */
const handleRequest = Effect.fnUntraced(function* (place: Place, files: PrivateFiles, name: string) {
  const text = Option.flatten(yield* Effect.option(files.readText(name, maxRequestBytes)))
  const request = Option.getOrUndefined(Option.flatMap(text, decodeRequest))
  const work = Effect.gen(function* () {
    if (request === undefined) return
    if (request.overview) yield* prepareOverview(place, request)
    if (request.commit !== undefined) yield* prepareCommit(place, request.commit)
    yield* Effect.forEach(request.paths, (path) => preparePlan(place, request, path), { discard: true })
  })
  yield* work.pipe(
    Effect.catchCause((cause) => recordError(place.commonDirectory, Cause.pretty(cause))),
    Effect.onInterrupt(() => Effect.ignore(files.remove(name)))
  )
  const removed = yield* Effect.result(files.remove(name))
  if (Result.isFailure(removed)) {
    yield* recordError(place.commonDirectory, `a request cannot be removed: ${removed.failure.message}`)
  }
  return Result.isSuccess(removed)
})

/** Lists the requests, without those that were handled and cannot be removed. */
const listRequests = (files: PrivateFiles, stuck: ReadonlySet<string>) =>
  files.files(requestsFolder).pipe(
    Effect.orElseSucceed((): ReadonlyArray<PrivateFile> => []),
    Effect.map((requests) => requests.filter(({ name }) => !stuck.has(name)))
  )

/** Handles requests, oldest first, until there are none. Adds those that cannot be removed to `stuck`. */
const drain = Effect.fnUntraced(function* (place: Place, files: PrivateFiles, stuck: Set<string>) {
  for (;;) {
    const [oldest] = (yield* listRequests(files, stuck)).toSorted((a, b) => a.modifiedMillis - b.modifiedMillis)
    if (oldest === undefined) return
    if (!(yield* handleRequest(place, files, oldest.name))) stuck.add(oldest.name)
  }
})

/**
 * Works out what hooks ask for, until nothing is left, and removes the marks of old sessions. Only one process of a work tree does so; another one ends at once.
 * Never fails for a request that cannot be worked out; fails with `GitError` outside a repository.
 */
export const runPrepare = Effect.fn("Agents.runPrepare")(function* (version: string) {
  const { commonDirectory, gitDirectory, workTree } = yield* (yield* Git).repository
  if (Option.isNone(workTree)) return
  const files = privateFiles(gitDirectory)
  const place: Place = { workTree: workTree.value, gitDirectory, commonDirectory, version }
  yield* removeOldMarks(files, privateFiles(commonDirectory))
  // A request may come after the last look at them and before the lock is free.
  const stuck = new Set<string>()
  while ((yield* listRequests(files, stuck)).length > 0) {
    const done = yield* Effect.option(withLock(files, drain(place, files, stuck), prepareLock))
    if (Option.isNone(Option.flatten(done))) return
  }
})
