import type { Connection } from "../../adapters/sql/Connection.ts"
import { lastSegment, matchNames } from "../../domain/AnchorName.ts"
import type { FoundDefinition } from "../model/answers.ts"
import { readEnclosing, readFirst, readNamed } from "./readBlob.ts"
import { matchesTag, parseTag, type Tag } from "./tags.ts"

/** Definitions of a hit that match a tag, and the first ones of a file whose name does. */
const maxDefinitions = 5
const maxFirst = 2

/** The longest part of a tag: a name that the tag matches has it. */
const longestPart = ({ parts }: Tag): string =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest))

/** What a tag asks for in names: `acquire` of `Pool.acquire`, as the owner is another name. */
const ownTag = (tag: Tag): Tag => (tag.name === undefined ? tag : (parseTag(lastSegment(tag.name)) ?? tag))

/** How much a name is what a tag says: as it is written, with its owner, but for case and separators, or not. */
const callsSo = (name: string, own: string, { tag, wanted }: { readonly tag: Tag; readonly wanted: Tag }): number => {
  if (tag.name !== undefined && matchNames(tag.name, name) !== undefined) return 2
  return own.replaceAll(/[^\p{L}\p{N}]+/gu, "").toLowerCase() === wanted.whole ? 1 : 0
}

/** The definitions whose names tags match: by most tags first, and of these what is called so; members of a match only without it. */
const chooseNamed = (connection: Connection, blob: number, tags: ReadonlyArray<Tag>) => {
  const pairs = tags.map((tag) => ({ tag, wanted: ownTag(tag) }))
  const wanted = pairs.map((each) => each.wanted)
  const named = wanted.length === 0 ? [] : readNamed(connection, blob, wanted.map(longestPart))
  const matching = named
    .map((definition) => {
      const own = lastSegment(definition.name)
      return {
        definition,
        tags: wanted.filter((tag) => matchesTag(tag, definition.name)).length,
        called: Math.max(...pairs.map((each) => callsSo(definition.name, own, each))),
        isOwn: wanted.some((tag) => matchesTag(tag, own))
      }
    })
    .filter((each) => each.tags > 0)
    .toSorted((a, b) => b.tags - a.tags || b.called - a.called || a.definition.line - b.definition.line)
  const byOwnName = matching.filter(({ isOwn }) => isOwn)
  return (byOwnName.length > 0 ? byOwnName : matching).map(({ definition }) => definition)
}

/** What a search found in a file. */
interface Found {
  /** Those that match names of the file. */
  readonly tags: ReadonlyArray<Tag>
  /** Where phrases stand. */
  readonly lines: ReadonlyArray<number>
  readonly isByPath: boolean
}

/**
 * Chooses what a hit names: the definitions around phrases, then those whose names match. Without any, the first ones say what a file is
 * about that is found by its name, and nothing of one that uses or mentions what is searched for.
 */
export const chooseDefinitions = (
  connection: Connection,
  blob: number,
  { isByPath, lines, tags }: Found
): ReadonlyArray<FoundDefinition> => {
  const around = lines.flatMap((line) => readEnclosing(connection, blob, line) ?? [])
  const named = chooseNamed(connection, blob, tags)
  const all = [...around, ...named].filter(
    ({ line, name }, at, found) => found.findIndex((each) => each.line === line && each.name === name) === at
  )
  if (all.length > 0) return all.slice(0, maxDefinitions)
  return isByPath ? readFirst(connection, blob, maxFirst) : []
}
