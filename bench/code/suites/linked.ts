import { globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { languages } from "../../../src/adapters/parser/languages.ts"
import type { Definition } from "../../../src/adapters/parser/facts/Facts.ts"
import type { Edge } from "../../../src/codeIndex/linking/LinkView.ts"
import { languageOf, linkAll, makeFacts, makeSourceView } from "../../../test/support/linking.ts"

const factsOf = await makeFacts(...languages.map(({ name }) => name))

const isRead = (path: string): boolean =>
  languageOf(path) !== undefined || /(?:^|\/)(?:package|[jt]sconfig[\w.-]*)\.json$|go\.mod$|Cargo\.toml$/.test(path)

/** An edge with the file that it begins in. */
export type LinkedEdge = Edge & { readonly file: string }

/** A folder that was indexed as a repository of its own. */
export class LinkedFolder {
  readonly texts: Readonly<Record<string, string>>
  readonly definitions: ReadonlyMap<string, ReadonlyArray<Definition>>
  /** Without those that are known by name only. */
  readonly edges: ReadonlyArray<LinkedEdge>

  /** `files`: paths below the folder; all of them by default. */
  constructor(folder: string, files = globSync("**/*", { cwd: folder })) {
    const own = files.filter((path) => isRead(path) && statSync(join(folder, path)).isFile()).toSorted()
    this.texts = Object.fromEntries(own.map((path) => [path, readFileSync(join(folder, path), "utf8")]))
    const view = makeSourceView(this.texts, factsOf)
    this.definitions = new Map([...view.facts].map(([path, { definitions }]) => [path, definitions]))
    this.edges = [...linkAll(view)].flatMap(([file, { edges }]) =>
      edges.filter(({ how }) => how !== "name_only").map((edge) => ({ ...edge, file }))
    )
  }

  find(path: string, name: string): Definition | undefined {
    return this.definitions.get(path)?.find(({ qualifiedName }) => qualifiedName === name)
  }

  /** The first constructor of a class and its bases. */
  constructorOf(path: string, name: string, seen = new Set<string>()): { path: string; name: string } | undefined {
    const own = this.definitions
      .get(path)
      ?.find((each) => each.container === name && /^(?:constructor|__init__)$/.test(each.name))
    if (own !== undefined) return { path, name }
    seen.add(`${path} ${name}`)
    const bases = this.edges.filter((edge) => edge.kind === "base" && edge.file === path && edge.within === name)
    for (const { target } of bases) {
      const found = seen.has(`${target.path} ${target.name}`)
        ? undefined
        : this.constructorOf(target.path, target.name, seen)
      if (found !== undefined) return found
    }
    return undefined
  }
}
