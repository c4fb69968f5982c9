import { Effect, Layer, Option, Scope, Semaphore } from "effect"
import { resolve } from "node:path"
import { makeBatchProcess } from "./batch/BatchProcess.ts"
import { makeBlameContext } from "./read/BlameContext.ts"
import { blame } from "./read/BlameReads.ts"
import { changes, patches, refs } from "./read/ChangeReads.ts"
import { makeConfig } from "./read/ConfigReads.ts"
import { blobDiff, diff, patch, patchIds } from "./read/DiffReads.ts"
import { batchCall } from "./process/DiscoveryCalls.ts"
import { Git, GitDirectory } from "./Git.ts"
import { EarlyGit } from "./process/GitChild.ts"
import { repositoryEnvironment, GitEnvironment, globalOptions } from "./GitEnvironment.ts"
import type { GitError } from "./GitError.ts"
import { type GitRunner, makeGitRunner } from "./process/GitRunner.ts"
import type { GitSession } from "./process/GitSession.ts"
import { additions, fileHistory, lastChange, lineHistory, mailmap, reachable, renames } from "./read/HistoryReads.ts"
import { resolveCommit, resolveRef } from "./read/NameReads.ts"
import { type TreeSource, noteBlobs } from "./read/NotesTree.ts"
import { commits, entry, objects } from "./read/ObjectReads.ts"
import { type GitVersion, type OpenedRepository, openRepository, repositoryOptions } from "./process/OpenRepository.ts"
import { isFullRefName } from "./RefName.ts"
import { files, indexPaths, notes, notesChange } from "./read/TreeReads.ts"
import { author, hooksDirectory, time } from "./read/UserReads.ts"
import { mergeBase, range, reflog, trailers, walk } from "./read/WalkReads.ts"

/** Runs an effect that succeeded once no more: its value is kept, a failure is tried again at the next call. */
const keepSuccess = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<Effect.Effect<A, E>> =>
  Effect.map(Semaphore.make(1), (turn) => {
    let kept: { readonly value: A } | undefined
    const first = Effect.suspend(() =>
      kept === undefined
        ? Effect.tap(effect, (value) =>
            Effect.sync(() => {
              kept = { value }
            })
          )
        : Effect.succeed(kept.value)
    )
    const locked = turn.withPermits(1)(first)
    return Effect.suspend(() => (kept === undefined ? locked : Effect.succeed(kept.value)))
  })

/** The first git that has `cat-file --batch-command`. */
const hasBatchCommand = (version: GitVersion): boolean =>
  version.major > 2 || (version.major === 2 && version.minor >= 36)

/**
 * The long-lived processes: two, so that no content keeps a lookup waiting; one for a program that was started for one
 * question, where a process more costs more than that.
 */
const makeBatches = Effect.fnUntraced(function* (
  { options, repository, version }: { readonly options: ReadonlyArray<string> } & OpenedRepository,
  at: { readonly directory: string; readonly env: Readonly<Record<string, string>>; readonly early: EarlyGit }
) {
  const { directory, early, env } = at
  const args = (mode: string) => [...options, ...globalOptions, "cat-file", mode]
  if (early.isOneShot && hasBatchCommand(version)) {
    // Names count from where it was started, which must be where all others are.
    const takes = Option.contains(repository.workTree, directory)
    const take = () => (takes ? early.take(batchCall(directory).args, env) : undefined)
    return yield* makeBatchProcess({ args: args("--batch-command"), env, mode: "command", early: take })
  }
  const { contents } = yield* makeBatchProcess({ args: args("--batch"), env, mode: "contents" })
  const { names } = yield* makeBatchProcess({ args: args("--batch-check"), env, mode: "names" })
  return { contents, names }
})

const openSession = Effect.fn("Git.open")(function* (
  runner: GitRunner,
  at: { readonly directory: string; readonly env: Readonly<Record<string, string>>; readonly early: EarlyGit }
) {
  const { repository, version } = yield* openRepository(
    runner,
    at.directory,
    Option.fromUndefinedOr(at.env["GIT_WORK_TREE"])
  )
  const options = repositoryOptions(repository)
  const session: GitSession = {
    repository,
    runner,
    options,
    ...(yield* makeBatches({ options, repository, version }, at))
  }
  return session
})

const treesOf = (session: GitSession): TreeSource => ({
  entry: (commit, path) => entry(session, commit, path),
  objects: (ids, options) => objects(session, ids, options)
})

type Ask = <A>(f: (session: GitSession) => Effect.Effect<A, GitError>) => Effect.Effect<A, GitError>

/** Walks over history. */
const historyReads = (ask: Ask) =>
  ({
    lastChange: (commit, path) => ask((at) => lastChange(at, commit, path)),
    lineHistory: (input) => ask((at) => lineHistory(at, input)),
    fileHistory: (commit, path, most) => ask((at) => fileHistory(at, commit, path, most)),
    additions: (commit, without) => ask((at) => additions(at, commit, without)),
    renames: (commit, without) => ask((at) => renames(at, commit, without)),
    reachable: (ids, from) => ask((at) => reachable(at, ids, from))
  }) satisfies Partial<Git["Service"]>

/** What only those ask who write. */
const writerReads = (ask: Ask, inherited: Readonly<Record<string, string | undefined>>) =>
  ({
    noteBlobs: (tip, ids) => ask((at) => noteBlobs(treesOf(at), tip, ids)),
    diff: (input) => ask((at) => diff(at, input)),
    blobDiff: (from, to) => ask((at) => blobDiff(at, from, to)),
    patch: (commit, options) => ask((at) => patch(at, commit, options)),
    refs: (prefixes) => ask((at) => refs(at, prefixes)),
    changes: (ids, take) => ask((at) => changes(at, ids, take)),
    patches: (ids, options, take) => ask((at) => patches(at, ids, options, take)),
    patchIds: (ids) => ask((at) => patchIds(at, ids)),
    walk: (asked) => ask((at) => walk(at, asked)),
    range: (text) => ask((at) => range(at, text)),
    mergeBase: (a, b) => ask((at) => mergeBase(at, a, b)),
    trailers: (commit) => ask((at) => trailers(at, commit)),
    reflog: (ref) => ask((at) => reflog(at, ref)),
    author: ask((at) => author(at, inherited)),
    time: (text) => ask((at) => time(at, text)),
    hooksDirectory: ask(hooksDirectory)
  }) satisfies Partial<Git["Service"]>

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const place = yield* GitDirectory
  const directory = resolve(place)
  const inherited = yield* GitEnvironment
  const env = repositoryEnvironment(place, inherited)
  const early = yield* EarlyGit
  const runner = yield* makeGitRunner(env, { early })
  const session = yield* keepSuccess(Scope.provide(openSession(runner, { directory, env, early }), scope))
  const config = makeConfig(
    runner,
    { directory, env },
    Effect.map(session, (at) => at.repository)
  )
  const blameContext = yield* keepSuccess(Effect.map(session, (at) => makeBlameContext(at, config, env)))
  const ask: Ask = (f) => Effect.flatMap(session, f)

  return Git.of({
    repository: ask((at) => Effect.succeed(at.repository)),
    resolveCommit: (revision) => ask((at) => resolveCommit(at, revision)),
    resolveRef: (ref) => ask((at) => resolveRef(at, ref)),
    commits: (ids) => ask((at) => commits(at, ids)),
    mailmap: (contacts) => ask((at) => mailmap(at, contacts)),
    objects: (ids, options) => ask((at) => objects(at, ids, options)),
    entry: (commit, path) => ask((at) => entry(at, commit, path)),
    files: (commit, folder) => ask((at) => files(at, commit, folder)),
    indexPaths: ask(indexPaths),
    blame: (input) => ask((at) => blame(at, input, config)),
    blameContext: Effect.flatten(blameContext),
    notes: (tip) => ask((at) => notes(at, tip)),
    notesChange: (from, to) => ask((at) => notesChange(at, from, to)),
    ...historyReads(ask),
    ...writerReads(ask, inherited),
    config,
    isRefName: (ref) => Effect.succeed(isFullRefName(ref))
  })
})

/**
 * `Git` by the system's git (2.34 or newer). {@link GitDirectory} and {@link GitEnvironment} are read when the layer is
 * built; nothing is started before the first call.
 */
const layerNoDeps = Layer.effect(Git, make)

/** The layer of `Git` over git processes. */
export const GitProcess = { layerNoDeps } as const
