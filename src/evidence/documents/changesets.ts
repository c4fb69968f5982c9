import { groupOf } from "../../domain/MatchGroup.ts"

/** Whether a path is a changeset: `.changeset/<words>.md`, also while `pre` mode keeps it. */
export const isChangeset = (path: string): boolean =>
  /(?:^|\/)\.changeset\/(?:pre\/)?[^/]+\.md$/.test(path) && !/\/README\.md$/i.test(path)

const frontMatter = /^---[^\S\n]*\n([\s\S]*?)^---[^\S\n]*(?:\n|$)/m

/** A line of the front matter, which names a package and how its version changes. */
const packageLine = /^[^\S\n]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"':#][^\s:]*))[^\S\n]*:/gm

/** What a changeset says of which packages. */
interface Changeset {
  readonly packages: ReadonlyArray<string>
  readonly prose: string
}

/** Reads a changeset. Undefined if it names no package or says nothing. */
export const readChangeset = (content: string): Changeset | undefined => {
  const text = content.replaceAll("\r\n", "\n")
  const found = frontMatter.exec(text)
  if (found?.index !== 0 || groupOf(found, 1).trim() === "") return undefined
  const prose = text.slice(found[0].length).trim()
  const packages = [...groupOf(found, 1).matchAll(packageLine)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? ""
  )
  return prose === "" ? undefined : { packages, prose }
}

/** Whether a path leads through a folder that has the name of one of the packages, without its scope. */
const isIn = (packages: ReadonlyArray<string>, path: string): boolean => {
  const folders = path.split("/").slice(0, -1)
  return packages.some((name) => folders.includes(name.slice(name.lastIndexOf("/") + 1)))
}

/**
 * Selects, of documents of one commit, those that may be about a file: if a changeset names the package whose folder it is in, no
 * changeset that names only others.
 */
export const selectByPackage = <A extends { readonly packages: ReadonlyArray<string> }>(
  documents: ReadonlyArray<A>,
  path: string
): ReadonlyArray<A> => {
  const isAbout = ({ packages }: A): boolean => isIn(packages, path)
  return documents.some(isAbout) ? documents.filter((each) => each.packages.length === 0 || isAbout(each)) : documents
}
