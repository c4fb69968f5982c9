import { Clock, Effect, Exit, Option, Scope, Semaphore } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { type FolderWatch, isWatchable, makeFolderWatch } from "../../adapters/watching/FolderWatch.ts"
import { explainChanges, type Surroundings } from "./changedEntries.ts"
import { watchFolders } from "./folders.ts"
import { type IgnoreState, makeIgnoreState } from "./ignoreState.ts"
import { folderOf } from "../linking/paths.ts"
import { type ListedFile, makeWorkTreeLister, type WorkTreeLister } from "./listWorkTree.ts"

/** The folder of the private folder that holds the files of watches. */
const markFolder = "watching"
/** Time after which all files are looked at again, for what the kernel does not report: writes through mapped memory. */
const maxTrustMillis = 60_000
/** Maximum ignored files that are remembered. */
const maxIgnoredFiles = 10_000

/** The files of a work tree, or of a commit. */
export interface Listing {
  readonly files: ReadonlyArray<ListedFile>
  /** Whether each later change is noticed, so that the same list means the same contents. */
  readonly isWatched: boolean
}

/** A work tree whose folders are watched. */
interface Watched extends Surroundings {
  readonly ignoredFiles: Set<string>
  ignoredFolders: ReadonlySet<string>
  /** What decided which files are listed when that was asked last. */
  state: IgnoreState | undefined
  /** Whether all is known but for what the watch reports. */
  isKnown: boolean
  /** How often it turned out that other folders may have to be watched. */
  moves: number
  /** `moves` when folders were looked for last. */
  movesDone: number
  /** When all files were looked at last. */
  lookedMillis: number
  /** Files that can be written by another name, outside the folders that are watched. */
  linkedFiles: ReadonlyArray<string>
}

const findLinked = (lister: WorkTreeLister): ReadonlyArray<string> =>
  [...lister.found()].flatMap(([path, { stats }]) => (stats.nlink > 1 ? [path] : []))

/** Finds the files as they are now from what the watch reports; undefined if git must be asked. */
const lookAtChanges = Effect.fnUntraced(function* (
  root: string,
  lister: WorkTreeLister,
  watched: Watched,
  state: IgnoreState
) {
  const wasKnown = watched.isKnown
  const changed = Option.getOrUndefined(yield* watched.watch.take)
  watched.isKnown = false
  if (watched.state !== undefined && watched.state.rules !== state.rules) watched.moves += 1
  if (changed === undefined) return void (watched.moves += 1)
  const meaning = explainChanges(root, watched, lister, changed)
  if (meaning._tag === "Folders") return void (watched.moves += 1)
  // Git is about to be asked: those that it does not list are ignored.
  if (meaning._tag === "Listing") {
    for (const path of meaning.files) watched.ignoredFiles.add(path)
    return undefined
  }
  if (!wasKnown || watched.state?.index !== state.index || watched.state.rules !== state.rules) return undefined
  const now = yield* Clock.currentTimeMillis
  const files = lister.look(root, [...meaning.paths, ...watched.linkedFiles], now)
  watched.isKnown = files !== undefined
  if (meaning.paths.some((path) => (lister.found().get(path)?.stats.nlink ?? 1) > 1)) {
    watched.linkedFiles = findLinked(lister)
  }
  return files
})

/** Takes note of what git listed. */
const recordListing = (lister: WorkTreeLister, watched: Watched, state: IgnoreState, now: number): void => {
  const { ignoredFiles, watch } = watched
  const hasMoved = watched.state?.rules !== state.rules || watched.moves !== watched.movesDone
  if (hasMoved || ignoredFiles.size > maxIgnoredFiles) ignoredFiles.clear()
  for (const path of ignoredFiles) if (lister.found().has(path)) ignoredFiles.delete(path)
  const folders = new Set([...lister.found().keys()].map(folderOf))
  if (![...folders].every(watch.has)) watched.moves += 1
  watched.linkedFiles = findLinked(lister)
  watched.state = state
  watched.lookedMillis = now
  watched.isKnown = watched.moves === watched.movesDone
}

/** Watches the folders of a work tree in the background. */
const makeWatching = Effect.fnUntraced(function* (lister: WorkTreeLister) {
  const git = yield* Git
  const scope = yield* Effect.scope
  const watchScope = yield* Scope.fork(scope)
  let watched: Watched | undefined
  let isPossible = true
  let isLooking = false

  const open = Effect.fnUntraced(function* (root: string) {
    const files = privateFiles((yield* git.repository).commonDirectory)
    const folder = files.pathOf(markFolder)
    if (!isWatchable(root)) return Option.none<FolderWatch>()
    yield* files.makeFolder(markFolder)
    return isWatchable(folder) ? yield* makeFolderWatch(root, folder) : Option.none<FolderWatch>()
  })
  const findFolders = Effect.fnUntraced(function* (root: string) {
    const moves = watched?.moves ?? 0
    const watch = watched?.watch ?? Option.getOrUndefined(yield* open(root))
    const folders = watch === undefined ? undefined : yield* watchFolders(root, watch, lister.found().keys())
    if (watch === undefined || folders === undefined) return void (isPossible = false)
    watched ??= {
      watch,
      ignoredFolders: folders.ignored,
      ignoredFiles: new Set(),
      linkedFiles: [],
      state: undefined,
      isKnown: false,
      moves,
      movesDone: moves,
      lookedMillis: 0
    }
    watched.ignoredFolders = folders.ignored
    watched.movesDone = moves
    watched.isKnown = false
  })
  /** Ends for good if anything fails: all is as without it. */
  const update = Effect.fnUntraced(function* (root: string) {
    if (!isPossible || isLooking) return
    if (watched !== undefined && watched.moves === watched.movesDone) return
    isLooking = true
    const finding = findFolders(root).pipe(
      Effect.provideService(Scope.Scope, watchScope),
      Effect.provideService(Git, git),
      Effect.exit
    )
    yield* Effect.forkIn(
      Effect.flatMap(finding, (exit) =>
        Effect.suspend(() => {
          isLooking = false
          if (Exit.isSuccess(exit) && isPossible) return Effect.void
          isPossible = false
          watched = undefined
          return Scope.close(watchScope, Exit.void)
        })
      ),
      scope
    )
  })
  return { update, watched: () => watched }
})

/**
 * Makes a function that lists the files of a work tree, like {@link makeWorkTreeLister}. After the first call it watches the
 * folders where that is possible; then neither git is asked nor every file looked at, unless something happened that needs it.
 * Whatever was written before a call is in its list.
 */
export const makeWatchedLister = Effect.gen(function* () {
  const git = yield* Git
  const scope = yield* Effect.scope
  const permit = yield* Semaphore.make(1)
  const lister = makeWorkTreeLister()
  const watching = yield* makeWatching(lister)
  const readState = yield* makeIgnoreState

  const list: (root: string) => Effect.Effect<Listing, GitError> = Effect.fnUntraced(function* (root: string) {
    const state = yield* readState(root)
    const watched = watching.watched()
    const quick = watched === undefined ? undefined : yield* lookAtChanges(root, lister, watched, state)
    const now = yield* Clock.currentTimeMillis
    if (watched !== undefined && quick !== undefined) {
      const listing: Listing = { files: quick, isWatched: true }
      if (now - watched.lookedMillis <= maxTrustMillis) return listing
      watched.isKnown = false
      watched.lookedMillis = now
      return yield* Effect.as(Effect.forkIn(list(root), scope), listing)
    }
    const files = yield* Effect.provideService(lister.list(root), Git, git)
    if (watched !== undefined) recordListing(lister, watched, state, now)
    yield* watching.update(root)
    return { files, isWatched: watched?.isKnown ?? false }
  }, permit.withPermits(1))

  return list
})
