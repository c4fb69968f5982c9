import { Effect, Option } from "effect"
import type { GrepPatterns } from "../../adapters/git/bare/BareAnswers.ts"
import { isListable } from "../../adapters/git/bare/gathering.ts"
import type { Matches } from "../searching/FileMatcher.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { locate, type Place } from "./places.ts"
import type { FileSearch } from "./searchRepository.ts"
import { toShownPath } from "../searching/shownPath.ts"

/** What was found in a repository together with others. */
export interface Grepped extends Place {
  readonly files: Map<string, Matches>
}

/** Reads the lines that may match in places with ids of the same length. None if that fails for one of them. */
const grepPlaces = Effect.fnUntraced(function* (
  { git }: Folder,
  places: ReadonlyArray<Place>,
  { isPath, matcher }: FileSearch,
  patterns: GrepPatterns
) {
  const commits = places.map(({ commit, repository: { directory } }) => ({ commit, directory }))
  const byCommit = new Map<string, Map<string, Matches>>(places.map(({ commit }) => [commit, new Map()]))
  let last = { revision: "", path: "", isWanted: false }
  const isDone = yield* git
    .grepMany(commits, patterns, ({ number, path, revision, text }) => {
      if (last.path !== path || last.revision !== revision) {
        last = { revision, path, isWanted: isPath(toShownPath(path)) }
      }
      const files = byCommit.get(revision)
      if (!last.isWanted || files === undefined) return
      const matches = files.get(path) ?? matcher.start()
      files.set(path, matches)
      matcher.addLine(matches, number, text)
    })
    .pipe(Effect.orElseSucceed(() => false))
  return isDone ? places.map((place): Grepped => ({ ...place, files: byCommit.get(place.commit) ?? new Map() })) : []
})

/**
 * Reads the lines of several repositories that may match, by one process, because a process for each takes longer to start
 * than to search. Those left out are to be asked one by one: all of them if one is broken.
 */
export const grepTogether = Effect.fnUntraced(function* (
  folder: Folder,
  repositories: ReadonlyArray<HostedRepository>,
  search: FileSearch
) {
  const { branch, grep } = search
  if (grep === undefined) return new Map<HostedRepository, Grepped>()
  const listable = repositories.filter(({ directory }) => isListable(directory))
  const places = yield* Effect.forEach(listable, (each) => locate(each, branch))
  const byLength = Map.groupBy(places.flatMap(Option.toArray), ({ commit }) => commit.length)
  const found = yield* Effect.forEach(byLength.values(), (some) => grepPlaces(folder, some, search, grep))
  return new Map(found.flat().map((grepped) => [grepped.repository, grepped]))
})
