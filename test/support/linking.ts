import { detectLanguage } from "../../src/adapters/parser/detectLanguage.ts"
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

/** The language of a file by its name, and by its text where languages share an extension. */
export const languageOf = (path: string, text = ""): string | undefined =>
  detectLanguage(path, new TextEncoder().encode(text))?.name

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
      const extract = extractors.get(languageOf(path, text) ?? "")?.(text, () => true, true)
      if (extract === undefined || extract === outOfMemory || extract.facts === undefined) return undefined
      return convertToFacts(text, extract.facts)
    }
  })

export interface SourceView {
  readonly view: LinkView
  readonly facts: ReadonlyMap<string, Facts>
  /** Languages of the files that have facts. */
  readonly languages: ReadonlyMap<string, string>
}

/** Makes a view of sources. */
export const makeSourceView = (
  sources: Sources,
  factsOf: (path: string, text: string) => Facts | undefined
): SourceView => {
  const facts = new Map<string, Facts>()
  const shapes = new Map<string, Shape>()
  const found = new Map<string, string>()
  for (const [path, text] of Object.entries(sources)) {
    const own = factsOf(path, text)
    if (own === undefined) continue
    const language = languageOf(path, text) ?? ""
    facts.set(path, own)
    found.set(path, language)
    shapes.set(path, makeShape(language, own))
  }
  const paths = Object.keys(sources)
  return {
    facts,
    languages: found,
    view: makeView({ paths, shape: (path) => shapes.get(path), text: (path) => sources[path] })
  }
}

/** Links every file of a view. */
export const linkAll = ({ facts, languages: languagesOf, view }: SourceView): ReadonlyMap<string, Links> => {
  const linker = makeLinker(view)
  return new Map([...facts].map(([path, found]) => [path, linker.link(path, languagesOf.get(path) ?? "", found)]))
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

/** Describes the calls and constructions of one file of some sources, like {@link describeEdges}. */
export const makeDescribeCalls =
  (factsOf: Parameters<typeof makeSourceView>[1]) =>
  (sources: Sources, path: string): ReadonlyArray<string> =>
    describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)).filter((line) => / (?:call|new) /.test(line))

/** Joins lines to the text of a file. */
export const joinLines = (...all: ReadonlyArray<string>): string => `${all.join("\n")}\n`
