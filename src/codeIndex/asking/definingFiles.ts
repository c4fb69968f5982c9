import type { Connection } from "../../adapters/sql/Connection.ts"
import { lastSegment, matchNames } from "../../domain/AnchorName.ts"
import type { Tag } from "./tags.ts"
import { rarityOf, type ViewFiles } from "./viewFiles.ts"

/** Definitions that are looked at; a name that more have says nothing about a file. */
const maxDefinitions = 2_000
/** What a name is worth that is spelled in another way than the tag, such as `app_context` for `AppContext`. */
const otherSpellingShare = 0.7
/** Gain of the only file that defines a name, among e - 1 files; more in larger views. */
const weight = 1.5

const prefixes = ["", "_", "#"]

/** How a name may be spelled that has the parts of a tag. Always as many, so that they fit one statement. */
const listSpellings = ({ parts, whole }: Tag, name: string): ReadonlyArray<string> =>
  [name, whole, parts.join("_"), parts.join("-")].flatMap((spelling) => prefixes.map((prefix) => prefix + spelling))

const readDefining = (connection: Connection, tag: Tag) => {
  const names = listSpellings(tag, tag.name === undefined ? tag.whole : lastSegment(tag.name))
  const isNamed = `name COLLATE NOCASE IN (${names.map(() => "?").join(", ")})`
  return connection
    .all(
      `SELECT qualified_name, blob FROM definitions WHERE ${isNamed} AND kind <> 'field' LIMIT ?`,
      ...names,
      maxDefinitions + 1
    )
    .map((row) => ({
      blob: row.integer("blob"),
      isExact: tag.name !== undefined && matchNames(tag.name, row.text("qualified_name")) !== undefined
    }))
}

/**
 * Finds the files of a view that define what a tag names, in any spelling, and what each gains by it: more the fewer they are, and more
 * if the name is spelled as the tag. Fields do not count as definitions.
 *
 * @returns Gains by position in the view's files.
 */
export const findDefiningFiles = (connection: Connection, view: ViewFiles, tag: Tag): ReadonlyMap<number, number> => {
  const found = readDefining(connection, tag)
  if (found.length > maxDefinitions) return new Map()
  const positionsOf = (blobs: ReadonlyArray<{ readonly blob: number }>) =>
    new Set(blobs.flatMap(({ blob }) => view.byBlob.get(blob) ?? []))
  const exact = positionsOf(found.filter(({ isExact }) => isExact))
  const all = positionsOf(found)
  const gain = weight * rarityOf(view, exact.size === 0 ? all : exact)
  return new Map([...all].map((at) => [at, exact.has(at) ? gain : gain * otherSpellingShare]))
}
