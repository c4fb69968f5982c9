import { Effect, Layer, Option, Scope, Semaphore } from "effect"
import { resolve } from "node:path"
import { makeBatchProcess } from "./batch/BatchProcess.ts"
import { makeBlameContext } from "./read/BlameContext.ts"
import { blame } from "./read/BlameReads.ts"
import { changes, patches, refs } from "./read/ChangeReads.ts"
import { makeConfig } from "./read/ConfigReads.ts"
import { blobDiff, diff, patch, patchIds } from "./read/DiffReads.ts"
import { batchCall } from "./process/DiscoveryCalls.ts"
import { makeAids } from "./commitGraph/OwnGraph.ts"
import { Git, GitDirectory } from "./Git.ts"
import { EarlyGit } from "./process/GitChild.ts"
import { repositoryEnvironment, GitEnvironment, globalOptions } from "./GitEnvironment.ts"
import type { GitError } from "./GitError.ts"
import { type GitRunner, makeGitRunner } from "./process/GitRunner.ts"
import type { GitSession } from "./process/GitSession.ts"
import {
  additions,
  fileHistory,
  lastChange,
  lineHistory,
  mailmap,
  commitSizes,
  pathChanges,
  reachable,
  renames
} from "./read/HistoryReads.ts"
import { mergesOf } from "./read/MergeReads.ts"
import { resolveCommit, resolveRef, symbolicRef } from "./read/NameReads.ts"
import { type TreeSource, noteBlobs } from "./read/NotesTree.ts"
import { commits, entries, entry, objects } from "./read/ObjectReads.ts"
import { type GitVersion, type OpenedRepository, openRepository, repositoryOptions } from "./process/OpenRepository.ts"
import { isFullRefName } from "./RefName.ts"
import { files, indexPaths, notes, notesChange, attributed, ignored, workTreePaths } from "./read/TreeReads.ts"
import { author, hooksDirectory, time } from "./read/UserReads.ts"
import { mergeBase, range, reflog, trailers, walk } from "./read/WalkReads.ts"

/** Caches the value of an effect that succeeded. After a failure, the next call tries again. */
const cacheSuccess = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<Effect.Effect<A, E>> =>
  Effect.map(Semaphore.make(1), (turn) => {
    let cached: { readonly value: A } | undefined
    const first = Effect.suspend(() =>
      cached === undefined
        ? Effect.tap(effect, (value) =>
            Effect.sync(() => {
              cached = { value }
            })
          )
        : Effect.succeed(cached.value)
    )
    const locked = turn.withPermits(1)(first)
    return Effect.suspend(() => (cached === undefined ? locked : Effect.succeed(cached.value)))
  })

/** Returns whether git has `cat-file --batch-command` (2.36). */
const hasBatchCommand = (version: GitVersion): boolean =>
  version.major > 2 || (version.major === 2 && version.minor >= 36)

/**
 * Creates the long-lived processes: two, so that reading contents does not delay lookups. A one-shot program uses a
 * single one, because starting a second costs more than it saves.
 */
const makeBatches = Effect.fnUntraced(function* (
  { options, repository, version }: { readonly options: ReadonlyArray<string> } & OpenedRepository,
  at: { readonly directory: string; readonly env: Readonly<Record<string, string>>; readonly early: EarlyGit }
) {
  const { directory, early, env } = at
  const args = (mode: string) => [...options, ...globalOptions, "cat-file", mode]
  if (early.isOneShot && hasBatchCommand(version)) {
    // Names are resolved from the folder in which the process started, which must be that of all other calls.
    const canTakeEarly = Option.contains(repository.workTree, directory)
    const take = () => (canTakeEarly ? early.take(batchCall(directory).args, env) : undefined)
    return yield* makeBatchProcess({ args: args("--batch-command"), env, mode: "command", early: take })
  }
  const { contents } = yield* makeBatchProcess({ args: args("--batch"), env, mode: "contents" })
  const { names } = yield* makeBatchProcess({ args: args("--batch-check"), env, mode: "names" })
  return { contents, names }
})

const openSession = Effect.fn("Git.open")(function* (
  runner: GitRunner,
  at: {
    readonly directory: string
    readonly isNamed: boolean
    readonly env: Readonly<Record<string, string>>
    readonly early: EarlyGit
  }
) {
  const { repository, version } = yield* openRepository(runner, at.directory, {
    workTree: Option.fromUndefinedOr(at.env["GIT_WORK_TREE"]),
    isFolderNamed: at.isNamed
  })
  const options = repositoryOptions(repository)
  const session: GitSession = {
    repository,
    runner,
    options,
    aids: makeAids(repository),
    ...(yield* makeBatches({ options, repository, version }, at))
  }
  return session
})

const makeTreeSource = (session: GitSession): TreeSource => ({
  entry: (commit, path) => entry(session, commit, path),
  objects: (ids, options) => objects(session, ids, options)
})

type WithSession = <A>(f: (session: GitSession) => Effect.Effect<A, GitError>) => Effect.Effect<A, GitError>

/** Calls that read trees, the index and the work tree. */
const treeReads = (withSession: WithSession) =>
  ({
    entry: (commit, path) => withSession((at) => entry(at, commit, path)),
    entries: (places) => withSession((at) => entries(at, places)),
    files: (commit, folder) => withSession((at) => files(at, commit, folder)),
    indexPaths: withSession(indexPaths),
    workTreePaths: withSession(workTreePaths),
    ignored: (paths) => withSession((at) => ignored(at, paths)),
    attributed: (paths, names) => withSession((at) => attributed(at, paths, names)),
    notes: (tip) => withSession((at) => notes(at, tip)),
    notesChange: (from, to) => withSession((at) => notesChange(at, from, to))
  }) satisfies Partial<Git["Service"]>

/** Calls that walk history. */
const historyReads = (withSession: WithSession) =>
  ({
    lastChange: (commit, path) => withSession((at) => lastChange(at, commit, path)),
    lineHistory: (input) => withSession((at) => lineHistory(at, input)),
    fileHistory: (commit, path, maxCount) => withSession((at) => fileHistory(at, commit, path, maxCount)),
    additions: (commit, without) => withSession((at) => additions(at, commit, without)),
    pathChanges: (walked, take) => withSession((at) => pathChanges(at, walked, take)),
    commitSizes: (walked, take) => withSession((at) => commitSizes(at, walked, take)),
    renames: (commit, without) => withSession((at) => renames(at, commit, without)),
    reachable: (ids, from) => withSession((at) => reachable(at, ids, from))
  }) satisfies Partial<Git["Service"]>

/** Calls that only writers use. */
const writerReads = (withSession: WithSession, inherited: Readonly<Record<string, string | undefined>>) =>
  ({
    noteBlobs: (tip, ids) => withSession((at) => noteBlobs(makeTreeSource(at), tip, ids)),
    diff: (input) => withSession((at) => diff(at, input)),
    blobDiff: (from, to) => withSession((at) => blobDiff(at, from, to)),
    patch: (commit, options) => withSession((at) => patch(at, commit, options)),
    refs: (prefixes) => withSession((at) => refs(at, prefixes)),
    changes: (ids, take, options) => withSession((at) => changes(at, ids, take, options)),
    patches: (ids, options, take) => withSession((at) => patches(at, ids, options, take)),
    patchIds: (ids) => withSession((at) => patchIds(at, ids)),
    walk: (input) => withSession((at) => walk(at, input)),
    mergesOf: (head, without) => withSession((at) => mergesOf(at, head, without)),
    range: (text) => withSession((at) => range(at, text)),
    mergeBase: (a, b) => withSession((at) => mergeBase(at, a, b)),
    trailers: (commit) => withSession((at) => trailers(at, commit)),
    reflog: (ref) => withSession((at) => reflog(at, ref)),
    author: withSession((at) => author(at, inherited)),
    time: (text) => withSession((at) => time(at, text)),
    hooksDirectory: withSession(hooksDirectory)
  }) satisfies Partial<Git["Service"]>

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const givenDirectory = yield* GitDirectory
  const directory = resolve(givenDirectory)
  const inherited = yield* GitEnvironment
  const env = repositoryEnvironment(givenDirectory, inherited)
  const early = yield* EarlyGit
  const runner = yield* makeGitRunner(env, { early })
  const session = yield* cacheSuccess(
    Scope.provide(openSession(runner, { directory, isNamed: givenDirectory !== "", env, early }), scope)
  )
  const config = makeConfig(
    runner,
    { directory, env },
    Effect.map(session, (at) => at.repository)
  )
  const blameContext = yield* cacheSuccess(Effect.map(session, (at) => makeBlameContext(at, config, env)))
  const withSession: WithSession = (f) => Effect.flatMap(session, f)

  return Git.of({
    repository: withSession((at) => Effect.succeed(at.repository)),
    resolveCommit: (revision) => withSession((at) => resolveCommit(at, revision)),
    resolveRef: (ref) => withSession((at) => resolveRef(at, ref)),
    symbolicRef: (ref) => withSession((at) => symbolicRef(at, ref)),
    commits: (ids) => withSession((at) => commits(at, ids)),
    mailmap: (contacts) => withSession((at) => mailmap(at, contacts, config)),
    objects: (ids, options) => withSession((at) => objects(at, ids, options)),
    blame: (input) => withSession((at) => blame(at, input, config)),
    blameContext: Effect.flatten(blameContext),
    ...treeReads(withSession),
    ...historyReads(withSession),
    ...writerReads(withSession, inherited),
    config,
    isRefName: (ref) => Effect.succeed(isFullRefName(ref))
  })
})

/**
 * `Git` over the git on the PATH (2.34 or newer). {@link GitDirectory} and {@link GitEnvironment} are read when the
 * layer is built. Starts nothing before the first call.
 */
const layerNoDeps = Layer.effect(Git, make)

/** The layer of `Git` over git processes. */
export const GitProcess = { layerNoDeps } as const
