import { languages } from "../../src/adapters/parser/languages.ts"
import { outOfMemory } from "../../src/adapters/parser/Language.ts"
import type { Facts } from "../../src/adapters/parser/facts/Facts.ts"
import { convertToFacts } from "../../src/adapters/parser/SourceText.ts"
import type { Links, LinkView } from "../../src/codeIndex/linking/LinkView.ts"
import { makeLinker } from "../../src/codeIndex/linking/makeLinker.ts"
import { makeView } from "../../src/codeIndex/linking/makeView.ts"
import { makeShape, type Shape } from "../../src/codeIndex/linking/Shape.ts"

const maxMemoryBytes = 256 * 1024 * 1024

/** Files by their path. */
export type Sources = Readonly<Record<string, string>>

export const languageOf = (path: string): string | undefined => {
  const extension = path.slice(path.lastIndexOf("."))
  return languages.find(({ extensions }) => extensions.includes(extension))?.name
}

/** Makes a function that finds the facts of sources with the parser's own extractors. */
export const makeFacts = (
  ...names: ReadonlyArray<string>
): Promise<(path: string, text: string) => Facts | undefined> =>
  Promise.all(
    languages
      .filter(({ name }) => names.includes(name))
      .map((language) => language.load(maxMemoryBytes).then((extractor) => [language.name, extractor] as const))
  ).then((loaded) => {
    const extractors = new Map(loaded)
    return (path, text) => {
      const extract = extractors.get(languageOf(path) ?? "")?.(text, () => true, true)
      if (extract === undefined || extract === outOfMemory || extract.facts === undefined) return undefined
      return convertToFacts(text, extract.facts)
    }
  })

export interface SourceView {
  readonly view: LinkView
  readonly facts: ReadonlyMap<string, Facts>
}

/** Makes a view of sources. */
export const makeSourceView = (
  sources: Sources,
  factsOf: (path: string, text: string) => Facts | undefined
): SourceView => {
  const facts = new Map<string, Facts>()
  const shapes = new Map<string, Shape>()
  for (const [path, text] of Object.entries(sources)) {
    const found = factsOf(path, text)
    if (found === undefined) continue
    facts.set(path, found)
    shapes.set(path, makeShape(languageOf(path) ?? "", found))
  }
  const paths = Object.keys(sources)
  return { facts, view: makeView({ paths, shape: (path) => shapes.get(path), text: (path) => sources[path] }) }
}

/** Links every file of a view. */
export const linkAll = ({ facts, view }: SourceView): ReadonlyMap<string, Links> => {
  const linker = makeLinker(view)
  return new Map([...facts].map(([path, found]) => [path, linker.link(path, languageOf(path) ?? "", found)]))
}

/**
 * Describes the edges of a file, one line each: `8 run: call pool.py Pool.acquire imported`, with the line and the
 * definition around it.
 */
export const describeEdges = (links: Links | undefined): ReadonlyArray<string> =>
  (links?.edges ?? []).map(({ how, kind, line, target, within }) =>
    [line, within === "" ? "" : `${within}:`, kind, target.path, target.name, how]
      .filter((part) => part !== "")
      .join(" ")
  )
